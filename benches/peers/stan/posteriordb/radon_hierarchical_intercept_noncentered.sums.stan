// sums by county taken once
data { int<lower=1> N; int<lower=1> J; array[N] int<lower=1, upper=J> county_idx; vector[N] floor_measure; vector[N] log_uppm; vector[N] log_radon; }
transformed data {
  matrix[N, 2] X = append_col(log_uppm, floor_measure);
  vector[J] n = rep_vector(0, J);
  vector[J] y = rep_vector(0, J);
  matrix[J, 2] x = rep_matrix(0, J, 2);
  matrix[2, 2] XX = crossprod(X);
  vector[2] Xy = X' * log_radon;
  real yy = dot_self(log_radon);
  for (i in 1 : N) {
    int j = county_idx[i];
    n[j] += 1;
    y[j] += log_radon[i];
    x[j] += X[i];
  }
}
parameters { vector[J] alpha_raw; vector[2] beta; real mu_alpha; real<lower=0> sigma_alpha; real<lower=0> sigma; }
transformed parameters { vector[J] alpha = mu_alpha + sigma_alpha * alpha_raw; }
model {
  sigma_alpha ~ normal(0, 1);
  sigma ~ normal(0, 1);
  mu_alpha ~ normal(0, 10);
  beta ~ normal(0, 10);
  alpha_raw ~ std_normal();
  target += -N * log(sigma)
            - 0.5 * (yy - 2 * (dot_product(y, alpha) + dot_product(Xy, beta)) + dot_product(n, square(alpha))
                     + 2 * dot_product(x * beta, alpha) + quad_form(XX, beta)) / square(sigma);
}
