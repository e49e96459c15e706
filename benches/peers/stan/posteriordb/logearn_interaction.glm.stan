data { int<lower=0> N; vector[N] earn; vector[N] height; vector[N] male; }
transformed data {
  vector[N] log_earn = log(earn);
  matrix[N, 4] X = [rep_vector(1, N)', height', male', (height .* male)']';
}
parameters { vector[4] beta; real<lower=0> sigma; }
model {
  log_earn ~ normal_id_glm(X, 0, beta, sigma);
}
