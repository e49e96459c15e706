//! Functions of one plain number on which later numbers depend. They have shorter dependency chains than
//! the functions of registers, and half of their instructions, since a constant of one lane is an operand
//! in memory, and a branch that is never taken costs less than corrections at the ends of a domain.
//!
//! With x = k ln 2 + r as in [`exp`], and the even and odd powers of its polynomial q = E + r O in r²,
//!
//!   eˣ = 2ᵏ (1 + (r + r² (E + r O))),   e⁻ˣ = 2⁻ᵏ (1 + (−r + r² (E − r O))).
//!
//! With t = e^−|q| and s = t/(2 + t), the logistic function is 1/(1 + t) or t/(1 + t), and
//!
//!   log(1 + t) = t − s (t − s² P(s²)),   with P as in [`logistic`](super::logistic()).

use super::exp::{COEFFICIENTS, LN_2_HIGH, LN_2_LOW, exp};
use super::logistic::MINUS_COEFFICIENTS;
use crate::simd::{Pack, mul_add};
use core::f64::consts::LOG2_E;
use pulp::{Scalar, Simd};

/// Adding this number rounds to a whole number, which is then in the last bits.
const ROUND: f64 = 6755399441055744.0; // 1.5·2⁵²

/// The least magnitude at which 2ᵏ or 2⁻ᵏ may not be a normal number.
const FAR: f64 = 700.0;

/// Returns (eˣ, e⁻ˣ), as exact as [`exp`], with the rounding of the instruction set `S`.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn exp_of_number<S: Simd>(x: f64) -> (f64, f64) {
    if x.is_nan() || x.abs() >= FAR {
        return exp_of_far(x);
    }
    let shifted = mul_add::<S>(x, LOG2_E, ROUND);
    let k = shifted - ROUND;
    let r = mul_add::<S>(k, -LN_2_LOW, mul_add::<S>(k, -LN_2_HIGH, x));
    let power = shifted.to_bits() << 52;
    let up = f64::from_bits(1f64.to_bits().wrapping_add(power));
    let down = f64::from_bits(1f64.to_bits().wrapping_sub(power));
    let square = r * r;
    let fourth = square * square;
    let (even, odd) = (every_other::<0, S>(square, fourth), every_other::<1, S>(square, fourth));
    let above = mul_add::<S>(square, mul_add::<S>(r, odd, even), r);
    let below = mul_add::<S>(square, mul_add::<S>(-r, odd, even), -r);
    (mul_add::<S>(up, above, up), mul_add::<S>(down, below, down))
}

/// Sums every second term of the polynomial, from the coefficient `FIRST` on, given the second and the
/// fourth power of the argument.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn every_other<const FIRST: usize, S: Simd>(square: f64, fourth: f64) -> f64 {
    const C: [f64; 10] = COEFFICIENTS;
    let low = mul_add::<S>(C[FIRST + 2], square, C[FIRST]);
    let middle = mul_add::<S>(C[FIRST + 6], square, C[FIRST + 4]);
    mul_add::<S>(fourth, mul_add::<S>(fourth, C[FIRST + 8], middle), low)
}

#[cold]
#[inline(never)]
fn exp_of_far(x: f64) -> (f64, f64) {
    let x = Pack::splat(Scalar::new(), x);
    (exp(x).first(), exp(-x).first())
}

/// The logistic function at q and at −q, and their logarithms.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct LogisticOfNumber {
    /// 1/(1 + e^−q)
    pub up: f64,
    /// 1/(1 + e^q)
    pub down: f64,
    /// The logarithm of `up`.
    pub log_up: f64,
    /// The logarithm of `down`.
    pub log_down: f64,
}

/// Returns the logistic function of one number and its complement, with their logarithms.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn logistic_of_number<S: Simd>(q: f64) -> LogisticOfNumber {
    let (t, _) = exp_of_number::<S>(-q.abs());
    let (one, two) = (1.0 + t, 2.0 + t);
    // One division serves both quotients.
    let reciprocal = 1.0 / (one * two);
    let upper = two * reciprocal;
    let lower = t * upper;
    let s = t * (one * reciprocal);
    let square = s * s;
    let mut minus = 0.0;
    for &coefficient in MINUS_COEFFICIENTS.iter().rev() {
        minus = mul_add::<S>(minus, square, coefficient);
    }
    let log = mul_add::<S>(-s, mul_add::<S>(square, minus, t), t);
    let is_negative = q < 0.0;
    LogisticOfNumber {
        up: if is_negative { lower } else { upper },
        down: if is_negative { upper } else { lower },
        log_up: q.min(0.0) - log,
        log_down: (-q).min(0.0) - log,
    }
}
