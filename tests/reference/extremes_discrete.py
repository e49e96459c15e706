"""Writes extremes_discrete.json: log densities, log P(Y <= y) and log P(Y > y) of the laws of whole numbers with their derivatives, at
extreme but legal points: counts to 1e15, parameters to 1e+-300, shapes to 1e+-8. Needs mpmath.

Each record has the law, what it is of, the point (y, then the arguments), the value, the derivatives by the arguments that are not whole,
and for each of these the sum of the sizes of the terms that it is made of.

    python extremes_discrete.py
"""

import json
import os

from mpmath import e, exp, inf, log, log1p, loggamma, mp, mpf, quad, sqrt

mp.dps = 110


def rising(x, n):
    """log of Gamma(x + n)/Gamma(x)"""
    return loggamma(x + n) - loggamma(x) if n > 0 else mpf(0)


def choose(n, k):
    return loggamma(n + 1) - loggamma(k + 1) - loggamma(n - k + 1)


def times_log(n, x):
    return n * log(x) if n else mpf(0)


def softplus(x):
    return log1p(exp(x))


# The terms of each log density: of the constants alone, then those that arguments move.
LAWS = {
    "poisson": ([0], lambda y, m: [-loggamma(y + 1), times_log(y, m), -m]),
    "poisson_log": ([0], lambda y, a: [-loggamma(y + 1), y * a, -exp(a)]),
    "binomial": ([1], lambda y, n, p: [choose(n, y), times_log(y, p), times_log(n - y, 1 - p)]),
    "binomial_logit": ([1], lambda y, n, a: [choose(n, y), -y * softplus(-a), -(n - y) * softplus(a)]),
    "beta_binomial": (
        [1, 2],
        lambda y, n, a, b: [choose(n, y), rising(a, y), rising(b, n - y), -rising(a + b, n)],
    ),
    "neg_binomial": (
        [0, 1],
        lambda y, a, b: [-loggamma(y + 1), rising(a, y), -a * log1p(1 / b), -y * log1p(b)],
    ),
    "neg_binomial_2": (
        [0, 1],
        lambda y, m, f: [-loggamma(y + 1), rising(f, y), times_log(y, m / (m + f)), f * -log1p(m / f)],
    ),
    "neg_binomial_2_log": (
        [0, 1],
        lambda y, h, f: [-loggamma(y + 1), rising(f, y), -y * log1p(f / exp(h)), f * -log1p(exp(h) / f)],
    ),
    "geometric": ([0], lambda y, p: [log(p), times_log(y, 1 - p)]),
    "hypergeometric": ([], lambda y, n, a, b: [choose(a, y), choose(b, n - y), -choose(a + b, n)]),
    "bernoulli": ([0], lambda y, p: [log(p) if y else log(1 - p)]),
    "bernoulli_logit": ([0], lambda y, a: [-softplus(-a) if y else -softplus(a)]),
    "discrete_range": ([], lambda y, a, b: [-log(b - a + 1)]),
}

COUNTS = [0, 1, 17, 999, 1000, 1001, 54321, 10**6, 10**9, 123456789012, 10**12, 10**15]


def around(mean, sd):
    """Places about a mean, so far away in standard deviations."""
    return [float(mean + k * sd) for k in (0, 0.3, -1.7, 6, -25)]


def float_log(x):
    return float(log(mpf(x)))


