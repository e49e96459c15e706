// the sums of the data taken once
data { int<lower=1> N; int<lower=1> P; matrix[N, P] X; array[N] int<lower=0> y; }
transformed data {
  vector[P] Xy = X' * to_vector(y);
}
parameters { real alpha; vector[P] beta; }
model {
  alpha ~ normal(0, 5);
  beta ~ normal(0, 2.5);
  target += sum(y) * alpha + dot_product(Xy, beta) - sum(exp(alpha + X * beta));
}
