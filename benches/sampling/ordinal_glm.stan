data { int<lower=1> N; int<lower=1> P; int<lower=2> K; matrix[N, P] X; array[N] int<lower=1, upper=K> y; }
parameters { vector[P] beta; ordered[K - 1] c; }
model {
  beta ~ normal(0, 2.5);
  c ~ normal(0, 5);
  y ~ ordered_logistic_glm(X, beta, c);
}
