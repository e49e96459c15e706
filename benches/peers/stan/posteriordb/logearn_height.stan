data { int<lower=0> N; vector[N] earn; vector[N] height; }
transformed data {
  vector[N] log_earn = log(earn);
  matrix[N, 2] X = append_col(rep_vector(1, N), height);
}
parameters { vector[2] beta; real<lower=0> sigma; }
model {
  log_earn ~ normal(X * beta, sigma);
}
