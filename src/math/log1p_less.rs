//! ln(1 + x) − x, where it is −x²/2 + x³/3 − … and the difference of the two would cancel.
//!
//! With s = x / (2 + x) and z = s², as in [`log1p_exp`](super::log1p_exp()),
//!
//!   ln(1 + x) − x = −s (x − z P(z))   for −½ ≤ x ≤ 1, where |s| ≤ ⅓.

use super::logistic::MINUS_COEFFICIENTS;
use super::polynomial::polynomial;
use crate::simd::Pack;
use pulp::Simd;

/// ln(1 + x) − x for x > −1, given ln(1 + x) for where x is outside −½ … 1.
#[inline(always)]
pub(crate) fn log1p_less_x<S: Simd>(x: Pack<S>, log: Pack<S>) -> Pack<S> {
    let s = x / (x + 2.0);
    let z = s * s;
    let near = -(s * z.mul_add(polynomial(z, MINUS_COEFFICIENTS), x));
    (x.ge(-0.5) & x.le(1.0)).select(near, log - x)
}
