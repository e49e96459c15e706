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
parameters { real alpha; vector[J] beta; real mu_beta; real<lower=0> sigma_beta; real<lower=0> sigma; }
model {
  sigma ~ normal(0, 1);
  sigma_beta ~ normal(0, 1);
  alpha ~ normal(0, 10);
  mu_beta ~ normal(0, 10);
  beta ~ normal(mu_beta, sigma_beta);
  target += -N * log(sigma) - 0.5 * (yy - 2 * (alpha * sy + dot_product(xy, beta)) + N * square(alpha) + 2 * alpha * dot_product(x, beta) + dot_product(xx, square(beta))) / square(sigma);
}
