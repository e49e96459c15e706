data { int<lower=1> N; vector[N] floor_measure; vector[N] log_radon; }
parameters { real alpha; real beta; real<lower=0> sigma; }
model {
  sigma ~ normal(0, 1);
  alpha ~ normal(0, 10);
  beta ~ normal(0, 10);
  log_radon ~ normal(alpha + beta * floor_measure, sigma);
}
