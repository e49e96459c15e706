// item by item: a vector of the persons at a time
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
  array[I] int first;
  array[I] int last;
  array[N] int by_item = sort_indices_asc(ii);
  array[N] int person = jj[by_item];
  array[N] int answer = y[by_item];
  {
    int n = 1;
    for (i in 1 : I) {
      first[i] = n;
      while (n <= N && ii[by_item[min(n, N)]] == i) n += 1;
      last[i] = n - 1;
    }
  }
}
parameters { vector<lower=0>[I] alpha; vector[I - 1] beta_free; vector[J] theta; vector[K] lambda; }
transformed parameters { vector[I] beta = append_row(beta_free, -sum(beta_free)); }
model {
  alpha ~ lognormal(1, 1);
  beta ~ normal(0, 3);
  lambda ~ student_t(3, 0, 1);
  theta ~ normal(W_adj * lambda, 1);
  for (i in 1 : I)
    answer[first[i] : last[i]] ~ bernoulli_logit(alpha[i] * theta[person[first[i] : last[i]]] - beta[i]);
}
