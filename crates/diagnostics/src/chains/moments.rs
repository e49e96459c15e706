//! Mean `x̄ = Σ xᵢ / n` and sample variance `s² = Σ (xᵢ − x̄)² / (n − 1)` of the pooled draws.
//!
//! Both are two-pass sums. The mean is corrected once by the mean of the residuals (Neely 1966, *Comparison
//! of several algorithms for computation of means, standard deviations and correlation coefficients*,
//! Communications of the ACM 9(7), 496–499): draws far from zero keep their digits, and the mean of equal
//! draws is that draw, so that the variance of a constant chain is exactly zero. Draws whose powers would
//! overflow or underflow are first multiplied by a power of two, and the results divided by it; neither
//! causes rounding.

/// The mean of all draws.
///
/// The chains may differ in length. NaN when there are no draws or one of them is NaN; with infinite draws
/// the mean is that of their sum.
///
/// ```
/// use monomorph_diagnostics::chains::mean;
///
/// assert_eq!(mean(&[&[1.0, 2.0], &[3.0, 6.0]]), 3.0);
/// assert!(mean(&[]).is_nan());
/// ```
pub fn mean(chains: &[&[f64]]) -> f64 {
    let all = || chains.iter().flat_map(|chain| chain.iter().copied());
    let factor = factor_for(all());
    if factor == 1.0 { mean_of(all) } else { mean_of(|| all().map(|draw| draw * factor)) / factor }
}

/// The sample standard deviation of all draws, with the divisor `n − 1`.
///
/// The chains may differ in length. NaN when there are fewer than two draws or one of them is not finite.
///
/// ```
/// use monomorph_diagnostics::chains::sd;
///
/// assert_eq!(sd(&[&[1.0, 2.0], &[3.0]]), 1.0);
/// assert!(sd(&[&[1.0]]).is_nan());
/// ```
pub fn sd(chains: &[&[f64]]) -> f64 {
    let all = || chains.iter().flat_map(|chain| chain.iter().copied());
    let factor = factor_for(all());
    if factor == 1.0 {
        variance_of(all).sqrt()
    } else {
        variance_of(|| all().map(|draw| draw * factor)).sqrt() / factor
    }
}

/// The range of absolute values whose fourth powers, and their inverses, neither overflow nor underflow.
const PLAIN: core::ops::RangeInclusive<f64> = 1e-60..=1e60;

/// Returns the power of two by which draws are multiplied so that their powers neither overflow nor
/// underflow; 1 if this is not needed, if all draws are 0, or if a draw is infinite.
pub(super) fn factor_for(draws: impl Iterator<Item = f64>) -> f64 {
    let largest = draws.fold(0.0, |largest: f64, draw| largest.max(draw.abs()));
    if largest == 0.0 || largest.is_infinite() || PLAIN.contains(&largest) {
        return 1.0;
    }
    (-largest.log2().floor()).clamp(-1022.0, 1022.0).exp2()
}

/// Returns the chains with every draw multiplied by the [factor](factor_for), and the factor; `None` if it
/// is 1.
pub(super) fn scaled(chains: &[&[f64]]) -> Option<(Vec<Vec<f64>>, f64)> {
    let factor = factor_for(chains.iter().flat_map(|chain| chain.iter().copied()));
    let chains = || chains.iter().map(|chain| chain.iter().map(|draw| draw * factor).collect()).collect();
    (factor != 1.0).then(|| (chains(), factor))
}

/// Computes `diagnostic` of the scaled chains, and returns it with the factor.
pub(super) fn of_scaled(chains: &[&[f64]], diagnostic: impl Fn(&[&[f64]]) -> f64) -> (f64, f64) {
    match scaled(chains) {
        None => (diagnostic(chains), 1.0),
        Some((chains, factor)) => {
            let chains: Vec<&[f64]> = chains.iter().map(Vec::as_slice).collect();
            (diagnostic(&chains), factor)
        }
    }
}

/// The mean of one series; NaN when it is empty.
pub(super) fn mean_of_slice(draws: &[f64]) -> f64 {
    mean_of(|| draws.iter().copied())
}

/// The sample variance of one series, with the divisor `n − 1`; NaN when it has fewer than two elements.
pub(super) fn variance_of_slice(draws: &[f64]) -> f64 {
    variance_of(|| draws.iter().copied())
}

fn mean_of<I: Iterator<Item = f64>>(draws: impl Fn() -> I) -> f64 {
    let count = draws().count() as f64;
    let rough = draws().sum::<f64>() / count;
    if !rough.is_finite() {
        return rough;
    }
    rough + draws().map(|draw| draw - rough).sum::<f64>() / count
}

fn variance_of<I: Iterator<Item = f64>>(draws: impl Fn() -> I) -> f64 {
    let count = draws().count();
    if count < 2 {
        return f64::NAN;
    }
    let mean = mean_of(&draws);
    draws().map(|draw| (draw - mean).powi(2)).sum::<f64>() / (count - 1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_draws_have_exactly_no_variance() {
        for value in [0.1, -1e300, 3e-310, 12_345.678_9] {
            assert_eq!(mean(&[&[value; 97]]), value);
            assert_eq!(sd(&[&[value; 97]]), 0.0);
        }
    }

    #[test]
    fn far_from_zero_keeps_the_digits() {
        assert_eq!(sd(&[&[1e15, 1e15 + 1.0], &[1e15 + 2.0]]), 1.0);
    }

    #[test]
    fn any_size() {
        for size in [1e-320, 1e-300, 1e-200, 1e200, 1e300, 8e307] {
            assert!((sd(&[&[size, 2.0 * size], &[0.0]]) / size - 1.0).abs() < 1e-3, "{size}");
            let far = sd(&[&[-size, size]]) / size;
            assert!((far - core::f64::consts::SQRT_2).abs() < 1e-3, "{size}: {far}");
            assert!((mean(&[&[size, 2.0 * size, 1.5 * size]]) / size - 1.5).abs() < 1e-3, "{size}");
        }
    }

    #[test]
    fn infinite_draws() {
        assert_eq!(mean(&[&[1.0, f64::INFINITY]]), f64::INFINITY);
        assert!(mean(&[&[f64::NEG_INFINITY, f64::INFINITY]]).is_nan());
        assert!(sd(&[&[1.0, f64::INFINITY]]).is_nan());
    }
}
