data { int<lower=1> N; int<lower=1> J; array[N] int<lower=1, upper=J> county_idx; vector[N] floor_measure; vector[N] log_radon; }
transformed data {
  matrix[N, 1] X = to_matrix(floor_measure, N, 1);
}
parameters { vector[J] alpha; real beta; real<lower=0> sigma; }
model {
  sigma ~ normal(0, 1);
  alpha ~ normal(0, 10);
  beta ~ normal(0, 10);
  log_radon ~ normal_id_glm(X, alpha[county_idx], [beta]', sigma);
}
