data { int<lower=1> J; int<lower=1> K; int<lower=1> n; array[n, J] int<lower=0, upper=K> X; int<lower=n> S; }
transformed data {
  // sites where a known species was seen; at how many each was not
  int C = 0;
  array[n * J] int who;
  array[n * J] int count;
  vector[n] unseen = rep_vector(0, n);
  for (i in 1 : n) {
    for (j in 1 : J) {
      if (X[i, j] > 0) {
        C += 1;
        who[C] = i;
        count[C] = X[i, j];
      } else unseen[i] += 1;
    }
  }
}
parameters {
  real alpha;
  real beta;
  real<lower=0, upper=1> Omega;
  real<lower=-1, upper=1> rho_uv;
  vector<lower=0>[2] sigma_uv;
  vector[S] uv1;
  vector[S] uv2;
}
model {
  vector[S] logit_psi = alpha + uv1;
  vector[S] logit_theta = beta + uv2;
  vector[S] log_psi = log_inv_logit(logit_psi);
  vector[S] never = log_sum_exp(log_psi + K * log1m_inv_logit(logit_theta), log1m_inv_logit(logit_psi));
  alpha ~ cauchy(0, 2.5);
  beta ~ cauchy(0, 2.5);
  sigma_uv ~ cauchy(0, 2.5);
  (rho_uv + 1) / 2 ~ beta(2, 2);
  uv1 ~ normal(0, sigma_uv[1]);
  uv2 ~ normal(rho_uv * sigma_uv[2] / sigma_uv[1] * uv1, sigma_uv[2] * sqrt(1 - square(rho_uv)));
  Omega ~ beta(2, 2);
  target += n * log(Omega) + sum(log_psi[who[1 : C]]) + dot_product(unseen, never[1 : n]);
  count[1 : C] ~ binomial_logit(K, logit_theta[who[1 : C]]);
  target += sum(log_sum_exp(rep_vector(log1m(Omega), S - n), log(Omega) + J * never[n + 1 : S]));
}
