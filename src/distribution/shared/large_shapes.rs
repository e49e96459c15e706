//! Log densities of the gamma and beta kind at large shapes, which are small differences of large terms.
//!
//! With s(α) = log Γ(α) − α log α + α, about −½ log α, the remainder of Stirling's formula, and w the number
//! divided by its mean,
//!
//! α log w′ − w′ − log Γ(α) = −α (w − 1 − log w) − s(α),  w′ = α w,  r = w − 1,
//!
//! where r is computed without cancellation, ∂/∂log w = −α r, ∂/∂α = log w − s′(α) at fixed w′. For the beta
//! distribution, with n = α + β, r₁ = y n/α − 1 = −λ/α, r₂ = (1 − y) n/β − 1 = λ/β, so that α r₁ + β r₂ = 0,
//!
//! α log y + β log(1 − y) − log B(α, β) = Σ α (log(1 + r) − r) + s(n) − s(α) − s(β).
//!
//! If a row of data stands for several rows, with their means, the difference between the mean of their
//! logarithms and the logarithm of the mean is added. (Rows that nearly agree, whose means would lose this
//! difference, are not merged.)
//!
//! Loader (2000), "Fast and accurate computation of binomial probabilities".

use crate::math::scalar::{log_less_digamma, log_ratio, log_ratio_less_excess, stirling_rest};

/// The shape from which on these forms are used: below, terms are at most some hundred times as large as
/// their sum.
pub(in crate::distribution) const LARGE: f64 = 64.0;

/// The logarithm of w = 1 + r, with log w − r and r itself.
struct Ratio {
    log: f64,
    /// log w − r
    less: f64,
    r: f64,
}

impl Ratio {
    /// Returns the numbers for r, which is known without cancellation, and w, which is used if it is far
    /// below 1.
    fn new(r: f64, w: f64) -> Self {
        Self { log: log_ratio(w, 1.0, r), less: log_ratio_less_excess(w, 1.0, r), r }
    }

    /// Returns the numbers for w and r, and the logarithm of w, which is used if w underflows.
    fn or_tiny(r: f64, w: f64, log: impl FnOnce() -> f64) -> Self {
        if w > 1e-290 || w.is_nan() {
            return Self::new(r, w);
        }
        let log = log();
        Self { log, less: log + 1.0, r: -1.0 }
    }
}

/// Returns the difference between the logarithm of a row of data and the logarithm of its mean.
fn gap(log: f64, mean: f64) -> f64 {
    let gap = log - mean.ln();
    // For a single row the difference is a rounding error.
    if gap.abs() > 1e-5 { gap } else { 0.0 }
}

/// −s(α) and its derivative.
pub(in crate::distribution) fn minus_rest([shape]: [f64; 1]) -> [f64; 2] {
    [-stirling_rest(shape), log_less_digamma(shape)]
}

/// −α (w − 1 − log w) with w = β y/α and its derivatives by y, log y, α and β. This is the part of the
/// density besides −s(α) and −log y.
pub(in crate::distribution) fn gamma([y, log_y, shape, rate]: [f64; 4]) -> [f64; 5] {
    let r = rate.mul_add(y, -shape) / shape;
    let at = Ratio::or_tiny(r, rate * y / shape, || rate.ln() + y.ln() - shape.ln());
    let gap = gap(log_y, y);
    let slope = -shape * at.r;
    [shape * (at.less + gap), slope / y, 0.0, at.log + gap, slope / rate]
}

/// 1/y and log y of one row, or their means over several rows.
#[derive(Clone, Copy)]
struct Inverse {
    y: f64,
    inverse: f64,
    /// The difference between the mean of log(1/y) and the logarithm of the mean of 1/y.
    gap: f64,
}

impl Inverse {
    fn new(y: f64, log_y: f64, inverse: f64) -> Self {
        if (y * inverse - 1.0).abs() < 1e-5 {
            Self { y, inverse, gap: 0.0 }
        } else {
            Self { y: 1.0 / inverse, inverse, gap: gap(-log_y, inverse) }
        }
    }
}

