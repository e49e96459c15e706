"""Densities and cumulative probabilities of the continuous distributions at extreme but legal points, for
tests/thorough/tests/extremes_continuous.rs.

python extremes_continuous.py [LAW ...] > extremes_continuous.json        (needs mpmath)

Every record is [law, at, density, below, above]; each of the last three is null, or [value, slope by y, slope by the
first argument, ..., slack of the value, slack of each slope], without slacks of 0 at the end. The slack is how much a change
of every input in its last place changes the number: no algorithm is asked for more. Everything is computed with 110 digits from the textbook
definitions, derivatives by central differences of steps so small that dozens of digits remain. Numbers that f64 cannot
hold are left out.
"""
import json
import math
import random
import sys

try:
    from gmpy2 import mpz  # The same numbers, many times faster.
except ImportError:
    mpz = int
from mpmath import mp, mpf, erfc, exp, log, log1p, expm1, sqrt, atan, atan2, pi, loggamma, quad, besseli, cos, sin, psi

mp.dps = 110
BITS = 420
ONE = mpz(1) << BITS
EPS = mpf(2) ** -53


class TooLong(Exception):
    """What has no digits left, or would take minutes."""


# --- Functions ---------------------------------------------------------------------------------------------------------
def log1mexp(x):
    """log(1 - e^x) for x < 0."""
    if not x < 0:
        raise TooLong
    if x < -400:
        return -exp(x) if x > -1e6 else mpf(0)
    return log(-expm1(x)) if x > -1 else log1p(-exp(x))


def log_tail(a):
    """log P(Z > a) of a standard normal Z."""
    if a < -30:
        return log1mexp(log_tail(-a))
    if a < 40:
        return log(erfc(a / sqrt(mpf(2))) / 2)
    term, total, n, square = mpf(1), mpf(1), 0, a * a
    while abs(term) > mpf(10) ** -115:
        n += 1
        term *= -(2 * n - 1) / square
        total += term
    return -square / 2 - log(a) - log(2 * pi) / 2 + log(total)


def log_phi(z):
    return log_tail(-z)


def series(ratio, most=6_000):
    """sum over n of the product of ratio(1..n), in fixed point; the ratio is (numerator, denominator) as integers."""
    term, total, n = ONE, ONE, 0
    while term > 0:
        n += 1
        numerator, denominator = ratio(n)
        term = term * numerator // denominator
        total += term
        if n > most:
            raise TooLong
    return mpf(total) / ONE


def fixed(x):
    return mpz(int(mp.floor(x * ONE)))


def log_gamma_lower(a, z):
    """log P(a, z) by the series."""
    A, Z = fixed(a), fixed(z)
    return a * log(z) - z - loggamma(a + 1) + log(series(lambda n: (Z, A + n * ONE)))


