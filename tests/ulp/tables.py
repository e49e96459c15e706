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
