"""Compares the summary that monomorph wrote with what ArviZ computes of the store of the same draws."""

import csv
import sys

import arviz as az
import numpy as np

folder = sys.argv[1]
tree = az.from_zarr(f"{folder}/draws.zarr")
groups = {
    "posterior",
    "sample_stats",
    "log_likelihood",
    "log_prior",
    "posterior_predictive",
    "prior",
    "prior_predictive",
    "observed_data",
    "constant_data",
    "warmup_posterior",
    "warmup_sample_stats",
    "unconstrained_posterior",
}
assert groups == set(tree.children), f"groups differ: {groups ^ set(tree.children)}"
for group in ("posterior_predictive", "prior_predictive", "log_likelihood"):
    assert tree[group]["radon"].dims == ("chain", "draw", "home"), group
assert tree["observed_data"]["radon"].dims == ("home",)
assert set(tree["constant_data"].data_vars) == {"floor", "uranium", "county_of_home"}
assert set(tree["prior"].data_vars) == set(tree["posterior"].data_vars)
assert dict(tree["warmup_posterior"].sizes) == {"chain": 4, "draw": 1000, "county": 85}
np.testing.assert_allclose(tree["unconstrained_posterior"]["tau"], np.log(tree["posterior"]["tau"]), atol=1e-12)
assert tree["posterior"]["z"].dims == ("chain", "draw", "county")
assert tree["sample_stats"]["diverging"].dtype == bool

with open(f"{folder}/summary.csv", newline="") as file:
    rows = {row["name"]: row for row in csv.DictReader(file)}
assert len(rows) == 90, len(rows)

posterior = tree["posterior"].dataset
diagnostics = {
    "mean": posterior.mean(("chain", "draw")),
    "sd": posterior.std(("chain", "draw"), ddof=1),
    "ess_bulk": az.ess(posterior, method="bulk"),
    "ess_tail": az.ess(posterior, method="tail", prob=(0.05, 0.95)),
    "rhat": az.rhat(posterior, method="rank"),
    "mcse_mean": az.mcse(posterior, method="mean"),
}
worst = 0.0
for name, row in rows.items():
    variable, _, county = name.rstrip("]").partition("[")
    for column, dataset in diagnostics.items():
        array = dataset[variable]
        theirs = float(array.sel(county=county) if county else array)
        ours = float(row[column])
        difference = abs(ours - theirs) / max(abs(theirs), 1e-3)
        worst = max(worst, difference)
        assert difference < 1e-10, f"{name}, {column}: {ours} here, {theirs} in ArviZ"

# The prior by hand, and what ArviZ makes of it.
tau = tree["posterior"]["tau"].values
half_normal = 0.5 * np.log(2 / np.pi) - np.log(0.5) - 0.5 * (tau / 0.5) ** 2
np.testing.assert_allclose(tree["log_prior"]["tau"], half_normal, atol=1e-12)
main = ["mu", "slope", "soil", "tau", "sigma"]
for group in ("prior", "likelihood"):
    sensitivity = az.psense(tree, group=group, var_names=main)
    assert all(np.isfinite(sensitivity[name]) and sensitivity[name] >= 0 for name in main), group
az.plot_psense_dist(tree, var_names=["mu", "tau"], backend="none")

loo = az.loo(tree)
assert np.isfinite(loo.elpd)
print(f"ArviZ {az.__version__}: {len(rows)} rows agree, the worst to {worst:.1e}; elpd of LOO {loo.elpd:.2f}")
