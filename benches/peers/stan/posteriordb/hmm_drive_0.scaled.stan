// the forward algorithm in scaled probabilities
data { int<lower=1> N; int<lower=1> K; vector[N] u; vector[N] v; matrix[K, K] alpha; }
parameters { simplex[K] theta1; simplex[K] theta2; positive_ordered[K] phi; positive_ordered[K] lambda; }
model {
  vector[N] l1 = -phi[1] * u - lambda[1] * v + log(phi[1]) + log(lambda[1]);
  vector[N] l2 = -phi[2] * u - lambda[2] * v + log(phi[2]) + log(lambda[2]);
  vector[N] m = fmax(l1, l2);
  vector[N] e1 = exp(l1 - m);
  vector[N] e2 = exp(l2 - m);
  real a = e1[1];
  real b = e2[1];
  theta1 ~ dirichlet(alpha[1]');
  theta2 ~ dirichlet(alpha[2]');
  phi[1] ~ normal(0, 1);
  phi[2] ~ normal(3, 1);
  lambda[1] ~ normal(0, 1);
  lambda[2] ~ normal(3, 1);
  target += sum(m);
  for (t in 2 : N) {
    real s = a + b;
    real c = (a * theta1[1] + b * theta2[1]) / s * e1[t];
    b = (a * theta1[2] + b * theta2[2]) / s * e2[t];
    a = c;
    target += log(s);
  }
  target += log(a + b);
}
