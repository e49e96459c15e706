//! Quantiles by linear interpolation of the order statistics, type 7 of Hyndman and Fan (1996), *Sample
//! quantiles in statistical packages*, The American Statistician 50(4), 361–365.
//!
//! With `x₀ ≤ … ≤ xₙ₋₁`, `h = (n − 1) p` and `k = ⌊h⌋`: `q(p) = xₖ + (h − k)(xₖ₊₁ − xₖ)`. This is the default
//! of numpy, R and Julia.

/// The `p`-quantile of all draws, interpolated linearly.
///
/// `p` lies in `[0, 1]`; the chains may differ in length. NaN when `p` is outside this interval, when there
/// are no draws, or when one of them is NaN.
///
/// ```
/// use monomorph_diagnostics::chains::quantile;
///
/// let chains: [&[f64]; 2] = [&[4.0, 1.0], &[3.0, 2.0]];
/// assert_eq!(quantile(&chains, 0.5), 2.5);
/// assert_eq!(quantile(&chains, 1.0), 4.0);
/// assert!(quantile(&chains, 1.5).is_nan());
/// ```
pub fn quantile(chains: &[&[f64]], p: f64) -> f64 {
    quantiles(chains, &[p])[0]
}

/// The quantiles of all draws at every probability in `p`, in the order of `p`.
///
/// Each element equals [`quantile()`] of its probability; the draws are copied only once.
///
/// ```
/// use monomorph_diagnostics::chains::quantiles;
///
/// let chains: [&[f64]; 2] = [&[5.0, 1.0, 4.0], &[3.0, 2.0]];
/// assert_eq!(quantiles(&chains, &[0.0, 0.5, 1.0]), [1.0, 3.0, 5.0]);
/// ```
pub fn quantiles(chains: &[&[f64]], p: &[f64]) -> Vec<f64> {
    let mut pooled = chains.concat();
    if pooled.is_empty() || pooled.iter().any(|draw| draw.is_nan()) {
        return vec![f64::NAN; p.len()];
    }
    p.iter().map(|&p| linear(&mut pooled, p)).collect()
}

/// The median, as half the sum of the two middle draws when their number is even; NaN when there are none.
///
/// Folding needs this form: `|x − m|` is equal for the two middle draws only if `m` is rounded once.
pub(super) fn median(mut pooled: Vec<f64>) -> f64 {
    let count = pooled.len();
    if count == 0 {
        return f64::NAN;
    }
    let (low, high) = neighbours(&mut pooled, (count - 1) / 2);
    match (low + high) / 2.0 {
        _ if count % 2 == 1 => low,
        // The sum of two numbers may overflow where the sum of their halves does not.
        middle if middle.is_infinite() => 0.5 * low + 0.5 * high,
        middle => middle,
    }
}

/// The `p`-quantile as a weighted mean `(1 − γ) xₖ₋₁ + γ xₖ` with one-based `n p + 1 − p = k + γ`.
///
/// In exact arithmetic it equals [`quantile()`]. The tail ESS asks which draws are `≤` this number, so its
/// last bit decides on which side the neighbouring draws are. It rounds as SciPy's `mquantiles` does, which
/// ArviZ uses for the tail ESS. `pooled` has at least two draws.
pub(super) fn weighted(pooled: &mut [f64], p: f64) -> f64 {
    let count = pooled.len() as f64;
    let position = count * p + (1.0 - p);
    let k = position.clamp(1.0, count - 1.0).floor();
    let gamma = (position - k).clamp(0.0, 1.0);
    let (low, high) = neighbours(pooled, k as usize - 1);
    // A weighted mean of equal draws may be rounded down, and then none of the draws would be `≤` it.
    if low == high { low } else { (1.0 - gamma) * low + gamma * high }
}

/// Computes the `p`-quantile; the two branches make it exact at either end and monotone in `p`, as in
/// numpy.
fn linear(pooled: &mut [f64], p: f64) -> f64 {
    if !(0.0..=1.0).contains(&p) {
        return f64::NAN;
    }
    let h = (pooled.len() - 1) as f64 * p;
    let (low, high) = neighbours(pooled, h as usize);
    let fraction = h.fract();
    // The difference of two equal infinite neighbours would be NaN.
    if fraction == 0.0 || low == high {
        low
    } else if (high - low).is_infinite() {
        (1.0 - fraction) * low + fraction * high
    } else if fraction < 0.5 {
        low + (high - low) * fraction
    } else {
        high - (high - low) * (1.0 - fraction)
    }
}

/// The order statistics `k` and `k + 1`, counted from zero; the last one is also its own successor.
fn neighbours(pooled: &mut [f64], k: usize) -> (f64, f64) {
    let (_, &mut low, above) = pooled.select_nth_unstable_by(k, f64::total_cmp);
    (low, above.iter().copied().reduce(f64::min).unwrap_or(low))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_draw_is_every_quantile() {
        assert_eq!(quantiles(&[&[7.0]], &[0.0, 0.3, 1.0]), [7.0; 3]);
    }

    #[test]
    fn bad_input_is_nan() {
        assert!(quantile(&[], 0.5).is_nan());
        assert!(quantile(&[&[], &[]], 0.5).is_nan());
        assert!(quantile(&[&[1.0, f64::NAN]], 0.0).is_nan());
        assert!(quantile(&[&[1.0, 2.0]], f64::NAN).is_nan());
    }

    #[test]
    fn infinite_draws_are_the_extremes() {
        let draws: &[f64] = &[f64::NEG_INFINITY, 1.0, 2.0, f64::INFINITY, f64::INFINITY];
        assert_eq!(quantiles(&[draws], &[0.0, 0.5, 0.9]), [f64::NEG_INFINITY, 2.0, f64::INFINITY]);
    }

    #[test]
    fn between_the_largest_numbers() {
        let found = quantiles(&[&[-f64::MAX, f64::MAX]], &[0.25, 0.5, 0.75]);
        for (got, want) in found.into_iter().zip([-0.5, 0.0, 0.5]) {
            assert!((got / f64::MAX - want).abs() <= f64::EPSILON, "{got} for {want} of the largest number");
        }
        assert_eq!(median(vec![f64::MAX, f64::MAX]), f64::MAX);
    }

    #[test]
    fn median_of_even_and_odd() {
        assert_eq!(median(vec![3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(vec![4.0, 3.0, 1.0, 2.0]), 2.5);
        assert!(median(vec![]).is_nan());
    }

    #[test]
    fn weighted_agrees_with_linear() {
        let draws: Vec<f64> = (0..37).map(|i| f64::from(i * 17 % 37).sqrt()).collect();
        for p in [0.0, 0.05, 0.31, 0.95, 1.0] {
            let difference = weighted(&mut draws.clone(), p) - quantile(&[&draws], p);
            assert!(difference.abs() < 1e-14, "{p}: {difference}");
        }
    }
}
