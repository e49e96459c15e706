data { int<lower=0> M; int<lower=0> T; array[M, T] int<lower=0, upper=1> y; }
transformed data {
  // animals that were seen, and their captures
  int C = 0;
  int s = 0;
  for (i in 1 : M) {
    C += sum(y[i]) > 0;
    s += sum(y[i]);
  }
}
parameters { real<lower=0, upper=1> omega; real<lower=0, upper=1> p; }
model {
  s ~ binomial(C * T, p);
  target += C * log(omega) + (M - C) * log_mix(omega, T * log1m(p), 0);
}
