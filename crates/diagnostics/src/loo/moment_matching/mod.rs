//! Moment matching: draws are moved towards the posterior without an observation.
//!
//! If the weights `w ∝ 1 / p(yᵢ | θ)` are not reliable, the draws are transformed by the affine map `T`
//! that gives them the mean that they have under the weights; or mean and variances; or mean and
//! covariances. The transformed draws have the density `p(T⁻¹θ) / |det T|`, so that their weights are
//!
//! ```text
//! w_s ∝ p(T θ_s) / p(yᵢ | T θ_s) / p(θ_s),                p the density of the posterior
//! ```
//!
//! A map is kept only if `k̂` decreases, and the next map is applied after it. At the end every second draw
//! is moved and the others are not, so that the same draws are also good for the numerator of elpd: they
//! come from the mixture of both densities, and a point `x` has the weight
//! `p(x) / p(yᵢ | x) / (p(x) + p(T⁻¹x) / |det T|)`.
//!
//! Paananen, Piironen, Bürkner and Vehtari (2021), *Implicitly adaptive importance sampling*, Statistics
//! and Computing 31, 16. The order of the maps, their largest number 30, and `k̂` if all draws are moved
//! are those of R's `loo_moment_match`. This implementation differs in four points: maps are composed
//! exactly, variances under weights are divided by `1 − Σ w²`, every second draw is not moved instead of
//! the second half, and maps are also searched for `k̂` below 0.7.

mod affine;
mod search;
mod steps;
#[cfg(test)]
mod tests;

use super::observation::Observation;
use super::{Loo, LooError};
use search::Search;

/// The settings of [`Loo::match_moments`].
///
/// ```
/// use monomorph_diagnostics::loo::MomentMatching;
///
/// let settings = MomentMatching::default().steps(10).split(false);
/// assert_eq!((settings.steps, settings.target, settings.covariance), (10, 1.0 / 3.0, true));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[must_use = "settings have no effect outside a cross-validation"]
#[non_exhaustive]
pub struct MomentMatching {
    /// The largest number of maps that are applied one after the other.
    pub steps: usize,
    /// The `k̂` at or below which no further map is searched. R stops where `k̂` is just reliable, about
    /// 0.7, where the bias may still be large; below ⅓ the weights have a third moment, so that errors are
    /// near normal.
    pub target: f64,
    /// True if covariances are matched when neither means nor variances help.
    pub covariance: bool,
    /// True if every second draw is not moved. The estimate is then reliable if `k̂` is; otherwise also the
    /// weights for the posterior itself would have to be reliable.
    pub split: bool,
}

impl Default for MomentMatching {
    fn default() -> Self {
        Self { steps: 30, target: 1.0 / 3.0, covariance: true, split: true }
    }
}

impl MomentMatching {
    /// Sets the largest number of maps that are applied one after the other; 30 by default.
    pub fn steps(self, steps: usize) -> Self {
        Self { steps, ..self }
    }

    /// Sets the `k̂` at or below which no further map is searched; ⅓ by default.
    pub fn target(self, target: f64) -> Self {
        Self { target, ..self }
    }

    /// Sets whether covariances are matched when neither means nor variances help; by default they are.
    pub fn covariance(self, covariance: bool) -> Self {
        Self { covariance, ..self }
    }

    /// Sets whether every second draw is not moved; by default it is not.
    pub fn split(self, split: bool) -> Self {
        Self { split, ..self }
    }
}

impl Loo {
    /// Improves the estimates for the [unreliable](Self::unreliable) observations with draws that are moved
    /// towards the posterior without each of them.
    ///
    /// `points` are the draws in the order of the log likelihoods, one after the other, in unconstrained
    /// coordinates. `log_density` is the log density of the posterior in these coordinates, up to a
    /// constant; `log_likelihood` is that of the observation with this index. A point where either is NaN
    /// has the weight 0.
    ///
    /// The estimate for an observation is unchanged if no map decreases its `k̂`.
    ///
    /// # Errors
    /// [`LooError`] if the number of points is not the number of draws, or if the log density is not finite
    /// at a point.
    ///
    /// ```
    /// use monomorph_diagnostics::chains::inverse_normal_cdf;
    /// use monomorph_diagnostics::loo::{LogLikelihood, Loo, MomentMatching, Pointwise};
    ///
    /// // A normal mean of nine observations, of which the last one is far out.
    /// let y = [0.1, -0.3, 0.4, 0.2, -0.6, 0.5, -0.1, 0.0, 7.0];
    /// let (mean, precision) = (y.iter().sum::<f64>() / 9.0, 9.0_f64);
    /// let uniform = |i: u32| (f64::from(i) * 0.618_034 + 0.0005).fract();
    /// let draw = |i| mean + inverse_normal_cdf(uniform(i)) / precision.sqrt();
    /// let draws: Vec<f64> = (0..1000).map(draw).collect();
    /// let log_likelihood = |place: usize, mu: &[f64]| -0.919 - 0.5 * (y[place] - mu[0]).powi(2);
    /// let log_density = |mu: &[f64]| -0.5 * precision * (mu[0] - mean).powi(2);
    ///
    /// let values: Vec<f64> =
    ///     (0..9).flat_map(|i| draws.iter().map(move |mu| log_likelihood(i, &[*mu]))).collect();
    /// let mut loo = Loo::of(&LogLikelihood::new(values, 1, 1000)?)?;
    /// loo.match_moments(&draws, log_density, log_likelihood, MomentMatching::default())?;
    /// let exact = -0.919 - 0.5 * (9.0_f64 / 8.0).ln() - 0.5 * (7.0_f64 - 0.025).powi(2) / (9.0 / 8.0);
    /// assert!((loo.pointwise_elpd()[8] - exact).abs() < 0.1, "{loo}");
    /// # Ok::<(), monomorph_diagnostics::loo::LooError>(())
    /// ```
    pub fn match_moments(
        &mut self,
        points: &[f64],
        log_density: impl FnMut(&[f64]) -> f64,
        mut log_likelihood: impl FnMut(usize, &[f64]) -> f64,
        settings: MomentMatching,
    ) -> Result<(), LooError> {
        let unreliable = self.unreliable();
        let (chains, draws_per_chain) = self.size();
        let (draws, found) = (chains * draws_per_chain, points.len());
        if found == 0 || !found.is_multiple_of(draws) {
            let expected = found.next_multiple_of(draws).max(draws);
            return Err(LooError::Length { what: format!("coordinates of {draws} draws"), expected, found });
        }
        if unreliable.is_empty() {
            return Ok(());
        }
        let mut search = Search::new(points, draws, self.tail, log_density, settings)?;
        for place in unreliable {
            let before = self.quality[place].pareto_k;
            let found = search.find(self.r_eff[place], |point| log_likelihood(place, point));
            if let Some(found) = found.filter(|found| found.quality.pareto_k < before) {
                let r_eff = self.r_eff[place];
                self.set(
                    place,
                    &Observation::weighted(&found.log_weights, &found.values, r_eff, found.quality),
                );
            }
        }
        Ok(())
    }
}