def log_gamma_upper(a, z):
    """log Q(a, z) by the continued fraction, bottom up."""
    for count in (60, 400):
        values = []
        for terms in (count, count + count // 3):
            f = z + 2 * terms + 1 - a
            for n in range(terms, 0, -1):
                f = z + 2 * n - 1 - a - n * (n - a) / f
            values.append(f)
        if abs(values[0] - values[1]) < abs(values[1]) * mpf(10) ** -95:
            return a * log(z) - z - loggamma(a) - log(values[1])
    raise TooLong


def gammas(a, z):
    """log P(a, z), log Q(a, z)."""
    if z <= a + 1:
        lower = log_gamma_lower(a, z)
        return lower, log1mexp(lower)
    upper = log_gamma_upper(a, z)
    return log1mexp(upper), upper


def log_beta(a, b):
    return loggamma(a) + loggamma(b) - loggamma(a + b)


def beta_series(a, b, x, y):
    A, S, X = fixed(a), fixed(a + b), fixed(x)
    # x (a + b + n - 1) / (a + n)
    total = series(lambda n: (X * (S + (n - 1) * ONE) >> BITS, A + n * ONE))
    return a * log(x) + b * log(y) - log(a) - log_beta(a, b) + log(total)


def betas(a, b, x, y):
    """log I_x(a, b), log I_y(b, a) with y = 1 - x."""
    if x * (a + b) > a:
        return swap(betas(b, a, y, x))
    try:
        lower = beta_series(a, b, x, y)
        return lower, log1mexp(lower)
    except TooLong:
        # The other side, if it leaves some digits.
        upper = beta_series(b, a, y, x)
        lower = log1mexp(upper)
        if lower < -120:
            raise
        return lower, upper


# --- Laws: log density, and (log cdf, log ccdf) -------------------------------------------------------------------------
def phi_log(z):
    return -z * z / 2 - log(2 * pi) / 2


def power(x):
    """e^x, if it is no more than densities here fall to."""
    if x > 100:
        raise TooLong
    return exp(x) if x > -1e6 else mpf(0)


def softplus(x):
    return x + log1p(power(-x)) if x > 0 else log1p(power(x))


def location_scale(density, below):
    """Of symmetric laws."""
    return (
        lambda y, m, s: density((y - m) / s) - log(s),
        lambda y, m, s: (below((y - m) / s), below((m - y) / s)),
    )


def cauchy_below(z):
    return log(atan2(1, -z) / pi) if z < 1 else log1p(-atan(1 / z) / pi)


def folded_cauchy(z):
    return log(2 / pi * atan(z)) if z < 1 else log1p(-2 / pi * atan(1 / z))


def laplace_below(z):
    return z - log(mpf(2)) if z < 0 else log1p(-exp(-z) / 2)


def t_density(z, nu):
    return -(nu + 1) / 2 * log1p(z * z / nu) + loggamma((nu + 1) / 2) - loggamma(nu / 2) - log(nu * pi) / 2


def t_both(z, nu):
    square = z * z
    x, y = nu / (nu + square), square / (nu + square)
    rest, both = betas(mpf(1) / 2, nu / 2, y, x)
    return rest, both


def t_below(z, nu):
    tail = t_both(z, nu)[1] - log(mpf(2))
    return tail if z < 0 else log1mexp(tail)


def gumbel_above(z):
    return log1mexp(-power(-z)) if z < 300 else -z + log1p(-power(-z) / 2)


def emg_convolution(z, k):
    return k * k / 2 - k * z + log_phi(z - k)


def emg(y, m, s, rate):
    z, k = (y - m) / s, rate * s
    normal, convolution = log_phi(z), emg_convolution(z, k)
    lower = normal + log1mexp(convolution - normal)
    above = log_phi(-z)
    high, low = max(above, convolution), min(above, convolution)
    return lower, log1mexp(lower) if lower < -1 else high + log1p(exp(low - high))


def weibull_both(x):
    """Of log t, where log P(Y > y) = -t."""
    t = power(x)
    return (log1mexp(-t) if x > -250 else x - t / 2), -t


def gamma_density(y, a, r):
    return (a - 1) * log(y) - r * y + a * log(r) - loggamma(a)


def inv_gamma_density(y, a, b):
    return -(a + 1) * log(y) - b / y + a * log(b) - loggamma(a)


def beta_density(y, a, b):
    return (a - 1) * log(y) + (b - 1) * log1p(-y) - log_beta(a, b)


def exponential_both(t):
    return log1mexp(-t), -t


def log_i0(k):
    if k < 500:
        return log(besseli(0, k))
    term, total, n = mpf(1), mpf(1), 0
    while abs(term) > mpf(10) ** -112 and n < 2000:
        n += 1
        term *= mpf((2 * n - 1) ** 2) / (8 * n * k)
        total += term
        if n > 4 * k:
            break
    return k - log(2 * pi * k) / 2 + log(total)


half = mpf(1) / 2
# With the digits of any computation here.
mp.dps = 430
LN2 = log(mpf(2))
mp.dps = 110
swap = lambda pair: (pair[1], pair[0])
LAWS = {
    "std_normal": (lambda y: phi_log(y), lambda y: (log_phi(y), log_phi(-y))),
    "normal": location_scale(phi_log, log_phi),
    "half_normal": (
        lambda y, s: phi_log(y / s) - log(s) + LN2,
        lambda y, s: (log(mp.erf(y / s / sqrt(mpf(2)))) if y < s else log1mexp(LN2 + log_phi(-y / s)), LN2 + log_phi(-y / s)),
    ),
    "cauchy": location_scale(lambda z: -log1p(z * z) - log(pi), cauchy_below),
    "half_cauchy": (
        lambda y, s: -log1p((y / s) ** 2) - log(s) + log(2 / pi),
        lambda y, s: (folded_cauchy(y / s), folded_cauchy(s / y)),
    ),
    "student_t": (
        lambda y, nu, m, s: t_density((y - m) / s, nu) - log(s),
        lambda y, nu, m, s: (t_below((y - m) / s, nu), t_below((m - y) / s, nu)),
    ),
    "half_student_t": (
        lambda y, nu, s: t_density(y / s, nu) - log(s) + LN2,
        lambda y, nu, s: t_both(y / s, nu),
    ),
    "exp_mod_normal": (lambda y, m, s, r: log(r) + emg_convolution((y - m) / s, r * s), emg),
    "skew_normal": (
        lambda y, m, s, a: LN2 + phi_log((y - m) / s) + log_phi(a * (y - m) / s) - log(s),
        None,
    ),
    "double_exponential": location_scale(lambda z: -abs(z) - LN2, laplace_below),
    "logistic": location_scale(lambda z: -abs(z) - 2 * softplus(-abs(z)), lambda z: -softplus(-z)),
    "gumbel": (
        lambda y, m, s: -(y - m) / s - power(-(y - m) / s) - log(s),
        lambda y, m, s: (-power(-(y - m) / s), gumbel_above((y - m) / s)),
    ),
    "lognormal": (
        lambda y, m, s: phi_log((log(y) - m) / s) - log(s) - log(y),
        lambda y, m, s: (log_phi((log(y) - m) / s), log_phi((m - log(y)) / s)),
    ),
    "loglogistic": (
        lambda y, a, b: log(b / a) + (b - 1) * log(y / a) - 2 * softplus(b * log(y / a)),
        lambda y, a, b: (-softplus(-b * log(y / a)), -softplus(b * log(y / a))),
    ),
    "exponential": (lambda y, r: log(r) - r * y, lambda y, r: exponential_both(r * y)),
    "gamma": (gamma_density, lambda y, a, r: gammas(a, r * y)),
    "inv_gamma": (inv_gamma_density, lambda y, a, b: swap(gammas(a, b / y))),
    "chi_square": (lambda y, nu: gamma_density(y, nu / 2, half), lambda y, nu: gammas(nu / 2, y / 2)),
    "inv_chi_square": (
        lambda y, nu: inv_gamma_density(y, nu / 2, half),
        lambda y, nu: swap(gammas(nu / 2, 1 / (2 * y))),
    ),
    "scaled_inv_chi_square": (
        lambda y, nu, s: inv_gamma_density(y, nu / 2, nu * s * s / 2),
        lambda y, nu, s: swap(gammas(nu / 2, nu * s * s / (2 * y))),
    ),
    "weibull": (
        lambda y, a, s: log(a / s) + (a - 1) * log(y / s) - power(a * log(y / s)),
        lambda y, a, s: weibull_both(a * log(y / s)),
    ),
    "frechet": (
        lambda y, a, s: log(a / s) - (a + 1) * log(y / s) - power(-a * log(y / s)),
        lambda y, a, s: swap(weibull_both(-a * log(y / s))),
    ),
    "rayleigh": (
        lambda y, s: log(y) - (y / s) ** 2 / 2 - 2 * log(s),
        lambda y, s: weibull_both(2 * log(y / s) - LN2),
    ),
    "pareto": (
        lambda y, m, a: log(a) + a * log(m) - (a + 1) * log(y),
        lambda y, m, a: exponential_both(a * log(y / m)),
    ),
    "pareto_type_2": (
        lambda y, m, s, a: log(a / s) - (a + 1) * log1p((y - m) / s),
        lambda y, m, s, a: exponential_both(a * log1p((y - m) / s)),
    ),
    "beta": (beta_density, lambda y, a, b: betas(a, b, y, 1 - y)),
    "beta_proportion": (
        lambda y, m, k: beta_density(y, m * k, (1 - m) * k),
        lambda y, m, k: betas(m * k, (1 - m) * k, y, 1 - y),
    ),
    "uniform": (
        lambda y, a, b: -log(b - a),
        lambda y, a, b: (log((y - a) / (b - a)), log((b - y) / (b - a))),
    ),
    "von_mises": (lambda y, m, k: k * cos(y - m) - log(2 * pi) - log_i0(k), None),
}

# --- Points ----------------------------------------------------------------------------------------------------------------
SCALES = [-300, -250, -200, -155, -100, -20, -8, -3, 0, 0, 1, 4, 8, 20, 100, 155, 200, 250, 300]
SHAPES = [-8, -5, -3, -1, 0, 0, 0.5, 1, 1.5, 2, 3, 4, 6, 8]
HUGE = [9, 10, 12, 15]


def drawn(rng, exponents):
    return 10.0 ** (rng.choice(exponents) + rng.uniform(-0.4, 0.4))


def sign(rng):
    return rng.choice([-1.0, 1.0])


def z_of(rng, heavy, wide=4, least=-300):
    """A standardised number: near 0, ordinary, in the tails; with heavy tails, far out."""
    exponents = [least, -20, -8, -3, -1, 0, 0, 0, 0.5, 1, 1.3, 1.7, 2, 3, wide]
    if heavy:
        exponents += [20, 80, 155, 160, 200, 290]
    return drawn(rng, exponents) * sign(rng)


def at_location(rng, z, scale):
    location = rng.choice([0.0, 0.0, scale * rng.uniform(-2, 2), scale * 10.0 ** rng.uniform(0, 6)])
    return location + scale * z, location


def place_scale(heavy, wide=4):
    def point(rng):
        scale = drawn(rng, SCALES)
        y, location = at_location(rng, z_of(rng, heavy, wide, -15), scale)
        return [y, location, scale]
    return point


def folded(heavy, wide=4):
    def point(rng):
        scale = drawn(rng, SCALES)
        return [abs(scale * z_of(rng, heavy, wide)), scale]
    return point


def of_gamma(rng, huge=True):
    """Shape and a multiple of what such a number has for its mean, of rate 1."""
    shape = drawn(rng, SHAPES + (HUGE if huge else []))
    if shape < 1 and rng.random() < 0.5:
        return shape, 10.0 ** -rng.uniform(0, min(300, 1 / shape))
    kind = rng.random()
    if kind < 0.6:
        return shape, shape * abs(1 + rng.gauss(0, 2) / math.sqrt(shape))
    return shape, shape * 10.0 ** rng.choice([-3, -1, -0.3, 0.3, 1, 2])


def gamma_point(rng):
    shape, z = of_gamma(rng)
    rate = drawn(rng, SCALES)
    return [z / rate, shape, rate]


def inv_gamma_point(rng):
    shape, z = of_gamma(rng)
    scale = drawn(rng, SCALES)
    return [scale / z, shape, scale]


def scaled_inv_chi_square_point(rng):
    shape, z = of_gamma(rng)
    scale = drawn(rng, [x / 2 for x in SCALES])
    return [shape * scale / z * scale, 2 * shape, scale]


def power_point(sign_of_tail):
    def point(rng):
        shape, scale = drawn(rng, SHAPES[:-2]), drawn(rng, SCALES)
        # x = shape log(y / scale); the tail is at e^x of 1e8.
        x = rng.choice([-690, -80, -30, -3, -0.3, 0.1, 0.5, 2, 4, 8, 12, 17]) * rng.uniform(0.8, 1.05) * sign_of_tail
        if rng.random() < 0.2:
            return [drawn(rng, SCALES), shape, scale]
        return [scale * math.exp(max(-600, min(600, x / shape))), shape, scale]
    return point


def loglogistic_point(rng):
    y, shape, scale = power_point(1)(rng) if rng.random() < 0.5 else power_point(-1)(rng)
    return [y, scale, shape]


def t_point(rng):
    scale = drawn(rng, SCALES)
    freedom = drawn(rng, SHAPES + HUGE)
    y, location = at_location(rng, z_of(rng, True, 3, -15), scale)
    return [y, freedom, location, scale]


def half_t_point(rng):
    y, freedom, location, scale = t_point(rng)
    return [abs(y - location), freedom, scale]


def emg_point(rng):
    scale = drawn(rng, [-100, -20, -8, -3, 0, 0, 0, 1, 4, 8, 20, 100])
    k = drawn(rng, [-16, -12, -8, -4, -2, -1, 0, 0, 1, 2, 4, 6, 8, 10])
    z = rng.choice([z_of(rng, False), drawn(rng, [-1, 0, 1, 2]) / k, k * rng.uniform(0.5, 1.5), -k * rng.uniform(0.5, 1.5)])
    y, location = at_location(rng, z, scale)
    return [y, location, scale, k / scale]


def skew_point(rng):
    y, location, scale = place_scale(False)(rng)
    return [y, location, scale, drawn(rng, [-8, -3, 0, 0, 1, 2, 4, 8]) * sign(rng)]


def beta_point(rng):
    a, b = drawn(rng, SHAPES + HUGE), drawn(rng, SHAPES + HUGE)
    mean = a / (a + b)
    spread = math.sqrt(mean * (1 - mean) / (a + b + 1))
    y = rng.choice([mean + rng.gauss(0, 2) * spread, mean * 10.0 ** -rng.uniform(0, 3), rng.random(), 10.0 ** -rng.uniform(0, 250), 1 - 10.0 ** -rng.uniform(0, 12)])
    return [y, a, b]


def beta_proportion_point(rng):
    kappa = drawn(rng, SHAPES + HUGE)
    mean = rng.choice([rng.random(), 10.0 ** -rng.uniform(0, 30), 1 - 10.0 ** -rng.uniform(0, 9)])
    spread = math.sqrt(mean * (1 - mean) / (kappa + 1))
    y = rng.choice([mean + rng.gauss(0, 2) * spread, mean * rng.uniform(0.5, 1.0), rng.random()])
    return [y, mean, kappa]


def pareto_point(rng):
    shape, scale = drawn(rng, SHAPES), drawn(rng, SCALES)
    t = drawn(rng, [-14, -8, -3, -1, 0, 0, 1, 2, 4, 7])
    y = rng.choice([scale * math.exp(min(t / shape, 600)), drawn(rng, SCALES)])
    return [y, scale, shape]


def pareto_2_point(rng):
    y, scale, shape = pareto_point(rng)
    location = rng.choice([0.0, scale, -scale])
    return [location + abs(y - scale), location, scale, shape]


def uniform_point(rng):
    width, low = drawn(rng, SCALES), drawn(rng, SCALES) * sign(rng) * rng.choice([0, 1])
    part = rng.choice([rng.random(), 10.0 ** -rng.uniform(0, 250), 1 - 10.0 ** -rng.uniform(0, 14)])
    return [low + width * part, low, low + width]


def von_mises_point(rng):
    kappa = drawn(rng, SHAPES + [9, 12, 15, 100])
    mean = rng.uniform(-3, 3)
    return [mean + rng.choice([rng.uniform(-3, 3), rng.gauss(0, 2) / math.sqrt(kappa + 1)]), mean, kappa]


POINTS = {
    "std_normal": lambda rng: [z_of(rng, False, 4, -15)],
    "normal": place_scale(False), "half_normal": folded(False),
    "cauchy": place_scale(True), "half_cauchy": folded(True),
    "student_t": t_point, "half_student_t": half_t_point, "exp_mod_normal": emg_point, "skew_normal": skew_point,
    "double_exponential": place_scale(False, 8), "logistic": place_scale(False, 8),
    "gumbel": lambda rng: place_scale(False, 2)(rng),
    "lognormal": lambda rng: [drawn(rng, SCALES), rng.uniform(-600, 600), drawn(rng, [-2, 0, 1, 2, 4, 100, 300])],
    "loglogistic": loglogistic_point,
    "exponential": lambda rng: (lambda r, t: [t / r, r])(drawn(rng, SCALES), drawn(rng, [-300, -100, -17, -8, -1, 0, 0.5, 1, 2, 4, 8])),
    "gamma": gamma_point, "inv_gamma": inv_gamma_point,
    "chi_square": lambda rng: (lambda p: [2 * p[1], 2 * p[0]])(of_gamma(rng)),
    "inv_chi_square": lambda rng: (lambda p: [0.5 / p[1], 2 * p[0]])(of_gamma(rng)),
    "scaled_inv_chi_square": scaled_inv_chi_square_point,
    "weibull": power_point(1), "frechet": power_point(-1),
    "rayleigh": lambda rng: (lambda p: [p[0], p[1]])(folded(False)(rng)),
    "pareto": pareto_point, "pareto_type_2": pareto_2_point,
    "beta": beta_point, "beta_proportion": beta_proportion_point, "uniform": uniform_point, "von_mises": von_mises_point,
}


# Laws of incomplete gamma and beta functions take long.
SLOW = ("gamma", "inv_gamma", "chi_square", "inv_chi_square", "scaled_inv_chi_square", "beta", "beta_proportion", "student_t", "half_student_t")


# --- Records -----------------------------------------------------------------------------------------------------------------
def legal(law, at):
    y = at[0]
    if not all(math.isfinite(x) and (x == 0 or 2.3e-308 < abs(x) < 1e307) for x in at):
        return False
    if law in ("beta", "beta_proportion"):
        return 0 < y < 1 and (law == "beta" or 0 < at[1] < 1)
    if law == "pareto":
        return y > at[1]
    if law == "pareto_type_2":
        return y > at[1]
    if law == "uniform":
        return at[1] < y < at[2]
    if law in ("std_normal", "normal", "cauchy", "student_t", "exp_mod_normal", "skew_normal", "double_exponential", "logistic", "gumbel", "von_mises"):
        return True
    return y > 0


def shapes_of_mean(x, slopes):
    """The slope of beta_proportion by kappa is a sum of slopes by both shapes, of which the difference is that by the mean."""
    return [0, 0, 0, EPS * abs(slopes[1]) * x[1] / x[2]]


def distance(x, slopes):
    """The slope of exp_mod_normal by the rate is what is left of the distance from the mean, which docs/limits.md says."""
    return [0, 0, 0, 0, EPS * abs(x[0] - x[1])]


FLOORS = {"beta_proportion": shapes_of_mean, "exp_mod_normal": distance}


class Lost(Exception):
    """Slopes have no digits left."""


def rooms(law, at):
    """How far numbers can be moved by parts of: locations by what they are the locations of, ends of intervals by the distance to them."""
    y = at[0]
    sizes = [abs(number) or abs(y) or 1.0 for number in at]
    if law == "uniform":
        sizes[:3] = [min(y - at[1], at[2] - y), y - at[1], at[2] - y]
    elif law in LOCATIONS:
        sizes[LOCATIONS[law]] = max(abs(y), abs(at[LOCATIONS[law]])) or 1.0
    return sizes


# The places of locations.
LOCATIONS = dict.fromkeys(("normal", "cauchy", "exp_mod_normal", "skew_normal", "double_exponential", "logistic", "gumbel", "pareto_type_2"), 1)
LOCATIONS["student_t"] = 2


def result(f, at, law, floor=None):
    """Value, slopes, and the slack of each; None if f64 cannot hold them."""
    try:
        answer = result_of_digits(f, at, rooms(law, at), floor)
        if answer is None or abs(answer[0]) > 1e-80:
            return answer
    except Lost:
        pass
    if law in SLOW:
        raise TooLong
    mp.dps = 420
    try:
        return result_of_digits(f, at, rooms(law, at), floor)
    except Lost:
        raise TooLong from None
    finally:
        mp.dps = 110


def result_of_digits(f, at, sizes, floor):
    x = [mpf(number) for number in at]
    count = len(x)
    step = [mpf(size) * mpf(10) ** -30 for size in sizes]

    def moved(*moves):
        y = list(x)
        for place, by in moves:
            y[place] += by * step[place]
        return f(*y)

    here = f(*x)
    # Where the result hardly depends on a number, a larger step.
    for place in range(count):
        change = abs(moved((place, 1)) - here) / (abs(here) or 1)
        if change < mpf(10) ** -42:
            step[place] *= mpf(10) ** 14
    up = [moved((i, 1)) for i in range(count)]
    down = [moved((i, -1)) for i in range(count)]
    slopes = [(u - d) / (2 * s) for u, d, s in zip(up, down, step)]
    if any(abs(u - d) < mpf(10) ** (25 - mp.dps) * max(abs(here), 1) and (u != d or mp.dps < 200) for u, d in zip(up, down)):
        raise Lost
    inputs = [EPS * abs(number) for number in x]
    slack = [sum(abs(slope) * e for slope, e in zip(slopes, inputs))]
    for i in range(count):
        total = mpf(0)
        for j in range(count):
            if i == j:
                second = (up[i] - 2 * here + down[i]) / step[i] ** 2
            else:
                second = (moved((i, 1), (j, 1)) - up[i] - up[j] + 2 * here - down[i] - down[j] + moved((i, -1), (j, -1))) / (2 * step[i] * step[j])
            total += abs(second) * inputs[j]
        slack.append(total)
    if floor is not None:
        slack = [most + more for most, more in zip(slack, floor(x, slopes))]
    numbers = [here] + slopes
    if not all(abs(number) < mpf("1e300") for number in numbers) or abs(here) > mpf("1e9"):
        return None
    if any(abs(s) > 1e-3 * abs(n) + mpf(10) ** -280 for n, s in zip(numbers, slack)):
        return None
    small = [float(mp.nstr(s, 2)) if s > abs(n) * mpf(10) ** -14 else 0 for n, s in zip(numbers, slack)]
    return short(numbers, small)


def short(numbers, slack):
    """Values have the digits of f64, slopes some more than they are compared to; slacks of 0 at the end are left out."""
    while slack and slack[-1] == 0:
        slack.pop()
    return [float(numbers[0])] + [float(mp.nstr(number, 12)) for number in numbers[1:]] + slack


def skew_normal_both(y, location, scale, alpha):
    """log P(Y <= y), log P(Y > y) and the slopes of both, by C(h, a) = 1/pi times the integral from a of
    exp(-h^2 (1 + x^2)/2)/(1 + x^2)."""
    z = (y - location) / scale
    h, a = abs(z), abs(alpha)
    length = min(1 / (h * h * a + h), 1 + a)
    marks = [a + length * k for k in (0, 1, 3, 8, 20, 50, 150)]
    marks += [marks[-1] * mpf(10) ** k for k in (1, 2, 4, 8, 16, 32)]
    tail = quad(lambda x: exp(-h * h * (x * x - a * a) / 2) / (1 + x * x), marks) / pi
    log_c = log(tail) - h * h * (1 + a * a) / 2
    normal = log_phi(-h)
    # F(-h; a) = C, F(-h; -a) = 2 Phi(-h) - C.
    small = log_c if (z < 0) == (alpha > 0) else LN2 + normal + log1mexp(log_c - LN2 - normal)
    lower = small if z < 0 else log1mexp(small)
    upper = log1mexp(small) if z < 0 else small
    by_z = LN2 + phi_log(z) + log_phi(alpha * z)
    by_alpha = -z * z * (1 + alpha * alpha) / 2 - log(pi * (1 + alpha * alpha))
    answers = []
    for value, sign in ((lower, 1), (upper, -1)):
        slope = sign * exp(by_z - value) / scale
        answers.append([value, slope, -slope, -z * slope, -sign * exp(by_alpha - value)])
    return answers


def von_mises_both(y, mean, kappa):
    """log P(Y <= y), log P(Y > y) and the slopes of both; the circle is cut at pi."""
    width = 1 / sqrt(kappa + 1)
    marks = sorted({mean + turn * 2 * pi + k * width for turn in (-1, 0, 1) for k in (-12, -5, -2, 0, 2, 5, 12)})
    # Far out the integrand falls from its end.
    near = 1 / (kappa * abs(sin(y - mean)) + sqrt(kappa + 1))
    marks = sorted(marks + [end + k * near for end in (-pi, y, pi) for k in (-150, -50, -20, -8, -3, -1, 1, 3, 8, 20, 50, 150)])

    def integral(f, low, high):
        inner = [mark for mark in marks if low < mark < high]
        value, error = quad(f, [low] + inner + [high], error=True)
        if error > abs(value) * mpf(10) ** -20:
            raise TooLong
        return value

    weight = lambda t: exp(kappa * (cos(t - mean) - 1))
    fall = lambda t: weight(t) * (cos(t - mean) - 1)
    parts = [(integral(weight, low, high), integral(fall, low, high)) for low, high in ((-pi, y), (y, pi))]
    whole, whole_fall = parts[0][0] + parts[1][0], parts[0][1] + parts[1][1]
    answers = []
    for (mass, moment), sign in zip(parts, (1, -1)):
        by_y, at_cut = sign * weight(y) / mass, sign * weight(pi) / mass
        answers.append([log(mass / whole), by_y, at_cut - by_y, moment / mass - whole_fall / whole])
    return answers


# Laws whose probabilities are integrals, which are not differentiated by differences.
BY_INTEGRALS = {"skew_normal": skew_normal_both, "von_mises": von_mises_both}


def by_integrals(law, at):
    z = (at[0] - at[1]) / at[2]
    if law == "skew_normal" and (abs(z) > 1e3 or abs(z * at[3]) > 1e4) or law == "von_mises" and (at[2] > 1e6 or abs(at[0]) > 3.14):
        return [None, None]
    mp.dps = 40
    answers = []
    for numbers in BY_INTEGRALS[law](*map(mpf, at)):
        slack = sum(abs(slope * x) for slope, x in zip(numbers[1:], at)) * EPS
        if abs(numbers[0]) < 1e-20 or any(abs(number) > mpf("1e300") for number in numbers):
            answers.append(None)
        else:
            # Probabilities near 1 are differences of 1 and what is left, which docs/limits.md says.
            answers.append(short(numbers, [float(mp.nstr(slack + EPS, 2))]))
    mp.dps = 110
    return answers


def record(law, at):
    density, both = LAWS[law]
    answers = []
    for f in [density] + [(lambda *x, side=side: both(*x)[side]) if both else None for side in (0, 1)]:
        try:
            answers.append(result(f, at, law, FLOORS.get(law)) if f else None)
        except (TooLong, TypeError, ValueError, OverflowError, ZeroDivisionError, mp.NoConvergence):
            answers.append(None)
    if law in BY_INTEGRALS:
        try:
            answers[1:] = by_integrals(law, at)
        except (TooLong, TypeError, ValueError, OverflowError, ZeroDivisionError):
            pass
    return [law, at] + answers


def records(count, laws):
    for law in laws:
        rng, made, tries = random.Random(law), 0, 0
        while made < count and tries < 20 * count:
            tries += 1
            at = POINTS[law](rng)
            if legal(law, at):
                answer = record(law, at)
                if any(part is not None for part in answer[2:]):
                    made += 1
                    yield answer
        print(law, made, tries, file=sys.stderr, flush=True)


if __name__ == "__main__":
    print("[", end="")
    laws = sys.argv[1:] or LAWS
    rows = (row for law in laws for row in records(120, [law]))
    for place, row in enumerate(rows):
        text = json.dumps(row, separators=(",", ":")).replace(".0,", ",").replace(".0]", "]")
        print(",\n" if place else "\n", text, sep="", end="", flush=True)
    print("\n]")
