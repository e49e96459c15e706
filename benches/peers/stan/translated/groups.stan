data { int<lower=1> N; int<lower=1> J; array[N] int<lower=1, upper=J> group; vector[N] x; vector[N] y; }
parameters { real mu_a; real<lower=0> sigma_a; vector[J] a_offset; real b; real<lower=0> sigma_y; }
model {
  vector[J] a = mu_a + sigma_a * a_offset;
  mu_a ~ normal(0, 10);
  sigma_a ~ normal(0, 5);
  a_offset ~ std_normal();
  b ~ normal(0, 10);
  sigma_y ~ normal(0, 5);
  y ~ normal(a[group] + b * x, sigma_y);
}
