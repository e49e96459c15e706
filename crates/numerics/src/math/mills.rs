//! The Mills ratio of the normal distribution, which the normal tail probabilities and the error functions
//! share.
//!
//!   R(a) = (1 − Φ(a)) / φ(a) = e^{a²/2} ∫ₐ^∞ e^{−s²/2} ds,   a ≥ 0,
//!
//! falls like 1/a and never underflows before 1/a does. With t = (a − 5) / (a + 5), which maps [0, ∞] to
//! [−1, 1], (a + 5) R(a) is smooth up to both ends:
//!
//!   (a + 5) R(a) ≈ P(t),   P of degree 22, relative error ≤ 2⁻⁵⁴.
//!
//! The substitution is that of Shepherd and Laframboise (1981), "Chebyshev approximation of (1 + 2x) exp(x²)
//! erfc x in 0 ≤ x < ∞"; the factor a + 5 needs no division beyond that for t. P is a minimax polynomial by
//! the Remez algorithm, and 5 is where it needs the fewest terms.

use super::bits;
use super::double::two_product;
use super::exp::exp_with_low;
use super::polynomial::polynomial;
use crate::simd::Pack;
use pulp::Simd;

/// R(a) as a quotient.
pub(super) struct Mills<S: Simd> {
    /// (a + 5) R(a), between 1 and 6.3.
    pub numerator: Pack<S>,
    /// a + 5.
    pub denominator: Pack<S>,
    /// R(a), but not below 1e-300.
    pub ratio: Pack<S>,
}

/// Computes R(a) for a ≥ 0, including ∞; NaN for NaN.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(super) fn mills<S: Simd>(a: Pack<S>) -> Mills<S> {
    let bounded = bits::at_most(a, 1e300);
    let reciprocal = (bounded + SHIFT).recip();
    let numerator = polynomial((bounded - SHIFT) * reciprocal, COEFFICIENTS);
    Mills { numerator, denominator: a + SHIFT, ratio: numerator * reciprocal }
}

/// Returns exp(−x² · factor) for a factor of 1 or ½. The rounding error of x², up to 1e-13 where the result
/// is not yet 0, is corrected.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(super) fn exp_minus_square<S: Simd>(x: Pack<S>, factor: f64) -> Pack<S> {
    // Beyond this bound the result is 0 for both factors.
    let bounded = bits::at_most(x.abs(), 40.0);
    let (square, error) = two_product(bounded, bounded);
    exp_with_low(square * -factor, error * -factor)
}

const SHIFT: f64 = 5.0;

/// The coefficients of P above.
const COEFFICIENTS: [f64; 23] = [
    1.9280810471531575,
    -1.6678665951889613,
    1.2415470615738693,
    -0.7859110755464254,
    0.41364471573249817,
    -0.17325473409042658,
    0.05212550241660445,
    -0.007503282779655582,
    -0.001999962024313657,
    0.0013658588771503749,
    -0.00014883273194269596,
    -0.0001247344642818112,
    4.1813298910171775e-05,
    9.971566764583707e-06,
    -6.941690955152778e-06,
    -8.304166880906957e-07,
    1.087952137625305e-06,
    9.022254268266968e-08,
    -1.7003481815972898e-07,
    -1.2769225377354123e-08,
    2.3694063835242137e-08,
    1.3004559406343176e-09,
    -2.050460967691146e-09,
];
