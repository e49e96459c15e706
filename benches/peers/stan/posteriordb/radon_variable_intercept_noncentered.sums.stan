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
parameters { vector[J] alpha_raw; real beta; real mu_alpha; real<lower=0> sigma_alpha; real<lower=0> sigma; }
transformed parameters { vector[J] alpha = mu_alpha + sigma_alpha * alpha_raw; }
model {
  sigma ~ normal(0, 1);
  sigma_alpha ~ normal(0, 1);
  mu_alpha ~ normal(0, 10);
  beta ~ normal(0, 10);
  alpha_raw ~ std_normal();
  target += -N * log(sigma) - 0.5 * (yy - 2 * (dot_product(y, alpha) + beta * sxy) + dot_product(n, square(alpha)) + 2 * beta * dot_product(x, alpha) + square(beta) * sxx) / square(sigma);
}
