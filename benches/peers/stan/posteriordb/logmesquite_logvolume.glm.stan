data { int<lower=0> N; vector[N] weight; vector[N] diam1; vector[N] diam2; vector[N] canopy_height; }
transformed data {
  vector[N] log_weight = log(weight);
  matrix[N, 2] X = [rep_vector(1, N)', log(diam1 .* diam2 .* canopy_height)']';
}
parameters { vector[2] beta; real<lower=0> sigma; }
model {
  log_weight ~ normal_id_glm(X, 0, beta, sigma);
}
