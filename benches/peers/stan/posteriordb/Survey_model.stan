data { int<lower=0> nmax; int<lower=0> m; array[m] int<lower=0> k; }
transformed data {
  int nmin = max(k);
  int S = nmax - nmin + 1;
  vector[S] choices; // of n surveys
  vector[S] missing;
  for (s in 1 : S) {
    int n = nmin + s - 1;
    choices[s] = -log(nmax);
    for (j in 1 : m) choices[s] += lchoose(n, k[j]);
    missing[s] = m * n - sum(k);
  }
}
parameters { real<lower=0, upper=1> theta; }
model {
  target += sum(k) * log(theta) + log_sum_exp(choices + missing * log1m(theta));
}
