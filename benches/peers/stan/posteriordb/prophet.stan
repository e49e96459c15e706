data {
  int<lower=0> T;
  int<lower=0> K;
  vector[T] t;
  vector[T] y;
  int<lower=0> S;
  vector[S] t_change;
  matrix[T, K] X;
  vector[K] sigmas;
  real<lower=0> tau;
  vector[K] s_a;
  vector[K] s_m;
}
transformed data {
  matrix[T, S] A;
  for (i in 1 : T)
    for (s in 1 : S)
      A[i, s] = t[i] >= t_change[s];
}
parameters { real k; real m; vector[S] delta; real<lower=0> sigma_obs; vector[K] beta; }
model {
  k ~ normal(0, 5);
  m ~ normal(0, 5);
  delta ~ double_exponential(0, tau);
  sigma_obs ~ normal(0, 0.5);
  beta ~ normal(0, sigmas);
  vector[T] trend = (k + A * delta) .* t + (m - A * (t_change .* delta));
  y ~ normal(trend .* (1 + X * (beta .* s_m)) + X * (beta .* s_a), sigma_obs);
}
