data {
  int<lower=1> M;
  int<lower=1> P;
  int<lower=1> N0;
  int<lower=1> N2;
  array[M] int<lower=1> N;
  array[N2, M] int deaths;
  matrix[N2, M] f;
  array[M] matrix[N2, P] X;
  array[M] int EpidemicStart;
  array[M] real pop;
  array[N2] real SI;
}
transformed data {
  vector[N2] reversed_si;
  matrix[N2, M] reversed_f;
  for (i in 1 : N2) {
    reversed_si[i] = SI[N2 - i + 1];
    for (m in 1 : M) reversed_f[i, m] = f[N2 - i + 1, m];
  }
}
parameters {
  vector<lower=0>[M] mu;
  vector<lower=0>[P] h;
  real<lower=0> kappa;
  vector<lower=0>[M] y;
  real<lower=0> phi;
  real<lower=0> tau;
  vector<lower=0>[M] r;
}
model {
  vector[P] a = h - log(1.05) / 6.0;
  tau ~ exponential(0.03);
  y ~ exponential(1 / tau);
  phi ~ normal(0, 5);
  kappa ~ normal(0, 0.5);
  mu ~ normal(3.28, kappa);
  h ~ gamma(.1667, 1);
  r ~ normal(1.0, 0.1);
  for (m in 1 : M) {
    vector[N2] c = rep_vector(0, N2);
    vector[N2] e = rep_vector(0, N2);
    vector[N2] rate = mu[m] * exp(-X[m] * a);
    real total = 0;
    c[1 : N0] = rep_vector(y[m], N0);
    total = N0 * y[m];
    for (t in (N0 + 1) : N2) {
      c[t] = (1 - total / pop[m]) * rate[t] * dot_product(head(c, t - 1), tail(reversed_si, t - 1));
      total += c[t];
    }
    e[1] = 1e-15 * c[1];
    for (t in 2 : N2) e[t] = r[m] * dot_product(head(c, t - 1), tail(col(reversed_f, m), t - 1));
    deaths[EpidemicStart[m] : N[m], m] ~ neg_binomial_2(e[EpidemicStart[m] : N[m]], phi);
  }
}
