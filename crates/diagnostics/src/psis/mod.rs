//! Pareto-smoothed importance sampling: expectations under one distribution from draws of another.
//!
//! Draws from a proposal `g` estimate expectations under a target `f` with the ratios `r = f / g` as
//! weights. A few very large ratios make such an estimate unreliable. The largest ones are therefore
//! replaced by the quantiles of a generalised Pareto distribution that is fitted to them, and the shape
//! `k̂` of this distribution shows whether the estimate is reliable. The method is that of Vehtari,
//! Simpson, Gelman, Yao and Gabry (2024), *Pareto smoothed importance sampling*, Journal of Machine
//! Learning Research 25(72).
//!
//! | question | answer |
//! |---|---|
//! | what are the weights? | [`psis()`], or a [`Smoother`] for many sets of weights |
//! | are they reliable? | [`Quality::is_reliable`]: [`Quality::pareto_k`] up to [`Quality::threshold`] |
//! | how many independent draws are they worth? | [`Quality::ess`] |
//! | how many draws would be enough? | [`Quality::minimal_sample_size`] |
//! | how fast does the error decrease with more draws? | [`Quality::convergence_rate`] |
//!
//! # Example
//!
//! ```
//! use monomorph_diagnostics::psis::psis;
//!
//! // Draws at the quantiles of an exponential distribution of rate 1 stand for one of rate 1.5 …
//! let draws: Vec<f64> = (0..1000).map(|i| -(-(f64::from(i) + 0.5) / 1000.0).ln_1p()).collect();
//! let log_ratios: Vec<f64> = draws.iter().map(|x| 1.5_f64.ln() - 0.5 * x).collect();
//! let smoothed = psis(&log_ratios, 1.0)?;
//! let mean: f64 = smoothed.log_weights.iter().zip(&draws).map(|(w, x)| w.exp() * x).sum();
//! assert!((mean - 1.0 / 1.5).abs() < 0.01);
//! assert!(smoothed.quality.is_reliable());
//!
//! // … but not for one of rate 0.2, whose tail they hardly reach.
//! let log_ratios: Vec<f64> = draws.iter().map(|x| 0.2_f64.ln() + 0.8 * x).collect();
//! assert!(!psis(&log_ratios, 1.0)?.quality.is_reliable());
//! # Ok::<(), monomorph_diagnostics::psis::WeightsError>(())
//! ```

mod error;
mod pareto;
mod quality;
mod smoother;
mod tail;

pub use error::WeightsError;
pub use pareto::GeneralisedPareto;
pub use quality::Quality;
pub(crate) use quality::threshold;
pub use smoother::Smoother;
pub use tail::Tail;

/// Importance weights after smoothing.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Smoothed {
    /// The logarithms of the weights, which sum to 1, in the order of the ratios.
    pub log_weights: Vec<f64>,
    /// The reliability of the weights.
    pub quality: Quality,
}

/// Smooths the importance ratios whose logarithms are given.
///
/// `r_eff` is the relative efficiency of the draws, their effective sample size divided by their number: 1
/// for independent draws. A value that is not positive and finite counts as 1.
///
/// Weights whose tail has fewer than five draws (for example of fewer than 21 draws in all) are only
/// normalised, and [`Quality::pareto_k`] is ∞: the tail is unknown. It is −∞ if all weights of several
/// draws are equal up to rounding, or if the weights take few values and at least ten draws have the
/// largest one: then there is no heavier tail.
///
/// # Errors
/// [`WeightsError`] if there are no ratios, if a ratio is NaN or +∞, or if all are −∞.
///
/// ```
/// use monomorph_diagnostics::psis::{WeightsError, psis};
///
/// let equal = psis(&[3.0; 4], 1.0)?;
/// assert_eq!((equal.log_weights[0].exp(), equal.quality.ess), (0.25, 4.0));
/// assert_eq!(equal.quality.pareto_k, f64::NEG_INFINITY);
/// assert_eq!(psis(&[0.0, f64::NAN], 1.0), Err(WeightsError::NotANumber { draw: 1 }));
/// # Ok::<(), WeightsError>(())
/// ```
pub fn psis(log_ratios: &[f64], r_eff: f64) -> Result<Smoothed, WeightsError> {
    let mut log_weights = log_ratios.to_vec();
    let quality = Smoother::new().smooth(&mut log_weights, r_eff)?;
    Ok(Smoothed { log_weights, quality })
}
