data { int<lower=1> N; vector[N] floor_measure; vector[N] log_radon; }
transformed data {
  matrix[N, 1] X = to_matrix(floor_measure, N, 1);
}
parameters { real alpha; real beta; real<lower=0> sigma; }
model {
  sigma ~ normal(0, 1);
  alpha ~ normal(0, 10);
  beta ~ normal(0, 10);
  log_radon ~ normal_id_glm(X, alpha, [beta]', sigma);
}
