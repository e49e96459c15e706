functions {
  vector rates(real t, vector y, real rate, real recovery) {
    real infected = rate * y[1] * y[2] / 763;
    real recovered = recovery * y[2];
    return [-infected, infected - recovered, recovered]';
  }
}
data {
  int T;
  array[T] real ts;
  array[T] int sick;
}
parameters {
  real<lower=0> rate;
  real<lower=0> recovery;
  real<lower=0> first;
}
model {
  rate ~ normal(2, 1);
  recovery ~ normal(0.4, 0.5);
  first ~ exponential(1);
  array[T] vector[3] y = ode_rk45_tol(rates, [763 - first, first, 0]', 0, ts, 1e-6, 1e-6, 10000, rate, recovery);
  sick ~ poisson(y[, 2]);
}
