//! Sums over observations with their standard errors, `√(n var x)` with the variance over `n − 1`, as in R.

use crate::printed;
use std::fmt;

/// A sum over observations, and its standard error.
///
/// ```
/// use monomorph_diagnostics::loo::Estimate;
///
/// let sum = Estimate::of(&[-1.0, -2.0, -3.0]);
/// assert_eq!((sum.value, sum.se), (-6.0, 3_f64.sqrt()));
/// assert_eq!(sum.to_string(), "-6.000 (standard error 1.732)");
/// assert!(Estimate::of(&[-1.0]).se.is_nan());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Estimate {
    /// The sum.
    #[cfg_attr(feature = "serde", serde(with = "crate::any_number"))]
    pub value: f64,
    /// The standard error; NaN for a single observation.
    #[cfg_attr(feature = "serde", serde(with = "crate::any_number"))]
    pub se: f64,
}

impl Estimate {
    /// Sums one number for each observation.
    pub fn of(pointwise: &[f64]) -> Self {
        let count = pointwise.len() as f64;
        let value: f64 = pointwise.iter().sum();
        let squares: f64 = pointwise.iter().map(|number| (number - value / count).powi(2)).sum();
        Self { value, se: (count * squares / (count - 1.0)).sqrt() }
    }

    /// Multiplies the sum and its standard error by a factor.
    pub(super) fn times(self, factor: f64) -> Self {
        Self { value: factor * self.value, se: factor.abs() * self.se }
    }
}

impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [value, se] = [self.value, self.se].map(|number| printed::number(number, 3, 1e7));
        write!(f, "{value} (standard error {se})")
    }
}
