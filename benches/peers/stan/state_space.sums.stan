// sums in the place of vectors
data { int<lower=1> T; matrix[1, T] y; }
transformed data { vector[T] x = y[1]'; }
parameters { real<lower=0> level; real<lower=0> noise; real<lower=0> shock; real<lower=-1, upper=1> phi; }
model {
  real squares = 0;
  real logs = 0;
  real h = square(noise);
  real q1 = square(level);
  real q2 = square(shock);
  real r = square(phi);
  real a1 = 0;
  real a2 = 0;
  real p11 = 100 + q1;
  real p12 = 0;
  real p22 = q2 / (1 - r);
  for (t in 1 : T) {
    real g1 = p11 + p12;
    real g2 = p12 + p22;
    real scale = 1 / (g1 + g2 + h);
    real e = x[t] - a1 - a2;
    real se = scale * e;
    squares += se * e;
    logs += log(scale);
    a1 = a1 + g1 * se;
    a2 = phi * (a2 + g2 * se);
    p11 = p11 - g1 * g1 * scale + q1;
    p12 = phi * (p12 - g1 * g2 * scale);
    p22 = r * (p22 - g2 * g2 * scale) + q2;
  }
  level ~ normal(0, 1);
  noise ~ normal(0, 1);
  shock ~ normal(0, 1);
  target += 0.5 * (logs - squares);
}
