data { int<lower=1> N; int<lower=1> J; array[N] int<lower=1, upper=J> county_idx; vector[N] floor_measure; vector[N] log_radon; }
parameters { real alpha; vector[J] beta; real mu_beta; real<lower=0> sigma_beta; real<lower=0> sigma; }
model {
  sigma ~ normal(0, 1);
  sigma_beta ~ normal(0, 1);
  alpha ~ normal(0, 10);
  mu_beta ~ normal(0, 10);
  beta ~ normal(mu_beta, sigma_beta);
  log_radon ~ normal(alpha + beta[county_idx] .* floor_measure, sigma);
}
