data {
  int<lower=1> I;
  int<lower=1> J;
  int<lower=1> N;
  array[N] int<lower=1, upper=I> ii;
  array[N] int<lower=1, upper=J> jj;
  array[N] int<lower=0, upper=1> y;
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
  {
    array[I] vector[2] xi;
    for (i in 1 : I) xi[i] = [xi1[i], xi2[i]]';
    xi ~ multi_normal_cholesky(mu, diag_pre_multiply(tau, L_Omega));
  }
  y ~ bernoulli_logit(alpha[ii] .* (theta[jj] - xi2[ii]));
}
