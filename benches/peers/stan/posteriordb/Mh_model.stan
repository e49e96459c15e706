data { int<lower=0> M; int<lower=0> T; array[M] int<lower=0, upper=T> y; }
transformed data {
  int C = 0;
  array[M] int seen = rep_array(0, M);
  array[M] int unseen = rep_array(0, M);
  for (i in 1 : M) {
    if (y[i] > 0) {
      C += 1;
      seen[C] = i;
    } else unseen[i - C] = i;
  }
}
parameters {
  real<lower=0, upper=1> omega;
  real<lower=0, upper=1> mean_p;
  real<lower=0, upper=5> sigma;
  vector[M] eps_raw;
}
model {
  vector[M] eps = logit(mean_p) + sigma * eps_raw;
  eps_raw ~ std_normal();
  y[seen[1 : C]] ~ binomial_logit(T, eps[seen[1 : C]]);
  target += C * log(omega)
            + sum(log_sum_exp(log(omega) + T * log1m_inv_logit(eps[unseen[1 : M - C]]), rep_vector(log1m(omega), M - C)));
}
