data { int<lower=0> I; array[I] int<lower=0> n; array[I] int<lower=0> N; vector[I] x1; vector[I] x2; }
transformed data {
  matrix[I, 3] X = append_col(append_col(x1, x2), x1 .* x2);
}
parameters {
  real alpha0;
  real alpha1;
  real alpha12;
  real alpha2;
  vector[I] b;
  real<lower=0> sigma;
}
model {
  alpha0 ~ std_normal();
  alpha1 ~ std_normal();
  alpha2 ~ std_normal();
  alpha12 ~ std_normal();
  sigma ~ cauchy(0, 1);
  b ~ normal(0, sigma);
  n ~ binomial_logit_glm(N, X, alpha0 + b, [alpha1, alpha2, alpha12]');
}
