// The same with the scatter taken once, by hand.
data { int<lower=1> N; int<lower=1> D; array[N] vector[D] y; }
transformed data {
  vector[D] mean_y = rep_vector(0, D);
  matrix[D, D] scatter = rep_matrix(0, D, D);
  for (n in 1 : N) mean_y += y[n] / N;
  for (n in 1 : N) scatter += (y[n] - mean_y) * (y[n] - mean_y)';
  matrix[D, D] root = cholesky_decompose(0.5 * (scatter + scatter'));
}
parameters { vector[D] mu; vector<lower=0>[D] tau; cholesky_factor_corr[D] L; }
model {
  matrix[D, D] S = diag_pre_multiply(tau, L);
  mu ~ normal(0, 5);
  tau ~ cauchy(0, 2.5);
  L ~ lkj_corr_cholesky(2);
  target += -0.5 * sum(columns_dot_self(mdivide_left_tri_low(S, root))) - N * sum(log(diagonal(S)));
  target += -0.5 * N * dot_self(mdivide_left_tri_low(S, mean_y - mu));
}
