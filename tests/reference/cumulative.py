"""Cumulative probabilities of the continuous distributions and their derivatives, for tests/cumulative/cumulative.rs.

python cumulative.py > cumulative.json        (needs mpmath)

Every record holds log P(Y <= y) and log P(Y > y) with their derivatives by y and by each argument, computed with 420
digits from the textbook definitions, derivatives by central differences of steps so small that dozens of digits remain.
"""
import json
import sys
from mpmath import mp, mpf, erfc, exp, log, sqrt, atan, pi, gammainc, gamma, betainc, quad, besseli, cos, expm1, log1p

mp.dps = 420


def phi(z):
    return erfc(-z / sqrt(2)) / 2


def both(lower):
    return lambda *a: (lower(*a), 1 - lower(*a))


def location_scale(lower):
    return lambda y, mu, sigma: (lower((y - mu) / sigma), 1 - lower((y - mu) / sigma))


def folded(lower):
    return lambda y, sigma: (2 * lower(y / sigma) - 1, 2 * (1 - lower(y / sigma)))


def t_cdf(z, nu):
    tail = regularised(nu / 2, mpf(1) / 2, nu / (nu + z * z)) / 2
    return tail if z < 0 else 1 - tail


def regularised(a, b, x):
    return betainc(a, b, 0, x) / betainc(a, b, 0, 1)


def lower_gamma(a, z):
    return gammainc(a, 0, z) / gamma(a)


def exp_mod_normal(y, mu, sigma, rate):
    z, k = (y - mu) / sigma, rate * sigma
    return phi(z) - exp(k * k / 2 - k * z) * phi(z - k)


def skew_normal(y, xi, omega, alpha):
    # Owen's T by its integral.
    z = (y - xi) / omega
    owen = quad(lambda t: exp(-z * z * (1 + t * t) / 2) / (1 + t * t), [0, alpha / 2, alpha]) / (2 * pi)
    return phi(z) - 2 * owen


def von_mises(y, mu, kappa):
    mass = quad(lambda t: exp(kappa * cos(t - mu)), [-pi, (y - pi) / 2, y])
    return mass / (2 * pi * besseli(0, kappa))


def beta_proportion(y, mu, kappa):
    return regularised(mu * kappa, (1 - mu) * kappa, y)


