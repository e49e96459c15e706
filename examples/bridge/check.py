"""Loads the libraries with BridgeStan's own client, and compares them with stanli, which serves the Stan programs
of the same models by the same interface. Then samples them with nutpie and walnutpie, and both libraries with
monomorph.
Usage: check.py FOLDER_OF_LIBRARIES FOLDER_OF_STAN_PROGRAMS BYTES_OF_THE_LIBRARY NAME=CLIENT…"""

import ctypes
import json
import shlex
import subprocess
import sys
import warnings

import bridgestan
import numpy as np
import nutpie
import stanli
import walnutpie
from nutpie import _lib
from nutpie.compile_stan import CompiledStanModel
from walnutpie._ffi import logp_cfunc_type

LIBRARIES, PROGRAMS, BYTES, *CLIENTS = sys.argv[1:]
CLIENTS = dict(client.split("=", 1) for client in CLIENTS)
DRIVE = CLIENTS.pop("drive")
TOLERANCE = 1e-12
POINTS = 25

rng = np.random.default_rng(1)
DATA = {
    "eight_schools": dict(J=8, y=[28.0, 8, -3, 7, -1, 1, 18, 12], sigma=[15.0, 10, 16, 11, 9, 11, 10, 18]),
    "shapes": dict(N=3, y=[0.1, 0.2, -0.3]),
    "volatility": dict(T=40, y=list(rng.normal(size=40))),
    "mixture": dict(N=50, y=list(rng.choice([-3.0, 0.0, 3.0], 50) + rng.normal(size=50))),
}


def path(name):
    return f"{LIBRARIES}/lib{name}.so"


def distance(ours, theirs):
    """The largest difference, relative where numbers are large."""
    ours, theirs = np.asarray(ours, float), np.asarray(theirs, float)
    return float(np.max(np.abs(ours - theirs) / np.maximum(1, np.abs(theirs)), initial=0))


def near(what, ours, theirs, tolerance=TOLERANCE):
    found = distance(ours, theirs)
    assert found <= tolerance, f"{what}: {found:.1e} apart, {ours} and {theirs}"
    return found


def compare(name):
    """Names, values, densities, gradients and Hessians at random points."""
    ours = bridgestan.StanModel(path(name), DATA[name])
    theirs = stanli.bridgestan_model(stan_file=f"{PROGRAMS}/{name}.stan", data=DATA[name])
    assert ours.name() == name and "STAN_THREADS=true" in ours.model_info()
    kinds = [dict(include_tp=tp, include_gq=gq) for tp in (False, True) for gq in (False, True)]
    for kind in kinds:
        assert ours.param_names(**kind) == theirs.param_names(**kind), f"{name}: names {kind}"
        assert ours.param_num(**kind) == len(ours.param_names(**kind))
    assert ours.param_unc_names() == theirs.param_unc_names(), f"{name}: names of coordinates"
    n, worst, offset, constant = ours.param_unc_num(), 0.0, None, None
    for point in range(POINTS):
        found = {}
        q = rng.uniform(-1.5, 1.5, n)
        for propto in (False, True):
            for jacobian in (False, True):
                kind = dict(propto=propto, jacobian=jacobian)
                density, gradient = ours.log_density_gradient(q, **kind)
                near(f"{name}: a density without its gradient", ours.log_density(q, **kind), density)
                found[propto, jacobian] = density, gradient
        density, gradient = found[True, True]
        # stanli has this kind alone. Which constants are left out is up to an implementation; they must be constants.
        reference, slopes = theirs.log_density_gradient(q)
        offset = density - reference if offset is None else offset
        worst = max(worst, near(f"{name}: density", density, reference + offset))
        worst = max(worst, near(f"{name}: gradient", gradient, slopes))
        # The others differ from it by constants, and by a Jacobian that does not see them.
        constant = found[False, True][0] - density if constant is None else constant
        near(f"{name}: constants", found[False, True][0] - density, constant)
        near(f"{name}: constants without Jacobian", found[False, False][0] - found[True, False][0], constant)
        near(f"{name}: slopes of constants", found[False, True][1], gradient)
        near(f"{name}: slopes of constants without Jacobian", found[False, False][1], found[True, False][1])
        # Without its Jacobian a density has the slope along a direction that its differences have.
        step = 1e-5 * rng.normal(size=n)
        without = [ours.log_density(q + step * sign, jacobian=False) for sign in (1, -1)]
        near(f"{name}: slopes without Jacobian", without[0] - without[1], 2 * found[True, False][1] @ step, 1e-9)
        values = ours.param_constrain(q, include_tp=True)
        worst = max(worst, near(f"{name}: values", values, theirs.param_constrain(q, include_tp=True)))
        own = ours.param_constrain(q)
        back = ours.param_constrain(ours.param_unconstrain(own))
        near(f"{name}: values there and back", back, own, 1e-9)
        if point < 2:
            hessian = ours.log_density_hessian(q)[2]
            near(f"{name}: Hessian", hessian, differences(theirs, q), 1e-7)
            v = rng.normal(size=n)
            product = ours.log_density_hessian_vector_product(q, v)[1]
            near(f"{name}: a Hessian's product", product, hessian @ v, 1e-8)
    return worst, offset


