"""Opens stores with ArviZ and xarray, and compares with what a program of this crate prints of the same draws."""

import json
import subprocess
import sys
import warnings

import arviz as az
import numpy as np
import xarray as xr

folder, program = sys.argv[1:]
warnings.simplefilter("error", UserWarning)
failures = []


def check(holds, words):
    if not holds:
        failures.append(words)
        print("WRONG:", words)


def run(*arguments):
    return subprocess.run([program, *arguments], check=True, capture_output=True, text=True).stdout


def numbers(values):
    return np.array([float(value) for value in values])


def same(ours, theirs):
    return np.array_equal(numbers(ours).ravel(), np.asarray(theirs, float).ravel(), equal_nan=True)


# All groups are opened in every supported way.
printed = json.loads(run("write", folder))
for options in ({}, {"consolidated": False}, {"consolidated": True}):
    tree = xr.open_datatree(f"{folder}/all.zarr", engine="zarr", **options)
    check(set(tree.children) == set(printed["all"]), f"groups {set(tree.children)} with {options}")
    for group, variables in printed["all"].items():
        for name, own in variables.items():
            theirs = tree[group][name]
            check(list(theirs.shape) == own["shape"], f"shape of {group}/{name}: {theirs.shape}")
            check(same(own["values"], theirs.values), f"values of {group}/{name} with {options}")
tree = az.from_zarr(f"{folder}/all.zarr")
check(tree.attrs["inference_library"] == "monomorph" and tree.attrs["seed"] == 3, f"attributes {tree.attrs}")
schools = list(tree["posterior"]["school"].values)
check(schools[2] == "Phillips Andover" and schools[6] == "St. Paul’s", f"labels {schools}")
check(tree["sample_stats"]["diverging"].dtype == bool, "divergences are no flags")
check(tree["posterior"]["tau"].attrs["units"] == "points", "units are lost")

# The printed numbers of a summary agree to 1e-10.
posterior = tree["posterior"].dataset
functions = {
    "mean": lambda data: data.mean(("chain", "draw")),
    "sd": lambda data: data.std(("chain", "draw"), ddof=1),
    "r_hat": lambda data: az.rhat(data),
    "ess_bulk": lambda data: az.ess(data, method="bulk"),
    "ess_tail": lambda data: az.ess(data, method="tail"),
    "mcse_mean": lambda data: az.mcse(data, method="mean"),
    "mcse_sd": lambda data: az.mcse(data, method="sd"),
}
compared = 0
for key in next(iter(printed["summary"].values())):
    theirs = functions[key](posterior)
    for name, own in printed["summary"].items():
        variable, _, label = name.partition("[")
        value = theirs[variable].sel(school=label[:-1]) if label else theirs[variable]
        compared += 1
        apart = abs(float(value) - own[key]) / max(abs(own[key]), 1e-300)
        check(apart < 1e-10, f"{key} of {name}: {float(value)} and {own[key]}")
summary = az.summary(tree, var_names=["mu", "tau", "theta"], round_to="none")
check("theta[Choate]" in summary.index, f"names {list(summary.index)}")
check(np.isfinite(summary.to_numpy(float)).all(), "a summary with holes")

# Names and sizes.
odd = xr.open_datatree(f"{folder}/odd.zarr", engine="zarr")["posterior"]
name = "it's %22x%2Fy%22 1.5"
check(odd[name].attrs["written_name"] == 'it\'s "x/y" 1.5', f"true names {odd[name].attrs}")
check(odd[name].dims == ("chain", "draw", "a%2Fb"), f"dimensions {odd[name].dims}")
check(list(odd["a%2Fb"].values) == ["x y", '"q"', "ü/😀", ""], f"labels {odd['a%2Fb'].values}")
check(odd["empty"].shape == (2, 3, 0), f"shape of nothing {odd['empty'].shape}")
check(same(np.arange(600_000.0), odd["large"].values), "values of many")
check(same([np.nan, 1, np.inf, 0, 2, np.nan], odd["nan"].values), "values that are no numbers")
check(list(odd["count"].values.ravel()) == [-(2**63), -1, 0, 1, 2, 2**63 - 1], "whole numbers")
check(odd["flag"].dtype == bool and odd["flag"].values.sum() == 3, "flags")

