"""Writes scalar_functions.json: the functions of math::scalar and their derivatives, from mpmath with 40 to 90 digits.

    pip install mpmath==1.3.0
    python scalar_functions.py            # writes scalar_functions.json beside itself, in some minutes

Each record is [arguments, value, partial derivatives…]. The methods are not those of the library: series of
positive terms, classical continued fractions, tanh-sinh quadrature of the densities; derivatives are central
differences with a step of 1e-25 unless they have a closed form. Infinities are the strings "inf" and "-inf".
"""

import json
import sys
from pathlib import Path

from mpmath import mp, mpf

mp.dps = 90


def number(x):
    x = float(x)
    return {float("inf"): "inf", float("-inf"): "-inf"}.get(x, x)


def derivative(function, arguments, place):
    """∂ function / ∂ arguments[place]."""
    step = abs(arguments[place]) * mpf(10) ** -25
    at = lambda x: function(*arguments[:place], x, *arguments[place + 1 :])
    return (at(arguments[place] + step) - at(arguments[place] - step)) / (2 * step)


def lentz(terms):
    """1 + a₁/(1 + a₂/(1 + …))."""
    value = c = mpf(1)
    d = mpf(0)
    for term in terms:
        d = 1 / (1 + term * d)
        c = 1 + term / c
        value *= c * d
        if abs(c * d - 1) < mpf(10) ** (3 - mp.dps):
            return value


# The incomplete gamma function.


def gamma_lower(a, z):
    """P as a logarithm, by the series of positive terms."""
    total = term = mpf(1)
    n = 0
    while term > total * mpf(10) ** -mp.dps:
        n += 1
        term *= z / (a + n)
        total += term
    return a * mp.log(z) - z - mp.loggamma(a + 1) + mp.log(total)


def gamma_upper(a, z):
    """Q as a logarithm, by Legendre's continued fraction, DLMF 8.9.2."""

    def terms():
        n = 1
        while True:
            yield (n - a) / z
            yield n / z
            n += 1

    return (a - 1) * mp.log(z) - z - mp.loggamma(a) - mp.log(lentz(terms()))


def other(log):
    return mp.log1p(-mp.exp(log))


def log_gamma_p(a, z):
    return gamma_lower(a, z) if z < max(a + 1, 3) else other(gamma_upper(a, z))


def log_gamma_q(a, z):
    return other(gamma_lower(a, z)) if z < max(a + 1, 3) else gamma_upper(a, z)


def gamma_grid():
    for a in [1e-20, 1e-10, 1e-3, 0.1, 0.5, 0.999, 1.0, 1.5, 5.0, 15.99, 16.0, 30.0, 100.0, 1e3, 1e4, 1e6]:
        spread = a**0.5
        near = [a + k * spread for k in (-30, -6, -2, -0.3, 0.3, 2, 6, 30)] if a >= 1 else []
        far = [a * r for r in (1e-12, 1e-3, 0.1, 0.7, 1.0, 1.4, 9.0, 300.0)]
        fixed = [1e-300, 1e-10, 1e-3, 0.3, 1.0, 1.4999, 1.5, 3.0, 10.0, 40.0, 700.0] if a < 1e3 else []
        for z in sorted(set(near + far + fixed)):
            # log P and log Q from −1e5 on
            if 0 < z < 1e6 + 10 * a and (z >= a or a * (mp.log(a / z) - 1) + z < 1e5):
                yield a, z


def log_gamma_q_large(a, z):
    """By quadrature of the density: the series is too long."""
    density = lambda t: mp.exp((a - 1) * mp.log(t) - t - mp.loggamma(a))
    spread = mp.sqrt(a)
    scale = spread / max(1, abs(z - a) / spread)
    if z >= a:
        return mp.log(quad(density, z, 1, scale, 25 * spread))
    return other(mp.log(quad(density, z, -1, scale, 25 * spread)))


def gamma_large_grid():
    for a in [1e9, 1e12, 1e15]:
        for k in [-8, -1, -0.01, 0, 0.5, 3, 9]:
            yield a, float(round(a + k * a**0.5))


# The incomplete beta function.


def beta_lower(a, b, x):
    """I as a logarithm, by the continued fraction DLMF 8.17.22."""

    def terms():
        m = 0
        while True:
            yield -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
            m += 1
            yield m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))

    log_beta = mp.loggamma(a) + mp.loggamma(b) - mp.loggamma(a + b)
    return a * mp.log(x) + b * mp.log(1 - x) - log_beta - mp.log(a * lentz(terms()))


def log_inc_beta(a, b, x):
    near = x < (a + 1) / (a + b + 2)
    return beta_lower(a, b, x) if near else other(beta_lower(b, a, 1 - x))


