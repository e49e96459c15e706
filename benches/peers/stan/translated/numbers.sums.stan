data { int<lower=1> N; vector[N] y; }
transformed data { real m = mean(y); real s = dot_self(y - m); }
parameters { real mu; real<lower=0> sigma; }
model {
  mu ~ normal(0, 10);
  sigma ~ normal(0, 5);
  target += -N * log(sigma) - (s + N * square(m - mu)) / (2 * square(sigma));
}
