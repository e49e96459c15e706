data { int<lower=0> N; vector[N] y; }
parameters { vector[2] mu; vector<lower=0>[2] sigma; real<lower=0, upper=1> theta; }
model {
  sigma ~ normal(0, 2);
  mu ~ normal(0, 2);
  theta ~ beta(5, 5);
  target += sum(log_sum_exp(log(theta) - log(sigma[1]) - 0.5 * square((y - mu[1]) / sigma[1]),
                            log1m(theta) - log(sigma[2]) - 0.5 * square((y - mu[2]) / sigma[2])));
}
