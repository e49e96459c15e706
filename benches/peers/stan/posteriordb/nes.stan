data { int<lower=0> N; vector[N] partyid7; vector[N] real_ideo; vector[N] race_adj; vector[N] educ1; vector[N] gender; vector[N] income; array[N] int age_discrete; }
transformed data {
  matrix[N, 9] X = [rep_vector(1, N)', real_ideo', race_adj', rep_row_vector(0, N), rep_row_vector(0, N), rep_row_vector(0, N),
                    educ1', gender', income']';
  for (n in 1 : N)
    for (a in 2 : 4)
      X[n, a + 2] = age_discrete[n] == a;
}
parameters { vector[9] beta; real<lower=0> sigma; }
model {
  partyid7 ~ normal(X * beta, sigma);
}
