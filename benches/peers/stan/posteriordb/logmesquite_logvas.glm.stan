data { int<lower=0> N; vector[N] weight; vector[N] diam1; vector[N] diam2; vector[N] canopy_height; vector[N] total_height; vector[N] density; vector[N] group; }
transformed data {
  vector[N] log_weight = log(weight);
  vector[N] volume = diam1 .* diam2 .* canopy_height;
  vector[N] area = diam1 .* diam2;
  vector[N] shape = diam1 ./ diam2;
  matrix[N, 7] X = [rep_vector(1, N)', log(volume)', log(area)', log(shape)', log(total_height)', log(density)', group']';
}
parameters { vector[7] beta; real<lower=0> sigma; }
model {
  log_weight ~ normal_id_glm(X, 0, beta, sigma);
}
