data {
  int<lower=0> N;
  vector[N] y;
}
parameters {
  simplex[3] w;
  ordered[3] mu;
  real<lower=0> sigma;
}
model {
  w ~ dirichlet(rep_vector(2.0, 3));
  mu ~ normal(0, 5);
  sigma ~ lognormal(0, 0.5);
  for (n in 1:N) {
    vector[3] terms = log(w);
    for (k in 1:3) {
      terms[k] += normal_lpdf(y[n] | mu[k], sigma);
    }
    target += log_sum_exp(terms);
  }
}
