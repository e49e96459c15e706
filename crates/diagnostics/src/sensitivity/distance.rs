//! The cumulative Jensen–Shannon distance between draws and the same draws with weights.
//!
//! With the distribution functions P of the draws and Q of the weighted draws,
//!
//! $$ \mathrm{CJS}(P, Q) = \int P \log_2 \frac{2P}{P + Q} + \frac{Q - P}{2 \ln 2} \, dx +
//! \int Q \log_2 \frac{2Q}{P + Q} + \frac{P - Q}{2 \ln 2} \, dx $$
//!
//! The distance is the square root of this divided by its bound ∫ (P + Q) dx, and the larger of the results
//! for x and for −x (Nguyen and Vreeken 2015, *Non-parametric Jensen–Shannon divergence*; Kallioinen et al.
//! 2024, appendix).

/// Computes the distance, from 0 to 1. It does not change if all draws are shifted or multiplied by a
/// number.
///
/// `weights` sum to 1. The distance is 0 if all draws are equal, and NaN if the lists have different
/// lengths or a draw is not finite.
///
/// ```
/// use monomorph_diagnostics::sensitivity::cumulative_jensen_shannon as distance;
///
/// let draws = [1.0, 2.0, 3.0, 4.0];
/// assert!(distance(&draws, &[0.25; 4]) < 1e-7);
/// let (some, more) = (distance(&draws, &[0.2, 0.2, 0.3, 0.3]), distance(&draws, &[0.0, 0.0, 0.0, 1.0]));
/// assert!(0.0 < some && some < more && more < 1.0);
/// ```
pub fn cumulative_jensen_shannon(draws: &[f64], weights: &[f64]) -> f64 {
    if draws.len() != weights.len() || draws.is_empty() || !draws.iter().all(|draw| draw.is_finite()) {
        return f64::NAN;
    }
    let mut pairs: Vec<(f64, f64)> = draws.iter().copied().zip(weights.iter().copied()).collect();
    pairs.sort_by(|a, b| a.0.total_cmp(&b.0));
    let upwards = one_sided(&pairs);
    pairs.iter_mut().for_each(|pair| pair.0 = -pair.0);
    pairs.reverse();
    upwards.max(one_sided(&pairs))
}

/// Computes the distance for one direction, from sorted draws with weights.
fn one_sided(pairs: &[(f64, f64)]) -> f64 {
    let total: f64 = pairs.iter().map(|pair| pair.1).sum();
    let count = pairs.len() as f64;
    // The term x log₂(2x / (x + y)), which is 0 at x = 0.
    let term = |x: f64, y: f64| if x > 0.0 { x * (2.0 * x / (x + y)).log2() } else { 0.0 };
    let (mut q, mut divergence, mut bound) = (0.0, [0.0; 2], 0.0);
    for (place, neighbours) in pairs.windows(2).enumerate() {
        let width = neighbours[1].0 - neighbours[0].0;
        let p = (place + 1) as f64 / count;
        q += neighbours[0].1 / total;
        let shift = (q - p) / (2.0 * core::f64::consts::LN_2);
        divergence[0] += width * (term(p, q) + shift);
        divergence[1] += width * (term(q, p) - shift);
        bound += width * (p + q);
    }
    if bound <= 0.0 {
        return 0.0;
    }
    // Rounding can make a zero slightly negative.
    ((divergence[0].max(0.0) + divergence[1].max(0.0)) / bound).sqrt()
}
