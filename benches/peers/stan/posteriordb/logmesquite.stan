data { int<lower=0> N; vector[N] weight; vector[N] diam1; vector[N] diam2; vector[N] canopy_height; vector[N] total_height; vector[N] density; vector[N] group; }
transformed data {
  vector[N] log_weight = log(weight);
  matrix[N, 7] X = [rep_vector(1, N)', log(diam1)', log(diam2)', log(canopy_height)', log(total_height)', log(density)', group']';
}
parameters { vector[7] beta; real<lower=0> sigma; }
model {
  log_weight ~ normal(X * beta, sigma);
}
