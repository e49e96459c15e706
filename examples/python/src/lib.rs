//! A module of Python whose model is compiled by Rust: a location that outliers do not move.
//!
//! `examples/python/test.sh` builds it, and `test.py` beside it shows what Python sees.

mod interruptible;
mod model;

use model::{Fitted, Lengths};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The model `y ~ student_t(freedom, level, spread)`.
///
/// Several threads may use one object: a fit is visible to all when it is over.
#[pyclass(frozen)]
struct Robust {
    fitted: Mutex<Option<Arc<Fitted>>>,
}

impl Robust {
    fn fitted(&self) -> PyResult<Arc<Fitted>> {
        let fitted = self.fitted.lock().unwrap_or_else(PoisonError::into_inner).clone();
        fitted.ok_or_else(|| PyRuntimeError::new_err("`fit` comes first"))
    }
}

#[pymethods]
impl Robust {
    #[new]
    fn new() -> Self {
        Self { fitted: Mutex::new(None) }
    }

    /// Samples the posterior given `y`. Ctrl-C stops it, and what was there before stays.
    #[pyo3(signature = (y, *, chains = 4, warmup = 500, draws = 500, seed = 0))]
    fn fit(
        &self,
        py: Python<'_>,
        y: Vec<f64>,
        chains: usize,
        warmup: usize,
        draws: usize,
        seed: u64,
    ) -> PyResult<()> {
        let fitted = Arc::new(Fitted::new(py, &y, Lengths { chains, warmup, draws, seed })?);
        let before = self.fitted.lock().unwrap_or_else(PoisonError::into_inner).replace(fitted);
        drop(before);
        Ok(())
    }

    /// The number of coordinates of a point.
    #[getter]
    fn dimension(&self) -> PyResult<usize> {
        Ok(self.fitted()?.density.dimension())
    }

    /// The log density of the unconstrained point `q`, and its gradient.
    fn log_density_and_gradient(&self, q: Vec<f64>) -> PyResult<(f64, Vec<f64>)> {
        let fitted = self.fitted()?;
        let dimension = fitted.density.dimension();
        if q.len() != dimension {
            let found = q.len();
            return Err(PyValueError::new_err(format!("q has {found} numbers, and needs {dimension}")));
        }
        let mut gradient = vec![0.0; dimension];
        let mut workspace = fitted.workspace.lock().unwrap_or_else(PoisonError::into_inner);
        let log_density = fitted.density.log_density_and_gradient(&q, &mut gradient, &mut workspace);
        Ok((log_density, gradient))
    }

    /// The draws of each parameter, chain after chain.
    fn draws(&self) -> PyResult<HashMap<String, Vec<f64>>> {
        let fitted = self.fitted()?;
        let columns = fitted.fit.draws().columns();
        Ok(columns.map(|(name, column)| (name.to_owned(), column.as_slice().to_vec())).collect())
    }

    /// The table of means, quantiles and diagnostics, with warnings.
    fn summary(&self) -> PyResult<String> {
        Ok(self.fitted()?.fit.summary().to_string())
    }
}

/// A location that outliers do not move.
#[pymodule]
mod robust {
    #[pymodule_export]
    use super::Robust;
}
