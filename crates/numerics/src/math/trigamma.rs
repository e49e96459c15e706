//! The trigamma function ψ′(x) and its derivative, the tetragamma function ψ″(x), for x ≥ 0.
//!
//! As for [`digamma`](super::digamma()), arguments below 2.5 are shifted to 2 + δ with |δ| ≤ ½ by the
//! recurrences ψ′(x) = ψ′(x + 1) + 1/x² and ψ″(x) = ψ″(x + 1) − 2/x³, in which nothing cancels:
//!
//!   ψ″(2 + δ) ≈ G(δ),   ψ′(2 + δ) = ψ′(2) + ∫₀^δ G,   G of degree 20, relative error ≤ 2⁻⁵⁴.
//!
//! From 2.5 on both follow Stirling's series, the asymptotic coefficients replaced by minimax ones so that it
//! serves from there, with w = 1/x and u = w²:
//!
//!   ψ″(x) = −u − w u − u² T(u),   T of degree 14, error ≤ 2⁻⁵³ |ψ″(x)|,
//!   ψ′(x) = w + u/2 + w u T₁(u),  the coefficients of T₁ those of T divided by 3, 5, 7, …
//!
//! so that ψ′ is the exact integral of the approximation of ψ″. Abramowitz and Stegun 6.4.6 and 6.4.11 to
//! 6.4.13; the polynomials by the Remez algorithm. One division serves both functions.

use super::polynomial::{integrated, polynomial};
use crate::simd::{Mask, Pack};
use pulp::Simd;

/// ψ′(x); ∞ at 0 and below 7e-155, 0 at ∞, NaN for negative x and NaN.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn trigamma<S: Simd>(x: Pack<S>) -> Pack<S> {
    Shifted::new(x).trigamma(x)
}

/// ψ″(x), the derivative of [`trigamma`]; −∞ at 0 and below 2e-103, −0 at ∞, NaN for negative x and NaN.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn tetragamma<S: Simd>(x: Pack<S>) -> Pack<S> {
    Shifted::new(x).tetragamma(x)
}

/// (ψ′(x), ψ″(x)): [`trigamma`] and [`tetragamma`] with the division shared.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn trigamma_and_tetragamma<S: Simd>(x: Pack<S>) -> (Pack<S>, Pack<S>) {
    let shifted = Shifted::new(x);
    (shifted.trigamma(x), shifted.tetragamma(x))
}

/// The result of the recurrence for x.
struct Shifted<S: Simd> {
    /// The mask of lanes with x < 2.5.
    near: Mask<S>,
    /// The number δ in the lanes with x < 2.5.
    delta: Pack<S>,
    /// 1/x in the lanes in which the recurrence is used, or x ≥ 2.5; 0 in the others.
    first: Pack<S>,
    /// 1/(x + 1) in the lanes in which the recurrence is used twice; 0 in the others.
    second: Pack<S>,
}

impl<S: Simd> Shifted<S> {
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn new(x: Pack<S>) -> Self {
        let (tiny, low, near) = (x.lt(0.5), x.lt(1.5), x.lt(2.5));
        let next = x + 1.0;
        let reciprocal = tiny.select(x * next, x).recip();
        let first = tiny.select(next * reciprocal, reciprocal);
        Self {
            near,
            delta: x - tiny.select(0.0, low.select(1.0, x.constant(2.0))),
            first: (near & !low).select(0.0, first),
            second: tiny.select(x * reciprocal, 0.0),
        }
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn trigamma(&self, x: Pack<S>) -> Pack<S> {
        let square = self.first.square();
        let near = self.delta.mul_add(polynomial(self.delta, const { integrated(NEAR_2, 1.0, 1.0) }), AT_2);
        let near = near + (square + self.second.square());
        let series = polynomial(square, const { integrated(STIRLING, 3.0, 2.0) });
        let far = (square * self.first).mul_add(series, square.mul_add(0.5, self.first));
        at_the_ends(self.near.select(near, far), x, f64::INFINITY)
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn tetragamma(&self, x: Pack<S>) -> Pack<S> {
        let square = self.first.square();
        let cubes = (square * self.first) + self.second * self.second.square();
        let near = polynomial(self.delta, NEAR_2) - cubes * 2.0;
        let series = square.mul_add(polynomial(square, STIRLING), self.first);
        let far = -square.mul_add(series, square);
        at_the_ends(self.near.select(near, far), x, f64::NEG_INFINITY)
    }
}

/// Returns `value`, but `pole` where x = 0 and NaN where x is negative.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn at_the_ends<S: Simd>(value: Pack<S>, x: Pack<S>, pole: f64) -> Pack<S> {
    x.le(0.0).select(x.eq(0.0).select(pole, x.constant(f64::NAN)), value)
}

/// ψ′(2) = π²/6 − 1.
const AT_2: f64 = 0.6449340668482264;

/// The coefficients of G above.
const NEAR_2: [f64; 21] = [
    -0.4041138063191886,
    0.49393940226682836,
    -0.44313306172044387,
    0.34686123968921045,
    -0.25047832145712107,
    0.17124896029367653,
    -0.11246999828517917,
    0.07160941000379518,
    -0.04447697387940758,
    0.02706950329780776,
    -0.01619816623739001,
    0.00955493959478752,
    -0.0055670573881380445,
    0.0032073892379968967,
    -0.001832619177865475,
    0.0010479557203323835,
    -0.0005867176311575226,
    0.000296426054498928,
    -0.0001696203397952074,
    0.00014983768401005725,
    -7.843001017929424e-05,
];

/// The coefficients of T above.
const STIRLING: [f64; 15] = [
    0.4999999999998144,
    -0.16666666653216952,
    0.16666663249744265,
    -0.29999557537879373,
    0.8329879422897051,
    -3.272548359236387,
    16.8381864560338,
    -102.22655834928896,
    642.3153133322118,
    -3689.3373495302217,
    17565.624675690895,
    -63996.006910380944,
    164004.92844111516,
    -260513.62158364023,
    191805.44598090908,
];
