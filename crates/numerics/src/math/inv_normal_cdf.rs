//! The standard normal quantile function, the inverse of [`normal_cdf`](super::normal_cdf()).
//!
//! With q = p − ½ and r = √(−ln min(p, 1 − p)),
//!
//!   Φ⁻¹(p) ≈ q A(0.180625 − q²)   for |q| ≤ 0.425,
//!            ±B(r − 1.6)          beyond, up to r = 5, with the sign of q,
//!            ±C(r − 5)            beyond,
//!
//! A, B and C quotients of polynomials of degree 7, with relative errors of about 1e-16: Wichura (1988),
//! "Algorithm AS 241: The percentage points of the normal distribution". The three share their arithmetic;
//! the coefficients are selected. Derivative: 1 / φ(Φ⁻¹(p)).

use super::log::log;
use crate::simd::{Mask, Pack};
use pulp::Simd;

/// Φ⁻¹(p); −∞ at 0, ∞ at 1, NaN outside [0, 1] and for NaN.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn inv_normal_cdf<S: Simd>(p: Pack<S>) -> Pack<S> {
    let q = p - 0.5;
    let tail = q.lt(0.0).select(p, 1.0 - p);
    let r = (-log(tail)).sqrt();
    let (central, far) = (q.abs().le(0.425), r.gt(5.0));
    let argument = central.select(0.180625 - q * q, r - far.select(5.0, p.constant(1.6)));

    let numerator = rational_part(central, far, argument, NUMERATORS);
    let denominator = rational_part(central, far, argument, DENOMINATORS).mul_add(argument, 1.0);
    let quotient = numerator / denominator;
    let value = central.select(q * quotient, quotient.with_sign_of(q));
    tail.eq(0.0).select(p.constant(f64::INFINITY).with_sign_of(q), value)
}

/// Returns the polynomial of the range that contains an argument.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn rational_part<S: Simd, const N: usize>(
    central: Mask<S>,
    far: Mask<S>,
    argument: Pack<S>,
    coefficients: [[f64; 3]; N],
) -> Pack<S> {
    let select = |[a, b, c]: [f64; 3]| central.select(a, far.select(c, argument.constant(b)));
    let mut value = select(coefficients[N - 1]);
    let mut i = N - 1;
    while i > 0 {
        i -= 1;
        value = value.mul_add(argument, select(coefficients[i]));
    }
    value
}

/// The coefficients of the numerators of A, B and C, in ascending order from the constant term.
const NUMERATORS: [[f64; 3]; 8] = [
    [3.3871328727963665, 1.4234371107496835, 6.657904643501103],
    [133.14166789178438, 4.630337846156546, 5.463784911164114],
    [1971.5909503065513, 5.769497221460691, 1.7848265399172913],
    [13731.69376550946, 3.6478483247632045, 0.29656057182850487],
    [45921.95393154987, 1.2704582524523684, 0.026532189526576124],
    [67265.7709270087, 0.2417807251774506, 0.0012426609473880784],
    [33430.57558358813, 0.022723844989269184, 2.7115555687434876e-05],
    [2509.0809287301227, 0.0007745450142783414, 2.0103343992922881e-07],
];

/// The coefficients of the denominators, in ascending order from the linear term; the constant terms are 1.
const DENOMINATORS: [[f64; 3]; 7] = [
    [42.31333070160091, 2.053191626637759, 0.599832206555888],
    [687.1870074920579, 1.6763848301838038, 0.1369298809227358],
    [5394.196021424751, 0.6897673349851, 0.014875361290850615],
    [21213.794301586597, 0.14810397642748008, 0.0007868691311456133],
    [39307.89580009271, 0.015198666563616457, 1.8463183175100548e-05],
    [28729.085735721943, 0.0005475938084995345, 1.421511758316446e-07],
    [5226.495278852854, 1.0507500716444169e-09, 2.0442631033899397e-15],
];
