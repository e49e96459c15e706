//! The smoothing: quantiles of the fitted distribution replace the largest weights.
//!
//! With weights divided by the largest one and sorted, the `M` largest exceed `u`, the largest of the others.
//! A generalised Pareto distribution is fitted to `w − u`; the weights of the tail become
//! `u + F⁻¹((j − ½) / M)`, `j = 1 … M`, and at most 1, the largest raw weight. Then all are divided by their
//! sum. Vehtari et al. (2024), algorithm 1.
//!
//! Weights with few different values, such as those of an observation whose likelihood is one of two
//! numbers, have no such tail. They are not changed, and `k̂` is −∞ if several draws have the largest
//! value.

use super::error::largest;
use super::{GeneralisedPareto, Quality, Tail, WeightsError};
use monomorph_numerics::slices::exp_in_place;

/// The smallest number of draws in a tail to which a shape is fitted, as in R.
const SHORTEST_TAIL: usize = 5;

/// The largest difference of logarithms at which weights count as equal: it may be a rounding error of the
/// log densities from which they are computed, and has no visible effect on weighted means.
const EQUAL: f64 = 1e-8;

/// The number of draws that must share the largest weight for weights with few values to be reliable: ten,
/// the minimal sample size for `k̂` of 0 or less.
const ENOUGH: usize = 10;

/// Smooths sets of importance weights one after another in memory of its own.
///
/// ```
/// use monomorph_diagnostics::psis::{Smoother, Tail};
///
/// let mut smoother = Smoother::new().tail(Tail::Floor);
/// for shift in 0..3 {
///     let mut log_ratios: Vec<f64> = (0..100).map(|i| (f64::from(i + shift) * 0.7).sin()).collect();
///     let quality = smoother.smooth(&mut log_ratios, 1.0)?;
///     assert_eq!(quality.tail_length, 20);
///     let sum: f64 = log_ratios.iter().map(|log_weight| log_weight.exp()).sum();
///     assert!((sum - 1.0).abs() < 1e-12);
/// }
/// # Ok::<(), monomorph_diagnostics::psis::WeightsError>(())
/// ```
#[derive(Clone, Debug, Default)]
#[must_use = "nothing is smoothed before `smooth`"]
pub struct Smoother {
    tail: Tail,
    order: Vec<usize>,
    ranks: Vec<i64>,
    exceedances: Vec<f64>,
    weights: Vec<f64>,
}

impl Smoother {
    /// Makes a smoother with the tail lengths of R.
    pub fn new() -> Self {
        Self::default()
    }

    /// Chooses how the length of the tail is rounded.
    pub fn tail(mut self, tail: Tail) -> Self {
        self.tail = tail;
        self
    }

    /// Turns logarithms of ratios into logarithms of weights that are smoothed and sum to 1.
    ///
    /// `r_eff`, and the results for few or equal weights, are as in [`psis`](super::psis()). Nothing is
    /// allocated once a set of this size has been smoothed.
    ///
    /// # Errors
    /// [`WeightsError`] if there are no ratios, if one is NaN or +∞, or if all are −∞. The ratios are then
    /// unchanged.
    pub fn smooth(&mut self, log_ratios: &mut [f64], r_eff: f64) -> Result<Quality, WeightsError> {
        let largest = largest(log_ratios)?;
        let r_eff = if r_eff > 0.0 && r_eff.is_finite() { r_eff } else { 1.0 };
        log_ratios.iter_mut().for_each(|ratio| *ratio -= largest);
        let (pareto_k, tail_length) = self.smooth_tail(log_ratios, r_eff);
        let (log_sum, sum_of_squares) = self.log_sum_and_squares(log_ratios);
        log_ratios.iter_mut().for_each(|ratio| *ratio -= log_sum);
        Ok(Quality { pareto_k, tail_length, ess: r_eff / sum_of_squares, draws: log_ratios.len() })
    }

