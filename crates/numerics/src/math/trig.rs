//! sin x and cos x.
//!
//! x = k π/2 + r with k the integer nearest to 2x/π, so |r| ≤ π/4, and with z = r²
//!
//!   sin r ≈ r + r z P(z),          P of degree 5, error ≤ 2⁻⁵⁷ |sin r|,
//!   cos r ≈ 1 + z (−½ + z Q(z)),   Q of degree 5, error ≤ 2⁻⁶³ cos r,
//!
//! both minimax polynomials by the Remez algorithm. The last two bits of k choose the polynomials and the
//! signs.
//!
//! π/2 is split as in fdlibm's `e_rem_pio2.c` (Cody and Waite 1980), in three parts of 33 bits and a rest.
//! For |k| < 2¹⁹ the products of k and the parts are exact, and so are the sums, which are kept with their
//! errors: r is as good as rounded, also next to a multiple of π/2, where it is as small as 2⁻⁶¹. If any
//! lane is beyond 2¹⁹, the standard library computes all lanes, one at a time.

use super::bits;
use super::double::fast_two_sum;
use super::polynomial::polynomial;
use crate::simd::{MAX_LANES, Pack};
use core::f64::consts::FRAC_2_PI;
use pulp::Simd;

/// sin x; NaN at ±∞.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn sin<S: Simd>(x: Pack<S>) -> Pack<S> {
    sin_cos(x).0
}

/// cos x; NaN at ±∞.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn cos<S: Simd>(x: Pack<S>) -> Pack<S> {
    sin_cos(x).1
}

/// (sin x, cos x). Slow if any lane exceeds 2¹⁹ ≈ 5.2e5 in magnitude.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn sin_cos<S: Simd>(x: Pack<S>) -> (Pack<S>, Pack<S>) {
    if x.abs().gt(LIMIT).any() {
        let (sin, cos) = lane_by_lane(x.to_array());
        return (Pack::from_array(x.simd, sin), Pack::from_array(x.simd, cos));
    }
    let k = bits::round_product(x, FRAC_2_PI);
    let r = remainder(x, k);
    let z = r * r;
    // The value has the sign of r already, unless r is zero.
    let sin = (r * z).mul_add(polynomial(z, SIN), r).with_sign_of(r);
    let cos = z.mul_add(z.mul_add(polynomial(z, COS), -0.5), 1.0);
    // sin(r + π/2) = cos r, cos(r + π/2) = −sin r, and a shift by π changes both signs.
    let (odd, sin_sign, cos_sign) = bits::quadrant(k);
    (odd.select(cos, sin).flip_sign(sin_sign), odd.select(sin, cos).flip_sign(cos_sign))
}

/// x − k π/2.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn remainder<S: Simd>(x: Pack<S>, k: Pack<S>) -> Pack<S> {
    // The difference is exact, since x and k π/2 are close.
    let first = k.mul_add(-FRAC_PI_2_PARTS[0], x);
    // If the second summand exceeds the first, the result is so small that the sum is exact without its
    // error.
    let (second, second_low) = fast_two_sum(first, k * -FRAC_PI_2_PARTS[1]);
    let (third, third_low) = fast_two_sum(second, k * -FRAC_PI_2_PARTS[2]);
    third - k.mul_add(FRAC_PI_2_PARTS[3], -(second_low + third_low))
}

#[cold]
#[inline(never)]
fn lane_by_lane(x: [f64; MAX_LANES]) -> ([f64; MAX_LANES], [f64; MAX_LANES]) {
    (x.map(f64::sin), x.map(f64::cos))
}

/// The largest magnitude at which the reduction is accurate: 2¹⁹.
const LIMIT: f64 = 524288.0;

/// Four parts of π/2: 33 bits, the next 33 bits, the next 33 bits, and the rest.
const FRAC_PI_2_PARTS: [f64; 4] =
    [1.5707963267341256, 6.077100506303966e-11, 2.0222662487111665e-21, 8.4784276603689e-32];

/// The coefficients of P above.
const SIN: [f64; 6] = [
    -0.1666666666666663,
    0.008333333333322132,
    -0.00019841269829597665,
    2.7557313623709426e-06,
    -2.505074807233212e-08,
    1.5896245745981908e-10,
];

/// The coefficients of Q above.
const COS: [f64; 6] = [
    0.041666666666666595,
    -0.001388888888887317,
    2.4801587288913015e-05,
    -2.7557314194787e-07,
    2.0875702719751417e-09,
    -1.1358624517252378e-11,
];
