data { int<lower=1> N; array[N] real x; vector[N] y; }
transformed data { vector[N] mu = zeros_vector(N); }
parameters { real<lower=0> ls; real<lower=0> eta; real<lower=0> sigma; }
model {
  matrix[N, N] L = cholesky_decompose(add_diag(gp_exp_quad_cov(x, eta, ls), square(sigma) + 1e-6));
  ls ~ normal(0, 5);
  eta ~ normal(0, 5);
  sigma ~ normal(0, 5);
  y ~ multi_normal_cholesky(mu, L);
}
