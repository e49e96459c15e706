data { int<lower=1> N; int<lower=1> J; array[N] int<lower=1, upper=J> county_idx; vector[N] floor_measure; vector[N] log_radon; }
parameters { vector[J] alpha; real beta; real mu_alpha; real<lower=0> sigma_alpha; real<lower=0> sigma; }
model {
  sigma ~ normal(0, 1);
  sigma_alpha ~ normal(0, 1);
  mu_alpha ~ normal(0, 10);
  beta ~ normal(0, 10);
  alpha ~ normal(mu_alpha, sigma_alpha);
  log_radon ~ normal(alpha[county_idx] + beta * floor_measure, sigma);
}
