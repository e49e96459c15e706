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
  array[I] int m = rep_array(0, I);
  array[I] int pos = rep_array(1, I);
  for (n in 1 : N) m[ii[n]] = max(m[ii[n]], y[n]);
  for (i in 2 : I) pos[i] = pos[i - 1] + m[i - 1];
  for (k in 2 : K) W_adj[ : , k] = (W[ : , k] - mean(W[ : , k])) / (2 * sd(W[ : , k]));
}
parameters { vector<lower=0>[I] alpha; vector[sum(m) - 1] beta_free; vector[J] theta; vector[K] lambda; }
transformed parameters { vector[sum(m)] beta = append_row(beta_free, -sum(beta_free)); }
model {
  alpha ~ lognormal(1, 1);
  beta ~ normal(0, 3);
  lambda ~ student_t(3, 0, 1);
  theta ~ normal(W_adj * lambda, 1);
  for (n in 1 : N) {
    int i = ii[n];
    y[n] + 1 ~ categorical_logit(append_row(0, cumulative_sum(alpha[i] * theta[jj[n]] - segment(beta, pos[i], m[i]))));
  }
}
