data { int<lower=0> n_dogs; int<lower=0> n_trials; array[n_dogs, n_trials] int<lower=0, upper=1> y; }
transformed data {
  int N = n_dogs * n_trials;
  matrix[N, 2] X; // avoidances and shocks before
  array[N] int<lower=0, upper=1> outcome;
  {
    int n = 1;
    for (j in 1 : n_dogs) {
      real shocks = 0;
      for (t in 1 : n_trials) {
        X[n] = [t - 1 - shocks, shocks];
        outcome[n] = y[j, t];
        shocks += y[j, t];
        n += 1;
      }
    }
  }
}
parameters { vector[3] beta; }
model {
  beta ~ normal(0, 100);
  outcome ~ bernoulli_logit(beta[1] + X * beta[2 : 3]);
}
