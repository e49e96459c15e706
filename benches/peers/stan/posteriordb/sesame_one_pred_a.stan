data { int<lower=0> N; vector[N] watched; vector[N] encouraged; }
transformed data {
  matrix[N, 2] X = append_col(rep_vector(1, N), encouraged);
}
parameters { vector[2] beta; real<lower=0> sigma; }
model {
  watched ~ normal(X * beta, sigma);
}
