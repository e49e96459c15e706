//! [`Mode`]: the result of an optimiser.

use crate::approximate::ascent::Stopped;
use crate::error::Error;
use crate::trace::VariableInfo;
use std::time::Duration;

/// A mode of the log density: the constrained values of the parameters and the values of the definitions
/// there.
///
/// Printed, it is a table with a row for each element.
///
/// ```
/// use monomorph::prelude::*;
///
/// params! { mu: real() }
/// let y = [1.0, 2.0, 4.0, 5.0];
/// let model = model! { mu |= flat(), twice = 2.0 * mu, data(&y) |= normal(mu, 2.0) };
/// let mode = model.compile()?.optimise().standard_errors(true).run()?;
/// assert!((mode.value("twice")? - 6.0).abs() < 1e-5);
/// assert!((mode.standard_error("mu")? - 1.0).abs() < 1e-6);    // 2 / √4
/// assert!(mode.gradient_norm() < 1e-5);
/// # Ok::<(), monomorph::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Mode {
    pub(super) variables: Vec<VariableInfo>,
    pub(super) values: Vec<f64>,
    pub(super) errors: Option<Vec<f64>>,
    pub(super) gradient_norm: f64,
    pub(super) point: Vec<f64>,
    pub(super) log_density: f64,
    pub(super) stopped: Stopped,
    pub(super) iterations: usize,
    pub(super) gradients: usize,
    pub(super) has_jacobian: bool,
    pub(super) warnings: Vec<String>,
    pub(super) elapsed: Duration,
}

/// One element at a mode.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct ModeRow {
    /// The element: `mu`, `eta[0]`, …
    pub name: String,
    /// The value of the element.
    #[cfg_attr(feature = "serde", serde(with = "monomorph_base::draws::any_number"))]
    pub value: f64,
    /// The standard error of the element, if standard errors were computed.
    pub standard_error: Option<f64>,
}

impl Mode {
    /// The elements, in the order of `Posterior::variables`.
    pub fn rows(&self) -> Vec<ModeRow> {
        let names = self.variables.iter().flat_map(VariableInfo::element_names);
        let row = |(place, name)| ModeRow {
            name,
            value: self.values[place],
            standard_error: self.errors.as_ref().map(|errors| errors[place]),
        };
        names.enumerate().map(row).collect()
    }

    /// The value of an element: `mu`, `eta[0]`, …
    ///
    /// # Errors
    ///
    /// [`Error::UnknownName`] if there is no such element.
    pub fn value(&self, element: &str) -> Result<f64, Error> {
        Ok(self.values[self.place(element)?])
    }

    /// The standard error of an element, by the Hessian at the mode; NaN if standard errors were not
    /// computed.
    ///
    /// # Errors
    ///
    /// [`Error::UnknownName`] if there is no such element.
    pub fn standard_error(&self, element: &str) -> Result<f64, Error> {
        let place = self.place(element)?;
        Ok(self.errors.as_ref().map_or(f64::NAN, |errors| errors[place]))
    }

    fn place(&self, element: &str) -> Result<usize, Error> {
        let names = || self.variables.iter().flat_map(VariableInfo::element_names);
        let unknown = || Error::UnknownName { name: element.to_owned(), known: names().collect() };
        names().position(|name| name == element).ok_or_else(unknown)
    }

    /// The values of all elements, one after the other. `Posterior::trace_of` gives them names.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// The unconstrained point, from which chains may begin:
    /// `posterior.nuts().initial_points([mode.point().to_vec()])`.
    pub fn point(&self) -> &[f64] {
        &self.point
    }

    /// The log density, with the log Jacobians if they were included.
    pub fn log_density(&self) -> f64 {
        self.log_density
    }

    /// The length of the gradient by the unconstrained coordinates.
    pub fn gradient_norm(&self) -> f64 {
        self.gradient_norm
    }

    /// The number of gradients, for all starts and for the Hessian.
    pub fn gradients(&self) -> usize {
        self.gradients
    }

    /// The number of iterations, summed over all starts.
    pub fn iterations(&self) -> usize {
        self.iterations
    }

    /// The reason why the optimiser stopped.
    pub fn stopped(&self) -> Stopped {
        self.stopped
    }

    /// Returns true if the log Jacobians were included.
    pub fn has_jacobian(&self) -> bool {
        self.has_jacobian
    }

    /// The errors of the starts that led to no mode, and a note if the mode lies on a bound.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// The wall time.
    pub fn elapsed(&self) -> Duration {
        self.elapsed
    }
}
