data { int<lower=1> N; int<lower=1> J; array[N] int<lower=1, upper=J> county_idx; vector[N] floor_measure; vector[N] log_radon; }
parameters {
  real<lower=0> sigma_y;
  real<lower=0> sigma_alpha;
  real<lower=0> sigma_beta;
  vector[J] alpha_raw;
  vector[J] beta_raw;
  real mu_alpha;
  real mu_beta;
}
transformed parameters {
  vector[J] alpha = mu_alpha + sigma_alpha * alpha_raw;
  vector[J] beta = mu_beta + sigma_beta * beta_raw;
}
model {
  sigma_y ~ normal(0, 1);
  sigma_alpha ~ normal(0, 1);
  sigma_beta ~ normal(0, 1);
  mu_alpha ~ normal(0, 10);
  mu_beta ~ normal(0, 10);
  alpha_raw ~ std_normal();
  beta_raw ~ std_normal();
  log_radon ~ normal(alpha[county_idx] + beta[county_idx] .* floor_measure, sigma_y);
}
