data { int<lower=0> K; int<lower=0> T; vector[T] y; }
transformed data {
  int N = T - K;
  vector[N] outcome = y[K + 1 : T];
  matrix[N, K] X;
  for (k in 1 : K) X[ : , k] = y[K + 1 - k : T - k];
}
parameters { real alpha; vector[K] beta; real<lower=0> sigma; }
model {
  alpha ~ normal(0, 10);
  beta ~ normal(0, 10);
  sigma ~ cauchy(0, 2.5);
  outcome ~ normal_id_glm(X, alpha, beta, sigma);
}
