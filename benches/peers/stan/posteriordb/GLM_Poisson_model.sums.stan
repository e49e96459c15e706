data { int<lower=0> n; array[n] int<lower=0> C; vector[n] year; }
transformed data {
  vector[n] count = to_vector(C);
  matrix[n, 3] X = append_col(append_col(year, square(year)), year .* square(year));
}
parameters {
  real<lower=-20, upper=20> alpha;
  real<lower=-10, upper=10> beta1;
  real<lower=-10, upper=10> beta2;
  real<lower=-10, upper=10> beta3;
}
model {
  vector[n] eta = alpha + X * [beta1, beta2, beta3]';
  target += dot_product(count, eta) - sum(exp(eta));
}
