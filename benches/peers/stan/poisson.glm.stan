data { int<lower=1> N; int<lower=1> P; matrix[N, P] X; array[N] int<lower=0> y; }
parameters { real alpha; vector[P] beta; }
model {
  alpha ~ normal(0, 5);
  beta ~ normal(0, 2.5);
  y ~ poisson_log_glm(X, alpha, beta);
}
