data { int<lower=0> M; int<lower=0> T; array[M, T] int<lower=0, upper=1> y; }
transformed data {
  // of the animals that were seen: how many at each occasion
  int C = 0;
  array[T] int s = rep_array(0, T);
  for (i in 1 : M) {
    if (sum(y[i]) > 0) {
      C += 1;
      for (t in 1 : T) s[t] += y[i, t];
    }
  }
}
parameters { real<lower=0, upper=1> omega; vector<lower=0, upper=1>[T] p; }
model {
  s ~ binomial(C, p);
  target += C * log(omega) + (M - C) * log_mix(omega, sum(log1m(p)), 0);
}
