//! Evaluation of polynomials.

use crate::simd::Pack;
use pulp::Simd;

/// Returns c₀ + c₁ x + c₂ x² + …, with the even and the odd powers as two Horner schemes in x²: half the
/// latency of one scheme for one more multiplication.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(super) fn polynomial<S: Simd, const N: usize>(x: Pack<S>, coefficients: [f64; N]) -> Pack<S> {
    const { assert!(N >= 2) };
    let square = x * x;
    let mut leading = x.constant(coefficients[N - 1]);
    let mut trailing = x.constant(coefficients[N - 2]);
    let mut i = N - 2;
    while i >= 2 {
        leading = leading.mul_add(square, coefficients[i - 1]);
        trailing = trailing.mul_add(square, coefficients[i - 2]);
        i -= 2;
    }
    if i == 1 {
        // `leading` holds the even powers now, `trailing` the odd ones, and c₀ is missing.
        trailing.mul_add(x, leading.mul_add(square, coefficients[0]))
    } else {
        leading.mul_add(x, trailing)
    }
}

/// Divides the coefficients by `first`, `first` + `step`, `first` + 2 `step`, …: these are the coefficients
/// of an integral, up to powers of x.
pub(super) const fn integrated<const N: usize>(
    mut coefficients: [f64; N],
    first: f64,
    step: f64,
) -> [f64; N] {
    let mut k = 0;
    while k < N {
        coefficients[k] /= first + step * k as f64;
        k += 1;
    }
    coefficients
}

/// Returns (p(x), (p(y) − p(x)) / (y − x)) for the polynomial p with these coefficients. The quotient does
/// not cancel, and where x = y it is the derivative.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(super) fn divided_difference<S: Simd, const N: usize>(
    x: Pack<S>,
    y: Pack<S>,
    coefficients: [f64; N],
) -> (Pack<S>, Pack<S>) {
    // The intermediate values of Horner's scheme at x are the coefficients of the quotient.
    let mut value = x.constant(coefficients[N - 1]);
    let mut quotient = value;
    let mut i = N - 1;
    while i > 0 {
        i -= 1;
        value = value.mul_add(x, coefficients[i]);
        if i > 0 {
            quotient = quotient.mul_add(y, value);
        }
    }
    (value, quotient)
}
