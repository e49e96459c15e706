functions {
  vector rates(real t, vector y, vector theta) {
    return [(theta[1] - theta[2] * y[2]) * y[1], (theta[4] * y[1] - theta[3]) * y[2]]';
  }
}
data {
  int T;
  array[T] real ts;
  vector[T] prey;
  vector[T] predators;
}
parameters {
  vector<lower=0>[4] theta;
  vector<lower=0>[2] first;
}
model {
  theta ~ normal([1, 0.05, 1, 0.05]', [0.5, 0.05, 0.5, 0.05]');
  first ~ lognormal(2.3, 1);
  array[T] vector[2] y = ode_rk45_tol(rates, first, 0, ts, 1e-6, 1e-6, 10000, theta);
  prey ~ normal(log(to_vector(y[, 1])), 0.25);
  predators ~ normal(log(to_vector(y[, 2])), 0.25);
}