def differences(model, q, step=1e-5):
    """The Hessian by differences of second order."""
    slopes = lambda q: model.log_density_gradient(q)[1]
    return np.array([(slopes(q + d) - slopes(q - d)) / (2 * step) for d in step * np.eye(len(q))])


def refuse(name, call, *parts):
    """A call must fail, with a message that has these parts."""
    try:
        call()
    except RuntimeError as error:
        assert all(part in str(error) for part in parts), f"{name}: {error}"
        return
    raise AssertionError(f"{name}: nothing was wrong")


def errors():
    load = lambda data: bridgestan.StanModel(path("eight_schools"), data, warn=False)
    refuse("no data", lambda: load(None), "the data have no `y`")
    refuse("no JSON", lambda: load("{"), "no JSON")
    refuse("a list", lambda: load("[1]"), "an object of JSON")
    refuse("lengths", lambda: load(dict(y=[1.0], sigma=[1.0, 2.0])), "2")
    refuse("a rule", lambda: load(dict(y=[1.0], sigma=[-2.0])), "positive")
    refuse("text", lambda: load(dict(y=["a"], sigma=[1.0])), "`y`", '"a"')
    model = load(DATA["eight_schools"])
    refuse("a support", lambda: model.param_unconstrain(np.r_[0.0, -1.0, np.zeros(8)]), "`tau`")
    refuse("a key", lambda: model.param_unconstrain_json(dict(mu=1.0, tau=1.0)), "`eta`")
    refuse("a radius", lambda: model.param_initialize(model.new_rng(1), init_radius=-1.0), "radius")
    density, gradient = model.log_density_gradient(np.r_[0, 1000.0, np.zeros(8)])
    assert density == -np.inf and not gradient.any(), "far away there is no density, which is no error"
    point = model.param_unconstrain_json(dict(mu=0.5, tau=2.0, eta=list(np.arange(8.0))))
    near("JSON", point, np.r_[0.5, np.log(2.0), np.arange(8.0)])
    start = model.param_constrain(model.param_initialize(model.new_rng(1), dict(tau=0.25, mu=1.0)))
    near("a start in part", start[:2], [1.0, 0.25])
    small = load(dict(y=[1.0, 2.0], sigma=[1.0, 1.5]))
    assert small.param_unc_num() == 4, "another data set on the same library"


def nested():
    """Values of all shapes go through JSON, nested as Stan nests them."""
    model = bridgestan.StanModel(path("shapes"), DATA["shapes"], warn=False)
    values, arrays = model.param_constrain(np.linspace(-1, 1, model.param_unc_num())), {}
    for name, value in zip(model.param_names(), values):
        base, *places = name.split(".")
        arrays.setdefault(base, {})[tuple(int(place) - 1 for place in places)] = value
    for base, elements in arrays.items():
        array = np.zeros([1 + max(places[k] for places in elements) for k in range(len(max(elements)))])
        for places, value in elements.items():
            array[places] = value
        arrays[base] = array.tolist()
    back = model.param_constrain(model.param_unconstrain_json(json.dumps(arrays)))
    near("JSON of all shapes", back, values, 1e-9)


def output(command, library, data):
    """What a program prints of a library and of data, which it reads from a file."""
    file = f"{LIBRARIES}/data.json"
    with open(file, "w") as stream:
        json.dump(data, stream)
    return subprocess.run([*shlex.split(command), library, file], check=True, capture_output=True, text=True).stdout


