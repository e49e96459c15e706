// all answers as one vector
data { int<lower=0> I; int<lower=0> J; array[I, J] int<lower=0, upper=1> y; }
transformed data {
  array[I * J] int answer = to_array_1d(y);
  array[I * J] int item;
  array[I * J] int person;
  for (i in 1 : I) {
    for (j in 1 : J) {
      item[(i - 1) * J + j] = i;
      person[(i - 1) * J + j] = j;
    }
  }
}
parameters {
  real<lower=0> sigma_theta;
  vector[J] theta;
  real<lower=0> sigma_a;
  vector<lower=0>[I] a;
  real mu_b;
  real<lower=0> sigma_b;
  vector[I] b;
}
model {
  sigma_theta ~ cauchy(0, 2);
  theta ~ normal(0, sigma_theta);
  sigma_a ~ cauchy(0, 2);
  a ~ lognormal(0, sigma_a);
  mu_b ~ normal(0, 5);
  sigma_b ~ cauchy(0, 2);
  b ~ normal(mu_b, sigma_b);
  answer ~ bernoulli_logit(a[item] .* (theta[person] - b[item]));
}
