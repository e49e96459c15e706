//! Residuals: observations minus the means of their replications.

use super::{PredictiveError, compare};
use crate::chains::{mean, sd};

/// One observation compared with its replications.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Residual {
    /// The mean of the replications.
    #[cfg_attr(feature = "serde", serde(with = "crate::any_number"))]
    pub predicted: f64,
    /// The observation minus the mean of the replications.
    #[cfg_attr(feature = "serde", serde(with = "crate::any_number"))]
    pub residual: f64,
    /// The residual in standard deviations of the replications: NaN if all replications are equal, or there
    /// is only one.
    #[cfg_attr(feature = "serde", serde(with = "crate::any_number"))]
    pub standardised: f64,
}

/// Computes the residual of each observation.
///
/// ```
/// use monomorph_diagnostics::predictive::residuals;
///
/// let found = residuals(&[4.0], &[[1.0], [2.0], [3.0]])?;
/// assert_eq!((found[0].predicted, found[0].residual, found[0].standardised), (2.0, 2.0, 2.0));
/// # Ok::<(), monomorph_diagnostics::predictive::PredictiveError>(())
/// ```
///
/// # Errors
///
/// [`PredictiveError`] if there is nothing to compare, if data sets have other lengths, or if a number is
/// NaN.
pub fn residuals(
    observed: &[f64],
    replicated: &[impl AsRef<[f64]>],
) -> Result<Vec<Residual>, PredictiveError> {
    compare(observed, replicated)?;
    let mut column = Vec::with_capacity(replicated.len());
    let residual = |(element, observed): (usize, &f64)| {
        column.clear();
        column.extend(replicated.iter().map(|values| values.as_ref()[element]));
        let (predicted, spread) = (mean(&[&column]), sd(&[&column]));
        let residual = observed - predicted;
        let standardised = if spread > 0.0 { residual / spread } else { f64::NAN };
        Residual { predicted, residual, standardised }
    };
    Ok(observed.iter().enumerate().map(residual).collect())
}
