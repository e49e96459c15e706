data { int<lower=0> N; array[N] int<lower=0> r; array[N] int<lower=0> n; }
transformed data {
  vector[N] deaths = to_vector(r);
  vector[N] operations = to_vector(n);
}
parameters { real mu; real<lower=0> sigmasq; vector[N] b; }
model {
  mu ~ normal(0, 1000);
  sigmasq ~ inv_gamma(0.001, 0.001);
  b ~ normal(mu, sqrt(sigmasq));
  target += dot_product(deaths, b) - dot_product(operations, log1p_exp(b));
}
