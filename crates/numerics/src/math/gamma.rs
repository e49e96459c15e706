//! ln Γ(x) and its derivative, the digamma function ψ(x), for x ≥ 0.
//!
//! Below 2.5 both are shifted to 2 + δ with |δ| ≤ ½ by the recurrence Γ(x + 1) = x Γ(x):
//!
//!   ln Γ(x) = δ R(δ) − ln p,   ψ(x) = G(δ) − p′/p,   p = x (x + 1) | x | 1   for x < ½ | x < 3/2 | x < 5/2,
//!
//! with R(δ) ≈ ln Γ(2 + δ) / δ of degree 17, relative error ≤ 2⁻⁵⁶, and G(δ) ≈ ψ(2 + δ) of degree 18,
//! absolute error ≤ 2⁻⁵⁶. The factor δ and the exact p make ln Γ accurate relative to its size at both of its
//! zeros, 1 and 2; near its zero at 1.46 ψ has an error of about 1e-16. From 2.5 on, with w = 1/x and u = w²,
//! both follow Stirling's series, the asymptotic coefficients replaced by minimax ones so that it serves from
//! there:
//!
//!   ln Γ(x) = (x − ½) (ln x − 1) + (ln(2π) − 1)/2 + w S(u),   S of degree 11, error ≤ 2⁻⁵⁸ ln Γ(x),
//!   ψ(x) = ln x − w/2 − u T(u),                               T of degree 12, error ≤ 2⁻⁵⁷ ψ(x).
//!
//! Abramowitz and Stegun 6.1.15, 6.1.41, 6.3.5 and 6.3.18; all polynomials by the Remez algorithm. The
//! reduction to the neighbourhood of 2 is that of Cephes' `gamma.c`. One logarithm and one division, of p or
//! x, serve both ranges, and both functions.

use super::log::log;
use super::polynomial::polynomial;
use crate::simd::{Mask, Pack};
use pulp::Simd;

/// ln Γ(x); ∞ at 0 and ∞, NaN for negative x and NaN.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn lgamma<S: Simd>(x: Pack<S>) -> Pack<S> {
    let shifted = Shifted::new(x);
    shifted.lgamma(x, log(shifted.divisor), x.recip())
}

/// ψ(x), the derivative of [`lgamma`]; ∓∞ at ±0, ∞ at ∞, NaN for negative x and NaN.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn digamma<S: Simd>(x: Pack<S>) -> Pack<S> {
    let shifted = Shifted::new(x);
    shifted.digamma(x, log(shifted.divisor), shifted.dividend / shifted.divisor)
}

/// (ln Γ(x), ψ(x)): [`lgamma`] and [`digamma`] with the logarithm and the division shared.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn lgamma_and_digamma<S: Simd>(x: Pack<S>) -> (Pack<S>, Pack<S>) {
    let shifted = Shifted::new(x);
    let (log, quotient) = (log(shifted.divisor), shifted.dividend / shifted.divisor);
    (shifted.lgamma(x, log, quotient), shifted.digamma(x, log, quotient))
}

/// The result of the recurrence for x.
pub(super) struct Shifted<S: Simd> {
    /// The mask of lanes with x < 2.5.
    pub near: Mask<S>,
    /// The number δ in the lanes with x < 2.5.
    delta: Pack<S>,
    /// The divisor p in the lanes with x < 2.5, x in the others.
    pub divisor: Pack<S>,
    /// The dividend p′ in the lanes with x < 2.5, 1 in the others.
    dividend: Pack<S>,
}

impl<S: Simd> Shifted<S> {
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn new(x: Pack<S>) -> Self {
        let (tiny, low, near) = (x.lt(0.5), x.lt(1.5), x.lt(2.5));
        let zero = x.constant(0.0);
        let delta = x - tiny.select(zero, low.select(1.0, 2.0));
        // |x| makes p negative for every negative x, so that its logarithm is NaN as required.
        let next = x.abs() + 1.0;
        let product = low.select(x * tiny.select(next, 1.0), near.select(1.0, x));
        let derivative = low.select(tiny.select(x + next, 1.0), near.select(zero, 1.0));
        Self { near, delta, divisor: product, dividend: derivative }
    }

