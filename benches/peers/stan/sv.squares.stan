// the densities of states and observations as sums, whose terms are squares of vectors
data { int<lower=0> T; vector[T] y; }
parameters { real mu; real<lower=-1, upper=1> phi; real<lower=0> sigma; vector[T] h; }
model {
  vector[T] x = h - mu;
  phi ~ uniform(-1, 1);
  sigma ~ cauchy(0, 5);
  mu ~ cauchy(0, 10);
  target += -0.5 * (square(x[1]) * (1 - square(phi)) + dot_self(x[2 : T] - phi * x[1 : T - 1])) / square(sigma)
            - T * log(sigma) + 0.5 * log1m(square(phi));
  target += -0.5 * (dot_product(square(y), exp(-h)) + sum(h));
}
