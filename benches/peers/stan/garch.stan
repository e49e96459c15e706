data { int<lower=1> T; vector[T] y; }
parameters { real mu; real<lower=0> a0; real<lower=0, upper=1> a1; real<lower=0, upper=1 - a1> b1; }
model {
  vector[T] sigma;
  mu ~ normal(0, 10);
  a0 ~ exponential(1);
  sigma[1] = 1;
  for (t in 2 : T)
    sigma[t] = sqrt(a0 + a1 * square(y[t - 1] - mu) + b1 * square(sigma[t - 1]));
  y ~ normal(mu, sigma);
}
