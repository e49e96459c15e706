"""Writes ends.json: log densities, with the log Jacobian, of models of a parameter near the ends of its support, and their slopes by the
unconstrained coordinate q. Needs mpmath.

Of p = s(q) between 0 and 1 both p and c = 1 - p are formed of q, so no number of digits is too small.

    python ends.py
"""

import json
import os

from mpmath import beta, binomial, diff, e, erfc, exp, findroot, log, log1p, mp, mpf, pi, sqrt

mp.dps = 60

POINTS = [5, 20, 30, 36, mpf("36.8"), 40, 100, 300, 700]


def s(q):
    return 1 / (1 + exp(-q))


def log_s(q):
    return -log1p(exp(-q))


def quantile(p, c):
    """The standard normal quantile of p = 1 - c."""
    if p > c:
        return -quantile(c, p)
    start = -sqrt(-2 * log(p)) if p < mpf("0.1") else (p - mpf("0.5")) * sqrt(2 * pi)
    return findroot(lambda z: log(erfc(-z / sqrt(2)) / 2) - log(p), start)


def normal(y, m):
    return -log(2 * pi) / 2 - (y - m) ** 2 / 2


def tail(p, c, lowest, highest):
    return log(sum(binomial(10, k) * p**k * c ** (10 - k) for k in range(lowest, highest + 1)))


def beta_proportion(y, rest, m, rest_of_m, k):
    a, b = m * k, rest_of_m * k
    return (a - 1) * log(y) + (b - 1) * log(rest) - log(beta(a, b))


# Of p, c = 1 - p and their logarithms.
UNIT = {
    "beta(2, 3)": lambda p, c, lp, lc: lp + 2 * lc - log(beta(2, 3)),
    "beta(0.05, 0.05)": lambda p, c, lp, lc: mpf(-0.95) * (lp + lc) - log(beta(mpf(0.05), mpf(0.05))),
    "beta(100, 200)": lambda p, c, lp, lc: 99 * lp + 199 * lc - log(beta(100, 200)),
    "beta_proportion of y": lambda p, c, lp, lc: beta_proportion(p, c, mpf(0.25), mpf(0.75), 7),
    "bernoulli": lambda p, c, lp, lc: 2 * lp + lc,
    "binomial": lambda p, c, lp, lc: log(binomial(10, 3)) + 3 * lp + 7 * lc,
    "binomial of many": lambda p, c, lp, lc: log(binomial(1000, 400)) + 400 * lp + 600 * lc,
    "geometric": lambda p, c, lp, lc: 3 * lp + 8 * lc,
    "log of the complement": lambda p, c, lp, lc: lc,
    "logit": lambda p, c, lp, lc: lp - lc,
    "log of minus log": lambda p, c, lp, lc: log(-lp),
    "reciprocal complement": lambda p, c, lp, lc: log(1 / c),
    "odds": lambda p, c, lp, lc: lp - lc,
    "quantile": lambda p, c, lp, lc: quantile(p, c),
    "complement of the square": lambda p, c, lp, lc: log(c * (1 + p)),
    "bernoulli of the complement": lambda p, c, lp, lc: 2 * lc + lp,
    "log_mix": lambda p, c, lp, lc: log(p * exp(-1) + c * exp(-2)),
    "log_mix of what is far": lambda p, c, lp, lc: log(p * exp(mpf(-600)) + c),
    "mixture": lambda p, c, lp, lc: log(p * exp(normal(mpf(0.5), 0)) + c * exp(normal(mpf(0.5), 3))),
    "log_ccdf of beta": lambda p, c, lp, lc: log(4 * c**3 - 3 * c**4),
    "log_cdf of beta": lambda p, c, lp, lc: log(6 * p**2 - 8 * p**3 + 3 * p**4),
    "log_ccdf of geometric": lambda p, c, lp, lc: 5 * lc,
    "log_cdf of binomial": lambda p, c, lp, lc: tail(p, c, 0, 3),
    "log_ccdf of binomial": lambda p, c, lp, lc: tail(p, c, 4, 10),
    "log_cdf of bernoulli": lambda p, c, lp, lc: lc,
}

# Slopes of 1/c, which are as large as 1/c^2, have no number beyond.
NEARER = {"reciprocal complement", "odds"}

# Of the distances from both bounds.
BOUNDED = {
    "interval(2, 5), above": (3, lambda above, below: log(below)),
    "interval(2, 5), below": (3, lambda above, below: log(above)),
    "interval(2, 5), uniform": (3, lambda above, below: -log(mpf(3))),
    "interval(-1, 1), above": (2, lambda above, below: log(below)),
    "interval(-1, 1), below": (2, lambda above, below: log(above)),
    "interval(-1, 1), square": (2, lambda above, below: log(above) + log(below)),
}


def record(form, q, f):
    return {"form": form, "q": float(q), "value": float(f(q)), "slope": float(diff(f, q))}


def unit(f):
    return lambda q: f(s(q), s(-q), log_s(q), log_s(-q)) + log_s(q) + log_s(-q)


def bounded(width, f):
    return lambda q: f(width * s(q), width * s(-q)) + log(mpf(width)) + log_s(q) + log_s(-q)


def main():
    points = [mpf(float(sign * q)) for q in POINTS for sign in (-1, 1)]
    unit_points = [(form, f, q) for form, f in UNIT.items() for q in points if abs(q) < 301 or form not in NEARER]
    records = [record(form, q, unit(f)) for form, f, q in unit_points]
    records += [record(form, q, bounded(*f)) for form, f in BOUNDED.items() for q in points]
    # x = 3 - e^q
    records += [record("upper(3)", q, lambda q: 2 * q) for q in points if abs(q) < 301 and q < 0]
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "ends.json")
    with open(path, "w") as file:
        file.write("[\n" + ",\n".join(json.dumps(record) for record in records) + "\n]\n")


main()
