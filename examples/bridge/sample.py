"""Samples the library of eight schools with nutpie and prints a summary: sample.py path/to/libeight_schools.so"""
import sys
import arviz, nutpie
from nutpie import _lib
from nutpie.compile_stan import CompiledStanModel

y, sigma = [28.0, 8, -3, 7, -1, 1, 18, 12], [15.0, 10, 16, 11, 9, 11, 10, 18]
library = _lib.StanLibrary(sys.argv[1])
model = CompiledStanModel({}, {}, "", dict(y=y, sigma=sigma), library, None).with_data()
print(arviz.summary(nutpie.sample(model, draws=2000, seed=1, progress_bar=False), var_names=["mu", "tau"]))
