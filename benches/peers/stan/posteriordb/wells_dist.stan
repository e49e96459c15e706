data { int<lower=0> N; array[N] int<lower=0, upper=1> switched; vector[N] dist;  }
transformed data {
  matrix[N, 1] X = to_matrix(dist, N, 1);
}
parameters { vector[2] beta; }
model {
  switched ~ bernoulli_logit(beta[1] + X * beta[2 : 2]);
}
