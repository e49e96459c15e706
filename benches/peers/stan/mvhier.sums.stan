// the sums of each group's data taken once
data { int<lower=1> N; int<lower=1> K; int<lower=1> J; array[N] int<lower=1, upper=J> jj; matrix[N, K] x; vector[N] y; }
transformed data {
  real yy = dot_self(y);
  matrix[K, J] xy = rep_matrix(0, K, J);
  array[K, K] row_vector[J] xx; // the part above the diagonal doubled
  for (k in 1 : K) for (l in 1 : K) xx[k, l] = rep_row_vector(0, J);
  for (n in 1 : N) {
    for (k in 1 : K) {
      xy[k, jj[n]] += x[n, k] * y[n];
      for (l in k : K) xx[k, l, jj[n]] += (k == l ? 1 : 2) * x[n, k] * x[n, l];
    }
  }
}
parameters { matrix[K, J] z; cholesky_factor_corr[K] L_Omega; vector<lower=0>[K] tau; row_vector[K] gamma; real<lower=0> sigma; }
model {
  matrix[K, J] beta = rep_matrix(gamma', J) + diag_pre_multiply(tau, L_Omega) * z;
  real squares = yy - 2 * sum(beta .* xy);
  for (k in 1 : K)
    for (l in k : K)
      squares += dot_product(xx[k, l], beta[k] .* beta[l]);
  to_vector(z) ~ std_normal();
  L_Omega ~ lkj_corr_cholesky(2);
  tau ~ cauchy(0, 2.5);
  gamma ~ normal(0, 5);
  sigma ~ exponential(1);
  target += -N * log(sigma) - 0.5 * squares / square(sigma);
}
