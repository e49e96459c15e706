// sums by county taken once
data { int<lower=1> N; int<lower=1> J; array[N] int<lower=1, upper=J> county_idx; vector[N] floor_measure; vector[N] log_radon; }
transformed data {
  vector[J] n = rep_vector(0, J);
  vector[J] x = rep_vector(0, J);
  vector[J] y = rep_vector(0, J);
  vector[J] xx = rep_vector(0, J);
  vector[J] xy = rep_vector(0, J);
  real yy = dot_self(log_radon);
  for (i in 1 : N) {
    int j = county_idx[i];
    n[j] += 1;
    x[j] += floor_measure[i];
    y[j] += log_radon[i];
    xx[j] += square(floor_measure[i]);
    xy[j] += floor_measure[i] * log_radon[i];
  }
  real sxx = sum(xx);
  real sxy = sum(xy);
  real sx = sum(x);
  real sy = sum(y);
}
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
  target += -N * log(sigma_y) - 0.5 * (yy - 2 * (dot_product(y, alpha) + dot_product(xy, beta)) + dot_product(n, square(alpha)) + 2 * dot_product(x .* alpha, beta) + dot_product(xx, square(beta))) / square(sigma_y);
}
