// the recurrence of differences from the mean, which is added once
data { int<lower=0> T; vector[T] y; }
parameters { real mu; real<lower=-1, upper=1> phi; real<lower=0> sigma; vector[T] z; }
model {
  vector[T] h = sigma * z;
  phi ~ uniform(-1, 1);
  sigma ~ cauchy(0, 5);
  mu ~ cauchy(0, 10);
  z ~ std_normal();
  h[1] /= sqrt(1 - square(phi));
  for (t in 2 : T) h[t] += phi * h[t - 1];
  y ~ normal(0, exp(0.5 * (h + mu)));
}
