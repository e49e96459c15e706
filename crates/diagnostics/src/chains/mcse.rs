//! Monte Carlo standard errors: the standard error of an estimate due to the finite number of draws.
//!
//! The error of the mean is `sd / √ESS`. The error of the sd is, by the delta method with `c = (x − x̄)²`:
//! `√((mean(c²) − mean(c)²) / (4 · mean(c) · ESS_c))`, where `ESS_c` is the effective sample size of `c`
//! (Vehtari et al. 2021, and ArviZ for the sd).

use super::ess::{ess_mean, ess_sd, squared_deviations};
use super::moments::{mean_of_slice, of_scaled, sd};
use super::validity::are_valid;

/// The Monte Carlo standard error of the posterior mean.
///
/// It needs at least one chain, of at least 4 draws; zero when all draws are equal. NaN for chains of
/// different lengths or a draw that is not finite. It agrees with `arviz.mcse(method="mean")`.
///
/// ```
/// use monomorph_diagnostics::chains::{ess_mean, mcse_mean, sd};
///
/// let chains: [&[f64]; 1] = [&[0.3, -0.1, 0.8, -0.6, 0.1, 0.5, -0.4, -0.2]];
/// assert_eq!(mcse_mean(&chains), sd(&chains) / ess_mean(&chains).sqrt());
/// ```
pub fn mcse_mean(chains: &[&[f64]]) -> f64 {
    sd(chains) / ess_mean(chains).sqrt()
}

/// The Monte Carlo standard error of the posterior standard deviation.
///
/// It needs at least one chain, of at least 4 draws. NaN when all draws are equal, for chains of different
/// lengths, or for a draw that is not finite. It agrees with `arviz.mcse(method="sd")`.
///
/// ```
/// use monomorph_diagnostics::chains::{mcse_sd, sd};
///
/// let chains: [&[f64]; 1] = [&[0.3, -0.1, 0.8, -0.6, 0.1, 0.5, -0.4, -0.2]];
/// assert!(mcse_sd(&chains) < sd(&chains));
/// assert!(mcse_sd(&[&[1.0; 8]]).is_nan());
/// ```
pub fn mcse_sd(chains: &[&[f64]]) -> f64 {
    if !are_valid(chains, 1) {
        return f64::NAN;
    }
    let (error, factor) = of_scaled(chains, |chains| {
        let squares = squared_deviations(chains);
        let variance = mean_of_slice(&squares);
        // It is computed as a mean of squares and not as a difference of means, which rounding could make
        // negative.
        let spread: Vec<f64> = squares.iter().map(|square| (square - variance).powi(2)).collect();
        (mean_of_slice(&spread) / ess_sd(chains) / variance / 4.0).sqrt()
    });
    error / factor
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constant_draws() {
        assert_eq!(mcse_mean(&[&[0.1; 8], &[0.1; 8]]), 0.0);
        assert!(mcse_sd(&[&[0.1; 8], &[0.1; 8]]).is_nan());
    }

    #[test]
    fn bad_input_is_nan() {
        let bad: [&[&[f64]]; 4] =
            [&[], &[&[1.0, 2.0]], &[&[1.0; 5], &[1.0; 4]], &[&[1.0, 2.0, 3.0, f64::INFINITY]]];
        for chains in bad {
            assert!(mcse_mean(chains).is_nan() && mcse_sd(chains).is_nan(), "{chains:?}");
        }
    }
}