H = mpf(1) / 2
GAMMA_POINTS = [(3.0, 0.5, 2.0), (0.3, 0.5, 2.0), (1e-6, 2.5, 1.5), (40.0, 2.5, 1.5), (9.5, 100.0, 10.0)]
PAIRS = [(0.3, 0.5, 2.0), (-8.0, 0.5, 2.0), (19.0, 1.5, 0.7), (-60.0, 1.5, 1.5), (2.0, 2.0, 3.0), (1.0001, 1.0, 4.0)]
RATIOS = [(0.7, 1.5, 2.0), (3.0, 2.5, 0.5), (1e-4, 4.0, 1.0), (6.0, 1.2, 0.4), (1e-3, 0.5, 30.0)]
FAMILIES = {
    "std_normal": (both(phi), [(-1.3,), (0.0,), (2.4,), (-12.0,), (9.0,)]),
    "normal": (location_scale(phi), PAIRS),
    "half_normal": (folded(phi), [(0.7, 1.5), (1e-9, 2.0), (5.0, 0.6), (3.0, 2.9), (1e-3, 1.0)]),
    "cauchy": (location_scale(lambda z: H + atan(z) / pi), PAIRS),
    "half_cauchy": (folded(lambda z: H + atan(z) / pi), [(0.7, 1.5), (1e-9, 2.0), (500.0, 0.6), (3.0, 2.9)]),
    "student_t": (
        lambda y, nu, mu, sigma: (t_cdf((y - mu) / sigma, nu), t_cdf((mu - y) / sigma, nu)),
        [(0.3, 4.0, 0.5, 2.0), (-9.0, 2.5, 0.5, 0.3), (30.0, 7.0, 1.0, 1.5), (0.5, 30.0, 0.25, 2.0), (-0.9, 0.5, 3.0, 2.0)],
    ),
    "half_student_t": (
        lambda y, nu, sigma: (1 - 2 * t_cdf(-y / sigma, nu), 2 * t_cdf(-y / sigma, nu)),
        [(0.3, 4.0, 2.0), (1e-7, 3.0, 1.0), (25.0, 7.0, 1.5), (3.0, 0.5, 2.0)],
    ),
    "exp_mod_normal": (
        both(exp_mod_normal),
        [(0.3, 0.1, 1.5, 2.0), (-6.0, 0.1, 1.5, 0.5), (12.0, 0.1, 1.5, 2.0), (0.2, 0.0, 1.0, 40.0), (30.0, 1.0, 0.2, 0.3)],
    ),
    "skew_normal": (
        both(skew_normal),
        [(0.3, 0.1, 1.5, 2.0), (-2.0, 0.1, 1.5, 3.0), (6.0, 0.1, 1.5, 2.0), (0.5, 1.0, 2.0, -0.7)],
    ),
    "double_exponential": (
        location_scale(lambda z: exp(z) / 2 if z < 0 else 1 - exp(-z) / 2),
        PAIRS[:4] + [(1.0001, 1.0, 4.0)],
    ),
    "logistic": (location_scale(lambda z: 1 / (1 + exp(-z))), PAIRS),
    "gumbel": (
        location_scale(lambda z: exp(-exp(-z))),
        [(0.3, 0.5, 2.0), (-6.0, 0.5, 2.0), (19.0, 1.5, 0.7), (90.0, 1.5, 1.5), (2.0, 2.0, 3.0)],
    ),
    "lognormal": (
        both(lambda y, mu, sigma: phi((log(y) - mu) / sigma)),
        [(0.7, 0.2, 0.9), (1e-5, 0.5, 1.1), (300.0, -0.5, 0.8), (2.0, 0.7, 2.0)],
    ),
    "loglogistic": (both(lambda y, a, b: 1 / (1 + (y / a) ** -b)), [(r[0], r[2], r[1]) for r in RATIOS]),
    "exponential": (both(lambda y, rate: -expm1(-rate * y)), [(0.7, 1.5), (1e-12, 2.0), (50.0, 0.9), (0.01, 0.3)]),
    "gamma": (both(lambda y, a, b: lower_gamma(a, b * y)), GAMMA_POINTS),
    "inv_gamma": (
        lambda y, a, b: (1 - lower_gamma(a, b / y), lower_gamma(a, b / y)),
        [(3.0, 0.5, 2.0), (0.2, 2.5, 2.0), (30.0, 2.5, 1.5), (0.11, 100.0, 10.0)],
    ),
    "chi_square": (both(lambda y, nu: lower_gamma(nu / 2, y / 2)), [(3.0, 2.0), (0.01, 5.0), (60.0, 4.5), (0.3, 0.4)]),
    "inv_chi_square": (
        lambda y, nu: (1 - lower_gamma(nu / 2, 1 / (2 * y)), lower_gamma(nu / 2, 1 / (2 * y))),
        [(0.3, 2.0), (0.02, 5.0), (60.0, 4.5), (3.0, 0.4)],
    ),
    "scaled_inv_chi_square": (
        lambda y, nu, s: (1 - lower_gamma(nu / 2, nu * s * s / (2 * y)), lower_gamma(nu / 2, nu * s * s / (2 * y))),
        [(0.3, 2.0, 0.7), (0.1, 5.0, 1.4), (60.0, 4.5, 1.1), (3.0, 0.4, 2.0)],
    ),
    "weibull": (both(lambda y, a, s: -expm1(-((y / s) ** a))), RATIOS),
    "frechet": (
        both(lambda y, a, s: exp(-((y / s) ** -a))),
        [(0.7, 1.5, 2.0), (3.0, 2.5, 0.5), (900.0, 4.0, 1.0), (0.2, 2.2, 0.9), (2.0, 0.5, 30.0)],
    ),
    "rayleigh": (both(lambda y, s: -expm1(-((y / s) ** 2) / 2)), [(0.7, 1.5), (1e-9, 2.0), (20.0, 1.6), (3.0, 2.9)]),
    "pareto": (both(lambda y, m, a: 1 - (y / m) ** -a), [(3.0, 1.5, 2.0), (1.0001, 1.0, 3.0), (1e6, 2.0, 2.5), (7.0, 1.5, 0.1)]),
    "pareto_type_2": (
        both(lambda y, mu, lam, a: -expm1(-a * log1p((y - mu) / lam))),
        [(3.0, 1.5, 0.7, 2.0), (1.0001, 1.0, 2.0, 3.0), (1e6, -2.0, 3.0, 2.5), (7.0, 1.5, 40.0, 0.1)],
    ),
    "beta": (both(lambda y, a, b: regularised(a, b, y)), [(0.3, 0.5, 2.0), (0.01, 6.0, 2.5), (0.99, 2.5, 9.0), (0.4, 30.0, 45.0)]),
    "beta_proportion": (both(beta_proportion), [(0.3, 0.2, 2.5), (0.01, 0.7, 8.5), (0.97, 0.2, 11.0), (0.4, 0.4, 75.0)]),
    "uniform": (both(lambda y, a, b: (y - a) / (b - a)), [(0.3, -1.0, 2.0), (-0.9999, -1.0, 2.0), (1.9999, -1.0, 2.0)]),
    "von_mises": (both(von_mises), [(0.3, 0.5, 2.0), (-2.9, 0.5, 4.0), (3.0, -1.0, 9.0), (0.1, 2.5, 0.3)]),
}


def derivative(f, at, place):
    step = mpf(10) ** -130 * max(abs(at[place]), mpf(10) ** -12)
    moved = lambda by: [x + by if i == place else x for i, x in enumerate(at)]
    return (f(moved(step)) - f(moved(-step))) / (2 * step)


def records():
    for name, (probabilities, points) in FAMILIES.items():
        quadrature = name in ("skew_normal", "von_mises")
        mp.dps = 60 if quadrature else 420
        for point in points:
            at = [mpf(x) for x in point]
            record = {"dist": name, "at": list(map(float, point))}
            for key, side in (("log_cdf", 0), ("log_ccdf", 1)):
                f = lambda values: log(probabilities(*values)[side])
                if quadrature:
                    steps = lambda f, at, place: mp.diff(lambda x: f(at[:place] + [x] + at[place + 1:]), at[place])
                else:
                    steps = derivative
                record[key] = float(f(at))
                record[key + "_grad"] = [float(steps(f, at, place)) for place in range(len(at))]
            yield record


print("[\n" + ",\n".join(json.dumps(record) for record in records()) + "\n]", file=sys.stdout)
