data {
  int<lower=1> I;
  int<lower=1> J;
  int<lower=1> N;
  array[N] int<lower=1, upper=I> ii;
  array[N] int<lower=1, upper=J> jj;
  array[N] int<lower=0> y;
  int<lower=1> K;
  matrix[J, K] W;
}
transformed data {
  matrix[J, K] W_adj = W;
  for (k in 2 : K) W_adj[ : , k] = (W[ : , k] - mean(W[ : , k])) / (2 * sd(W[ : , k]));
}
parameters { vector<lower=0>[I] alpha; vector[I - 1] beta_free; vector[J] theta; vector[K] lambda; }
transformed parameters { vector[I] beta = append_row(beta_free, -sum(beta_free)); }
model {
  alpha ~ lognormal(1, 1);
  beta ~ normal(0, 3);
  lambda ~ student_t(3, 0, 1);
  theta ~ normal(W_adj * lambda, 1);
  y ~ bernoulli_logit(alpha[ii] .* theta[jj] - beta[ii]);
}
