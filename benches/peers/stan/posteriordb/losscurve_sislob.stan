data {
  int<lower=0, upper=1> growthmodel_id;
  int<lower=0> n_data;
  int<lower=0> n_time;
  int<lower=0> n_cohort;
  array[n_data] int cohort_id;
  array[n_data] int t_idx;
  vector<lower=0>[n_time] t_value;
  vector[n_cohort] premium;
  vector[n_data] loss;
}
transformed data {
  vector[n_data] size = premium[cohort_id];
}
parameters {
  real<lower=0> omega;
  real<lower=0> theta;
  vector<lower=0>[n_cohort] LR;
  real mu_LR;
  real<lower=0> sd_LR;
  real<lower=0> loss_sd;
}
model {
  vector[n_time] growth;
  if (growthmodel_id == 1) growth = -expm1(-pow(t_value / theta, omega));
  else growth = inv(1 + pow(theta ./ t_value, omega));
  mu_LR ~ normal(0, 0.5);
  sd_LR ~ lognormal(0, 0.5);
  LR ~ lognormal(mu_LR, sd_LR);
  loss_sd ~ lognormal(0, 0.7);
  omega ~ lognormal(0, 0.5);
  theta ~ lognormal(0, 0.5);
  loss ~ normal(LR[cohort_id] .* size .* growth[t_idx], loss_sd * size);
}