def log_inc_beta_complement(a, b, x):
    return log_inc_beta(b, a, 1 - x)


def beta_grid():
    for a in [1e-10, 0.3, 0.5, 1.0, 2.5, 16.0, 50.0, 1e6]:
        for b in [1e-10, 0.02, 0.9, 1.0, 3.0, 15.9, 40.0, 1e3, 1e6]:
            mean = a / (a + b)
            spread = (mean * b / (a + b) / (a + b + 1)) ** 0.5
            near = [mean + k * spread for k in (-15, -0.7, 0.1, 4)] if min(a, b) >= 1 else []
            far = [1e-30, 1e-5, 0.02, 0.5] if a < 100 else [0.4]
            # The value 1 − x is computed in doubles, as the tests do, and must be exact.
            points = {float(2.0**-54 * round(x * 2.0**54)) if x > 1e-3 else x for x in near + far}
            for x in sorted(points):
                if 0 < x <= 0.5:
                    yield a, b, x
                elif 0 < x < 1 and float(1 - mpf(x)) == 1 - mpf(x):
                    yield a, b, x



# The skew normal distribution.


def quad(function, start, direction, scale, reach):
    """∫ over an interval of length reach that begins at start, in pieces that grow from the scale given."""
    points = [mpf(0)]
    while points[-1] < reach:
        points.append(min(2 * points[-1] + scale, reach))
    # The tolerance of mp.quad is absolute.
    size = function(start)
    return size * mp.quad(lambda s: function(start + direction * s) / size, points)


def log_skew_normal_cdf(z, alpha):
    density = lambda t: 2 * mp.npdf(t) * mp.ncdf(alpha * t)
    w = mp.sqrt(1 + alpha**2)
    with mp.workdps(40):
        if z > 0:
            # Both ways from 0, where the density is steep.
            value = quad(density, mpf(0), -1, 1 / w, mpf(16)) + quad(density, mpf(0), 1, min(1 / w, z), z)
        else:
            value = quad(density, z, -1, 1 / (w * max(1, w * -z)), mpf(16))
        by_alpha = -mp.exp(-(z**2) * (1 + alpha**2) / 2) / (mp.pi * (1 + alpha**2))
        return [mp.log(value), density(z) / value, by_alpha / value]


def log_skew_normal_ccdf(z, alpha):
    value, by_z, by_alpha = log_skew_normal_cdf(-z, -alpha)
    return [value, -by_z, -by_alpha]


def skew_normal_grid():
    for alpha in [-1e3, -20.0, -5.0, -1.0, -0.3, -1e-5, 0.0, 1e-3, 0.5, 1.0, 2.0, 5.0, 50.0, 1e3]:
        for z in [-37.0, -10.0, -3.0, -1.0, -0.1, -1e-6, 1e-6, 0.01, 0.4, 1.5, 6.0, 9.0]:
            yield z, alpha


def owens_t(h, a):
    with mp.workdps(40):
        integral = mp.quad(lambda x: mp.exp(-(h**2) * x**2 / 2) / (1 + x**2), mp.linspace(0, a, 17))
        value = mp.exp(-(h**2) / 2) * integral / (2 * mp.pi)
        by_h = -mp.npdf(h) * mp.erf(a * h / mp.sqrt(2)) / 2
        return [value, by_h, mp.exp(-(h**2) * (1 + a**2) / 2) / (1 + a**2) / (2 * mp.pi)]


def owens_t_grid():
    for h in [-8.0, -1.0, -0.2, 0.0, 1e-5, 0.5, 2.0, 5.0, 15.0]:
        for a in [-20.0, -1.5, -0.4, 0.0, 1e-8, 0.1, 0.9, 1.0, 1.1, 3.0, 50.0]:
            yield h, a


# The von Mises distribution.


def log_von_mises(start, middle, end, kappa, mu):
    """The logarithm of the share of [start, middle] in [start, end], with ∂/∂ middle, ∂/∂μ and ∂/∂κ."""
    with mp.workdps(60):

        def integrals(low, high):
            """∫ f and ∫ f (1 − cos), with f = e^(κ (cos − 1)); the tolerance of mp.quad is absolute."""
            low, high = min(low, high), max(low, high)
            scale = 1 / mp.sqrt(kappa + 1)
            ends = [mu + k * mp.pi + side * step * scale for k in range(-6, 7) for side in (-1, 1) for step in (0, 1, 3, 9, 27)]
            ends += [edge + side * step / (kappa + 1) for edge in (low, high) for side in (-1, 1) for step in (1, 4, 16, 64, 256)]
            points = [low] + sorted(x for x in ends if low < x < high) + [high]
            top = max(f(x) for x in points)
            mass = mp.quad(lambda t: f(t) / top, points)
            return [top * mass, top * mp.quad(lambda t: f(t) * (1 - mp.cos(t - mu)) / top, points)]

        f = lambda t: mp.exp(kappa * (mp.cos(t - mu) - 1))
        (part, moment), (rest, rest_moment) = integrals(start, middle), integrals(middle, end)
        sign = 1 if middle > start else -1
        at = [sign * f(t) / part for t in (start, middle)]
        by_kappa = rest / (part + rest) * (rest_moment / rest - moment / part)
        return [-mp.log1p(rest / part), at[1], at[0] - at[1], by_kappa]


