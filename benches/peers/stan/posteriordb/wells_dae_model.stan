data { int<lower=0> N; array[N] int<lower=0, upper=1> switched; vector[N] dist; vector[N] arsenic; vector[N] educ; }
transformed data {
  matrix[N, 3] X = append_col(append_col(dist / 100, arsenic), educ / 4);
}
parameters { real alpha; vector[3] beta; }
model {
  switched ~ bernoulli_logit(alpha + X * beta);
}
