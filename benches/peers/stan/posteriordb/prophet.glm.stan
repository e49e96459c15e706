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
  // (A delta) .* t - A (t_change .* delta) is one product
  matrix[T, S] bend = diag_pre_multiply(t, A) - diag_post_multiply(A, t_change);
  matrix[T, K] X_a = diag_post_multiply(X, s_a);
  matrix[T, K] X_m = diag_post_multiply(X, s_m);
}
parameters { real k; real m; vector[S] delta; real<lower=0> sigma_obs; vector[K] beta; }
model {
  k ~ normal(0, 5);
  m ~ normal(0, 5);
  delta ~ double_exponential(0, tau);
  sigma_obs ~ normal(0, 0.5);
  beta ~ normal(0, sigmas);
  vector[T] trend = m + k * t + bend * delta;
  y ~ normal_id_glm(X_a, trend .* (1 + X_m * beta), beta, sigma_obs);
}
