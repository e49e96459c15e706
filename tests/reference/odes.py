"""Solutions of differential equations by scipy, with derivatives by all parameters, for tests/time/odes.rs and tests/thorough/tests/odes.rs.

    pip install scipy; python tests/reference/odes.py > tests/reference/odes.json

Derivatives are solved with the equation itself, as parts of a larger one: (dy/dp)' = df/dy dy/dp + df/dp, with slopes of f by complex steps, which are exact.
"""

import json

import numpy as np
from scipy.integrate import solve_ivp

STEP = 1e-30


def lorenz(t, y, p):
    return [p[0] * (y[1] - y[0]), y[0] * (p[1] - y[2]) - y[1], y[0] * y[1] - p[2] * y[2]]


def van_der_pol(t, y, p):
    return [y[1], p[0] * ((1 - y[0] * y[0]) * y[1] - p[1] * y[0])]


def fitzhugh_nagumo(t, y, p):
    return [p[2] * (y[0] - y[0] ** 3 / 3 + y[1]), -(y[0] - p[0] + p[1] * y[1]) / p[2]]


def robertson(t, y, p):
    slow, fast, back = p[0] * y[0], p[1] * 3e7 * y[1] * y[1], p[2] * 1e4 * y[1] * y[2]
    return [back - slow, slow - back - fast, fast]


# The equation, the method, parameters, initial values, times.
CASES = [
    ("lorenz", lorenz, "DOP853", [10.0, 28.0, 8.0 / 3.0], [1.0, 2.0, 3.0], [0.1, 0.5, 1.0, 2.0]),
    ("van der Pol", van_der_pol, "DOP853", [1.0, 1.0], [2.0, 0.0], [1.0, 3.0, 7.0]),
    ("stiff van der Pol", van_der_pol, "Radau", [1000.0, 0.001], [2.0, 0.0], [0.01, 100.0, 600.0]),
    ("FitzHugh-Nagumo", fitzhugh_nagumo, "DOP853", [0.2, 0.2, 3.0], [-1.0, 1.0], [0.5, 5.0, 12.0]),
    ("robertson", robertson, "Radau", [0.04, 1.0, 1.0], [1.0, 0.0, 0.0], [0.4, 4.0, 40.0, 4000.0]),
]

cases = []
for name, equation, method, parameters, initial, times in CASES:
    size, count = len(initial), len(parameters)
    directions = count + size

    def extended(t, z):
        """The equation, and those of its derivatives by parameters and initial values."""
        y, slopes = z[:size], z[size:].reshape(size, directions)
        rates = np.array(equation(t, y, parameters), dtype=float)
        by_state = np.empty((size, size))
        for place in range(size):
            moved = y.astype(complex)
            moved[place] += 1j * STEP
            by_state[:, place] = np.imag(equation(t, moved, parameters)) / STEP
        by_parameter = np.zeros((size, directions))
        for place in range(count):
            moved = np.array(parameters, dtype=complex)
            moved[place] += 1j * STEP
            by_parameter[:, place] = np.imag(equation(t, y, moved)) / STEP
        return np.concatenate([rates, (by_state @ slopes + by_parameter).ravel()])

    start = np.zeros((size, directions))
    start[:, count:] = np.eye(size)
    first = np.concatenate([np.array(initial), start.ravel()])
    tolerance = dict(rtol=3e-14, atol=1e-16) if method == "DOP853" else dict(rtol=3e-13, atol=1e-15)
    solution = solve_ivp(extended, (0.0, times[-1]), first, method=method, t_eval=times, **tolerance)
    assert solution.success, solution.message
    values = solution.y.T
    slopes = values[:, size:].reshape(len(times), size, directions).transpose(2, 0, 1)
    cases.append(dict(name=name, parameters=parameters, initial=initial, times=times,
                      solution=values[:, :size].tolist(), slopes=slopes.tolist()))

print(json.dumps(cases, indent=None))
