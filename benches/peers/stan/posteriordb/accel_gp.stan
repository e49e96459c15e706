data {
  int<lower=1> N;
  vector[N] Y;
  int<lower=1> Dgp_1;
  int<lower=1> NBgp_1;
  matrix[N, NBgp_1] Xgp_1;
  array[NBgp_1] vector[Dgp_1] slambda_1;
  int<lower=1> Dgp_sigma_1;
  int<lower=1> NBgp_sigma_1;
  matrix[N, NBgp_sigma_1] Xgp_sigma_1;
  array[NBgp_sigma_1] vector[Dgp_sigma_1] slambda_sigma_1;
  int prior_only;
}
transformed data {
  // -|lambda|^2 / 4: half of the exponent of the spectral density, for its root
  vector[NBgp_1] e_1;
  vector[NBgp_sigma_1] e_sigma_1;
  real root_1 = pow(2 * pi(), Dgp_1 / 4.0);
  real root_sigma_1 = pow(2 * pi(), Dgp_sigma_1 / 4.0);
  for (m in 1 : NBgp_1) e_1[m] = -0.25 * dot_self(slambda_1[m]);
  for (m in 1 : NBgp_sigma_1) e_sigma_1[m] = -0.25 * dot_self(slambda_sigma_1[m]);
}
parameters {
  real Intercept;
  real<lower=0> sdgp_1;
  real<lower=0> lscale_1;
  vector[NBgp_1] zgp_1;
  real Intercept_sigma;
  real<lower=0> sdgp_sigma_1;
  real<lower=0> lscale_sigma_1;
  vector[NBgp_sigma_1] zgp_sigma_1;
}
model {
  if (!prior_only) {
    vector[NBgp_1] spread = sdgp_1 * root_1 * pow(lscale_1, 0.5 * Dgp_1) * exp(square(lscale_1) * e_1);
    vector[NBgp_sigma_1] spread_sigma = sdgp_sigma_1 * root_sigma_1 * pow(lscale_sigma_1, 0.5 * Dgp_sigma_1)
                                        * exp(square(lscale_sigma_1) * e_sigma_1);
    vector[N] mu = Intercept + Xgp_1 * (spread .* zgp_1);
    vector[N] log_sigma = Intercept_sigma + Xgp_sigma_1 * (spread_sigma .* zgp_sigma_1);
    Y ~ normal(mu, exp(log_sigma));
  }
  Intercept ~ student_t(3, -13, 36);
  Intercept_sigma ~ student_t(3, 0, 10);
  sdgp_1 ~ student_t(3, 0, 36);
  sdgp_sigma_1 ~ student_t(3, 0, 36);
  lscale_1 ~ inv_gamma(1.124909, 0.0177);
  lscale_sigma_1 ~ inv_gamma(1.124909, 0.0177);
  zgp_1 ~ std_normal();
  zgp_sigma_1 ~ std_normal();
}
