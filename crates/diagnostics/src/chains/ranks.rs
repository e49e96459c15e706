//! Rank normalisation: `z = Φ⁻¹((r − 3/8) / (S + 1/4))`, where `r` is a draw's rank among all `S` draws and
//! tied draws share their average rank (Vehtari et al. 2021; the offset 3/8 is from Blom 1958, *Statistical
//! Estimates and Transformed Beta-Variables*).
//!
//! It gives every quantity the same marginal distribution with finite moments, so that diagnostics of the
//! scores do not need moments of the draws.

use super::inverse_normal_cdf::inverse_normal_cdf;

/// The normal score of every draw, in the order of `pooled`; NaN for a draw that is NaN.
pub(super) fn normal_scores(pooled: &[f64]) -> Vec<f64> {
    // The keys are sorted together with the places: reading draws through an index would miss the cache.
    let keys = pooled.iter().map(|&draw| sort_key(draw));
    let mut order: Vec<(i64, usize)> = keys.zip(0..).collect();
    order.sort_unstable();

    let size = pooled.len() as f64;
    let mut scores = vec![f64::NAN; pooled.len()];
    let mut below = 0;
    for ties in order.chunk_by(|(a, _), (b, _)| a == b) {
        let average_rank = below as f64 + (ties.len() + 1) as f64 / 2.0;
        let score = inverse_normal_cdf((average_rank - 0.375) / (size + 0.25));
        for &(_, index) in ties {
            scores[index] = if pooled[index].is_nan() { f64::NAN } else { score };
        }
        below += ties.len();
    }
    scores
}

/// Returns an integer such that integers are ordered and equal exactly as the draws are.
///
/// Sorting integers is several times faster than sorting floats with a comparison function.
fn sort_key(draw: f64) -> i64 {
    // Adding zero turns −0 into 0, so that the two have equal keys.
    let bits = (draw + 0.0).to_bits() as i64;
    // As integers, negative floats are ordered by increasing magnitude; flipping all bits but the sign
    // reverses this order.
    bits ^ ((bits >> 63) as u64 >> 1) as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_share_their_average_rank() {
        let scores = normal_scores(&[2.0, -0.0, 0.0, -1.0]);
        let score = |rank: f64| inverse_normal_cdf((rank - 0.375) / 4.25);
        assert_eq!(scores, [score(4.0), score(2.5), score(2.5), score(1.0)]);
    }

    #[test]
    fn keys_are_ordered_as_the_draws() {
        let draws =
            [f64::NEG_INFINITY, -1e300, -2.0, -1.0, -5e-324, 0.0, 5e-324, 1.0, 2.0, 1e300, f64::INFINITY];
        assert!(draws.is_sorted_by(|&a, &b| sort_key(a) < sort_key(b)));
    }

    #[test]
    fn nan_has_no_score() {
        let scores = normal_scores(&[1.0, f64::NAN, 2.0]);
        assert!(scores[1].is_nan() && scores[0] < scores[2]);
    }
}
