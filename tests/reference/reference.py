"""Writes diagnostics.json: chains of draws, and what ArviZ, numpy and SciPy say about them.

    pip install arviz==0.23.4 numpy==2.4.6 scipy==1.17.1
    python reference.py            # writes diagnostics.json beside itself

Every draw is rounded to 12 significant digits *before* it is used, so that any JSON parser reads back the very
number that ArviZ saw. JSON has no NaN and no infinities: they are written as the strings "nan", "inf" and "-inf".
"""

import json
import logging
import warnings
from pathlib import Path

import numpy as np

warnings.simplefilter("ignore")  # ArviZ announces its refactoring on import
import arviz as az
import scipy
from scipy.special import ndtri

SEED = 20_210_667
PROBABILITIES = [0.0, 0.05, 0.25, 0.5, 0.75, 0.95, 1.0]


def autoregressive(rng, shape, rho):
    """Stationary AR(1) chains with unit variance."""
    noise = rng.normal(size=shape)
    draws = noise.copy()
    for t in range(1, shape[1]):
        draws[:, t] = rho * draws[:, t - 1] + np.sqrt(1 - rho**2) * noise[:, t]
    return draws


def with_values(draws, *values):
    """The draws, with the first value somewhere in the first chain, the second in the second, and so on."""
    for chain, value in enumerate(values):
        draws[chain, 3 + chain] = value
    return draws


CASES = {
    "iid_normal": lambda rng: rng.normal(size=(4, 100)),
    "autoregressive_positive": lambda rng: autoregressive(rng, (4, 150), 0.9),
    "autoregressive_negative": lambda rng: autoregressive(rng, (4, 150), -0.5),
    "random_walk": lambda rng: rng.normal(size=(4, 80)).cumsum(axis=1),
    "cauchy": lambda rng: rng.standard_cauchy(size=(4, 100)),
    "different_means": lambda rng: rng.normal(size=(4, 50)) + np.array([[0.0], [0.5], [1.0], [3.0]]),
    "different_scales": lambda rng: rng.normal(size=(4, 50)) * np.array([[1.0], [1.0], [3.0], [10.0]]),
    "far_from_zero": lambda rng: 1e4 + 0.1 * rng.normal(size=(4, 50)),
    "odd_length": lambda rng: rng.normal(size=(4, 101)),
    "length_7": lambda rng: rng.normal(size=(4, 7)),
    "length_4": lambda rng: rng.normal(size=(4, 4)),
    "length_3": lambda rng: rng.normal(size=(4, 3)),
    # With 101 draws the 5 % and 95 % quantiles are draws themselves: rounding decides which draws they exceed.
    "one_chain": lambda rng: autoregressive(rng, (1, 101), 0.3),
    "two_chains": lambda rng: autoregressive(rng, (2, 200), 0.5),
    "five_chains": lambda rng: autoregressive(rng, (5, 61), 0.5),
    "integers": lambda rng: rng.poisson(3.0, size=(4, 100)).astype(float),
    "zero_or_one": lambda rng: (autoregressive(rng, (4, 80), 0.6) > 0.4).astype(float),
    "constant": lambda rng: np.full((4, 20), 2.5),
    "one_stuck_chain": lambda rng: np.vstack([rng.normal(size=(3, 40)), np.full((1, 40), 0.25)]),
    "a_nan": lambda rng: with_values(rng.normal(size=(2, 20)), np.nan),
    "infinite_draws": lambda rng: with_values(rng.normal(size=(4, 25)), np.inf, -np.inf),
    "long": lambda rng: autoregressive(rng, (4, 1000), 0.7),
}


def describe(draws):
    return {
        "mean": np.mean(draws),
        "sd": np.std(draws, ddof=1),
        "rhat": az.rhat(draws),
        "ess_bulk": az.ess(draws, method="bulk"),
        "ess_tail": az.ess(draws, method="tail"),
        "ess_mean": az.ess(draws, method="mean"),
        "ess_sd": az.ess(draws, method="sd"),
        "ess_quantile_5": az.ess(draws, method="quantile", prob=0.05),
        "ess_quantile_50": az.ess(draws, method="quantile", prob=0.5),
        "ess_quantile_95": az.ess(draws, method="quantile", prob=0.95),
        "mcse_mean": az.mcse(draws, method="mean"),
        "mcse_sd": az.mcse(draws, method="sd"),
        "quantiles": np.quantile(draws, PROBABILITIES),
    }


def rounded(values):
    """The nearest numbers with 12 significant digits."""
    return np.vectorize(lambda value: float(f"{value:.12g}"))(np.asarray(values))


def plain(value):
    """Numbers and lists that JSON can hold."""
    if np.ndim(value):
        return [plain(item) for item in value]
    value = float(value)
    if not np.isfinite(value):
        return str(value)
    return int(value) if value.is_integer() and abs(value) < 1e12 else value


def normal_quantiles():
    """Probabilities in the centre and in both tails, some at the seams of the usual approximations."""
    centre = np.linspace(0.0, 1.0, 41)[1:-1]
    tail = 10.0 ** -np.array([2.0, 3.5, 5.0, 8.0, 10.5, 11.0, 15.0])
    far_tail = 10.0 ** -np.array([20.0, 50.0, 100.0, 250.0, 307.0])
    p = rounded(np.concatenate([[0.075, 0.925], centre, tail, 1.0 - tail[:4], far_tail]))
    return {"p": plain(p), "z": plain(ndtri(p))}


def main():
    logging.disable(logging.WARNING)  # ArviZ logs every shape it does not like
    np.seterr(all="ignore")
    cases = []
    for index, (name, make) in enumerate(CASES.items()):
        # A generator of its own per case: a new case leaves the draws of the others alone.
        draws = rounded(make(np.random.default_rng([SEED, index])))
        expected = {key: plain(value) for key, value in describe(draws).items()}
        cases.append({"name": name, "expected": expected, "chains": plain(draws)})

    def compact(value):
        return json.dumps(value, separators=(",", ":"), allow_nan=False)

    fields = {
        "versions": compact({"arviz": az.__version__, "numpy": np.__version__, "scipy": scipy.__version__}),
        "probabilities": compact(PROBABILITIES),
        "inverse_normal_cdf": compact(normal_quantiles()),
        "cases": "[\n" + ",\n".join(compact(case) for case in cases) + "\n]",
    }
    body = ",\n".join(f'"{key}": {value}' for key, value in fields.items())
    Path(__file__).with_name("diagnostics.json").write_text("{\n" + body + "\n}\n")


if __name__ == "__main__":
    main()
