// stochastic volatility, the innovations standard normal
data { int<lower=0> T; vector[T] y; }
parameters { real mu; real<lower=-1, upper=1> phi; real<lower=0> sigma; vector[T] z; }
model {
  vector[T] h = sigma * z;
  phi ~ uniform(-1, 1);
  sigma ~ cauchy(0, 5);
  mu ~ cauchy(0, 10);
  z ~ std_normal();
  h[1] /= sqrt(1 - square(phi));
  h += mu;
  for (t in 2 : T) h[t] += phi * (h[t - 1] - mu);
  y ~ normal(0, exp(h / 2));
}
