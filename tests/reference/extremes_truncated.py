"""Truncated laws of numbers at extreme but legal points, for tests/thorough/tests/extremes_truncated.rs.

python extremes_truncated.py [LAW ...] > extremes_truncated.json        (needs mpmath)

Every record is [law, [y, the arguments], lower bound or null, upper bound or null, [log density, slopes], slacks]. Slopes are by y, by the
arguments and by the bounds that are there, 0 by whole numbers; slacks are those of extremes_continuous.py. The log density is that of the law
less the logarithm of the mass between the bounds, a difference of cumulative probabilities with 110 digits; of whole numbers it is a sum.
"""
import json
import math
import random
import sys
from mpmath import exp, inf, log, log1p, mp, mpf

import extremes_continuous as numbers
import extremes_discrete as wholes
from extremes_continuous import EPS, TooLong, log1mexp

mp.dps = 110


def difference(high, low):
    """log(e^high - e^low)"""
    if not low < high:
        raise TooLong
    return high + log1mexp(low - high)


def mass_of(law):
    """log P(l < Y <= u); one of the bounds may be None."""
    both = numbers.LAWS[law][1]

    def mass(lower, upper, *args):
        if upper is None:
            return both(lower, *args)[1]
        if lower is None:
            return both(upper, *args)[0]
        at_lower, at_upper = both(lower, *args), both(upper, *args)
        if at_lower[1] < at_lower[0]:
            return difference(at_lower[1], at_upper[1])
        return difference(at_upper[0], at_lower[0])

    return mass


MOST = 400


def whole_mass_of(law):
    terms = wholes.LAWS[law][1]
    ends = {"binomial": lambda a: a[0], "beta_binomial": lambda a: a[0], "bernoulli": lambda a: 1, "discrete_range": lambda a: a[1]}

    def mass(lower, upper, *args):
        start = int(lower) if lower is not None else (int(args[0]) if law == "discrete_range" else 0)
        last = int(ends[law](args)) if law in ends else None
        stop = int(upper) if upper is not None else last
        density = lambda k: sum(terms(mpf(k), *args))
        if stop is not None:
            if stop - start > MOST:
                raise TooLong
            logs = [density(k) for k in range(start, stop + 1)]
        else:
            logs, k = [], start
            while len(logs) < 3 or logs[-1] > logs[-2] or logs[-1] > max(logs) - 260:
                logs.append(density(k))
                k += 1
                if k - start > MOST:
                    raise TooLong
        top = max(logs)
        return top + log(sum(exp(x - top) for x in logs))

    return mass


# --- Points: bounds about a point of the law itself --------------------------------------------------------------------------------
def bounds(rng, law, at):
    """Near y or far from it, relative to the distance of y from where the law is."""
    y = at[0]
    center = at[2 if law == "student_t" else 1] if law in LOCATED else 0.0
    distance = abs(y - center) or abs(y) or 1.0
    low = y - distance * 10.0 ** rng.choice([-12, -8, -4, -2, -1, -0.3, 0.3, 1])
    high = y + distance * 10.0 ** rng.choice([-12, -8, -4, -2, -1, -0.3, 0.3, 1])
    least, most = SUPPORT.get(law, (lambda at: 0.0, lambda at: math.inf) if law not in LOCATED else (lambda at: -math.inf, lambda at: math.inf))
    least, most = least(at), most(at)
    if low <= least:
        low = least + (y - least) * rng.choice([0.5, 0.1, 1e-3])
    if high >= most:
        high = most - (most - y) * rng.choice([0.5, 0.1, 1e-3])
    return low, high


LOCATED = ("normal", "cauchy", "student_t", "exp_mod_normal", "skew_normal", "double_exponential", "logistic", "gumbel", "std_normal", "von_mises")
SUPPORT = {
    "beta": (lambda at: 0.0, lambda at: 1.0), "beta_proportion": (lambda at: 0.0, lambda at: 1.0),
    "pareto": (lambda at: at[1], lambda at: math.inf), "pareto_type_2": (lambda at: at[1], lambda at: math.inf),
    "uniform": (lambda at: at[1], lambda at: at[2]),
}


def point(rng, law):
    if law in numbers.LAWS:
        at = numbers.POINTS[law](rng)
        if not numbers.legal(law, at):
            return None
        if law == "std_normal":
            y = at[0]
            low, high = y - abs(y) * 10.0 ** rng.choice([-12, -4, -1, 0]), y + abs(y) * 10.0 ** rng.choice([-12, -4, -1, 0])
        else:
            low, high = bounds(rng, law, at)
        if not (math.isfinite(low) and math.isfinite(high) and low < at[0] < high):
            return None
        if law in SUPPORT and (low <= SUPPORT[law][0](at) or high >= SUPPORT[law][1](at)):
            return None
    else:
        _, at = rng.choice(WHOLE_POINTS[law])
        y = at[0]
        low, high = y - rng.choice([0, 1, 7, 100, 300]), y + rng.choice([0, 1, 7, 100, 300])
        low = max(low, at[1] if law == "discrete_range" else 0.0)
        most = {"binomial": 1, "beta_binomial": 1, "discrete_range": 2}.get(law)
        high = min(high, at[most] if most else 1.0 if law == "bernoulli" else inf)
        if abs(y) >= 2.0**53:
            return None
        if law.startswith("neg_binomial") and at[1 if law == "neg_binomial" else 2] < 1e-6:
            # Slopes of the probabilities above both bounds are 1e7 times as large as their difference: docs/limits.md.
            return None
    sides = rng.choice([(1, 1), (1, 1), (1, 0), (0, 1)])
    return at, low if sides[0] else None, high if sides[1] else None