    /// Replaces the largest weights, the largest of which is 1. Returns `k̂` and the number of replaced
    /// weights.
    fn smooth_tail(&mut self, log_weights: &mut [f64], r_eff: f64) -> (f64, usize) {
        let draws = log_weights.len();
        // Draws of weight 0 do not belong to the tail: smoothing must not give them a positive weight.
        let positive = log_weights.iter().filter(|weight| **weight > f64::NEG_INFINITY).count();
        let length = self.tail.length(draws, r_eff).min(positive);
        if draws > 1 && log_weights.iter().all(|weight| *weight >= -EQUAL) {
            return (f64::NEG_INFINITY, 0);
        }
        if length < SHORTEST_TAIL || length == draws {
            return (f64::INFINITY, 0);
        }
        let (log_cutoff, order) = find_tail(&mut self.order, &mut self.ranks, log_weights, length);
        let most = order.iter().rev().take_while(|draw| log_weights[**draw] >= -EQUAL).count();
        // The fit takes its scale from the first quartile.
        let is_of_few = log_weights[order[(length + 2) / 4 - 1]] <= log_cutoff + EQUAL || most == length;
        let unsmoothed = if most >= ENOUGH.min(length) { f64::NEG_INFINITY } else { f64::INFINITY };
        if is_of_few {
            return (unsmoothed, length);
        }
        self.exceedances.clear();
        self.exceedances.extend(order.iter().map(|&draw| log_weights[draw]));
        // The cutoff is computed by the same function, so that a weight equal to it exceeds it by exactly
        // 0.
        self.exceedances.push(log_cutoff);
        exp_in_place(&mut self.exceedances);
        let cutoff = self.exceedances.pop().unwrap_or(0.0);
        self.exceedances.iter_mut().for_each(|weight| *weight = (*weight - cutoff).max(0.0));
        let Some(fitted) = GeneralisedPareto::fit(&self.exceedances) else {
            return (unsmoothed, length);
        };
        for (j, &draw) in order.iter().enumerate() {
            let quantile = fitted.quantile((j as f64 + 0.5) / length as f64);
            log_weights[draw] = (quantile + cutoff).ln().min(0.0);
        }
        (fitted.k, length)
    }

    /// Computes `log Σ w` of weights that are at most about 1, and `Σ w²` after division by the sum.
    fn log_sum_and_squares(&mut self, log_weights: &[f64]) -> (f64, f64) {
        self.weights.clear();
        self.weights.extend_from_slice(log_weights);
        exp_in_place(&mut self.weights);
        let (mut sum, mut squares) = (0.0, 0.0);
        for weight in &self.weights {
            sum += weight;
            squares += weight * weight;
        }
        (sum.ln(), squares / (sum * sum))
    }
}

/// Returns the logarithm of the largest weight below the tail, and the draws of the tail by increasing
/// weight; of equal weights the later draw counts as larger, as in a stable sort of all draws.
fn find_tail<'a>(
    order: &'a mut Vec<usize>,
    ranks: &mut Vec<i64>,
    log_weights: &[f64],
    length: usize,
) -> (f64, &'a [usize]) {
    ranks.clear();
    ranks.extend(log_weights.iter().copied().map(rank));
    let below = log_weights.len() - length - 1;
    let (_, cutoff, _) = ranks.select_nth_unstable(below);
    let cutoff = *cutoff;
    let draws = || log_weights.iter().copied().map(rank).enumerate();
    order.clear();
    order.extend(draws().filter(|(_, rank)| *rank > cutoff).map(|(draw, _)| draw));
    // The last draws that equal the cutoff are moved into the tail.
    let equal = draws().rev().filter(|(_, rank)| *rank == cutoff).map(|(draw, _)| draw);
    order.extend(equal.take(length - order.len()));
    order.sort_unstable_by_key(|draw| (rank(log_weights[*draw]), *draw));
    (number_of(cutoff), order)
}

/// Returns an integer that is ordered as [`f64::total_cmp`] orders numbers: then a comparison needs one
/// operation, where `total_cmp` needs three more for each number.
fn rank(number: f64) -> i64 {
    flip(number.to_bits() as i64)
}

/// Returns the number of a [`rank`].
fn number_of(rank: i64) -> f64 {
    f64::from_bits(flip(rank) as u64)
}

