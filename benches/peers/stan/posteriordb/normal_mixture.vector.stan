data { int<lower=0> N; vector[N] y; }
parameters { real<lower=0, upper=1> theta; array[2] real mu; }
model {
  theta ~ uniform(0, 1);
  mu ~ normal(0, 10);
  target += sum(log_sum_exp(log(theta) - 0.5 * square(y - mu[1]), log1m(theta) - 0.5 * square(y - mu[2])));
}
