// item by item, and the two effects of an item as two regressions
data {
  int<lower=1> I;
  int<lower=1> J;
  int<lower=1> N;
  array[N] int<lower=1, upper=I> ii;
  array[N] int<lower=1, upper=J> jj;
  array[N] int<lower=0, upper=1> y;
}
transformed data {
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
parameters {
  vector[J] theta;
  vector[I] xi1;
  vector[I] xi2;
  vector[2] mu;
  vector<lower=0>[2] tau;
  cholesky_factor_corr[2] L_Omega;
}
transformed parameters { vector[I] alpha = exp(xi1); }
model {
  L_Omega ~ lkj_corr_cholesky(4);
  mu[1] ~ normal(0, 1);
  mu[2] ~ normal(0, 5);
  tau ~ exponential(0.1);
  theta ~ std_normal();
  xi1 ~ normal(mu[1], tau[1]);
  xi2 ~ normal(mu[2] + tau[2] * L_Omega[2, 1] / tau[1] * (xi1 - mu[1]), tau[2] * L_Omega[2, 2]);
  for (i in 1 : I)
    answer[first[i] : last[i]] ~ bernoulli_logit(alpha[i] * (theta[person[first[i] : last[i]]] - xi2[i]));
}
