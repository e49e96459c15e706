data { int<lower=0> N; vector[N] kid_score; vector[N] mom_hs; vector[N] mom_iq; }
transformed data {
  vector[N] h = mom_hs - mean(mom_hs);
  vector[N] q = mom_iq - mean(mom_iq);
  matrix[N, 4] X = [rep_vector(1, N)', h', q', (h .* q)']';
}
parameters { vector[4] beta; real<lower=0> sigma; }
model {
  kid_score ~ normal_id_glm(X, 0, beta, sigma);
}