CUMULATIVE_WHOLES = ("poisson", "binomial", "beta_binomial", "neg_binomial", "neg_binomial_2", "geometric", "bernoulli", "discrete_range")
# The probabilities of beta_binomial are sums of so many terms as there are trials; extremes_cumulative.py has large ones.
WHOLE_POINTS = {
    law: [p for p in wholes.density_points() if p[0] == law and (law != "beta_binomial" or p[1][1] <= 5000)]
    for law in CUMULATIVE_WHOLES
}


# --- Records -------------------------------------------------------------------------------------------------------------------------
def whole_results(law, at, low, high):
    """By hand: derivatives by the arguments that are not whole."""
    free = wholes.LAWS[law][0]
    terms, mass = wholes.LAWS[law][1], whole_mass_of(law)
    y = mpf(at[0])

    def f(*args):
        return sum(terms(y, *args)) - mass(low, high, *args)

    return f, [place for place in free]


def uniform(at, low, high):
    """-log(u - l), where the law's own ends stand for bounds that are not there."""
    _, a, b = at
    answer = numbers.result(lambda l, u: -log(u - l), [a if low is None else low, b if high is None else high], None)
    if answer is None:
        return None
    (value, by_lower, by_upper), slacks = split(answer, 2)
    of_lower, of_upper = (slacks[1:] + [0, 0])[:2]
    slopes, wide = [0, 0 if low is not None else by_lower, 0 if high is not None else by_upper], [0, 0, 0]
    wide[1], wide[2] = (0 if low is not None else of_lower), (0 if high is not None else of_upper)
    if low is not None:
        slopes.append(by_lower), wide.append(of_lower)
    if high is not None:
        slopes.append(by_upper), wide.append(of_upper)
    return [value] + slopes, trimmed([slacks[0] if slacks else 0] + wide)


def record(law, at, low, high):
    ends = [x for x in (low, high) if x is not None]
    if law in numbers.LAWS:
        density, mass = numbers.LAWS[law][0], mass_of(law)
        count = len(at)

        def f(*x):
            l = x[count] if low is not None else None
            u = x[-1] if high is not None else None
            return density(*x[:count]) - mass(l, u, *x[1:count])

        if law == "uniform":
            return uniform(at, low, high)
        answer = numbers.result(f, at + ends, law)
        return answer and split(answer, count + len(ends))
    size = max([abs(x) for x in at] + [abs(1 / x) for x in at if x])
    if size > 1e40:
        return None
    mp.dps = 160
    try:
        f, free = whole_results(law, at, low, high)
        args = [mpf(x) for x in at[1:]]
        if not free:
            value, slopes, slacks = f(*args), [], [0]
            if abs(value) > 1e9:
                return None
            inner = [float(value)]
        else:
            inner = numbers.result(lambda *x: f(*put(args, free, x)), [at[1 + place] for place in free], None)
        if inner is None:
            return None
        values, slacks = split(inner, len(free))
        slopes = [0.0] * (len(at) + len(ends))
        wide = [0.0] * (len(at) + len(ends))
        for k, place in enumerate(free):
            slopes[1 + place] = values[1 + k]
            of_terms = float(mp.nstr(EPS * size_of_terms(law, at, place), 2))
            wide[1 + place] = (slacks[1 + k] if 1 + k < len(slacks) else 0) + of_terms
        return [values[0]] + slopes, trimmed([slacks[0] if slacks else 0] + wide)
    finally:
        mp.dps = 110


def size_of_terms(law, at, place):
    """Of the terms of a density's slope."""
    args, terms = [mpf(x) for x in at[1:]], wholes.LAWS[law][1]
    h = args[place] * mpf(10) ** -30
    up, down = [terms(mpf(at[0]), *args[:place], args[place] + side, *args[place + 1 :]) for side in (h, -h)]
    size = sum(abs(u - d) for u, d in zip(up, down)) / (2 * h)
    # The precision moves the shape and the probability of success, which nearly make up for each other.
    return size + size_of_terms(law, at, 0) * args[0] / args[1] if law == "neg_binomial_2" and place == 1 else size


def put(args, free, x):
    args = list(args)
    for place, value in zip(free, x):
        args[place] = value
    return args


def split(answer, count):
    return answer[: count + 1], answer[count + 1 :]


def trimmed(slacks):
    while slacks and slacks[-1] == 0:
        slacks.pop()
    return slacks


def records(count, law):
    rng, made, tries = random.Random("truncated " + law), 0, 0
    while made < count and tries < 12 * count:
        tries += 1
        drawn = point(rng, law)
        if not drawn:
            continue
        at, low, high = drawn
        try:
            answer = record(law, at, low, high)
        except (TooLong, TypeError, ValueError, OverflowError, ZeroDivisionError, mp.NoConvergence):
            continue
        if answer is None:
            continue
        made += 1
        yield [law, at, low, high if high is None or high < inf else None, *answer]
    print(law, made, tries, file=sys.stderr, flush=True)


# Of skew_normal and von_mises cumulative probabilities are integrals.
LAWS = [law for law, (_, both) in numbers.LAWS.items() if both] + list(CUMULATIVE_WHOLES)

if __name__ == "__main__":
    print("[", end="")
    rows = (row for law in sys.argv[1:] or LAWS for row in records(40 if law in numbers.SLOW else 60, law))
    for place, row in enumerate(rows):
        text = json.dumps(row, separators=(",", ":")).replace(".0,", ",").replace(".0]", "]")
        print(",\n" if place else "\n", text, sep="", end="", flush=True)
    print("\n]")
