functions {
  vector rates(real t, vector y, real beta, real gamma, real xi, real delta) {
    real infected = beta * y[1] * y[4] / (y[4] + 1000000);
    real recovered = gamma * y[2];
    return [-infected, infected - recovered, recovered, xi * y[2] - delta * y[4]]';
  }
}
data {
  int N_t;
  array[N_t] real t;
  vector[4] y0;
  array[N_t] int stoi_hat;
  vector[N_t] B_hat;
}
parameters {
  real<lower=0> beta;
  real<lower=0> gamma;
  real<lower=0> xi;
  real<lower=0> delta;
}
model {
  beta ~ cauchy(0, 2.5);
  gamma ~ cauchy(0, 1);
  xi ~ cauchy(0, 25);
  delta ~ cauchy(0, 1);
  array[N_t] vector[4] y = ode_rk45_tol(rates, y0, 0, t, 1e-6, 1e-6, 10000, beta, gamma, xi, delta);
  vector[N_t] s = to_vector(y[, 1]);
  stoi_hat ~ poisson(append_row(y0[1], s[1 : N_t - 1]) - s);
  B_hat ~ lognormal(log(to_vector(y[, 4])), 0.15);
}