/// −α (w − 1 − log w) with w = β/(α y) and its derivatives by y, log y, 1/y, α and β.
pub(in crate::distribution) fn inv_gamma([y, log_y, inverse, shape, scale]: [f64; 5]) -> [f64; 6] {
    let Inverse { y, inverse, gap } = Inverse::new(y, log_y, inverse);
    let r = (-shape).mul_add(y, scale) / shape * inverse;
    let at = Ratio::or_tiny(r, scale / shape * inverse, || scale.ln() - shape.ln() - y.ln());
    let slope = -shape * at.r;
    [shape * (at.less + gap), -slope / y, 0.0, 0.0, at.log + gap, slope / scale]
}

/// −h (w − 1 − log w) with w = σ²/y and its derivatives by y, log y, 1/y, ν = 2 h and σ.
pub(in crate::distribution) fn scaled_inv_chi_square(
    [y, log_y, inverse, freedom, scale]: [f64; 5],
) -> [f64; 6] {
    let Inverse { y, gap, .. } = Inverse::new(y, log_y, inverse);
    // The square may overflow.
    let square = scale * scale;
    let w = scale / y * scale;
    let r = if square > 1e-290 && square < 1e290 { scale.mul_add(scale, -y) / y } else { w - 1.0 };
    let at = Ratio::or_tiny(r, w, || 2.0 * scale.ln() - y.ln());
    let (half, each) = (0.5 * freedom, at.less + gap);
    let slope = -half * at.r;
    [half * each, -slope / y, 0.0, 0.0, 0.5 * each, 2.0 * slope / scale]
}

/// −α log(y/m) − log y and its derivatives by y, log y, m and α.
pub(in crate::distribution) fn pareto([y, log_y, minimum, shape]: [f64; 4]) -> [f64; 5] {
    let log = log_of_quotient([y, minimum])[0] + gap(log_y, y);
    [-(shape * log) - log_y, -shape / y, -1.0, shape / minimum, -log]
}

/// log(y/σ) with all its digits, also if the quotient is close to 1 or overflows.
pub(in crate::distribution) fn log_of_quotient([y, scale]: [f64; 2]) -> [f64; 1] {
    let (quotient, excess) = (y / scale, (y - scale) / scale);
    [if excess.abs() < 0.5 {
        excess.ln_1p()
    } else if quotient > 1e-300 && quotient < 1e300 {
        quotient.ln()
    } else {
        y.ln() - scale.ln()
    }]
}

/// The two summands α (log(1 + r) − r), minus log y and log(1 − y), and their derivatives by y, 1 − y, log
/// y, log(1 − y), α and β.
pub(in crate::distribution) fn beta([y, rest, log_y, log_rest, a, b]: [f64; 6]) -> [f64; 7] {
    let sum = a + b;
    // λ = α − n y is computed from the smaller of y and 1 − y; n is rounded, and its rounding error is
    // corrected.
    let lost = if a > b { b - (sum - a) } else { a - (sum - b) };
    let lambda =
        if y <= rest { -(sum.mul_add(y, -a) + lost * y) } else { sum.mul_add(rest, -b) + lost * rest };
    let (first, second) = (Ratio::new(-lambda / a, y * sum / a), Ratio::new(lambda / b, rest * sum / b));
    let (gap, gap_of_rest) = (gap(log_y, y), gap(log_rest, rest));
    let value = a * (first.less + gap) + b * (second.less + gap_of_rest) - log_y - log_rest;
    [value, lambda / (y * rest), 0.0, -1.0, -1.0, first.log + gap, second.log + gap_of_rest]
}

/// s(n) − s(α) − s(β) and its derivatives.
pub(in crate::distribution) fn beta_normaliser([a, b]: [f64; 2]) -> [f64; 3] {
    let (of_sum, of_a, of_b) = (log_less_digamma(a + b), log_less_digamma(a), log_less_digamma(b));
    [stirling_rest(a + b) - stirling_rest(a) - stirling_rest(b), of_a - of_sum, of_b - of_sum]
}
