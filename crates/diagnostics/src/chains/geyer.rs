//! The effective sample size of chains, `S / τ` with `τ = −1 + 2 Σ ρ_t` over lags `t ≥ 0`.
//!
//! With `M` chains of `N` draws, `S = MN`, `γ_t` their mean autocovariance at lag `t`, `W = γ₀ N / (N − 1)`
//! and `V = γ₀ + var(chain means)`, the autocorrelation is `ρ_t = 1 − (W − γ_t) / V`: chains that disagree
//! look correlated at every lag. At large lags `ρ_t` is mostly noise, so the sum follows Geyer (1992),
//! *Practical Markov chain Monte Carlo*, Statistical Science 7(4), 473–483: pairs `ρ_{2k} + ρ_{2k+1}` are
//! positive and decreasing for any reversible chain, hence the sum ends before the first pair that is not
//! positive, and each pair is reduced to the smallest pair before it. As in ArviZ, the even half of the
//! pair at which the sum ended is added, and `τ ≥ 1 / log₁₀ S`.

use super::autocovariance::mean_autocovariance;
use super::moments::{mean_of_slice, of_scaled, variance_of_slice};

/// Draws count as equal if they differ by less than this number, as in ArviZ; or, for draws smaller than 1,
/// by less than this fraction of the largest draw.
const RESOLUTION: f64 = 1e-15;

/// The effective sample size of chains of equal length, at least 2 draws.
///
/// If all draws are equal, the result is their number, although nothing is known about how they would move.
/// NaN when a draw is not finite.
pub(crate) fn effective_sample_size(chains: &[&[f64]]) -> f64 {
    let draws = chains[0].len();
    let size = (chains.len() * draws) as f64;
    let (range, largest) = range(chains);
    if range < RESOLUTION * largest.min(1.0) || range == 0.0 {
        return size;
    }
    of_scaled(chains, |chains| of_moving(chains, size)).0
}

/// The effective sample size of draws that are not all equal, whose squares are finite.
fn of_moving(chains: &[&[f64]], size: f64) -> f64 {
    let draws = chains[0].len();

    let autocovariance = mean_autocovariance(chains);
    let means: Vec<f64> = chains.iter().map(|chain| mean_of_slice(chain)).collect();
    let within = autocovariance[0] * draws as f64 / (draws as f64 - 1.0);
    let between = if means.len() > 1 { variance_of_slice(&means) } else { 0.0 };
    let total = autocovariance[0] + between;
    let autocorrelation = |lag: usize| 1.0 - (within - autocovariance[lag]) / total;

    let (mut lag, mut even, mut odd) = (0, 1.0, autocorrelation(1));
    if odd.is_nan() {
        return f64::NAN;
    }
    let (mut least, mut sum) = (f64::INFINITY, 0.0);
    // The last lags are estimated from two or three products; ArviZ omits them.
    while even + odd > 0.0 && lag + 4 < draws {
        least = f64::min(least, even + odd);
        sum += least;
        lag += 2;
        (even, odd) = (autocorrelation(lag), autocorrelation(lag + 1));
    }
    let last = if even > 0.0 || even + odd >= 0.0 { even } else { 0.0 };

    // Without the bound, alternating chains could have a τ near zero or below.
    let tau = f64::max(-1.0 + 2.0 * sum + last, 1.0 / size.log10());
    size / tau
}

/// Returns the largest draw minus the smallest (NaN, and so never small, if a draw is NaN), and the largest
/// absolute value of a draw.
fn range(chains: &[&[f64]]) -> (f64, f64) {
    let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
    for &draw in chains.iter().copied().flatten() {
        if draw.is_nan() {
            return (f64::NAN, f64::NAN);
        }
        low = low.min(draw);
        high = high.max(draw);
    }
    (high - low, high.abs().max(low.abs()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_draws_count_in_full() {
        assert_eq!(effective_sample_size(&[&[0.1; 5], &[0.1; 5]]), 10.0);
    }

    #[test]
    fn alternating_draws_reach_the_bound() {
        let draws: Vec<f64> = (0..50).map(|i| f64::from(i % 2)).collect();
        assert_eq!(effective_sample_size(&[&draws, &draws]), 100.0 * 2.0);
    }

    #[test]
    fn one_chain() {
        let draws: Vec<f64> = (0..300).map(|i| (1.7 * f64::from(i * i)).sin()).collect();
        let (one, halves) =
            (effective_sample_size(&[&draws]), effective_sample_size(&[&draws[..150], &draws[150..]]));
        assert!((one / halves - 1.0).abs() < 0.2, "{one} {halves}");
    }

    #[test]
    fn a_trend_is_worth_almost_nothing() {
        let draws: Vec<f64> = (0..500).map(f64::from).collect();
        assert!(effective_sample_size(&[&draws[..250], &draws[250..]]) < 4.0);
    }

    #[test]
    fn any_size() {
        let draws: Vec<f64> = (0..40).map(|i| (1.7 * f64::from(i)).sin() + 0.1 * f64::from(i % 7)).collect();
        let plain = effective_sample_size(&[&draws[..20], &draws[20..]]);
        for size in [1e-300, 1e-200, 1e-30, 1e-12, 1e200, 8e307] {
            let moved: Vec<f64> = draws.iter().map(|draw| draw * size).collect();
            let other = effective_sample_size(&[&moved[..20], &moved[20..]]);
            assert!((other / plain - 1.0).abs() < 1e-9, "{size}: {other} {plain}");
        }
    }

    #[test]
    fn not_finite() {
        for bad in [f64::NAN, f64::INFINITY] {
            assert!(effective_sample_size(&[&[1.0, bad, -bad], &[0.0, 1.0, 2.0]]).is_nan());
        }
    }
}