def clients():
    """Clients in other languages are told what the one in Python is."""
    name = "eight_schools"
    model = bridgestan.StanModel(path(name), DATA[name], warn=False)
    for client, command in CLIENTS.items():
        told = json.loads(output(command, path(name), DATA[name]))
        q = np.asarray(told["point"])
        value, gradient = model.log_density_gradient(q)
        assert told["names"] == ",".join(model.param_names(include_tp=True)), f"{client}: names"
        near(f"{client}: density", told["value"], value, 1e-15)
        near(f"{client}: gradient", told["gradient"], gradient, 1e-15)
        near(f"{client}: values", told["values"], model.param_constrain(q, include_tp=True), 1e-15)
        near(f"{client}: values there and back", told["back"], q)
        assert "the data are no JSON" in told["error"], f"{client}: {told['error']}"


def driven():
    """Moments of draws by monomorph of our library and of stanli's, under the names of the library."""
    name = "eight_schools"
    theirs = stanli.bridgestan_model(stan_file=f"{PROGRAMS}/{name}.stan", data=DATA[name])
    libraries = {"our library": (path(name), DATA[name]), "stanli": (theirs.lib_path, json.loads(theirs.data))}
    moments = {}
    for library, (file, data) in libraries.items():
        rows = (line.split() for line in output(DRIVE, file, data).splitlines())
        table = {row[0]: [float(number) for number in row[1:3]] for row in rows if row and row[0] in theirs.param_names()}
        assert list(table) == theirs.param_names(), f"names of {library}: {list(table)}"
        moments[f"monomorph on {library}"] = [table["mu"], table["tau"]]
    return moments


def draws():
    """Means and standard deviations by all ways, which agree within Monte Carlo error."""
    name, found = "eight_schools", {}
    model = bridgestan.StanModel(path(name), DATA[name], warn=False)
    library = _lib.StanLibrary(path(name))
    compiled = CompiledStanModel({}, {}, "", DATA[name], library, None).with_data(seed=1)
    posterior = nutpie.sample(compiled, draws=5000, tune=1000, chains=4, seed=1, progress_bar=False).posterior
    found["nutpie"] = {"mu": posterior["mu"].values, "tau": posterior["tau"].values}
    settings = dict(num_chains=4, seed=1, min_warmup_iter=1000, max_warmup_iter=1000, min_sampling_iter=5000, max_sampling_iter=5000)
    out = walnutpie.walnuts_stan(model, **settings)
    found["walnutpie"] = {key: np.concatenate([np.ravel(chain[key]) for chain in out]) for key in ("mu", "tau")}
    callback = (logp_cfunc_type(("monomorph_logp", model.stanlib)), ctypes.c_void_p(model.model))
    out = walnutpie.walnuts_pyfunc(callback, num_params=model.param_unc_num(), **settings)
    points = np.concatenate([np.asarray(chain) for chain in out])
    found["the callback"] = {"mu": points[:, 0], "tau": np.exp(points[:, 1])}
    moments = {way: [(np.mean(v), np.std(v)) for v in own.values()] for way, own in found.items()} | driven()
    # Means and standard deviations of long runs of monomorph's own sampler.
    expected = [(4.40, 3.32), (3.59, 3.20)]
    for way, own in moments.items():
        near(f"{way}: mu", own[0], expected[0], 0.05)
        near(f"{way}: tau", own[1], expected[1], 0.12)
    return moments


warnings.simplefilter("error", RuntimeWarning)
worst = 0.0
for name in DATA:
    found, offset = compare(name)
    worst = max(worst, found)
    print(f"{name}: densities, gradients and values within {found:.1e}; ours is stanli's and the constant {offset:.9g}")
errors()
nested()
clients()
for way, moments in draws().items():
    print(f"{way}: mean and sd of mu {moments[0][0]:.2f}, {moments[0][1]:.2f}, of tau {moments[1][0]:.2f}, {moments[1][1]:.2f}")
print(f"bridge: {len(DATA)} libraries equal stanli's models by names, and by values, densities and gradients within "
      f"{worst:.1e}; nutpie, walnutpie and the callback draw what monomorph does, also of stanli's library; "
      f"{', '.join(['no client'] if not CLIENTS else CLIENTS)} told the same as Python; {BYTES} bytes")
