"""Log densities of laws that are truncated to narrow intervals, for tests/cumulative/narrow_intervals.rs.

python narrow_intervals.py > narrow_intervals.json        (needs mpmath)

Every record is [law, y, arguments, lower, upper, log density, slopes by the arguments, the lower and the upper bound], with the
110 digits and the laws of extremes_continuous.py.
"""
import json
import sys
from mpmath import mp, mpf, exp, log
from extremes_continuous import LAWS

CASES = {
    "normal": [(0.3, [0.1, 1.5]), (-9.0, [0.1, 1.5])],
    "student_t": [(0.3, [4.0, 0.1, 1.5]), (30.0, [2.5, 0.1, 0.5])],
    "cauchy": [(0.3, [0.1, 1.5]), (-40.0, [0.1, 0.5])],
    "logistic": [(0.3, [0.1, 1.5]), (25.0, [0.1, 1.5])],
    "gamma": [(0.3, [1.7, 2.0]), (9.0, [1.7, 2.0])],
    "inv_gamma": [(0.3, [1.7, 2.0])],
    "beta": [(0.3, [1.7, 2.5]), (0.96, [1.7, 2.5])],
    "lognormal": [(1.3, [0.2, 0.8])],
    "weibull": [(1.3, [1.8, 0.9])],
    "exp_mod_normal": [(0.4, [0.1, 1.2, 0.7])],
}


def records():
    for law, cases in CASES.items():
        density, both = LAWS[law]
        for middle, arguments in cases:
            for width in (1e-3, 1e-6, 1e-9, 1e-12):
                lower, upper = middle - 0.4 * width, middle + 0.6 * width

                def total(y, *rest):
                    *a, l, u = rest
                    (below_l, above_l), (below_u, above_u) = both(l, *a), both(u, *a)
                    mass = exp(below_u) - exp(below_l) if below_l < above_l else exp(above_l) - exp(above_u)
                    return density(y, *a) - log(mass)

                at = [mpf(x) for x in [middle, *arguments, lower, upper]]
                slopes = []
                for place in range(1, len(at)):
                    # Of a bound a step that is small beside the interval.
                    step = mpf(10) ** -40
                    moved = lambda by: total(*[x + by * step if i == place else x for i, x in enumerate(at)])
                    slopes.append(float((moved(1) - moved(-1)) / (2 * step)))
                yield [law, middle, arguments, lower, upper, float(total(*at)), slopes]


print("[\n" + ",\n".join(json.dumps(r) for r in records()) + "\n]", file=sys.stdout)
