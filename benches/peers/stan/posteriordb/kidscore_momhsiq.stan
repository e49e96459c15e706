data { int<lower=0> N; vector[N] kid_score; vector[N] mom_hs; vector[N] mom_iq; }
transformed data {
  matrix[N, 3] X = append_col(append_col(rep_vector(1, N), mom_hs), mom_iq);
}
parameters { vector[3] beta; real<lower=0> sigma; }
model {
  sigma ~ cauchy(0, 2.5);
  kid_score ~ normal(X * beta, sigma);
}
