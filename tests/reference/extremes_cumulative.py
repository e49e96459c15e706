"""Writes extremes_cumulative.json: log P(Y <= y) and log P(Y > y) of laws of whole numbers with large counts, and log densities of laws that
are truncated to narrow intervals, with their derivatives. Needs mpmath; beta_binomial takes some minutes.

Incomplete functions are integrals of their densities, in pieces about the mode; the beta-binomial distribution is summed in whole numbers of
220 bits, or, for whole shapes, the sum of a polynomial.

    python extremes_cumulative.py
"""

from fractions import Fraction

from mpmath import exp, inf, log, log1p, loggamma, mp, mpf, ncdf, npdf, quad, sqrt

from extremes_discrete import LAWS, finite, write

mp.dps = 34


def pieces(integrand, start, sd, sign):
    """The integral of a density from a place outwards, in pieces of one standard deviation."""
    total, step = mpf(0), 0
    while step < 400:
        a, b = start + sign * step * sd, start + sign * (step + 1) * sd
        part = abs(quad(integrand, [a, b]))
        total += part
        step += 1
        if part < total * mpf(10) ** -30:
            break
    return total


def gamma_tails(a, x):
    """P(a, x) and Q(a, x)"""
    constant = loggamma(a)
    density = lambda t: exp((a - 1) * log(t) - t - constant) if t > 0 else mpf(0)
    return both(density, x, a, sqrt(a))


def beta_tails(a, b, x):
    """I_x(a, b) and 1 - I_x(a, b)"""
    constant = loggamma(a) + loggamma(b) - loggamma(a + b)
    density = lambda t: exp((a - 1) * log(t) + (b - 1) * log1p(-t) - constant) if 0 < t < 1 else mpf(0)
    return both(density, x, a / (a + b), sqrt(a * b / (a + b) ** 3))


def both(density, x, mean, sd):
    if x <= mean:
        below = pieces(density, x, sd / 2, -1)
        return below, 1 - below
    above = pieces(density, x, sd / 2, 1)
    return 1 - above, above


TAILS = {
    "poisson": lambda y, m: gamma_tails(y + 1, m)[::-1],
    "binomial": lambda y, n, p: beta_tails(n - y, y + 1, 1 - p),
    "neg_binomial": lambda y, a, b: beta_tails(a, y + 1, b / (1 + b)),
    "neg_binomial_2": lambda y, m, f: beta_tails(f, y + 1, f / (m + f)),
}


def with_slopes(function, point, free):
    """Logarithms and their derivatives by the arguments in these places."""
    exact = [mpf(x) for x in point]
    values = [log(p) for p in function(*exact)]
    slopes = [[] for _ in values]
    for place in free:
        x = exact[place + 1]
        h = abs(x) * mpf(10) ** -9 / sqrt(exact[0])
        at = lambda x: [log(p) for p in function(*(exact[: place + 1] + [x] + exact[place + 2 :]))]
        for all, up, down in zip(slopes, at(x + h), at(x - h)):
            all.append((up - down) / (2 * h))
    return values, slopes


def record(law, what, point, value, slopes, size=0, sizes=None):
    """The size is that of the terms of the value, the sizes those of the terms of derivatives."""
    short = lambda x: finite(mp.nstr(abs(mpf(x)), 3))
    return {
        "law": law,
        "what": what,
        "at": [float(x) for x in point],
        "value": finite(value),
        "size": short(size),
        "slopes": [finite(slope) for slope in slopes],
        "sizes": [short(size) for size in sizes or slopes],
    }


def tails(records):
    mp.dps = 52
    points = []
    for y in (10**6, 10**9, 10**15):
        sd = y**0.5
        for k in (0, 2.5):
            points.append(("poisson", [y, float(y + k * sd)]))
            points.append(("binomial", [y, 3 * y, float(1 / 3 + k * sd / y / 3)]))
            for f in (7.5, 1e8):
                mean = y * (1 + k / 20) if f < 10 else y * (1 + k * (1 / f + 1 / y) ** 0.5)
                points.append(("neg_binomial_2", [y, mean, f]))
                points.append(("neg_binomial", [y, f, f / mean]))
    for law, point in points:
        values, slopes = with_slopes(TAILS[law], point, LAWS[law][0])
        for what, value, slope in zip(("log_cdf", "log_ccdf"), values, slopes):
            # The precision moves the shape and the probability of success, which nearly make up for each other.
            sizes = [abs(s) for s in slope]
            if law == "neg_binomial_2":
                sizes[1] += sizes[0] * point[1] / point[2]
            records.append(record(law, what, point, value, slope, sizes=sizes))


def sums(k, n, a, b):
    """The sums of p_j/p_k over j <= k and over j > k, with a and b exact fractions."""
    (na, da), (nb, db) = (a.numerator, a.denominator), (b.numerator, b.denominator)
    one = 1 << 220
    term = below = one
    for j in range(k, 0, -1):
        term = term * (j * ((n - j) * db + nb) * da) // ((n - j + 1) * ((j - 1) * da + na) * db)
        below += term
        if not term:
            break
    term, above = one, 0
    for j in range(k, n):
        term = term * ((n - j) * (j * da + na) * db) // ((j + 1) * ((n - j - 1) * db + nb) * da)
        above += term
        if not term:
            break
    return mpf(below), mpf(above)


