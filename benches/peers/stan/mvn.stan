// Many observations of a vector, with a mean, scales and correlations.
data { int<lower=1> N; int<lower=1> D; array[N] vector[D] y; }
parameters { vector[D] mu; vector<lower=0>[D] tau; cholesky_factor_corr[D] L; }
model {
  mu ~ normal(0, 5);
  tau ~ cauchy(0, 2.5);
  L ~ lkj_corr_cholesky(2);
  y ~ multi_normal_cholesky(mu, diag_pre_multiply(tau, L));
}