/// Reverses the order of negative numbers, whose bits are ordered by magnitude.
fn flip(bits: i64) -> i64 {
    bits ^ (((bits >> 63) as u64) >> 1) as i64
}

#[cfg(test)]
mod tests {
    use super::super::{Smoothed, psis};
    use super::*;

    fn ratios(count: u32) -> Vec<f64> {
        (0..count).map(|i| 2.0 * (f64::from(i * i) * 0.37).sin()).collect()
    }

    #[test]
    fn an_efficiency_that_is_none_is_1() {
        let usual = psis(&ratios(100), 1.0).unwrap().quality;
        for none in [0.0, -1.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert_eq!(psis(&ratios(100), none).unwrap().quality, usual, "{none}");
        }
    }

    #[test]
    fn equal_weights_have_no_tail() {
        let quality = psis(&[-3.0; 100], 1.0).unwrap().quality;
        assert_eq!((quality.pareto_k, quality.tail_length), (f64::NEG_INFINITY, 0));
    }

    /// The tail of 100 weights has 20 weights, and its first quartile is the fifth of them.
    #[test]
    fn a_quartile_that_equals_the_cutoff_tells_no_scale() {
        let with_equal = |equal: usize| {
            let mut ratios = vec![-1.0; 80];
            // These weights differ from the cutoff only by rounding.
            ratios.extend(vec![-1.0 + 1e-10; equal]);
            ratios.extend((equal..20).map(|place| (place as f64 - 19.0) * 0.05));
            let quality = psis(&ratios, 1.0).unwrap().quality;
            assert_eq!(quality.tail_length, 20);
            quality.pareto_k
        };
        assert_eq!(with_equal(5), f64::INFINITY);
        assert!(with_equal(4).is_finite());
    }

    #[test]
    fn few_draws_are_normalised_as_they_are() {
        let one = psis(&[-700.0], 1.0).unwrap();
        assert_eq!((one.log_weights, one.quality.pareto_k), (vec![0.0], f64::INFINITY));
        assert!(!one.quality.is_reliable());
        for count in [2, 5, 20] {
            let ratios = ratios(count);
            let Smoothed { log_weights, quality } = psis(&ratios, 1.0).unwrap();
            assert_eq!((quality.pareto_k, quality.tail_length), (f64::INFINITY, 0));
            for (pair, raw) in log_weights.windows(2).zip(ratios.windows(2)) {
                assert!((pair[1] - pair[0] - (raw[1] - raw[0])).abs() < 1e-12);
            }
        }
        // Rounded up: both 25 draws and 21 draws have a tail of 5.
        assert!(psis(&ratios(21), 1.0).unwrap().quality.pareto_k.is_finite());
    }

    #[test]
    fn weights_of_zero_stay_zero() {
        let mut some = ratios(200);
        some[..150].fill(f64::NEG_INFINITY);
        let result = psis(&some, 1.0).unwrap();
        assert!(result.log_weights[..150].iter().all(|weight| *weight == f64::NEG_INFINITY));
        assert!(result.quality.pareto_k.is_finite() && result.quality.tail_length == 40);
        // If fewer weights are positive than the tail has, all of them are smoothed; fewer than five are
        // not.
        some[..180].fill(f64::NEG_INFINITY);
        assert_eq!(psis(&some, 1.0).unwrap().quality.tail_length, 20);
        some[..197].fill(f64::NEG_INFINITY);
        let result = psis(&some, 1.0).unwrap();
        assert!(result.quality.pareto_k == f64::INFINITY && result.quality.ess <= 3.0);
    }

    #[test]
    fn ties() {
        // All of the tail is at the largest weight.
        let mut tied = ratios(200);
        tied[100..].fill(3.0);
        let quality = psis(&tied, 1.0).unwrap().quality;
        assert_eq!((quality.pareto_k, quality.tail_length), (f64::NEG_INFINITY, 40));
        // Three values: the tail begins with draws that equal the cutoff, so that there is no quartile.
        let three: Vec<f64> = (0..200).map(|i| f64::from(i % 20 / 9)).collect();
        let result = psis(&three, 1.0).unwrap();
        assert_eq!(result.quality.pareto_k, f64::NEG_INFINITY);
        assert_eq!(result.log_weights[0], result.log_weights[20]);
    }

