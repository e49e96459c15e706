data {
  int<lower=1> T;
  vector[T] y;
}
parameters {
  real mean;
  real<lower=0> step;
  vector[T] h;
}
model {
  mean ~ normal(0, 1);
  step ~ gamma(2, 4);
  h[1] ~ normal(0, 1);
  h[2:T] ~ normal(h[1:(T - 1)], step);
  y ~ normal(mean, exp(0.5 * h));
}
generated quantities {
  vector[2] next;
  next[1] = normal_rng(h[T], step);
  next[2] = normal_rng(mean, exp(0.5 * next[1]));
}
