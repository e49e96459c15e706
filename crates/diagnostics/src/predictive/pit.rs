//! Probability integral transforms: the relative ranks of observations among their own replications.
//!
//! $$ u_i = \frac{\#\{y_i^{rep} < y_i\} + U_i (\#\{y_i^{rep} = y_i\} + 1)}{S + 1}, \qquad
//! U_i \sim \mathrm{uniform}(0, 1) $$
//!
//! which is uniform if yᵢ has the law of its S replications, also for discrete laws.

use super::{PredictiveError, compare};

/// Computes the relative rank of each observation among its replications, from 0 to 1. The ranks are
/// uniform if the model is right and was not fitted to the data: test them by
/// [`uniformity`](crate::ecdf::uniformity).
///
/// `uniform` returns a uniform random number; it is called once for each observation, to break ties.
///
/// ```
/// use monomorph_diagnostics::predictive::pit;
///
/// let replicated = [[1.0, 5.0], [2.0, 6.0], [3.0, 7.0]];
/// let places = pit(&[2.5, 9.0], &replicated, || 0.5)?;
/// assert_eq!(places, [0.625, 0.875]);
/// # Ok::<(), monomorph_diagnostics::predictive::PredictiveError>(())
/// ```
///
/// # Errors
///
/// [`PredictiveError`] if there is nothing to compare, if data sets have other lengths, or if a number is
/// NaN.
pub fn pit(
    observed: &[f64],
    replicated: &[impl AsRef<[f64]>],
    mut uniform: impl FnMut() -> f64,
) -> Result<Vec<f64>, PredictiveError> {
    compare(observed, replicated)?;
    let place = |(element, observed): (usize, &f64)| {
        let values = || replicated.iter().map(|values| values.as_ref()[element]);
        let smaller = values().filter(|value| value < observed).count() as f64;
        let equal = values().filter(|value| value == observed).count() as f64;
        (smaller + uniform() * (equal + 1.0)) / (replicated.len() + 1) as f64
    };
    Ok(observed.iter().enumerate().map(place).collect())
}
