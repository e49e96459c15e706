data { int<lower=0> M; int<lower=0> T; array[M, T] int<lower=0, upper=1> y; }
transformed data {
  int C = 0;
  array[M] int seen = rep_array(0, M);
  array[M] int unseen = rep_array(0, M);
  for (i in 1 : M) {
    if (sum(y[i]) > 0) {
      C += 1;
      seen[C] = i;
    } else unseen[i - C] = i;
  }
}
parameters {
  real<lower=0, upper=1> omega;
  vector<lower=0, upper=1>[T] mean_p;
  real<lower=0, upper=5> sigma;
  vector[M] eps_raw;
}
model {
  vector[T] base = logit(mean_p);
  vector[M] effect = sigma * eps_raw;
  vector[M - C] never = rep_vector(0, M - C);
  eps_raw ~ std_normal();
  for (t in 1 : T) {
    y[seen[1 : C], t] ~ bernoulli_logit(base[t] + effect[seen[1 : C]]);
    never += log1m_inv_logit(base[t] + effect[unseen[1 : M - C]]);
  }
  target += C * log(omega) + sum(log_sum_exp(log(omega) + never, rep_vector(log1m(omega), M - C)));
}
