"""Log likelihoods and smoothed states of statsmodels, for tests/state_spaces.

    pip install statsmodels; python tests/reference/state_spaces.py > tests/reference/state_spaces.json
"""

import json

import numpy as np
from statsmodels.datasets import nile
from statsmodels.tsa.statespace.structural import UnobservedComponents

volume = nile.load_pandas().data["volume"].to_numpy()
gaps = volume.copy()
gaps[20:40] = np.nan
slope = np.sin(np.arange(len(volume)) * 0.7) * 100.0
# The variances in statsmodels' order: irregular, level, trend, seasonal, (AR: its variance, then its coefficients); coefficients of regressions.
CASES = [
    ("level", volume, dict(level="local level"), [15099.0, 1469.0]),
    ("level with gaps", gaps, dict(level="local level"), [15099.0, 1469.0]),
    ("trend", volume, dict(level="local linear trend"), [14000.0, 1300.0, 3.0]),
    ("seasonal", volume, dict(level="local level", freq_seasonal=None, seasonal=4), [15099.0, 1469.0, 100.0]),
    ("autoregression", volume, dict(level="local level", autoregressive=2), [9000.0, 900.0, 4000.0, 0.5, -0.3]),
    ("regression", volume, dict(level="local level", exog=slope), [15099.0, 1469.0, 0.4]),
    ("all", gaps, dict(level="local linear trend", seasonal=4, autoregressive=1, exog=slope),
     [9000.0, 900.0, 3.0, 100.0, 4000.0, 0.5, 0.4]),
]

cases = []
for name, y, options, parameters in CASES:
    model = UnobservedComponents(y, use_exact_diffuse=True, **options)
    result = model.smooth(parameters)
    ahead = result.get_forecast(5, exog=np.zeros(5) if "exog" in options else None)
    cases.append({
        "name": name,
        "names": model.param_names,
        "parameters": parameters,
        "log_likelihood": result.llf_obs.sum(),
        "likelihood_of_all": float(model.ssm.loglike()),
        # All states: a row for each state.
        "states": result.smoothed_state.tolist(),
        "variances": np.diagonal(result.smoothed_state_cov).T.tolist(),
        "forecast": ahead.predicted_mean.tolist(),
        "forecast_variance": ahead.var_pred_mean.tolist(),
    })
print(json.dumps({"volume": volume.tolist(), "slope": slope.tolist(), "cases": cases}))
