//! Probability integral transforms: where observations lie among their own replications.
//!
//! $$ u_i = \frac{\#\{y_i^{rep} < y_i\} + U_i (\#\{y_i^{rep} = y_i\} + 1)}{S + 1}, \qquad
//! U_i \sim \mathrm{uniform}(0, 1) $$
//!
//! which is uniform if yᵢ has the law of its S replications, of discrete laws too.

use super::{PredictiveError, compare};

/// The place of each observation among its replications, from 0 to 1. Uniform numbers if the model is right
/// and has not seen the data: test them by [`uniformity`](crate::ecdf::uniformity).
///
/// `uniform` gives uniform random numbers, one for each observation: ties are broken by them.
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
/// [`PredictiveError`]: nothing to compare, data sets of other lengths, NaN.
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