def beta_binomial_sums(records):
    h = Fraction(1, 2**40)
    points = [
        [1000000, 2000000, 2.0, 3.0],
        [2000, 2000000, 0.5, 0.75],
        [700000, 2000000, 200.0, 300.0],
        [1048576, 1048577, 0.5, 0.5],
        [3, 1500000, 1.5, 1e6],
    ]
    for k, n, a, b in points:
        mp.dps = 60
        at = lambda a, b: [log(part / sum(parts)) for parts in [sums(k, n, a, b)] for part in parts]
        a, b = Fraction(a), Fraction(b)
        slope = lambda x, up, down: [(u - d) / (2 * mpf(x.numerator) / x.denominator * mpf(2) ** -40) for u, d in zip(up, down)]
        by_a = slope(a, at(a * (1 + h), b), at(a * (1 - h), b))
        by_b = slope(b, at(a, b * (1 + h)), at(a, b * (1 - h)))
        for side, what in enumerate(("log_cdf", "log_ccdf")):
            records.append(record("beta_binomial", what, [k, n, float(a), float(b)], at(a, b)[side], [by_a[side], by_b[side]]))


def beta_binomial_polynomials(records):
    """Of whole shapes P(Y <= k) is a polynomial in k, known from its first values. There are no derivatives."""
    mp.dps = 60
    for n in (10**9, 10**15):
        for a, b in ((2, 3), (5, 2)):
            total = Fraction(1)
            for i in range(1, a + b):
                total *= Fraction(n + i, i)
            choose = lambda top, bottom: Fraction(1) if bottom == 0 else choose(top - 1, bottom - 1) * top / bottom
            mass = lambda j: choose(j + a - 1, a - 1) * choose(n - j + b - 1, b - 1) / total
            degree, values, so_far = a + b - 1, [], Fraction(0)
            for j in range(degree + 1):
                so_far += mass(j)
                values.append(so_far)
            for k in (n // 7, n - n // 1000, n - 3):
                below = Fraction(0)
                for i, value in enumerate(values):
                    weight = Fraction(1)
                    for j in range(degree + 1):
                        if j != i:
                            weight *= Fraction(k - j, i - j)
                    below += value * weight
                for what, p in (("log_cdf", below), ("log_ccdf", 1 - below)):
                    records.append(record("beta_binomial", what, [k, n, a, b], log(mpf(p.numerator) / p.denominator), []))


def narrow(records):
    """Laws between close bounds, at y: the value and the derivatives by the arguments. The point is y, both bounds, then the arguments."""

    def whole(law, point):
        y, lower, upper, *args = [int(x) for x in point[:3]] + list(point[3:])
        free, terms = LAWS[law]

        def log_share(*args):
            mp.dps = 60
            top = sum(terms(mpf(y), *args))
            return -log(sum(exp(sum(terms(mpf(k), *args)) - top) for k in range(lower, upper + 1)))

        exact = [mpf(x) for x in args]
        mp.dps = 60
        log_density = lambda *args: sum(terms(mpf(y), *args))
        slopes, sizes = [], []
        for place in free:
            h = abs(exact[place]) * mpf(10) ** -25
            put = lambda x: exact[:place] + [x] + exact[place + 1 :]
            slope = lambda f: (f(*put(exact[place] + h)) - f(*put(exact[place] - h))) / (2 * h)
            slopes.append(slope(log_share))
            sizes.append(slope(log_density))
        records.append(record(law, "truncated", point, log_share(*exact), slopes, log_density(*exact), sizes))

    for y in (10**4, 10**9, 10**15):
        for width in (0, 3, 600):
            whole("poisson", [y + width // 2, y, y + width, y * 1.00001])
            whole("binomial", [y + width // 2, y, y + width, 4 * y, 0.25])
            whole("neg_binomial_2", [y + width // 2, y, y + width, y * 1.1, 30.0])

    for x in (0.3, -7.0, 35.0):
        for width in (1e-3, 1e-9, 2.0**-50):
            for mu, sigma in ((0.0, 1.0), (0.25, 3.0)):
                lower, upper = x, x + width
                if not lower < upper:
                    continue
                y = lower + (upper - lower) / 2

                def value(mu, sigma):
                    mp.dps = 60
                    density = lambda t: exp(-((t - mu) ** 2 - (mpf(y) - mu) ** 2) / (2 * sigma**2))
                    return -log(quad(density, [mpf(lower), mpf(upper)]))

                h, z = mpf(10) ** -20, (y - mu) / sigma
                slopes = [(value(mpf(mu) + h, mpf(sigma)) - value(mpf(mu) - h, mpf(sigma))) / (2 * h)]
                slopes.append((value(mpf(mu), mpf(sigma) + h) - value(mpf(mu), mpf(sigma) - h)) / (2 * h))
                records.append(record("normal", "truncated", [y, lower, upper, mu, sigma], value(mpf(mu), mpf(sigma)), slopes, z * z, [z / sigma, z * z / sigma + 1]))


def probit(records):
    """ordered_probit between close cutpoints: the point is the predictor, then both; the derivatives are by all three."""
    mp.dps = 400
    for width in (1.5, 2.0**-5, 2.0**-7, 1e-4, 1e-11, 1e-13):
        for predictor, below in ((0.03, 0.0), (0.0, -1.7), (2.0, 9.0), (5.0, -25.0)):
            above = below + width

            def value(predictor, below, above):
                mp.dps = 400
                return log(ncdf(above - predictor) - ncdf(below - predictor))

            exact = [mpf(predictor), mpf(below), mpf(above)]
            slopes = []
            for place in range(3):
                h = mpf(width) * mpf(10) ** -30
                at = lambda x: value(*(exact[:place] + [x] + exact[place + 1 :]))
                slopes.append((at(exact[place] + h) - at(exact[place] - h)) / (2 * h))
            records.append(record("ordered_probit", "density", [predictor, below, above], value(*exact), slopes))


if __name__ == "__main__":
    records = []
    for part in (beta_binomial_polynomials, probit, narrow, tails, beta_binomial_sums):
        part(records)
        write("extremes_cumulative.json", records)
        print(part.__name__, flush=True)
