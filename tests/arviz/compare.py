"""Compares the summary that monomorph wrote with what ArviZ computes of the store of the same draws."""

import csv
import sys

import arviz as az
import numpy as np

folder = sys.argv[1]
tree = az.from_zarr(f"{folder}/draws.zarr")
groups = {"posterior", "sample_stats", "posterior_predictive", "prior", "log_likelihood", "observed_data"}
assert groups <= set(tree.children), f"groups are missing: {groups - set(tree.children)}"
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

loo = az.loo(tree)
assert np.isfinite(loo.elpd)
print(f"ArviZ {az.__version__}: {len(rows)} rows agree, the worst to {worst:.1e}; elpd of LOO {loo.elpd:.2f}")
