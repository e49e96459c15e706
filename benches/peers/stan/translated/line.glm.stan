data { int<lower=1> N; vector[N] x; vector[N] y; }
transformed data { matrix[N, 1] X = to_matrix(x, N, 1); }
parameters { real alpha; real beta; real<lower=0> sigma; }
model {
  alpha ~ normal(0, 10);
  beta ~ normal(0, 10);
  sigma ~ normal(0, 5);
  y ~ normal_id_glm(X, alpha, [beta]', sigma);
}
