"""Writes log_rising.csv and bessel.csv: values by mpmath, with as many digits as cancellation takes."""

from pathlib import Path

import mpmath
from mpmath import mp, mpf

HERE = Path(__file__).parent


def write(name, header, rows):
    lines = [",".join(header)] + [",".join(repr(float(value)) for value in row) for row in rows]
    (HERE / name).write_text("\n".join(lines) + "\n")


def log_rising(x, n):
    lgamma, psi = mpmath.loggamma, lambda x: mpmath.psi(0, x)
    value, by_x, by_n = lgamma(x + n) - lgamma(x), psi(x + n) - psi(x), psi(x + n)
    excess = [value - n * mpmath.log(x), by_x - n / x, by_n - mpmath.log(x)]
    beta = [lgamma(n) - value, psi(x) - by_n, psi(n) - by_n] if n > 0 else [mp.inf, 0, -mp.inf]
    return [x, n, value, by_x, by_n, *excess, *beta]


def log_rising_rows():
    mp.dps = 400
    for x in [1e-100, 1e-10, 1e-3, 0.1, 0.5, 1.0, 1.75, 2.4999999, 2.5, 10.0, 1e5, 1e10, 1e12, 1e100]:
        for n in [0.0, 1e-100, 1e-10, 1e-3, 0.5, 1.0, 2.0, 10.0, 1e5, 1e10, 1e12, 1e100]:
            yield log_rising(mpf(x), mpf(n))


write(
    "log_rising.csv",
    ["x", "n", "value", "by_x", "by_n", "excess", "excess_by_x", "excess_by_n", "log_beta", "by_a", "by_b"],
    log_rising_rows(),
)


def bessel_rows():
    mp.dps = 60
    for step in range(1, 400):
        x = mpf(float(step * step) / 1000)
        yield bessel(x)
    for exponent in [*range(-150, -3), *range(2, 151, 3)]:
        yield bessel(mpf(1.7 * 10.0**exponent))


def bessel(x):
    if x < 1000:
        i0, i1 = mpmath.besseli(0, x), mpmath.besseli(1, x)
        if x < 0.01:
            value = x**2 / 4 - x**4 / 64 + x**6 / 576 - 11 * x**8 / 49152 + 19 * x**10 / 614400
            scaled = value - x
        else:
            value = mpmath.log(i0)
            scaled = value - x
        return [x, value, scaled, i1 / i0, (i0 - i1) / i0]

    mp.dps = 400

    def series(mu):
        term, total = mpf(1), mpf(1)
        for k in range(1, 60):
            term *= -(mu - (2 * k - 1) ** 2) / (k * 8 * x)
            total += term
        return total

    i0, i1 = series(0), series(4)
    scaled = mpmath.log(i0) - mpmath.log(2 * mp.pi * x) / 2
    return [x, x + scaled, scaled, i1 / i0, (i0 - i1) / i0]


write("bessel.csv", ["x", "value", "scaled", "ratio", "one_minus_ratio"], bessel_rows())