    /// ln Γ(2 + δ).
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn near_2(&self) -> Pack<S> {
        self.delta * polynomial(self.delta, LGAMMA_NEAR_2)
    }

    /// Returns ln Γ(x), given the logarithm of the divisor, and 1/x in the lanes with x ≥ 2.5.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn lgamma(&self, x: Pack<S>, log: Pack<S>, reciprocal: Pack<S>) -> Pack<S> {
        let near = self.near_2() - log;
        let correction =
            reciprocal.mul_add(polynomial(reciprocal.square(), LGAMMA_STIRLING), HALF_LOG_2_PI_LESS);
        let far = (x - 0.5).mul_add(log - 1.0, correction);
        self.near.select(near, far)
    }

    /// Returns ψ(x), given the logarithm of the divisor, and the quotient dividend / divisor.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn digamma(&self, x: Pack<S>, log: Pack<S>, quotient: Pack<S>) -> Pack<S> {
        let near = polynomial(self.delta, DIGAMMA_NEAR_2) - quotient;
        let square = quotient.square();
        let far = log - square.mul_add(polynomial(square, DIGAMMA_STIRLING), quotient * 0.5);
        x.lt(0.0).select(f64::NAN, self.near.select(near, far))
    }
}

/// (ln(2π) − 1) / 2.
pub(super) const HALF_LOG_2_PI_LESS: f64 = 0.4189385332046727;

/// The coefficients of R above.
const LGAMMA_NEAR_2: [f64; 18] = [
    0.42278433509846713,
    0.3224670334241133,
    -0.06735230105319576,
    0.02058080842776596,
    -0.007385551028925198,
    0.002890510331841745,
    -0.0011927539013292102,
    0.0005096694951108664,
    -0.0002231549722654408,
    9.945794421595887e-05,
    -4.492377189905377e-05,
    2.0503543713641008e-05,
    -9.456079000879732e-06,
    4.3935220096953735e-06,
    -1.974826271306916e-06,
    8.998990998752658e-07,
    -5.8061232020607e-07,
    2.977082958316461e-07,
];

/// The coefficients of S above.
pub(super) const LGAMMA_STIRLING: [f64; 12] = [
    0.08333333333332604,
    -0.0027777777751886944,
    0.0007936504507030695,
    -0.0005952141464150739,
    0.0008407250824400861,
    -0.0018881145072650275,
    0.005809986397374428,
    -0.020344330375645873,
    0.06647568863346552,
    -0.1699032289629443,
    0.28351649608585444,
    -0.22453783183494108,
];

/// The coefficients of G above.
const DIGAMMA_NEAR_2: [f64; 19] = [
    0.42278433509846713,
    0.6449340668482269,
    -0.20205690315959607,
    0.08232323371105148,
    -0.03692775514315604,
    0.017343061990524506,
    -0.008349277391963984,
    0.004077356004737495,
    -0.002008392585399982,
    0.0009945784491851898,
    -0.0004941919297572666,
    0.00024605312299647686,
    -0.00012268533091480924,
    6.145035247835744e-05,
    -3.073405265413529e-05,
    1.4563541543217842e-05,
    -7.182472903360874e-06,
    5.174697918900633e-06,
    -2.6716528203807347e-06,
];

/// The coefficients of T above, in powers of 1/x².
pub(super) const DIGAMMA_STIRLING: [f64; 13] = [
    0.08333333333331636,
    -0.008333333325528146,
    0.003968252655960127,
    -0.004166551629378202,
    0.007569606182762011,
    -0.020872964427888108,
    0.07773937969175759,
    -0.3363017919166637,
    1.4246142759990783,
    -5.079667554460183,
    13.376611570568517,
    -22.344496424886433,
    17.472450295575953,
];
