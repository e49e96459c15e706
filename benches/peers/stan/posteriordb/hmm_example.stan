data { int<lower=1> N; int<lower=1> K; array[N] real y; }
parameters { simplex[K] theta1; simplex[K] theta2; positive_ordered[K] mu; }
model {
  array[K] vector[K] to_state;
  vector[K] gamma;
  vector[K] next;
  mu[1] ~ normal(3, 1);
  mu[2] ~ normal(10, 1);
  for (k in 1 : K) {
    to_state[k][1] = log(theta1[k]);
    to_state[k][2] = log(theta2[k]);
  }
  for (k in 1 : K) gamma[k] = normal_lpdf(y[1] | mu[k], 1);
  for (t in 2 : N) {
    for (k in 1 : K) next[k] = log_sum_exp(gamma + to_state[k]) + normal_lpdf(y[t] | mu[k], 1);
    gamma = next;
  }
  target += log_sum_exp(gamma);
}
