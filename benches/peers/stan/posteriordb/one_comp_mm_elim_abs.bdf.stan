functions {
  vector rates(real t, vector y, real k_a, real k_m, real v_m, real dose, real volume) {
    return [exp(-k_a * t) * dose * k_a / volume - v_m / volume * y[1] / (k_m + y[1])]';
  }
}
data {
  real t0;
  real D;
  real V;
  int N_t;
  array[N_t] real times;
  vector[N_t] C_hat;
}
parameters {
  real<lower=0> k_a;
  real<lower=0> K_m;
  real<lower=0> V_m;
  real<lower=0> sigma;
}
model {
  k_a ~ cauchy(0, 1);
  K_m ~ cauchy(0, 1);
  V_m ~ cauchy(0, 1);
  sigma ~ cauchy(0, 1);
  array[N_t] vector[1] c = ode_bdf_tol(rates, [0.0]', t0, times, 1e-10, 1e-10, 100000, k_a, K_m, V_m, D, V);
  C_hat ~ lognormal(log(to_vector(c[, 1])), sigma);
}
