// sums by rat taken once
data { int<lower=0> N; int<lower=0> Npts; array[Npts] int<lower=1, upper=N> rat; vector[Npts] x; vector[Npts] y; real xbar; }
transformed data {
  vector[N] n = rep_vector(0, N);
  vector[N] t = rep_vector(0, N);
  vector[N] w = rep_vector(0, N);
  vector[N] tt = rep_vector(0, N);
  vector[N] tw = rep_vector(0, N);
  real ww = dot_self(y);
  for (i in 1 : Npts) {
    real age = x[i] - xbar;
    n[rat[i]] += 1;
    t[rat[i]] += age;
    w[rat[i]] += y[i];
    tt[rat[i]] += square(age);
    tw[rat[i]] += age * y[i];
  }
}
parameters {
  vector[N] alpha;
  vector[N] beta;
  real mu_alpha;
  real mu_beta;
  real<lower=0> sigma_y;
  real<lower=0> sigma_alpha;
  real<lower=0> sigma_beta;
}
model {
  mu_alpha ~ normal(0, 100);
  mu_beta ~ normal(0, 100);
  alpha ~ normal(mu_alpha, sigma_alpha);
  beta ~ normal(mu_beta, sigma_beta);
  target += -Npts * log(sigma_y)
            - 0.5 * (ww - 2 * (dot_product(w, alpha) + dot_product(tw, beta)) + dot_product(n, square(alpha))
                     + 2 * dot_product(t .* alpha, beta) + dot_product(tt, square(beta))) / square(sigma_y);
}
