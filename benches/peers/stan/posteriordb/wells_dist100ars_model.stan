data { int<lower=0> N; array[N] int<lower=0, upper=1> switched; vector[N] dist; vector[N] arsenic; }
transformed data {
  matrix[N, 2] X = append_col(dist / 100, arsenic);
}
parameters { real alpha; vector[2] beta; }
model {
  switched ~ bernoulli_logit(alpha + X * beta);
}
