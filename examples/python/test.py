"""What Python sees of the module: draws, gradients, errors as exceptions, and Ctrl-C."""

import math
import os
import signal
import statistics
import threading
import time

import robust

Y = [4.1, 5.2, 4.8, 5.5, 4.9, 5.1, 4.6, 5.3, 60.0]


def raises(kind, words, call):
    try:
        call()
    except kind as error:
        assert words in str(error), error
    else:
        raise AssertionError(f"no {kind.__name__} with the words {words!r}")


def draws():
    model = robust.Robust()
    model.fit(Y, chains=4, draws=500, seed=1)
    found = model.draws()
    assert sorted(found) == ["freedom", "level", "spread"], found.keys()
    assert all(len(column) == 2000 for column in found.values())
    # The outlier moves the mean of the data by 6, and the level hardly at all.
    assert abs(statistics.fmean(found["level"]) - 5.0) < 0.5, statistics.fmean(found["level"])
    assert min(found["spread"]) > 0 and "level" in model.summary()
    other = robust.Robust()
    other.fit(Y, chains=4, draws=500, seed=1)
    assert other.draws() == found, "the same seed has other draws"
    return model


def gradients(model):
    """The gradient against differences of the log density, and that against the formula of the model."""
    q = [4.5, 0.3, 1.1]
    assert model.dimension == 3
    value, gradient = model.log_density_and_gradient(q)
    for place in range(3):
        above, below = q.copy(), q.copy()
        above[place] += 1e-5
        below[place] -= 1e-5
        rise = model.log_density_and_gradient(above)[0] - model.log_density_and_gradient(below)[0]
        assert abs(rise / 2e-5 - gradient[place]) < 1e-5 * max(1.0, abs(gradient[place])), place

    def formula(q):
        level, spread, freedom = q[0], math.exp(q[1]), math.exp(q[2])
        total = -level * level / 200 - spread * spread / 50 + math.log(freedom) - freedom / 10 + q[1] + q[2]
        for y in Y:
            z = (y - level) / spread
            total += math.lgamma((freedom + 1) / 2) - math.lgamma(freedom / 2)
            total -= 0.5 * math.log(freedom) + math.log(spread)
            total -= (freedom + 1) / 2 * math.log1p(z * z / freedom)
        return total

    elsewhere = [5.5, -0.4, 0.2]
    difference = model.log_density_and_gradient(elsewhere)[0] - value
    assert abs(difference - (formula(elsewhere) - formula(q))) < 1e-9, difference


def errors(model):
    before = model.draws()
    raises(RuntimeError, "`fit` comes first", robust.Robust().draws)
    raises(ValueError, "q has 2 numbers, and needs 3", lambda: model.log_density_and_gradient([0.0, 0.0]))
    raises(ValueError, "NaN", lambda: model.fit([1.0, math.nan]))
    raises(ValueError, "`draws`", lambda: model.fit(Y, draws=0))
    raises(TypeError, "", lambda: model.fit("text"))
    raises(OverflowError, "", lambda: model.fit(Y, draws=-1))
    assert model.draws() == before, "a fit that failed has changed the draws"


def interruption(model):
    """A thread of Python runs beside a long fit, and what it sends stops the fit."""
    before, beside = model.draws(), 0

    def other():
        nonlocal beside
        end = time.monotonic() + 0.5
        while time.monotonic() < end:
            beside += 1
        os.kill(os.getpid(), signal.SIGINT)

    # Numbers that differ, since equal ones would be one row with a weight.
    many = [5.0 + math.sin(i) for i in range(20_000)]
    thread = threading.Thread(target=other)
    began = time.monotonic()
    thread.start()
    raises(KeyboardInterrupt, "", lambda: model.fit(many, chains=2, warmup=10_000_000, draws=100))
    took = time.monotonic() - began
    thread.join()
    assert took < 20 and beside > 1000, (took, beside)
    assert model.draws() == before, "a fit that was stopped has changed the draws"
    print(f"stopped after {took:.2f} s, {beside} turns of another thread")


if __name__ == "__main__":
    fitted = draws()
    gradients(fitted)
    errors(fitted)
    interruption(fitted)
    print("the extension does what it should")
