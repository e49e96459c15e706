"""Log densities of the laws of vectors, of categories and of matrices at extreme but legal points, for
tests/thorough/tests/extremes_vectors.

python extremes_vectors.py [LAW ...] > extremes_vectors.json        (needs mpmath)

Every record is [law, counts or categories, groups of numbers, [value, slopes], [slack of the value, slacks of the slopes]]. A group is a
vector, or a matrix row after row; slopes are by all numbers in this order. The slack is how much a change in the last place of every
number, and of every term of the log density, changes what is asked; lists of slacks end with the last that matters. All is computed with 110 digits from the textbook definitions, every element as if it were free, derivatives by
central differences. Numbers that f64 cannot hold are left out.
"""
import json
import math
import random
import sys
from mpmath import det, erfc, exp, inf, log, log1p, loggamma, matrix, mp, mpf, pi, sqrt

from extremes_continuous import log1mexp, log_tail, softplus

mp.dps = 110
EPS = mpf(2) ** -53


class Skip(Exception):
    """What f64 cannot hold."""


# --- Laws: the terms of the log density of (counts, groups) -----------------------------------------------------------------------
def dirichlet(_, groups):
    theta, alpha = groups
    return [(a - 1) * log(t) for t, a in zip(theta, alpha)] + [-loggamma(a) for a in alpha] + [loggamma(sum(alpha))]


def factorials(counts):
    return loggamma(sum(counts) + 1) - sum(loggamma(y + 1) for y in counts)


def times_log(y, x):
    return y * log(x) if y else mpf(0)


def log_sum(logits):
    top = max(logits)
    return top + log(sum(exp(x - top) for x in logits))


def log_softmax(logits):
    total = log_sum(logits)
    return [x - total for x in logits]


def multinomial(counts, groups):
    return [factorials(counts) + sum(times_log(y, t) for y, t in zip(counts, groups[0]))]


def near_largest(logits):
    """A number that does not move with them."""
    return mp.floor(max(logits)) - 1


def multinomial_logit(counts, groups):
    """The logarithms of the probabilities are rounded before they are multiplied by the counts; slopes are differences of counts."""
    top, total = near_largest(groups[0]), log_sum(groups[0])
    return [factorials(counts)] + [y * (x - top) for y, x in zip(counts, groups[0])] + [sum(counts) * (top - total)]


def categorical(categories, groups):
    return [log(groups[0][y]) for y in categories]


def categorical_logit(categories, groups):
    top = near_largest(groups[0])
    return [groups[0][y] - top for y in categories] + [len(categories) * (top - log_sum(groups[0]))]


def rising(x, n):
    return loggamma(x + n) - loggamma(x) if n else mpf(0)


def dirichlet_multinomial(counts, groups):
    alpha = groups[0]
    return [factorials(counts)] + [rising(a, y) for a, y in zip(alpha, counts)] + [-rising(sum(alpha), sum(counts))]


def ordered(above, mass):
    """Categories y of one predictor; above(x) is log P(noise > x), mass(a, b) that between."""

    def density(categories, groups):
        (eta,), cuts = groups
        total = mpf(0)
        for y in categories:
            if y == 0:
                total += above(eta - cuts[0])
            elif y == len(cuts):
                total += above(cuts[-1] - eta)
            else:
                total += mass(cuts[y - 1] - eta, cuts[y] - eta)
        return [total]

    return density


def difference(tail):
    def mass(a, b):
        if a + b < 0:
            a, b = -b, -a
        high, low = tail(a), tail(b)
        return high + log1mexp(low - high)

    return mass


def logistic_tail(x):
    return -softplus(x)


def square(numbers, n):
    return matrix([[numbers[i * n + j] for j in range(n)] for i in range(n)])


def lower(numbers, n):
    return matrix([[numbers[i * n + j] if j <= i else 0 for j in range(n)] for i in range(n)])



def gauss(q, log_det, n):
    return -q / 2 - log_det / 2 - n * log(2 * pi) / 2


def gauss_terms(q, log_det, n):
    return [-q / 2, -log_det / 2, -n * log(2 * pi) / 2]


