data {
  int<lower=0> N;
  vector[N] y;
}
parameters {
  real<lower=-1, upper=2> share;
  matrix<lower=0>[2, 3] scales;
  matrix[3, 2] loadings;
  simplex[4] weights;
  array[2] simplex[3] profiles;
  array[3] vector[2] offsets;
  cholesky_factor_corr[3] factor;
  corr_matrix[3] correlation;
  cov_matrix[2] covariance;
  cholesky_factor_cov[3] root;
  ordered[3] cuts;
  unit_vector[3] direction;
  sum_to_zero_vector[4] contrasts;
  vector<lower=share>[2] above;
}
transformed parameters {
  matrix[2, 2] product = scales * loadings;
}
model {
  share ~ normal(0, 1);
  to_vector(scales) ~ lognormal(0, 1);
  to_vector(loadings) ~ normal(0, 1);
  weights ~ dirichlet([1.5, 2.0, 2.5, 3.0]');
  for (row in 1:2) {
    profiles[row] ~ dirichlet([2.0, 2.0, 3.0]');
  }
  for (row in 1:3) {
    offsets[row] ~ normal(0.5, 1);
  }
  factor ~ lkj_corr_cholesky(2.0);
  correlation ~ lkj_corr(2.0);
  target += -0.5 * sum(square(covariance)) - 0.5 * sum(square(root));
  cuts ~ normal(0, 1);
  contrasts ~ normal(0, 1);
  above ~ normal(1, 1);
  y ~ normal(above[1] + direction[1] + product[1, 2], 1);
}
