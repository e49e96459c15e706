// the forward algorithm in scaled probabilities
data { int<lower=1> N; int<lower=1> K; vector[N] y; }
parameters { simplex[K] theta1; simplex[K] theta2; positive_ordered[K] mu; }
model {
  vector[N] e1 = exp(-0.5 * square(y - mu[1]));
  vector[N] e2 = exp(-0.5 * square(y - mu[2]));
  real a = e1[1];
  real b = e2[1];
  mu[1] ~ normal(3, 1);
  mu[2] ~ normal(10, 1);
  target += -0.5 * N * log(2 * pi());
  for (t in 2 : N) {
    real s = a + b;
    real c = (a * theta1[1] + b * theta2[1]) / s * e1[t];
    b = (a * theta1[2] + b * theta2[2]) / s * e2[t];
    a = c;
    target += log(s);
  }
  target += log(a + b);
}
