// item by item: vectors of the persons, a step at a time
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
  array[I] int m = rep_array(0, I);
  array[I] int pos = rep_array(1, I);
  for (n in 1 : N) m[ii[n]] = max(m[ii[n]], y[n]);
  for (i in 2 : I) pos[i] = pos[i - 1] + m[i - 1];
  for (k in 2 : K) W_adj[ : , k] = (W[ : , k] - mean(W[ : , k])) / (2 * sd(W[ : , k]));
  array[N] int by_item = sort_indices_asc(ii);
  array[N] int person = jj[by_item];
  array[I] int first;
  array[I] int last;
  array[max(m)] vector[N] passed; // 1 where the answer has so many steps
  for (s in 1 : max(m))
    for (n in 1 : N)
      passed[s, n] = y[by_item[n]] >= s;
  {
    int n = 1;
    for (i in 1 : I) {
      first[i] = n;
      while (n <= N && ii[by_item[min(n, N)]] == i) n += 1;
      last[i] = n - 1;
    }
  }
}
parameters { vector<lower=0>[I] alpha; vector[sum(m) - 1] beta_free; vector[J] theta; vector[K] lambda; }
transformed parameters { vector[sum(m)] beta = append_row(beta_free, -sum(beta_free)); }
model {
  alpha ~ lognormal(1, 1);
  beta ~ normal(0, 3);
  lambda ~ student_t(3, 0, 1);
  theta ~ normal(W_adj * lambda, 1);
  for (i in 1 : I) {
    int a = first[i];
    int b = last[i];
    vector[b - a + 1] ability = alpha[i] * theta[person[a : b]];
    vector[b - a + 1] score = rep_vector(0, b - a + 1);
    vector[b - a + 1] total = rep_vector(0, b - a + 1);
    for (s in 1 : m[i]) {
      vector[b - a + 1] step = ability - beta[pos[i] + s - 1];
      target += dot_product(passed[s, a : b], step);
      score += step;
      total = log_sum_exp(total, score);
    }
    target += -sum(total);
  }
}
