//! Densities of draws.

use super::quantile;

/// The number of bins in which draws are counted before they are smoothed.
const BINS: usize = 512;

/// A density on a grid from the least to the largest draw.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Density {
    /// Places and heights; empty if all draws are equal.
    pub curve: Vec<(f64, f64)>,
    /// The height of the highest point.
    pub top: f64,
}

/// Returns a Gaussian kernel density of sorted, finite draws, between the extremes of the draws.
///
/// The curve has no tails beyond the draws: it ends at the least and the largest draw. The mass that the
/// kernel puts beyond a bound is reflected there, or at the extreme draw if there is no bound, so that a
/// density that is highest at its edge stays so.
pub(crate) fn density(sorted: &[f64], bounds: (Option<f64>, Option<f64>), points: usize) -> Density {
    let nothing = Density { curve: vec![], top: 1.0 };
    let all = sorted.len();
    let sorted = without_far_tails(sorted);
    let (Some(&low), Some(&high)) = (sorted.first(), sorted.last()) else { return nothing };
    // All computations below are in units of this number, so that draws of any size are possible.
    let unit = high / 2.0 - low / 2.0;
    if unit.is_nan() || unit <= 1e-14 * low.abs().max(high.abs()) || !unit.is_finite() {
        return nothing;
    }
    let middle = high / 2.0 + low / 2.0;
    let scaled = |value: f64| (value - middle) / unit;
    let width = bandwidth(sorted, unit);
    let mirror = |bound: Option<f64>, edge: f64| {
        let bound = bound.map(scaled).filter(|bound| bound.is_finite());
        // A bound far from all draws has no effect, and a bound inside of the draws is wrong and ignored.
        let is_near = |bound: &f64| (0.0..=4.0 * width).contains(&((bound - edge) * edge.signum()));
        bound.filter(is_near).unwrap_or(edge)
    };
    let (left, right) = (mirror(bounds.0, -1.0), mirror(bounds.1, 1.0));

    let mut bins = vec![0.0; BINS];
    for value in sorted {
        // Each draw is divided between the two nearest bins.
        let place = ((scaled(*value) + 1.0) / 2.0 * (BINS - 1) as f64).clamp(0.0, (BINS - 1) as f64);
        let (below, share) = (place.floor() as usize, place.fract());
        bins[below] += 1.0 - share;
        bins[(below + 1).min(BINS - 1)] += share;
    }
    let step = 2.0 / (BINS - 1) as f64;
    let reach = 4.5 * width;
    let height = |at: f64| {
        let kernel = |center: f64| (-0.5 * ((at - center) / width).powi(2)).exp();
        // Sums the bins within reach of a place; reflected draws are at `2 mirror − draw`.
        let near = |at: f64, reflected: &dyn Fn(f64) -> f64| -> f64 {
            let first = ((at - reach + 1.0) / step).floor().clamp(0.0, BINS as f64) as usize;
            let last = ((at + reach + 1.0) / step).ceil().clamp(0.0, (BINS - 1) as f64) as usize;
            let bins = bins.iter().enumerate().take(last + 1).skip(first);
            bins.filter(|(_, count)| **count > 0.0)
                .map(|(bin, count)| count * kernel(reflected(bin as f64 * step - 1.0)))
                .sum()
        };
        near(at, &|center| center)
            + near(2.0 * left - at, &|center| 2.0 * left - center)
            + near(2.0 * right - at, &|center| 2.0 * right - center)
    };
    let norm = all as f64 * width * (2.0 * std::f64::consts::PI).sqrt();
    let last = (points.max(2) - 1) as f64;
    let curve: Vec<(f64, f64)> = (0..points.max(2))
        .map(|point| {
            let at = 2.0 * point as f64 / last - 1.0;
            (middle + unit * at, height(at) / norm / unit)
        })
        .collect();
    let top = curve.iter().map(|point| point.1).fold(0.0, f64::max);
    if top.is_finite() && top > 0.0 { Density { curve, top } } else { nothing }
}

/// Removes draws that are so far out that a curve over all draws would be one peak: those farther from the
/// inner 99 % than a third of its range.
fn without_far_tails(sorted: &[f64]) -> &[f64] {
    let (low, high) = (quantile(sorted, 0.005), quantile(sorted, 0.995));
    let room = (high - low) / 3.0;
    if room.is_nan() || room <= 0.0 || !room.is_finite() {
        return sorted;
    }
    let first = sorted.partition_point(|value| *value < low - room);
    let last = sorted.partition_point(|value| *value <= high + room);
    &sorted[first..last]
}

/// Returns Silverman's bandwidth in units of half the range, from the standard deviation or the
/// interquartile range, whichever is less.
fn bandwidth(sorted: &[f64], unit: f64) -> f64 {
    let count = sorted.len() as f64;
    let mean = sorted.iter().map(|value| value / unit / count).sum::<f64>();
    let variance =
        sorted.iter().map(|value| (value / unit - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
    let quartiles = (quantile(sorted, 0.75) / unit - quantile(sorted, 0.25) / unit) / 1.34;
    let spread = if quartiles > 0.0 { variance.sqrt().min(quartiles) } else { variance.sqrt() };
    (0.9 * spread * count.powf(-0.2)).clamp(2.0 / BINS as f64, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn area(curve: &[(f64, f64)]) -> f64 {
        curve.windows(2).map(|w| (w[1].0 - w[0].0) * (w[0].1 + w[1].1) / 2.0).sum()
    }

    /// Returns the quantiles of a distribution, in place of draws.
    fn even(count: usize, inverse: impl Fn(f64) -> f64) -> Vec<f64> {
        (0..count).map(|k| inverse((k as f64 + 0.5) / count as f64)).collect()
    }

    #[test]
    fn mass_is_one_between_the_extremes() {
        let uniform = even(2000, |u| u);
        let exponential = even(2000, |u| -(1.0 - u).ln());
        for (draws, bounds) in [
            (&uniform, (None, None)),
            (&uniform, (Some(0.0), Some(1.0))),
            (&exponential, (Some(0.0), None)),
            (&exponential, (None, Some(1e9))),
        ] {
            let density = density(draws, bounds, 400);
            assert!((area(&density.curve) - 1.0).abs() < 0.02, "{}", area(&density.curve));
            assert!((density.curve[0].0 - draws[0]).abs() < 1e-12);
        }
    }

    #[test]
    fn edges_stay_high() {
        let curve = density(&even(4000, |u| u), (Some(0.0), Some(1.0)), 100).curve;
        assert!(curve.iter().all(|(_, height)| (0.93..1.07).contains(height)), "{curve:?}");
        let curve = density(&even(4000, |u| -(1.0 - u).ln()), (Some(0.0), None), 100).curve;
        assert!(curve[0].1 > 0.85, "{}", curve[0].1);
    }

    #[test]
    fn odd_draws_have_densities_or_none() {
        for draws in [vec![], vec![1.0], vec![3.0; 50], vec![f64::MAX; 2]] {
            assert_eq!(density(&draws, (None, None), 50).curve, []);
        }
        for draws in
            [vec![-1e308, 0.0, 1e308], vec![0.0, 5e-324], vec![1e-300, 2e-300], vec![1.0, 1.0 + 1e-12]]
        {
            let density = density(&draws, (Some(0.0), None), 50);
            assert!(density.curve.iter().all(|(x, y)| x.is_finite() && y.is_finite()), "{draws:?}");
        }
    }
}
