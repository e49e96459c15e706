// the variance carried, roots and squares outside of the loop
data { int<lower=1> T; vector[T] y; }
parameters { real mu; real<lower=0> a0; real<lower=0, upper=1> a1; real<lower=0, upper=1 - a1> b1; }
model {
  vector[T] s2;
  vector[T] squared = square(y - mu);
  mu ~ normal(0, 10);
  a0 ~ exponential(1);
  s2[1] = 1;
  for (t in 2 : T) s2[t] = a0 + a1 * squared[t - 1] + b1 * s2[t - 1];
  y ~ normal(mu, sqrt(s2));
}
