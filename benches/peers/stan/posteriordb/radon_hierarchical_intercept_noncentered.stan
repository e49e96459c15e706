data { int<lower=1> N; int<lower=1> J; array[N] int<lower=1, upper=J> county_idx; vector[N] floor_measure; vector[N] log_uppm; vector[N] log_radon; }
parameters { vector[J] alpha_raw; vector[2] beta; real mu_alpha; real<lower=0> sigma_alpha; real<lower=0> sigma; }
transformed parameters { vector[J] alpha = mu_alpha + sigma_alpha * alpha_raw; }
model {
  sigma_alpha ~ normal(0, 1);
  sigma ~ normal(0, 1);
  mu_alpha ~ normal(0, 10);
  beta ~ normal(0, 10);
  alpha_raw ~ std_normal();
  log_radon ~ normal(alpha[county_idx] + beta[1] * log_uppm + beta[2] * floor_measure, sigma);
}