def density_points():
    points = []

    def add(law, *point):
        points.append((law, [float(x) for x in point]))

    for y in COUNTS:
        for m in around(y or 0.7, max(y, 1) ** 0.5):
            if m > 0:
                add("poisson", y, m)
                add("poisson_log", y, float_log(m))
    for y, m in [(0, 1e-300), (5, 1e-300), (10**15, 1e-300), (10**15, 3.0), (7, 1e15), (10**6, 1e9), (0, 1e300), (3, 1e300), (1e15, 1e300)]:
        add("poisson", y, m)
    for y, a in [(0, -700.0), (10**15, -700.0), (4, 700.0), (10**12, 30.0), (10**15, 34.0), (10**9, 0.0), (10**5, 12.5)]:
        add("poisson_log", y, a)

    for n in (10, 999, 1000, 5000, 10**6, 10**9, 10**12, 10**15):
        for p in (0.5, 0.3, 1e-3, 1e-9, 0.999999, 1.0 - 2.0**-40):
            sd = max((n * p * (1 - p)) ** 0.5, 0.5)
            for k in (0, -2, 4):
                y = round(n * p + k * sd)
                if 0 <= y <= n:
                    add("binomial", y, n, p)
                    add("binomial_logit", y, n, float(log(mpf(p) / (1 - mpf(p)))))
        for y in (0, 1, n // 3, n - 1, n):
            add("binomial", y, n, 0.123)
            add("binomial_logit", y, n, -1.96)
            add("binomial_logit", y, n, 700.0)
            add("binomial", y, n, 1e-300)
            add("binomial", y, n, 5e-17)
        for a, b in ((2.0, 3.0), (1e8, 2e8), (1e-8, 1e-8), (0.5, 1e8), (1e15, 2e15), (1e300, 1e300), (1e-300, 1e-300), (1e-300, 5.0), (1e12, 30.0)):
            for y in {0, 1, n // 3, round(n / (1 + b / a)), n - 2, n}:
                add("beta_binomial", y, n, a, b)
        for a, b in ((n, n), (10 * n, 3 * n), (2 * n, n // 2)):
            for d in (0, 3, -40):
                y = round(n * a / (a + b) + d * max(1.0, (n / 10) ** 0.5))
                if max(0, n - b) <= y <= min(n, a):
                    add("hypergeometric", y, n, a, b)

    for f in (1.0, 3.7, 1e-8, 1e8, 1e-300, 1e15, 1e300, 12345.6):
        for y in (0, 1, 30, 999, 1000, 10**6, 10**9, 10**12, 10**15):
            for m in (max(y, 1) * 1.0, max(y, 1) * (1 + 1.3 * (1 / f + 1 / max(y, 1)) ** 0.5 if f >= 1 else 1.7), 4.0):
                if not 0 < m < 1e300:
                    continue
                add("neg_binomial_2", y, m, f)
                add("neg_binomial_2_log", y, float_log(m), f)
                b = mpf(f) / mpf(m)
                if 1e-300 < b < 1e300:
                    add("neg_binomial", y, f, b)
    for y, m, f in [(3, 1e160, 1.0), (0, 1e160, 1e-3), (10**9, 5.0, 1e-300), (0, 1e-300, 1.0), (2, 1e-300, 1e-5), (2, 1e-300, 1e300), (0, 1e300, 1e300), (10**15, 1e300, 2.0), (4, 1e200, 1e-200)]:
        add("neg_binomial_2", y, m, f)
    for y, h, f in [(3, 700.0, 1.0), (0, -700.0, 1.0), (10**15, 700.0, 1e8), (10**15, -700.0, 3.0), (4, 300.0, 1e-200)]:
        add("neg_binomial_2_log", y, h, f)
    for y, a, b in [(3, 1.0, 1e300), (10**15, 1.0, 1e-300), (10**9, 1e-300, 0.2), (10**15, 1e8, 1e-7), (2, 1e300, 1e300)]:
        add("neg_binomial", y, a, b)

    for y in COUNTS:
        for p in (0.5, 1e-300, 1.0 / (y + 1.0), 1 - 1e-15, 1e-12):
            add("geometric", y, p)
    for y in (0, 1):
        for p in (1e-300, 1e-17, 0.5, 1 - 2.0**-53):
            add("bernoulli", y, p)
        for a in (-700.0, -40.0, 1e-300, 36.0, 700.0, 1e300, -1e300):
            add("bernoulli_logit", y, a)
    for a, b in ((0, 10**15), (-(10**15), 10**15), (3, 3)):
        add("discrete_range", a, a, b)
    return points


def finite(x):
    """A number for the file, rounded to the nearest double."""
    x = float(x)
    return x if abs(x) < inf else str(x)


def density(law, point):
    free, terms = LAWS[law]
    exact = [mpf(x) for x in point]
    slopes, sizes = [], []
    for place in free:
        at = lambda x: terms(*(exact[: place + 1] + [x] + exact[place + 2 :]))
        h = abs(exact[place + 1]) * mpf(10) ** -30 or mpf(10) ** -30
        up, down = at(exact[place + 1] + h), at(exact[place + 1] - h)
        parts = [(u - d) / (2 * h) for u, d in zip(up, down)]
        slope, size = sum(parts), sum(abs(part) for part in parts)
        slopes.append(finite(slope if abs(slope) > size * mpf(10) ** -25 else mpf(0)))
        sizes.append(finite(mp.nstr(size, 3)) if size < mpf(10) ** 308 else "inf")
    return {"value": finite(sum(terms(*exact))), "slopes": slopes, "sizes": sizes}


def digits(law, point):
    """As many as cancel, and some more."""
    size = max([abs(x) for x in point] + [abs(1 / x) for x in point if x])
    mp.dps = 110 + 2 * int(abs(mp.log10(size))) if size > 1e16 else 110


def main():
    records = []
    for law, point in density_points():
        digits(law, point)
        record = {"law": law, "what": "density", "at": point}
        record.update(density(law, point))
        records.append(record)
    write("extremes_discrete.json", records)


def write(name, records):
    """One record a line, a law after the other, points without the zeros that JSON does not need."""
    short = lambda record: json.dumps(record, separators=(",", ":")).replace(".0,", ",").replace(".0]", "]").replace(".0}", "}")
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), name)
    with open(path, "w") as file:
        file.write("[\n" + ",\n".join(short(record) for record in records) + "\n]\n")


if __name__ == "__main__":
    main()