def student_terms(nu, q, log_det, n):
    rising = loggamma((nu + n) / 2) - loggamma(nu / 2)
    return [rising, -n * log(nu * pi) / 2, -log_det / 2, -(nu + n) / 2 * log1p(q / nu)]


def form(residual, sigma):
    """rᵀ Σ⁻¹ r and log |Σ|."""
    n = len(residual)
    solved = mp.lu_solve(sigma, matrix(residual))
    return sum(residual[i] * solved[i] for i in range(n)), log(det(sigma))


def residual(y, mu):
    return [a - b for a, b in zip(y, mu)]


def factored(numbers, r):
    n = len(r)
    l = lower(numbers, n)
    solved = []
    for i in range(n):
        solved.append((r[i] - sum(l[i, j] * solved[j] for j in range(i))) / l[i, i])
    return sum(x * x for x in solved), 2 * sum(log(l[i, i]) for i in range(n))


def by_precision(numbers, r):
    n = len(r)
    omega = square(numbers, n)
    return sum(r[i] * omega[i, j] * r[j] for i in range(n) for j in range(n)), -log(det(omega))


def multi_normal(kind):
    def density(_, groups):
        y, mu, s = groups
        r = residual(y, mu)
        q, log_det = kind(s, r)
        return gauss_terms(q, log_det, len(r))

    return density


def multi_student(kind):
    def density(_, groups):
        (nu,), y, mu, s = groups
        r = residual(y, mu)
        q, log_det = kind(s, r)
        return student_terms(nu, q, log_det, len(r))

    return density


def dense(numbers, r):
    return form(r, square(numbers, len(r)))


def multi_gp(kind):
    """Rows of y with the covariance divided by a weight each."""

    def density(_, groups):
        y, s, w = groups
        n = len(y) // len(w)
        terms = []
        for k, weight in enumerate(w):
            q, log_det = kind(s, y[k * n : (k + 1) * n])
            terms += gauss_terms(weight * q, log_det - n * log(weight), n)
        return terms

    return density


def side(numbers):
    return math.isqrt(len(numbers))


def trace_of_solved(a, b, n):
    solved = mp.inverse(a) * b
    return sum(solved[i, i] for i in range(n))


def log_gamma_terms(n, x):
    return [mpf(n * (n - 1)) / 4 * log(pi)] + [loggamma(x - mpf(i) / 2) for i in range(n)]


def wishart(inverse):
    def density(_, groups):
        w, (nu,), s = groups
        n = side(w)
        w, s = square(w, n), square(s, n)
        a, b = (w, s) if inverse else (s, w)
        of_a, of_b = (-(nu + n + 1) / 2, nu / 2) if inverse else (-nu / 2, (nu - n - 1) / 2)
        terms = [of_b * log(det(b)), of_a * log(det(a)), -trace_of_solved(a, b, n) / 2, -nu * n / 2 * log(mpf(2))]
        return terms + [-term for term in log_gamma_terms(n, nu / 2)]

    return density


def wishart_factors(inverse):
    def density(_, groups):
        l, (nu,), s = groups
        n = side(l)
        l, s = lower(l, n), lower(s, n)
        a, b = (l, s) if inverse else (s, l)
        x = mp.inverse(a) * b
        terms = [-sum(x[i, j] ** 2 for i in range(n) for j in range(n)) / 2, (1 - nu / 2) * n * log(mpf(2))]
        for i in range(n):
            of_a, of_b = (-(nu + i + 1), nu) if inverse else (-nu, nu - i - 1)
            terms += [of_a * log(a[i, i]), of_b * log(b[i, i])]
        return terms + [-term for term in log_gamma_terms(n, nu / 2)]

    return density


def lkj_constant(n, eta):
    half = mpf(1) / 2
    first = [(n - 1) * loggamma(eta + half * (n - 1))]
    return first + [-k * half * log(pi) - loggamma(eta + half * (n - 1 - k)) for k in range(1, n)]


def lkj_corr(_, groups):
    omega, (eta,) = groups
    n = side(omega)
    return lkj_constant(n, eta) + [(eta - 1) * log(det(square(omega, n)))]


