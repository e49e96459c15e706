//! The model, y ~ StudentT(ν, level, spread), and what is kept of a run of it.

use crate::interruptible::interruptible;
use monomorph::prelude::*;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::{PyResult, Python};
use std::sync::{Arc, Mutex};

/// The numbers of a run.
#[derive(Clone, Copy)]
pub struct Lengths {
    pub chains: usize,
    pub warmup: usize,
    pub draws: usize,
    pub seed: u64,
}

/// A posterior with its draws. The type of its model has no name, so it is kept as a density.
pub struct Fitted {
    pub density: Arc<dyn Density>,
    pub fit: Fit,
    /// The memory of evaluations, of one at a time.
    pub workspace: Mutex<Workspace>,
}

impl Fitted {
    /// Compiles the model with data and samples it. Python's other threads go on meanwhile.
    ///
    /// # Errors
    ///
    /// `ValueError` for data and lengths that cannot be, `RuntimeError` for a run that fails, and whatever a
    /// handler of a signal raises, `KeyboardInterrupt` for one.
    pub fn new(py: Python<'_>, y: &[f64], lengths: Lengths) -> PyResult<Self> {
        params! { level: real(), spread: positive(), freedom: positive() }
        let model = model! {
            level   |= normal(0.0, 10.0),
            spread  |= half_normal(5.0),
            freedom |= gamma(2.0, 0.1),
            data(y) |= student_t(freedom, level, spread),
        };
        let posterior = model.compile().map_err(|error| PyValueError::new_err(error.to_string()))?;
        let Lengths { chains, warmup, draws, seed } = lengths;
        let nuts = posterior.nuts().chains(chains).warmup(warmup).draws(draws).seed(seed).progress(false);
        let fit = interruptible(py, |flag| nuts.interrupt(flag).run())?.map_err(|error| match error {
            Error::InvalidSetting { .. } => PyValueError::new_err(error.to_string()),
            error => PyRuntimeError::new_err(error.to_string()),
        })?;
        let workspace = Mutex::new(posterior.workspace());
        Ok(Self { density: Arc::new(posterior), fit, workspace })
    }
}
