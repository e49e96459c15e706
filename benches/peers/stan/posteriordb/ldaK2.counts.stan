// words counted by document, a mixture of probabilities
data { int<lower=2> V; int<lower=1> M; int<lower=1> N; array[N] int<lower=1, upper=V> w; array[N] int<lower=1, upper=M> doc; }
transformed data {
  matrix[V, M] count = rep_matrix(0, V, M);
  for (n in 1 : N) count[w[n], doc[n]] += 1;
}
parameters { array[M] simplex[2] theta; array[2] simplex[V] phi; }
model {
  for (m in 1 : M) theta[m] ~ dirichlet(rep_vector(1, 2));
  for (k in 1 : 2) phi[k] ~ dirichlet(rep_vector(1, V));
  for (m in 1 : M) target += dot_product(count[ : , m], log(theta[m, 1] * phi[1] + theta[m, 2] * phi[2]));
}