def lkj_corr_cholesky(_, groups):
    l, (eta,) = groups
    n = side(l)
    return lkj_constant(n, eta) + [(n - 1 - i + 2 * (eta - 1)) * log(l[i * n + i]) for i in range(1, n)]


def markov_chain(states, groups):
    initial, transition = groups
    k = len(initial)
    return [log(initial[states[0]])] + [log(transition[a * k + b]) for a, b in zip(states, states[1:])]


def matrix_normal(precision):
    """Two rows, whose covariance is u; v is that of the columns."""

    def density(_, groups):
        y, mu, u, v = groups
        rows, columns = side(u), side(v)
        r = matrix([[y[i * columns + j] - mu[i * columns + j] for j in range(columns)] for i in range(rows)])
        u, v = square(u, rows), square(v, columns)
        of_rows, of_columns = (u, v) if precision else (mp.inverse(u), mp.inverse(v))
        product = of_rows * r * of_columns
        q = sum(product[i, j] * r[i, j] for i in range(rows) for j in range(columns))
        log_det = columns * log(det(u)) + rows * log(det(v))
        return gauss_terms(q, -log_det if precision else log_det, rows * columns)

    return density


def hidden_markov(_, groups):
    """Normal observations whose mean is that of the state."""
    y, initial, transition, mu, (sigma,) = groups
    k, shares, total = len(initial), initial, mpf(0)
    for t, value in enumerate(y):
        if t:
            shares = [sum(shares[a] * transition[a * k + b] for a in range(k)) for b in range(k)]
        logs = [log(share) + gauss(((value - m) / sigma) ** 2, 2 * log(sigma), 1) for share, m in zip(shares, mu)]
        top = max(logs)
        shares = [exp(x - top) for x in logs]
        total += top + log(sum(shares))
        shares = [share / sum(shares) for share in shares]
    return [total]


def steps(y, means, variances):
    return [gauss((x - m) ** 2 / v, log(v), 1) for x, m, v in zip(y, means, variances)]


def random_walk(_, groups):
    y, (first,), (scale,) = groups
    return steps(y, [first] + y[:-1], [scale**2] * len(y))


def expected(y, mu, phi):
    return [mu + sum(f * (y[t - k] - mu) for k, f in enumerate(phi, 1) if t >= k) for t in range(len(y))]


def autoregression(_, groups):
    y, phi, (mu,), (scale,) = groups
    return steps(y, expected(y, mu, phi), [scale**2] * len(y))


def arma(_, groups):
    y, phi, theta, (mu,), (scale,) = groups
    errors = []
    for t, mean in enumerate(expected(y, mu, phi)):
        errors.append(y[t] - mean - sum(f * errors[t - k] for k, f in enumerate(theta, 1) if t >= k))
    return steps(errors, [0] * len(y), [scale**2] * len(y))


def garch(_, groups):
    y, (mu,), (omega,), (alpha,), (beta,), (first,) = groups
    variances, before, deviation = [], first, first
    for value in y:
        before = omega + alpha * deviation + beta * before
        variances.append(before)
        deviation = (value - mu) ** 2
    return steps(y, [mu] * len(y), variances)


LAWS = {
    "dirichlet": dirichlet,
    "categorical": categorical,
    "categorical_logit": categorical_logit,
    "multinomial": multinomial,
    "multinomial_logit": multinomial_logit,
    "dirichlet_multinomial": dirichlet_multinomial,
    "ordered_logistic": ordered(logistic_tail, difference(logistic_tail)),
    "ordered_probit": ordered(log_tail, difference(log_tail)),
    "markov_chain": markov_chain,
    "multi_normal": multi_normal(dense),
    "multi_normal_cholesky": multi_normal(factored),
    "multi_normal_prec": multi_normal(by_precision),
    "multi_student_t": multi_student(dense),
    "multi_student_t_cholesky": multi_student(factored),
    "multi_gp": multi_gp(dense),
    "multi_gp_cholesky": multi_gp(factored),
    "matrix_normal": matrix_normal(False),
    "matrix_normal_prec": matrix_normal(True),
    "hidden_markov": hidden_markov,
    "random_walk": random_walk,
    "autoregression": autoregression,
    "arma": arma,
    "garch": garch,
    "wishart": wishart(False),
    "inv_wishart": wishart(True),
    "wishart_cholesky": wishart_factors(False),
    "inv_wishart_cholesky": wishart_factors(True),
    "lkj_corr": lkj_corr,
    "lkj_corr_cholesky": lkj_corr_cholesky,
}

