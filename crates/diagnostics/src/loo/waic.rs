//! The widely applicable information criterion (Watanabe 2010), in the form of Vehtari, Gelman and Gabry
//! (2017): `elpdᵢ = log mean_s p(yᵢ | θ_s) − pᵢ`, `pᵢ = var_s log p(yᵢ | θ_s)` over `S − 1`.

use super::efficiency::few_effective_draws;
use super::sums::log_mean_exp;
use super::{Efficiency, Estimate, LogLikelihood, LooError, Pointwise};
use crate::chains::sd;

/// The variance of an observation's log likelihood above which its term is not reliable.
const LARGEST_RELIABLE: f64 = 0.4;

/// Expected log predictive densities by WAIC. [`Loo`](super::Loo) diagnoses its own failures better.
///
/// ```
/// use monomorph_diagnostics::loo::{LogLikelihood, Pointwise, Waic};
///
/// let values: Vec<f64> = (0..200).map(|draw| -1.0 - (f64::from(draw) * 0.7).sin().powi(2)).collect();
/// let waic = Waic::of(&LogLikelihood::new(values, 1, 100)?)?;
/// assert_eq!(waic.waic().value, -2.0 * waic.elpd().value);
/// assert!((waic.p_waic().value - 2.0 * 0.125).abs() < 0.01); // sin² has the variance 1/8
/// # Ok::<(), monomorph_diagnostics::loo::LooError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Waic {
    names: Vec<String>,
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::any_numbers::serialize"))]
    elpd: Vec<f64>,
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::any_numbers::serialize"))]
    p: Vec<f64>,
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::any_numbers::serialize"))]
    r_eff: Vec<f64>,
    size: (usize, usize),
    remark: String,
}

impl Waic {
    /// Computes the criterion from log likelihoods.
    ///
    /// # Errors
    /// [`LooError`] if there are fewer than 2 draws.
    pub fn of(log_likelihood: &LogLikelihood<'_>) -> Result<Self, LooError> {
        let draws = log_likelihood.draws();
        if draws < 2 {
            return Err(LooError::TooFewDraws { least: 2, found: draws });
        }
        let p: Vec<f64> = log_likelihood.columns().map(|column| sd(&[column]).powi(2)).collect();
        let elpd = log_likelihood.columns().zip(&p).map(|(column, p)| log_mean_exp(column) - p).collect();
        let size = (log_likelihood.chains(), log_likelihood.draws_per_chain());
        let mut memory = Vec::with_capacity(draws);
        let mut efficiency = |column| Efficiency::PerObservation.of(column, size.1, &mut memory);
        let r_eff = log_likelihood.columns().map(&mut efficiency).collect();
        Ok(Self { names: log_likelihood.names().to_vec(), elpd, p, r_eff, size, remark: String::new() })
    }

    /// Adds a remark below the table, as [`Loo::with_remark`](super::Loo::with_remark) does.
    #[must_use = "the result that is returned has the remark"]
    pub fn with_remark(self, remark: impl Into<String>) -> Self {
        Self { remark: remark.into(), ..self }
    }

    /// The effective number of parameters.
    pub fn p_waic(&self) -> Estimate {
        Estimate::of(&self.p)
    }

    /// The information criterion, −2 elpd.
    pub fn waic(&self) -> Estimate {
        self.elpd().times(-2.0)
    }

    /// The number of chains, and the number of draws of each.
    pub(super) fn size(&self) -> (usize, usize) {
        self.size
    }
}

impl Pointwise for Waic {
    fn pointwise_elpd(&self) -> &[f64] {
        &self.elpd
    }

    fn remark(&self) -> &str {
        &self.remark
    }

    fn names(&self) -> &[String] {
        &self.names
    }

    fn pointwise_p(&self) -> Option<&[f64]> {
        Some(&self.p)
    }

    fn unreliable_names(&self) -> Vec<&str> {
        let unreliable = self.names.iter().zip(&self.p).filter(|(_, p)| **p > LARGEST_RELIABLE);
        unreliable.map(|(name, _)| name.as_str()).collect()
    }

    fn few_effective_draws(&self) -> Option<(&str, f64)> {
        let each = self.names.iter().zip(&self.r_eff).map(|(name, r_eff)| (name.as_str(), *r_eff));
        few_effective_draws(each, self.size.0 * self.size.1)
    }
}
