data { int<lower=0> N; array[N] int<lower=0, upper=1> switched; vector[N] dist; vector[N] arsenic; }
transformed data {
  vector[N] d = dist / 100;
  matrix[N, 3] X = append_col(append_col(d, arsenic), d .* arsenic);
}
parameters { real alpha; vector[3] beta; }
model {
  switched ~ bernoulli_logit_glm(X, alpha, beta);
}
