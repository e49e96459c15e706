// the error carried as a number, what depends on data alone taken out of the loop
data { int<lower=1> T; vector[T] y; }
parameters { real mu; real phi; real theta; real<lower=0> sigma; }
model {
  vector[T] rest;
  vector[T] err;
  real e = 0;
  mu ~ normal(0, 10);
  phi ~ normal(0, 2);
  theta ~ normal(0, 2);
  sigma ~ cauchy(0, 2.5);
  rest = y - mu - phi * append_row(mu, y[1 : T - 1]);
  for (t in 1 : T) {
    e = rest[t] - theta * e;
    err[t] = e;
  }
  err ~ normal(0, sigma);
}