def log_von_mises_cdf(x, mu, kappa):
    return log_von_mises(-mp.pi, x, mp.pi, kappa, mu)


def log_von_mises_ccdf(x, mu, kappa):
    return log_von_mises(mp.pi, x, -mp.pi, kappa, mu)


def von_mises_grid():
    for kappa in [1e-5, 0.5, 3.0, 30.0, 400.0, 1e4]:
        for mu in [-2.8, -0.5, 0.0, 1.0, 3.0, 9.0]:
            for x in [-3.1, -1.5, -0.3, 0.2, 1.1, 2.0, 3.14]:
                yield x, mu, kappa


# The beta-binomial distribution.


def beta_binomial_sums(k, n, alpha, beta):
    below = above = mpf(0)
    term = mpf(1)
    for j in range(int(n) + 1):
        if j <= k:
            below += term
        else:
            above += term
        if j < n:
            term *= (n - j) * (j + alpha) / ((j + 1) * (n - j - 1 + beta))
    return below, above


def beta_binomial(log):
    def with_derivatives(k, n, alpha, beta):
        function = lambda alpha, beta: log(*beta_binomial_sums(k, n, alpha, beta))
        return [function(alpha, beta)] + [derivative(function, [alpha, beta], place) for place in range(2)]

    return with_derivatives


log_beta_binomial_cdf = beta_binomial(lambda below, above: -mp.log1p(above / below))
log_beta_binomial_ccdf = beta_binomial(lambda below, above: -mp.log1p(below / above))


def beta_binomial_grid():
    for alpha in [1e-8, 0.3, 1.0, 7.0, 2000.0]:
        for beta in [1e-3, 0.9, 1.0, 30.0]:
            for n, ks in [(1, [0]), (10, [0, 3, 9]), (500, [2, 250, 490])]:
                for k in ks:
                    yield k, n, alpha, beta
    yield 20_000, 100_000, 3.0, 9.0
    yield 70_000, 100_000, 0.5, 0.5
    yield 1_000, 100_000, 500.0, 400.0


GENERATORS = {
    "log_gamma_p": (log_gamma_p, gamma_grid),
    "log_gamma_q": (log_gamma_q, gamma_grid),
    "log_gamma_q_large": (log_gamma_q_large, gamma_large_grid),
    "log_inc_beta": (log_inc_beta, beta_grid),
    "log_inc_beta_complement": (log_inc_beta_complement, beta_grid),
    "log_skew_normal_cdf": (log_skew_normal_cdf, skew_normal_grid),
    "log_skew_normal_ccdf": (log_skew_normal_ccdf, skew_normal_grid),
    "owens_t": (owens_t, owens_t_grid),
    "log_von_mises_cdf": (log_von_mises_cdf, von_mises_grid),
    "log_von_mises_ccdf": (log_von_mises_ccdf, von_mises_grid),
    "log_beta_binomial_cdf": (log_beta_binomial_cdf, beta_binomial_grid),
    "log_beta_binomial_ccdf": (log_beta_binomial_ccdf, beta_binomial_grid),
}


def records(function, grid):
    result = []
    for arguments in grid():
        exact = [mpf(x) for x in arguments]
        values = function(*exact)
        if not isinstance(values, list):
            values = [values] + [derivative(function, exact, place) for place in range(len(exact))]
        result.append([list(arguments)] + [number(x) for x in values])
    return result


if __name__ == "__main__":
    path = Path(__file__).with_suffix(".json")
    known = json.loads(path.read_text()) if path.exists() else {}
    wanted = sys.argv[1:] or GENERATORS
    for name in wanted:
        known[name] = records(*GENERATORS[name])
        print(name, len(known[name]), flush=True)
    lines = [
        f"{json.dumps(name)}: [\n" + ",\n".join(json.dumps(record) for record in known[name]) + "\n]"
        for name in GENERATORS
        if name in known
    ]
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n")
