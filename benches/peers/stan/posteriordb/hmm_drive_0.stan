data { int<lower=1> N; int<lower=1> K; array[N] real u; array[N] real v; matrix[K, K] alpha; }
parameters { simplex[K] theta1; simplex[K] theta2; positive_ordered[K] phi; positive_ordered[K] lambda; }
model {
  array[K] vector[K] to_state;
  vector[K] gamma;
  vector[K] next;
  theta1 ~ dirichlet(alpha[1]');
  theta2 ~ dirichlet(alpha[2]');
  phi[1] ~ normal(0, 1);
  phi[2] ~ normal(3, 1);
  lambda[1] ~ normal(0, 1);
  lambda[2] ~ normal(3, 1);
  for (k in 1 : K) {
    to_state[k][1] = log(theta1[k]);
    to_state[k][2] = log(theta2[k]);
  }
  for (k in 1 : K) gamma[k] = exponential_lpdf(u[1] | phi[k]) + exponential_lpdf(v[1] | lambda[k]);
  for (t in 2 : N) {
    for (k in 1 : K)
      next[k] = log_sum_exp(gamma + to_state[k]) + exponential_lpdf(u[t] | phi[k]) + exponential_lpdf(v[t] | lambda[k]);
    gamma = next;
  }
  target += log_sum_exp(gamma);
}
