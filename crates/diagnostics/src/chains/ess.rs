//! Effective sample sizes: the number of independent draws that would estimate a quantity as precisely as
//! these draws.
//!
//! All are Geyer's estimate on split chains, of different functions of the draws: of their normal scores
//! (*bulk*), of `[x ≤ q(5 %)]` and `[x ≤ q(95 %)]` (*tail*, the smaller), of the draws themselves (*mean*)
//! and of `(x − x̄)²` (*sd*). Vehtari et al. (2021).

use super::geyer::effective_sample_size;
use super::moments::{mean, of_scaled};
use super::quantile::weighted;
use super::ranks::normal_scores;
use super::validity::{are_valid, pool_map, split, unpool};

/// The bulk effective sample size: the draws are rank-normalised, so that it is defined and comparable for
/// every quantity.
///
/// It needs at least one chain, of at least 4 draws. NaN for chains of different lengths or a NaN among the
/// draws; the number of draws when all are equal. It agrees with `arviz.ess(method="bulk")`.
///
/// ```
/// use monomorph_diagnostics::chains::ess_bulk;
///
/// // A linear congruential generator mixes well, its running mean does not.
/// let mut state = 1_u32;
/// let independent = [(); 400].map(|()| {
///     state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
///     f64::from(state)
/// });
/// let mut sum = 0.0;
/// let sticky = independent.map(|draw| {
///     sum = 0.9 * sum + draw;
///     sum
/// });
/// assert!(ess_bulk(&[&independent]) > 300.0);
/// assert!(ess_bulk(&[&sticky]) < 60.0);
/// ```
pub fn ess_bulk(chains: &[&[f64]]) -> f64 {
    if !are_valid(chains, 1) {
        return f64::NAN;
    }
    let halves = split(chains);
    let scores = normal_scores(&halves.concat());
    effective_sample_size(&unpool(&scores, halves[0].len()))
}

/// The tail effective sample size: the smaller of the effective sample sizes of the 5 % and the 95 %
/// quantile.
///
/// It needs at least one chain, of at least 4 draws. NaN for chains of different lengths or a NaN among the
/// draws; the number of draws when all are equal. It agrees with `arviz.ess(method="tail")`.
///
/// ```
/// use monomorph_diagnostics::chains::{ess_quantile, ess_tail};
///
/// let chains: [&[f64]; 1] = [&[0.3, -0.1, 0.8, -0.6, 0.1, 0.5, -0.4, -0.2]];
/// assert_eq!(ess_tail(&chains), ess_quantile(&chains, 0.05).min(ess_quantile(&chains, 0.95)));
/// ```
pub fn ess_tail(chains: &[&[f64]]) -> f64 {
    ess_quantile(chains, 0.05).min(ess_quantile(chains, 0.95))
}

/// The effective sample size of the `p`-quantile, that is, of the share of draws below it.
///
/// It needs at least one chain, of at least 4 draws, and `p` in `[0, 1]`. NaN when `p` is outside this
/// interval, for chains of different lengths, or a NaN among the draws; the number of draws when no draw,
/// or every draw, is above the quantile. It agrees with `arviz.ess(method="quantile")`.
///
/// ```
/// use monomorph_diagnostics::chains::ess_quantile;
///
/// let chains: [&[f64]; 1] = [&[0.3, -0.1, 0.8, -0.6, 0.1, 0.5, -0.4, -0.2]];
/// assert!(ess_quantile(&chains, 0.5) > 1.0);
/// assert!(ess_quantile(&chains, -0.5).is_nan());
/// ```
pub fn ess_quantile(chains: &[&[f64]], p: f64) -> f64 {
    if !are_valid(chains, 1) || !(0.0..=1.0).contains(&p) {
        return f64::NAN;
    }
    let quantile = weighted(&mut chains.concat(), p);
    let below = pool_map(chains, |draw| f64::from(u8::from(draw <= quantile)));
    effective_sample_size(&split(&unpool(&below, chains[0].len())))
}

/// The effective sample size of the mean: of the draws themselves, not of their ranks.
///
/// It needs at least one chain, of at least 4 draws. NaN for chains of different lengths or a draw that is
/// not finite; the number of draws when all are equal. It agrees with `arviz.ess(method="mean")`.
///
/// ```
/// use monomorph_diagnostics::chains::ess_mean;
///
/// assert_eq!(ess_mean(&[&[2.5; 10], &[2.5; 10]]), 20.0);
/// assert!(ess_mean(&[&[1.0, 2.0, f64::INFINITY, 4.0]]).is_nan());
/// ```
pub fn ess_mean(chains: &[&[f64]]) -> f64 {
    if !are_valid(chains, 1) {
        return f64::NAN;
    }
    effective_sample_size(&split(chains))
}

/// The effective sample size of the standard deviation: of the squared distances from the mean.
///
/// It needs at least one chain, of at least 4 draws. NaN for chains of different lengths or a draw that is
/// not finite; the number of draws when all are equal. It agrees with `arviz.ess(method="sd")`.
///
/// ```
/// use monomorph_diagnostics::chains::{ess_mean, ess_sd};
///
/// let chains: [&[f64]; 1] = [&[1.0, -3.0, 2.0, -1.0, 3.0, -2.0, 2.0, -2.0]];
/// let squared: [&[f64]; 1] = [&[1.0, 9.0, 4.0, 1.0, 9.0, 4.0, 4.0, 4.0]];
/// assert_eq!(ess_sd(&chains), ess_mean(&squared));
/// ```
pub fn ess_sd(chains: &[&[f64]]) -> f64 {
    if !are_valid(chains, 1) {
        return f64::NAN;
    }
    let of_squares = |chains: &[&[f64]]| {
        effective_sample_size(&split(&unpool(&squared_deviations(chains), chains[0].len())))
    };
    of_scaled(chains, of_squares).0
}

/// `(x − x̄)²` for every draw, chain after chain.
pub(super) fn squared_deviations(chains: &[&[f64]]) -> Vec<f64> {
    let mean = mean(chains);
    pool_map(chains, |draw| (draw - mean).powi(2))
}

#[cfg(test)]
mod tests {
    use super::*;

    type Diagnostic = fn(&[&[f64]]) -> f64;

    const ALL: [Diagnostic; 4] = [ess_bulk, ess_tail, ess_mean, ess_sd];

    #[test]
    fn bad_input_is_nan() {
        let bad: [&[&[f64]]; 5] =
            [&[], &[&[]], &[&[1.0, 2.0, 3.0]], &[&[1.0; 5], &[1.0; 4]], &[&[f64::NAN; 9]]];
        for chains in bad {
            assert!(ALL.iter().all(|ess| ess(chains).is_nan()), "{chains:?}");
        }
    }

    #[test]
    fn equal_draws_count_in_full_but_for_the_middle_of_odd_chains() {
        for ess in ALL {
            assert_eq!(ess(&[&[0.1; 9], &[0.1; 9]]), 16.0);
        }
    }

    #[test]
    fn infinite_draws_have_ranks_but_no_moments() {
        let chains: [&[f64]; 1] = [&[0.3, f64::INFINITY, 0.8, -0.6, f64::NEG_INFINITY, 0.5, -0.4, -0.2]];
        assert!(ess_bulk(&chains).is_finite() && ess_tail(&chains).is_finite());
        assert!(ess_mean(&chains).is_nan() && ess_sd(&chains).is_nan());
    }
}
