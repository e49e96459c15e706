"""Log densities of several observations at large shapes, of which little is left of large terms, for tests/cumulative/large_shapes.rs.

python large_shapes.py > large_shapes.json        (needs mpmath)

Every record is [law, observations, arguments, log density, slopes by the arguments, size]. The size is what a change of the
arguments in their last place changes at most, by which a result may be off. With 60 digits, from the textbook definitions.
"""
import json
import random
import sys
from mpmath import mp, mpf, log, log1p, loggamma, psi, pi

mp.dps = 60


def gamma(y, a, b):
    return (a - 1) * log(y) - b * y + a * log(b) - loggamma(a)


def inv_gamma(y, a, b):
    return -(a + 1) * log(y) - b / y + a * log(b) - loggamma(a)


def multi_student_t(q, n, nu):
    return loggamma((nu + n) / 2) - loggamma(nu / 2) - n * log(nu * pi) / 2 - (nu + n) / 2 * log1p(q / nu)


LAWS = {
    "gamma": gamma,
    "inv_gamma": inv_gamma,
    "chi_square": lambda y, nu: gamma(y, nu / 2, mpf(1) / 2),
    "inv_chi_square": lambda y, nu: inv_gamma(y, nu / 2, mpf(1) / 2),
    "scaled_inv_chi_square": lambda y, nu, s: inv_gamma(y, nu / 2, nu * s * s / 2),
    "pareto": lambda y, m, a: log(a) + a * log(m) - (a + 1) * log(y),
    "beta": lambda y, a, b: (a - 1) * log(y) + (b - 1) * log1p(-y) - loggamma(a) - loggamma(b) + loggamma(a + b),
    # Of three independent variables of scale 1 around 0 that all are y.
    "multi_student_t": lambda y, nu: multi_student_t(3 * y * y, 3, nu),
}


def around(rng, mean, spread):
    return [mean * (1 + spread * rng.gauss(0, 1)) for _ in range(5)]


def point(law, rng, shape, spread):
    """Observations with about this spread, and arguments."""
    spread = min(spread, 0.3)
    if law == "gamma":
        return around(rng, 3.7, spread), [shape, shape / 3.7]
    if law == "inv_gamma":
        return around(rng, 3.7, spread), [shape, shape * 3.7]
    if law == "chi_square":
        return around(rng, shape, spread), [shape]
    if law == "inv_chi_square":
        return around(rng, 1 / shape, spread), [shape]
    if law == "scaled_inv_chi_square":
        return around(rng, 2.25, spread), [shape, 1.5]
    if law == "pareto":
        return [2.5 * (1 + abs(y - 1)) for y in around(rng, 1.0, spread)], [2.5, shape]
    if law == "beta":
        return around(rng, 0.375, spread), [shape, shape / 0.375 * 0.625]
    return [rng.gauss(0, 1.5) for _ in range(5)], [shape]


# Of which the quotient by their mean is too small for a number: [law, observation, arguments].
TINY = [
    ["gamma", 1e-200, [1e4, 1e-200]],
    ["gamma", 1e-160, [3e6, 2e-160]],
    ["inv_gamma", 1e200, [1e4, 1e-200]],
    ["inv_gamma", 3e150, [1e7, 1e-170]],
    ["chi_square", 1e-305, [1e5]],
    ["inv_chi_square", 1e305, [1e5]],
    ["scaled_inv_chi_square", 1.0, [1e4, 1e-200]],
    ["scaled_inv_chi_square", 1.0, [1e5, 1e-170]],
    ["scaled_inv_chi_square", 1.0, [1e7, 1e-160]],
    ["scaled_inv_chi_square", 1e100, [1e5, 1e-130]],
]


def record(law, y, arguments):
    f = LAWS[law]
    total = lambda *a: sum(f(mpf(x), *a) for x in y)
    a = [mpf(x) for x in arguments]
    slopes = [mp.diff(lambda x: total(*a[:i], x, *a[i + 1:]), a[i], h=a[i] * mpf(10) ** -20) for i in range(len(a))]
    size = sum(abs(slope * x) for slope, x in zip(slopes, a)) * mpf(2) ** -53
    return [law, y, arguments, float(total(*a)), [float(s) for s in slopes], float(size)]


def records():
    rng = random.Random(37)
    for law in LAWS:
        for shape, spread in [(80, 0.1), (1e3, 0.3), (1e4, 0.02), (1e6, 1e-3), (1e6, 0.2), (1e8, 1e-4), (1e10, 1e-5), (1e12, 1e-6), (1e15, 3e-8)]:
            y, arguments = point(law, rng, shape * rng.uniform(1, 2), spread)
            yield record(law, y, arguments)
    for law, y, arguments in TINY:
        yield record(law, [y], arguments)


print("[\n" + ",\n".join(json.dumps(r) for r in records()) + "\n]", file=sys.stdout)