# Stores that xarray writes without compression are read, in chunks of any shape.
data = xr.Dataset(
    {
        "theta": (("chain", "draw", "school"), np.random.default_rng(1).normal(size=(2, 7, 3))),
        "single": (("chain", "draw"), np.arange(14, dtype="f4").reshape(2, 7)),
        "small": (("chain", "draw"), np.arange(-7, 7, dtype="i2").reshape(2, 7)),
        "flag": (("chain", "draw"), np.arange(14).reshape(2, 7) % 3 == 0),
        "alone": ((), 1.5),
    },
    coords={"chain": [0, 1], "draw": np.arange(7), "school": ["Choate", "Deerfield", "St. Paul’s"]},
)
for variable in data.variables.values():
    variable.encoding["compressors"] = None
data["theta"].encoding["chunks"] = (1, 3, 2)
for consolidated in (False, True):
    with warnings.catch_warnings(action="ignore"):
        written = xr.DataTree.from_dict({"posterior": data})
        written.to_zarr(f"{folder}/python.zarr", mode="w", consolidated=consolidated)
    read = json.loads(run("read", f"{folder}/python.zarr"))["posterior"]
    for name in data.data_vars:
        check(same(read[name]["values"], data[name].values), f"{name} as xarray writes it")
xr.DataTree.from_dict({"posterior": data[["alone"]].drop_encoding()}).to_zarr(f"{folder}/packed.zarr", mode="w", consolidated=False)
failed = subprocess.run([program, "read", f"{folder}/packed.zarr"], capture_output=True, text=True)
check(failed.returncode != 0 and "the codec `zstd` is not read" in failed.stderr, f"compressed: {failed.stderr}")
check("posterior" in failed.stderr, f"an error without the group: {failed.stderr}")

# A store is read while it grows: readers always see whole draws.
store = f"{folder}/grows.zarr"
subprocess.run(["rm", "-rf", store], check=True)
writer = subprocess.Popen([program, "append", store])
opened, before = 0, 0
while writer.poll() is None:
    try:
        tree = xr.open_datatree(store, engine="zarr")
    except FileNotFoundError:
        check(opened == 0, "a store that is gone")
        continue
    if "posterior" not in tree.children:
        continue
    draws = tree.sizes.get("draw", tree["posterior"].sizes["draw"])
    mu, theta = tree["posterior"]["mu"].values, tree["posterior"]["theta"].values
    check(mu.shape == (2, draws) and theta.shape == (2, draws, 8), f"shapes {mu.shape} {theta.shape}")
    check(same(np.tile(np.arange(draws), 2), mu) and (theta == mu[..., None]).all(), f"draws at {draws}")
    check(list(tree["posterior"]["draw"].values) == list(range(draws)), f"numbers of draws at {draws}")
    check(tree["sample_stats"]["diverging"].sizes["draw"] == draws, f"groups of different lengths at {draws}")
    check(draws >= before, "draws that are gone")
    opened, before = opened + 1, draws
check(writer.returncode == 0, "the writer failed")
check(opened > 5 and before > 100, f"opened {opened} times, up to {before} draws")

# A run that is killed.
subprocess.run(["rm", "-rf", store], check=True)
writer = subprocess.Popen([program, "append", store])
try:
    writer.wait(timeout=2)
except subprocess.TimeoutExpired:
    writer.kill()
    writer.wait()
draws = xr.open_datatree(store, engine="zarr")["posterior"]["mu"].values
check(draws.shape[1] > 0 and same(np.tile(np.arange(draws.shape[1]), 2), draws), f"after a kill {draws.shape}")

print(f"ArviZ {az.__version__}, xarray {xr.__version__}: {compared} numbers of summaries compared, {opened} opened while growing")
sys.exit(bool(failures))
