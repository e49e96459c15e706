// P(y = k) = P(y <= k) P(y > k - 1) (1 - exp(c[k - 1] - c[k])): a logistic regression of two rows an observation
data { int<lower=1> N; int<lower=1> P; int<lower=2> K; matrix[N, P] X; array[N] int<lower=1, upper=K> y; }
transformed data {
  int M = 0; // rows
  array[2 * N] int which;
  array[2 * N] int cut;
  vector[2 * N] sign;
  vector[K - 2] inner = rep_vector(0, K - 2);
  for (n in 1 : N) {
    if (y[n] < K) {
      M += 1;
      which[M] = n;
      cut[M] = y[n];
      sign[M] = 1;
    }
  }
  for (n in 1 : N) {
    if (y[n] > 1) {
      M += 1;
      which[M] = n;
      cut[M] = y[n] - 1;
      sign[M] = -1;
    }
    if (y[n] > 1 && y[n] < K) inner[y[n] - 1] += 1;
  }
  array[M] int at = cut[1 : M];
  vector[M] s = sign[1 : M];
  matrix[M, P] Z = diag_pre_multiply(-s, X[which[1 : M]]);
  array[M] int ones = rep_array(1, M);
}
parameters { vector[P] beta; ordered[K - 1] c; }
model {
  beta ~ normal(0, 2.5);
  c ~ normal(0, 5);
  ones ~ bernoulli_logit_glm(Z, s .* c[at], beta);
  target += dot_product(inner, log1m_exp(c[1 : K - 2] - c[2 : K - 1]));
}
