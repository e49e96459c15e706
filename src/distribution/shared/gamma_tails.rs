//! log P(a, z) and log Q(a, z) = log(1 − P(a, z)), the cumulative probabilities of the gamma distribution
//! with shape a and rate 1, on which those of related distributions are based, with their derivatives by a
//! and log z.
//!
//! z is a product, or a quotient, which may underflow although its logarithm does not: it is given by its
//! factors. Its slopes are ∂/∂x = ±n/x ∂/∂log z for a factor, or a divisor, xⁿ.

use crate::math::scalar;
use crate::simd::{Pack, map_lanes};
use pulp::Simd;

/// The argument z of P(a, z) and Q(a, z), by the numbers from which it is computed.
#[derive(Clone, Copy)]
pub(in crate::distribution) enum Argument<S: Simd> {
    /// The first number times the second.
    Product(Pack<S>, Pack<S>),
    /// The first number divided by the second.
    Quotient(Pack<S>, Pack<S>),
    /// The first number times the square of the second, divided by the third.
    OfSquare(Pack<S>, Pack<S>, Pack<S>),
}

/// log P(a, z), ∂/∂a, ∂/∂log z
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(in crate::distribution) fn log_lower<S: Simd>(a: Pack<S>, z: Argument<S>) -> [Pack<S>; 3] {
    apply(a, z, scalar::log_gamma_p_by_log)
}

/// log Q(a, z), ∂/∂a, ∂/∂log z
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(in crate::distribution) fn log_upper<S: Simd>(a: Pack<S>, z: Argument<S>) -> [Pack<S>; 3] {
    apply(a, z, scalar::log_gamma_q_by_log)
}

#[cfg_attr(not(monomorph_outlined), inline(always))]
fn apply<S: Simd>(a: Pack<S>, z: Argument<S>, function: fn(f64, f64, f64) -> [f64; 3]) -> [Pack<S>; 3] {
    match z {
        Argument::Product(x, y) => {
            map_lanes([a, x, y], |[a, x, y]| evaluate(function, a, x * y, [(1.0, x), (1.0, y), (0.0, 1.0)]))
        }
        Argument::Quotient(x, y) => {
            map_lanes([a, x, y], |[a, x, y]| evaluate(function, a, x / y, [(1.0, x), (-1.0, y), (0.0, 1.0)]))
        }
        Argument::OfSquare(x, square, y) => map_lanes([a, x, square, y], |[a, x, square, y]| {
            evaluate(function, a, x * (square / y * square), [(1.0, x), (2.0, square), (-1.0, y)])
        }),
    }
}

/// Returns the function at z, which is the product of `powers`, each given as an exponent and its base.
fn evaluate(function: fn(f64, f64, f64) -> [f64; 3], a: f64, z: f64, powers: [(f64, f64); 3]) -> [f64; 3] {
    // An intermediate result may have overflowed or underflowed.
    let is_ordinary = z > 1e-280 && z < 1e280;
    let log = if is_ordinary { z.ln() } else { powers.iter().map(|(power, x)| power * x.ln()).sum() };
    let z = if is_ordinary { z } else { log.exp() };
    function(a, z, log)
}
