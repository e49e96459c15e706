"""Writes cumulative_discrete.json: log P(Y <= y) and log P(Y > y) of the discrete families with their derivatives by
the arguments, as sums of the mass function in 400 digits. Needs mpmath.

    python cumulative_discrete.py
"""

import json
import os

from mpmath import binomial, chop, diff, exp, factorial, inf, log, mp, mpf, rf

mp.dps = 400


def mass(family, k, a):
    """The probability of k."""
    if family == "bernoulli":
        return a[0] if k == 1 else 1 - a[0]
    if family == "binomial":
        return binomial(a[0], k) * a[1] ** k * (1 - a[1]) ** (a[0] - k)
    if family == "beta_binomial":
        return binomial(a[0], k) * rf(a[1], k) * rf(a[2], a[0] - k) / rf(a[1] + a[2], a[0])
    if family == "neg_binomial":
        return rf(a[0], k) / factorial(k) * (a[1] / (1 + a[1])) ** a[0] / (1 + a[1]) ** k
    if family == "neg_binomial_2":
        s = a[0] + a[1]
        return rf(a[1], k) / factorial(k) * (a[0] / s) ** k * (a[1] / s) ** a[1]
    if family == "poisson":
        return exp(-a[0]) * a[0] ** k / factorial(k)
    if family == "geometric":
        return a[0] * (1 - a[0]) ** k
    if family == "discrete_range":
        return 1 / (a[1] - a[0] + 1)
    raise ValueError(family)


def support(family, a):
    """The first and the last number with a positive probability."""
    if family == "bernoulli":
        return 0, 1
    if family in ("binomial", "beta_binomial"):
        return 0, int(a[0])
    if family == "discrete_range":
        return int(a[0]), int(a[1])
    return 0, inf


def below(family, y, a):
    first, last = support(family, a)
    if y < first:
        return mpf(0)
    if y >= last:
        return mpf(1)
    if family == "geometric":  # The sum of the geometric series.
        return 1 - (1 - a[0]) ** (y + 1)
    # The longer of the two sums has no tail to lose.
    if last != inf and y - first > last - y:
        return 1 - sum(mass(family, k, a) for k in range(y + 1, last + 1))
    return sum(mass(family, k, a) for k in range(first, y + 1))


def above(family, y, a):
    if family == "geometric" and y >= 0:
        return (1 - a[0]) ** (y + 1)
    return 1 - below(family, y, a)


CONTINUOUS = {
    "bernoulli": [0],
    "binomial": [1],
    "beta_binomial": [1, 2],
    "neg_binomial": [0, 1],
    "neg_binomial_2": [0, 1],
    "poisson": [0],
    "geometric": [0],
    "discrete_range": [],
}

CASES = {
    "bernoulli": [([p], y) for p in (0.3, 1e-10, 0.9999999) for y in (-1, 0, 1, 2)],
    "binomial": [([10, 0.3], y) for y in (-1, 0, 3, 9, 10, 12)]
    + [([1000, 0.01], y) for y in (0, 2, 10, 40, 90)]
    + [([50, 0.999], y) for y in (20, 45, 49)]
    + [([3000, 0.5], y) for y in (1300, 1499, 1500, 1600)]
    + [([1, 1e-12], 0), ([7, 0.25], -3)],
    "beta_binomial": [([10, 2.0, 3.0], y) for y in (-1, 0, 4, 9, 10, 11)]
    + [([36, 2.5, 0.3], y) for y in (0, 10, 30, 35)]
    + [([200, 5.0, 50.0], y) for y in (1, 18, 60, 120)]
    + [([20, 1e4, 2e4], y) for y in (2, 7, 15)]
    + [([12, 0.001, 0.002], y) for y in (0, 6, 11)],
    "neg_binomial": [([0.5, 0.1], y) for y in (-1, 0, 5, 60)]
    + [([3.2, 1.4], y) for y in (0, 2, 20)]
    + [([100.0, 2.0], y) for y in (20, 50, 100)]
    + [([0.001, 0.7], y) for y in (0, 3)]
    + [([250.0, 1e4], y) for y in (0, 1, 4)],
    "neg_binomial_2": [([5.0, 0.5], y) for y in (-2, 0, 4, 50)]
    + [([20.0, 1e6], y) for y in (5, 20, 50)]
    + [([4.0, 0.001], y) for y in (0, 10)]
    + [([80.0, 30.0], y) for y in (20, 80, 160)],
    "poisson": [([3.0], y) for y in (-1, 0, 2, 15)]
    + [([0.1], y) for y in (0, 1, 6)]
    + [([1e-8], y) for y in (0, 2)]
    + [([50.0], y) for y in (5, 50, 110)]
    + [([2000.0], y) for y in (1800, 2000, 2300)],
    "geometric": [([p], y) for p in (0.3, 1e-9, 0.999999, 0.02) for y in (-1, 0, 1, 10, 1000)] + [([1.0], 0), ([1.0], 2)],
    "discrete_range": [([0, 0], y) for y in (-1, 0, 1)] + [([-3, 5], y) for y in (-4, -3, 0, 4, 5, 6)],
}


def number(x):
    return "-inf" if x == -inf else float(x)


records = []
for family, cases in CASES.items():
    for given, y in cases:
        a = [mpf(x) for x in given]
        record = {"dist": family, "y": y, "args": given}
        for name, f in (
            ("log_cdf", lambda *a: below(family, y, a)),
            ("log_ccdf", lambda *a: above(family, y, a)),
        ):
            p = f(*a)
            slopes = []
            for place in range(len(a)):
                if place not in CONTINUOUS[family] or p == 0:
                    slopes.append(0.0)
                    continue
                orders = [0] * len(a)
                orders[place] = 1
                # Not beyond the ends of the domain.
                direction = -1 if a[place] == 1 else 0
                h = a[place] * mpf(10) ** -60
                one = lambda x: f(*[x if i == place else v for i, v in enumerate(a)])
                slope = diff(one, a[place], h=h, direction=direction) / p
                # One-sided differences are exact to the order of h only.
                slopes.append(number(chop(slope, tol=10 * h) if direction else slope))
            record[name] = number(log(p)) if p > 0 else "-inf"
            record[name + "_slopes"] = slopes
        records.append(record)

path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "cumulative_discrete.json")
with open(path, "w") as file:
    file.write("[\n" + ",\n".join(json.dumps(record) for record in records) + "\n]\n")