# --- Points ----------------------------------------------------------------------------------------------------------------------
SCALES = [-140, -100, -50, -20, -8, -3, 0, 0, 1, 4, 8, 20, 50, 100, 140]
SHAPES = [-8, -5, -3, -1, 0, 0, 0.5, 1, 1.5, 2, 3, 4, 6, 8]


def drawn(rng, exponents):
    return 10.0 ** (rng.choice(exponents) + rng.uniform(-0.4, 0.4))


def probabilities(rng, k):
    """Some of them may be tiny."""
    weights = [drawn(rng, rng.choice([[0], [0], [-1, -3], [-8, -20, -100, -300]])) for _ in range(k)]
    weights[rng.randrange(k)] = 1.0
    total = sum(weights)
    return [weight / total for weight in weights]


def counts(rng, theta):
    total = int(drawn(rng, [0, 1, 2, 3, 6, 9, 12, 14.5]))
    ys = [max(0, round(total * t + rng.gauss(0, 2) * math.sqrt(total * t * (1 - t)))) for t in theta]
    if rng.random() < 0.3:
        ys[rng.randrange(len(ys))] += int(drawn(rng, [0, 1, 3, 6]))
    return ys if sum(ys) < 10**15 else [y // 4 for y in ys]


def logits(rng, k):
    spread = rng.choice([1, 5, 40, 300])
    shift = rng.choice([0, 0, -300, 300])
    return [shift + rng.uniform(-1, 1) * spread for _ in range(k)]


def dirichlet_point(rng):
    k = rng.randint(2, 5)
    alpha = [drawn(rng, SHAPES) for _ in range(k)]
    if rng.random() < 0.4:
        whole = drawn(rng, SHAPES)
        alpha = [whole * rng.uniform(0.3, 2) for _ in range(k)]
    theta = probabilities(rng, k) if rng.random() < 0.5 else None
    if not theta:
        weights = [max(a * (1 + rng.gauss(0, 1) / math.sqrt(a + 1)), a * 1e-3) for a in alpha]
        theta = [w / sum(weights) for w in weights]
    return [], [theta, alpha]


def of_probabilities(rng):
    theta = probabilities(rng, rng.randint(2, 6))
    return counts(rng, theta), [theta]


def of_logits(rng):
    gamma = logits(rng, rng.randint(2, 6))
    return counts(rng, [float(exp(x)) for x in log_softmax([mpf(x) for x in gamma])]), [gamma]


def categories(point):
    """Few observations, some of them improbable."""

    def of_categories(rng):
        groups = point(rng)[1]
        return [rng.randrange(len(groups[0])) for _ in range(rng.randint(1, 12))], groups

    return of_categories


def of_concentrations(rng):
    k = rng.randint(2, 5)
    alpha = [drawn(rng, SHAPES + [-300, -100, 12]) for _ in range(k)]
    weights = [max(rng.gammavariate(max(a, 1e-3), 1.0), 1e-12) for a in alpha] if max(alpha) < 1e9 else alpha
    return counts(rng, [w / sum(weights) for w in weights]), [alpha]


def ordered_point(rng):
    k = rng.randint(2, 5)
    gaps = [drawn(rng, rng.choice([[0], [0], [-1, -3], [-6, -9, -12]])) for _ in range(k - 1)]
    cuts = [rng.uniform(-2, 2) * rng.choice([0, 1, 1, 10])]
    for gap in gaps:
        cuts.append(cuts[-1] + gap)
    eta = rng.choice(cuts) + rng.choice([-1, 1]) * drawn(rng, [-3, 0, 0, 0.7, 1, 1.5])
    return [rng.randrange(k + 1) for _ in range(3)], [[eta], cuts]


def logistic_point(rng):
    ys, ((eta,), cuts) = ordered_point(rng)
    return ys, [[eta + rng.choice([0, 0, -600, 600])], cuts]


def chain_point(rng):
    k = rng.randint(2, 3)
    rows = [x for _ in range(k) for x in probabilities(rng, k)]
    return [rng.randrange(k) for _ in range(6)], [probabilities(rng, k), rows]


def correlations(rng, n):
    """A lower factor with rows of length 1."""
    factor = []
    for i in range(n):
        row = [rng.gauss(0, 1) for _ in range(i)] + [abs(rng.gauss(0, 1)) + drawn(rng, [0, 0, -1, -2])]
        length = math.sqrt(sum(x * x for x in row))
        factor.append([x / length for x in row] + [0.0] * (n - 1 - i))
    return factor


def scales(rng, n):
    one = drawn(rng, SCALES)
    return [one * drawn(rng, [0, 0, 3, -3]) for _ in range(n)] if rng.random() < 0.6 else [drawn(rng, SCALES) for _ in range(n)]


def factor_of(rng, n, sd):
    return [sd[i] * x for i, row in enumerate(correlations(rng, n)) for x in row]


def symmetric(factor, n):
    numbers = [[sum(factor[i * n + k] * factor[j * n + k] for k in range(n)) for j in range(n)] for i in range(n)]
    return [numbers[max(i, j)][min(i, j)] for i in range(n) for j in range(n)]


def place(rng, sd, heavy):
    """y and μ, some standard deviations apart."""
    far = drawn(rng, [-8, -1, 0, 0, 0.5, 1, 2, 3.8] + ([20, 100] if heavy else []))
    mu = [s * rng.uniform(-3, 3) * rng.choice([0, 1, 1]) for s in sd]
    return [m + s * far * rng.gauss(0, 1) for s, m in zip(sd, mu)], mu


def elliptical(kind, heavy=False):
    def point(rng):
        n = rng.randint(1, 3)
        sd = scales(rng, n)
        factor = factor_of(rng, n, sd)
        y, mu = place(rng, sd, heavy)
        s = factor if kind == "factor" else symmetric(factor, n)
        if kind == "precision":
            y, mu = place(rng, [1 / x for x in sd], heavy)
        groups = [y, mu, s]
        return [], ([[drawn(rng, SHAPES + [10, 15])]] if heavy else []) + groups

    return point


def gp_point(kind):
    def point(rng):
        n, rows = rng.randint(1, 3), 2
        sd = scales(rng, n)
        factor = factor_of(rng, n, sd)
        w = [drawn(rng, [0, 0, 3, -3, 8, -8]) for _ in range(rows)]
        y = [x / math.sqrt(weight) for weight in w for x in place(rng, sd, False)[0]]
        return [], [y, factor if kind == "factor" else symmetric(factor, n), w]

    return point


def wishart_point(inverse, factors):
    def point(rng):
        n = rng.randint(1, 3)
        nu = n - 1 + drawn(rng, [-6, -2, 0, 0, 0.5, 1, 2, 3, 4, 6, 8])
        sd = [max(1e-70, min(1e70, x)) for x in scales(rng, n)]
        factor = factor_of(rng, n, sd)
        if nu > 1e3:
            wiggle = 1 + rng.gauss(0, 1) / math.sqrt(nu)
            other = [x * wiggle for x in factor]
        else:
            other = factor_of(rng, n, [x * drawn(rng, [0, 0, -1, 1]) for x in sd])
        root = math.sqrt(nu)
        w = [x / root if inverse else x * root for x in other]
        if not factors:
            w, factor = symmetric(w, n), symmetric(factor, n)
        return [], [w, [nu], factor]

    return point


def lkj_point(factors):
    def point(rng):
        n = rng.randint(2, 4)
        eta = drawn(rng, SHAPES)
        rows = correlations(rng, n)
        if eta > 100:
            rows = [[x / math.sqrt(eta) if j < i else x for j, x in enumerate(row)] for i, row in enumerate(rows)]
            rows = [[x / math.sqrt(sum(z * z for z in row)) for x in row] for row in rows]
        l = [x for row in rows for x in row]
        if not factors:
            l = symmetric(l, n)
            for i in range(n):
                l[i * n + i] = 1.0
        return [], [l, [eta]]

    return point


def matrix_normal_point(precision):
    def point(rng):
        rows, columns = 2, rng.randint(1, 2)
        sides = [[max(1e-70, min(1e70, x)) for x in scales(rng, n)] for n in (rows, columns)]
        u, v = [symmetric(factor_of(rng, len(sd), sd), len(sd)) for sd in sides]
        y, mu = place(rng, [(1 / a / b if precision else a * b) for a in sides[0] for b in sides[1]], False)
        return [], [y, mu, u, v]

    return point


def hidden_point(rng):
    k, scale = rng.randint(2, 3), drawn(rng, SCALES)
    mu = [scale * rng.gauss(0, rng.choice([1, 10, 1000])) for _ in range(k)]
    rows = [x for _ in range(k) for x in probabilities(rng, k)]
    y = [rng.choice(mu) + scale * rng.gauss(0, rng.choice([1, 1, 30])) for _ in range(4)]
    return [], [y, probabilities(rng, k), rows, mu, [scale]]


def series(rng, scale):
    level, y = rng.choice([0, scale, 1e4 * scale]), []
    for _ in range(5):
        level += scale * rng.gauss(0, rng.choice([1, 1, 100]))
        y.append(level)
    return y


def random_walk_point(rng):
    scale = drawn(rng, SCALES)
    return [], [series(rng, scale), [scale * rng.gauss(0, 3)], [scale * drawn(rng, [0, -3, 3])]]


def autoregression_point(rng):
    scale = drawn(rng, SCALES)
    return [], [series(rng, scale), [rng.uniform(-1, 1), drawn(rng, [-8, -1, 0])], [scale * rng.gauss(0, 3)], [scale * drawn(rng, [0, -3, 3])]]


def arma_point(rng):
    groups = autoregression_point(rng)[1]
    return [], [groups[0], groups[1], [rng.uniform(-1, 1) * drawn(rng, [0, -8])], groups[2], groups[3]]


def garch_point(rng):
    scale = drawn(rng, SCALES)
    omega, first = scale**2 * drawn(rng, [0, -3, -8]), scale**2 * drawn(rng, [0, 3])
    return [], [series(rng, scale), [scale * rng.gauss(0, 1)], [omega], [drawn(rng, [0, -1, -8])], [drawn(rng, [0, -1, -8])], [first]]


POINTS = {
    "matrix_normal": matrix_normal_point(False), "matrix_normal_prec": matrix_normal_point(True),
    "hidden_markov": hidden_point, "random_walk": random_walk_point, "autoregression": autoregression_point,
    "arma": arma_point, "garch": garch_point,
    "dirichlet": dirichlet_point,
    "categorical": categories(of_probabilities), "multinomial": of_probabilities,
    "categorical_logit": categories(of_logits), "multinomial_logit": of_logits,
    "dirichlet_multinomial": of_concentrations,
    "ordered_logistic": logistic_point, "ordered_probit": ordered_point,
    "markov_chain": chain_point,
    "multi_normal": elliptical("dense"), "multi_normal_cholesky": elliptical("factor"), "multi_normal_prec": elliptical("precision"),
    "multi_student_t": elliptical("dense", True), "multi_student_t_cholesky": elliptical("factor", True),
    "multi_gp": gp_point("dense"), "multi_gp_cholesky": gp_point("factor"),
    "wishart": wishart_point(False, False), "inv_wishart": wishart_point(True, False),
    "wishart_cholesky": wishart_point(False, True), "inv_wishart_cholesky": wishart_point(True, True),
    "lkj_corr": lkj_point(False), "lkj_corr_cholesky": lkj_point(True),
}


# The places of locations.
LOCATIONS = {"multi_normal": 1, "multi_normal_cholesky": 1, "multi_normal_prec": 1, "multi_student_t": 2, "multi_student_t_cholesky": 2}
LOCATIONS.update({"matrix_normal": 1, "matrix_normal_prec": 1})

# Laws of shares of which some are as small as 1e-300.
SMALL_SHARES = ("dirichlet", "dirichlet_multinomial", "categorical_logit", "multinomial_logit", "ordered_logistic", "ordered_probit", "hidden_markov")


# --- Records ---------------------------------------------------------------------------------------------------------------------
def record(law, whole, groups):
    flat = [number for group in groups for number in group]
    if not all(math.isfinite(x) and (x == 0 or 1e-305 < abs(x) < 1e305) for x in flat):
        raise Skip
    x = [mpf(number) for number in flat]
    places = range(len(x))

    def terms(numbers):
        parts, start = [], 0
        for group in groups:
            parts.append(numbers[start : start + len(group)])
            start += len(group)
        return LAWS[law](whole, parts)

    # Locations move by parts of what they are the locations of, which stands before them.
    near = []
    for k, group in enumerate(groups):
        before = groups[k - 1] if k == LOCATIONS.get(law) else [0] * len(group)
        near += [max(abs(x), abs(y)) or max(abs(z) for z in group) for x, y in zip(group, before)]
    step = [mpf(size) * mpf(10) ** -30 for size in near]

    def moved(*moves):
        y = list(x)
        for spot, by in moves:
            y[spot] += by * step[spot]
        return terms(y)

    here_terms = terms(x)
    here = sum(here_terms)
    up_terms, down_terms = [moved((i, 1)) for i in places], [moved((i, -1)) for i in places]
    up, down = [sum(all) for all in up_terms], [sum(all) for all in down_terms]
    size = sum(abs(term) for term in here_terms)
    noise = mpf(10) ** (35 - mp.dps) * (size + 1)
    slopes = [(u - d) / (2 * s) if abs(u - d) > noise else mpf(0) for u, d, s in zip(up, down, step)]
    sizes = [sum(abs(u - d) for u, d in zip(us, ds)) / (2 * s) for us, ds, s in zip(up_terms, down_terms, step)]
    inputs = [EPS * abs(number) for number in x]
    slacks = []
    for i in places:
        total = mpf(0)
        for j in places:
            if i == j:
                second = (up[i] - 2 * here + down[i]) / step[i] ** 2
            elif inputs[j]:
                second = (sum(moved((i, 1), (j, 1))) - up[i] - up[j] + here) / (step[i] * step[j])
            total += abs(second) * inputs[j]
        # Terms are rounded as inputs are; this is compared with sixteen times as much.
        slacks.append(total + EPS * size_of(sizes[i], noise / step[i]))
    slack = sum(abs(slope) * e for slope, e in zip(slopes, inputs)) + EPS * size
    numbers = [here] + slopes
    if not all(abs(number) < mpf("1e300") for number in numbers + slacks) or abs(here) > mpf("1e9"):
        raise Skip
    if slack > abs(here):
        raise Skip
    small = [float(mp.nstr(s, 2)) if s > abs(n) * mpf(10) ** -13 else 0 for n, s in zip(numbers, [slack] + slacks)]
    while small and small[-1] == 0:
        small.pop()
    return [law, whole, groups, [float(here)] + [float(mp.nstr(slope, 12)) for slope in slopes], small]


def size_of(size, noise):
    return size if size > noise else mpf(0)


def records(count, law):
    rng, made, tries = random.Random(law), 0, 0
    mp.dps = 500 if law in SMALL_SHARES else 110
    while made < count and tries < 20 * count:
        tries += 1
        whole, groups = POINTS[law](rng)
        try:
            answer = record(law, whole, groups)
        except (Skip, ValueError, ZeroDivisionError, OverflowError, TypeError):
            continue
        except Exception as error:
            if type(error).__name__ not in ("TooLong", "NoConvergence"):
                raise
            continue
        made += 1
        yield answer
    print(law, made, tries, file=sys.stderr, flush=True)


if __name__ == "__main__":
    print("[", end="")
    rows = (row for law in sys.argv[1:] or LAWS for row in records(100, law))
    for spot, row in enumerate(rows):
        text = json.dumps(row, separators=(",", ":")).replace(".0,", ",").replace(".0]", "]")
        print(",\n" if spot else "\n", text, sep="", end="", flush=True)
    print("\n]")
