data { int<lower=0> N; vector[N] earn; vector[N] height; vector[N] male; }
transformed data {
  vector[N] log_earn = log(earn);
  matrix[N, 3] X = append_col(append_col(rep_vector(1, N), height), male);
}
parameters { vector[3] beta; real<lower=0> sigma; }
model {
  log_earn ~ normal(X * beta, sigma);
}
