//! Weights by elpd alone: `wₖ ∝ exp elpdₖ` (pseudo-BMA), and its mean over Bayesian bootstraps of the
//! observations (pseudo-BMA+), `elpdₖ = n Σᵢ zᵢ elpdₖᵢ` with `z` uniform on the simplex. Yao et al. (2018).

use super::stacking::columns;
use crate::loo::{LooError, Pointwise};
use monomorph_numerics::random::softmax;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// Weights that are proportional to exp(elpd).
///
/// # Errors
/// [`LooError`] if there are no models, or if they have different numbers of observations.
///
/// ```
/// # use monomorph_diagnostics::loo::{LogLikelihood, Waic};
/// use monomorph_diagnostics::comparison::pseudo_bma_weights;
///
/// # let of = |shift: f64| {
/// #     let values: Vec<f64> = (0..100).map(|i| shift - f64::from(i % 5)).collect();
/// #     Waic::of(&LogLikelihood::new(values, 1, 50)?)
/// # };
/// let (a, b) = (of(0.0)?, of(-0.5)?); // two observations, each half worse
/// let weights = pseudo_bma_weights(&[&a, &b])?;
/// assert!((weights[1] / weights[0] - (-1.0_f64).exp()).abs() < 1e-12);
/// # Ok::<(), monomorph_diagnostics::loo::LooError>(())
/// ```
pub fn pseudo_bma_weights<P: Pointwise + ?Sized>(models: &[&P]) -> Result<Vec<f64>, LooError> {
    let sums: Vec<f64> = columns(models)?.iter().map(|elpd| elpd.iter().sum()).collect();
    Ok(softmax(&sums))
}

/// The mean of [`pseudo_bma_weights`] over Bayesian bootstraps: these weights are more equal, because sums
/// of few observations are uncertain. R takes 1000 bootstraps.
///
/// # Errors
/// The errors of [`pseudo_bma_weights`], and [`LooError`] if `bootstraps` is 0.
///
/// ```
/// # use monomorph_diagnostics::loo::{LogLikelihood, Waic};
/// use monomorph_diagnostics::comparison::pseudo_bma_plus_weights;
///
/// # let values: Vec<f64> = (0..100).map(|i| -f64::from(i % 5)).collect();
/// # let a = Waic::of(&LogLikelihood::new(values, 1, 50)?)?;
/// let weights = pseudo_bma_plus_weights(&[&a, &a], 1000, 1)?;
/// assert!((weights[0] - 0.5).abs() < 1e-12);
/// # Ok::<(), monomorph_diagnostics::loo::LooError>(())
/// ```
pub fn pseudo_bma_plus_weights<P: Pointwise + ?Sized>(
    models: &[&P],
    bootstraps: usize,
    seed: u64,
) -> Result<Vec<f64>, LooError> {
    if bootstraps == 0 {
        return Err(LooError::Empty { what: "bootstraps" });
    }
    let columns = columns(models)?;
    let count = columns[0].len() as f64;
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut means = vec![0.0; models.len()];
    let mut shares = vec![0.0; columns[0].len()];
    for _ in 0..bootstraps {
        // Exponentially distributed numbers divided by their sum are uniform on the simplex.
        shares.iter_mut().for_each(|share| *share = -(-rng.random::<f64>()).ln_1p());
        let sum: f64 = shares.iter().sum();
        let of_model = |elpd: &&[f64]| {
            let weighted: f64 = elpd.iter().zip(&shares).map(|(elpd, share)| elpd * share).sum();
            count * weighted / sum
        };
        let sums: Vec<f64> = columns.iter().map(of_model).collect();
        means.iter_mut().zip(softmax(&sums)).for_each(|(mean, weight)| *mean += weight / bootstraps as f64);
    }
    Ok(means)
}