    /// Rounding errors of log densities near −1e4, for one, two and three different values.
    #[test]
    fn weights_that_differ_by_their_rounding_are_equal() {
        for levels in 1..4 {
            for count in [40_u32, 200, 1000, 4000] {
                let level = |i: u32| f64::from(i.wrapping_mul(2_654_435_761) >> 16 & 255) * 1e-14;
                let of = |noise: f64| -> Vec<f64> {
                    (0..count).map(|i| 1e4 + f64::from(i * 7 % levels) + noise * level(i)).collect()
                };
                let (plain, rounded) = (psis(&of(0.0), 1.0).unwrap(), psis(&of(1.0), 1.0).unwrap());
                for found in [&plain, &rounded] {
                    assert_eq!(found.quality.pareto_k, f64::NEG_INFINITY, "{levels} {count}");
                    assert!(found.quality.is_reliable() && found.quality.convergence_rate() == 1.0);
                }
                assert!((plain.quality.ess / rounded.quality.ess - 1.0).abs() < 1e-6);
                if levels == 1 {
                    assert!((plain.quality.ess / f64::from(count) - 1.0).abs() < 1e-6);
                }
            }
        }
    }

    /// If one draw or a few have a weight e⁸ times that of the others, the weights are not known to be
    /// bounded; if many have it, they are.
    #[test]
    fn few_draws_of_the_largest_weight_are_not_reliable() {
        for (most, is_reliable) in [(1, false), (4, false), (9, false), (10, true), (100, true), (900, true)]
        {
            let two: Vec<f64> = (0..1000).map(|i| if i < most { 8.0 } else { 0.0 }).collect();
            let quality = psis(&two, 1.0).unwrap().quality;
            assert_eq!(quality.is_reliable(), is_reliable, "{most}: {quality:?}");
            assert_eq!(quality.pareto_k, if is_reliable { f64::NEG_INFINITY } else { f64::INFINITY });
        }
    }

    /// Weights that differ by more than rounding are not equal, even if the difference is small.
    #[test]
    fn small_differences_have_a_shape() {
        let plain = psis(&ratios(500), 1.0).unwrap().quality;
        let small: Vec<f64> = ratios(500).iter().map(|ratio| ratio * 1e-5).collect();
        let quality = psis(&small, 1.0).unwrap().quality;
        assert!(quality.pareto_k.is_finite() && quality.tail_length == plain.tail_length, "{quality:?}");
    }

    #[test]
    fn huge_and_shifted_ratios() {
        let plain = psis(&ratios(500), 1.0).unwrap();
        for shift in [-1e5, 900.0, 1e6] {
            let shifted: Vec<f64> = ratios(500).iter().map(|ratio| ratio + shift).collect();
            let other = psis(&shifted, 1.0).unwrap();
            assert!((other.quality.pareto_k - plain.quality.pareto_k).abs() < 1e-6);
            assert!((other.quality.ess / plain.quality.ess - 1.0).abs() < 1e-8);
        }
        let wide: Vec<f64> = ratios(500).iter().map(|ratio| ratio * 1e300).collect();
        let quality = psis(&wide, 1.0).unwrap().quality;
        assert!(quality.pareto_k > 0.7 && (quality.ess - 1.0).abs() < 1e-12, "{quality:?}");
    }

    #[test]
    fn what_is_no_weight() {
        assert_eq!(psis(&[], 1.0), Err(WeightsError::Empty));
        assert_eq!(psis(&[1.0, f64::NAN], 1.0), Err(WeightsError::NotANumber { draw: 1 }));
        assert_eq!(psis(&[f64::INFINITY; 3], 1.0), Err(WeightsError::Infinite { draw: 0 }));
        assert_eq!(psis(&[f64::NEG_INFINITY; 3], 1.0), Err(WeightsError::AllZero));
        assert_eq!(psis(&ratios(300), f64::NAN), psis(&ratios(300), 1.0));
    }
}
