data { int<lower=0> N; int<lower=0> M; matrix[N, M] x; int<lower=2> K; array[N] int<lower=1, upper=K> y; }
transformed data {
  int J = 10;
  vector[N] ones = rep_vector(1, N);
}
parameters {
  real<lower=0> sigma2_alpha;
  real<lower=0> sigma2_beta;
  matrix[M, J] alpha;
  matrix[J, K - 1] beta;
  row_vector[J] alpha1;
  row_vector[K - 1] beta1;
}
model {
  alpha1 ~ std_normal();
  beta1 ~ std_normal();
  sigma2_alpha ~ inv_gamma(0.25, 0.25 * square(0.05 / square(M)));
  sigma2_beta ~ inv_gamma(0.25, 0.25 * square(0.05 / square(J)));
  to_vector(alpha) ~ normal(0, sqrt(sigma2_alpha));
  to_vector(beta) ~ normal(0, sqrt(sigma2_beta));
  // the scores of class 1 are all 1, as the intercept of no hidden unit
  y ~ categorical_logit_glm(tanh(rep_matrix(alpha1, N) + x * alpha), append_row(1, beta1'),
                            append_col(rep_vector(0, J), beta));
}
