//! The logarithm of the rising factorial x⁽ⁿ⁾ = Γ(x + n) / Γ(x) for real n ≥ 0, its derivatives, and its
//! excess over n ln x. Nothing cancels, even if x or n is huge or tiny.
//!
//!   L(x, n) = ln Γ(x + n) − ln Γ(x),   ∂L/∂x = ψ(x + n) − ψ(x),   ∂L/∂n = ψ(x + n),
//!   E(x, n) = L(x, n) − n ln x.
//!
//! From 2.5 on, with y = x + n, h = n/x, w = 1/x, v = 1/y, and T as in [`digamma`](super::digamma()) in
//! powers of w²,
//!
//!   E = x (ln(1 + h) − h) + (n − ½) ln(1 + h) + v S(v²) − w S(w²),
//!   ∂E/∂x = (ln(1 + h) − h) + (w − v)/2 + w² T(w²) − v² T(v²),
//!   ψ(y) = ln x + ln(1 + h) − v/2 − v² T(v²),
//!
//! the coefficients of S those of T divided by 1, 3, 5, …, so that E is the integral of its slopes. The
//! differences are multiples of v − w = −n v w: those of T and S are [`divided_difference`]s. Below 2.5 both
//! x and y are shifted by 3:
//!
//!   L(x, n) = L(x + 3, n) + ln q,   q = x (x + 1) (x + 2) / (y (y + 1) (y + 2)),
//!   1 − q = n (x² + x y + y² + 3 x + 3 y + 2) / (y (y + 1) (y + 2)),
//!   ∂L/∂x(x, n) = ∂L/∂x(x + 3, n) + n (1/(x y) + 1/((x + 1)(y + 1)) + 1/((x + 2)(y + 2))).
//!
//! Differences of Stirling corrections are due to Didonato and Morris (1992), "Algorithm 708".

use super::bits;
use super::gamma::DIGAMMA_STIRLING;
use super::log::{Parts, at_the_ends, log, log_near_one, normalize};
use super::log1p::log1p_and_log1p_minus;
use super::polynomial::{divided_difference, integrated};
use crate::simd::{Mask, Pack};
use pulp::Simd;

/// ln(Γ(x + n) / Γ(x)) and related functions. A field that is not read costs nothing after inlining.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct LogRising<S: Simd> {
    /// L(x, n) = ln Γ(x + n) − ln Γ(x).
    pub value: Pack<S>,
    /// ∂L/∂x = ψ(x + n) − ψ(x).
    pub by_x: Pack<S>,
    /// ∂L/∂x − ln(1 + n/x) for x ≥ 2.5, about n / (2 x (x + n)); below 2.5 it has no meaning.
    pub rest_by_x: Pack<S>,
    /// ∂L/∂n = ψ(x + n).
    pub by_n: Pack<S>,
    /// E(x, n) = L(x, n) − n ln x, about n (n − 1) / (2x) if x is large.
    pub excess: Pack<S>,
    /// ∂E/∂x = ∂L/∂x − n/x.
    pub excess_by_x: Pack<S>,
    /// ∂E/∂n = ψ(x + n) − ln x.
    pub excess_by_n: Pack<S>,
}

/// Computes [`LogRising`] for x > 0 and n ≥ 0, both finite; NaN if x is negative or one is NaN.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn log_rising<S: Simd>(x: Pack<S>, n: Pack<S>) -> LogRising<S> {
    let x = x.ge(0.0).select(x, f64::NAN);
    let near = x.lt(2.5);
    let shifted = near.select(x + 3.0, x);
    let far = Far::new(shifted, n);
    let shift = Shift::new(near, x, n);
    let log_shifted = log(shifted);
    // Without a shift this is 0.
    let log_quotient = log_shifted - near.select(log(x), log_shifted);
    LogRising {
        value: n.mul_add(log_shifted, far.excess + shift.value),
        by_x: far.log1p + (far.rest + shift.by_x),
        rest_by_x: far.rest + shift.by_x,
        by_n: log_shifted + far.by_n - shift.minus_by_n,
        excess: far.excess + n.mul_add(log_quotient, shift.value),
        excess_by_x: near.select(far.log1p - n / x, far.log1p_minus) + (far.rest + shift.by_x),
        excess_by_n: far.by_n + (log_quotient - shift.minus_by_n),
    }
}

/// Stirling's series for x ≥ 2.5.
struct Far<S: Simd> {
    /// E.
    excess: Pack<S>,
    /// ln(1 + h).
    log1p: Pack<S>,
    /// ln(1 + h) − h.
    log1p_minus: Pack<S>,
    /// The part of ∂E/∂x besides ln(1 + h) − h.
    rest: Pack<S>,
    /// ψ(y) − ln x.
    by_n: Pack<S>,
}

impl<S: Simd> Far<S> {
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn new(x: Pack<S>, n: Pack<S>) -> Self {
        let (w, v) = (x.recip(), (x + n).recip());
        let (w_square, v_square) = (w.square(), v.square());
        let h = n * w;
        let (log1p, log1p_minus) = log1p_and_log1p_minus(h);
        let (s, s_difference) =
            divided_difference(v_square, w_square, const { integrated(DIGAMMA_STIRLING, 1.0, 2.0) });
        let (t, t_difference) = divided_difference(v_square, w_square, DIGAMMA_STIRLING);
        // w − v.
        let decrease = h * v;
        let sum = w + v;
        let minus_correction = decrease * (w * sum).mul_add(s_difference, s);
        let slope = w_square.mul_add(t_difference, t);
        Self {
            excess: x.mul_add(log1p_minus, (n - 0.5).mul_add(log1p, -minus_correction)),
            log1p,
            log1p_minus,
            rest: decrease * sum.mul_add(slope, 0.5),
            by_n: log1p - v_square.mul_add(t, v * 0.5),
        }
    }
}

/// 2⁴⁰⁰
const SCALE: f64 = 2.5822498780869086e+120;
const EXPONENT: f64 = 400.0;

/// The contribution of the shift by 3; 0 where it is not made.
struct Shift<S: Simd> {
    /// ln q.
    value: Pack<S>,
    /// The contribution to ∂L/∂x.
    by_x: Pack<S>,
    /// The contribution to −ψ(y).
    minus_by_n: Pack<S>,
}

impl<S: Simd> Shift<S> {
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn new(near: Mask<S>, x: Pack<S>, n: Pack<S>) -> Self {
        // For larger n the shift is lost in rounding; without the bound it would overflow.
        let n = bits::at_most(n, 1e20);
        let y = x + n;
        let (x_1, x_2, y_1, y_2) = (x + 1.0, x + 2.0, y + 1.0, y + 2.0);
        let (x_product, y_product) = (x_1 * x_2, y_1 * y_2);
        let reciprocal = (x_product * y_product).recip();
        let y_reciprocal = y.recip();
        // 1 / ((y + 1) (y + 2)).
        let y_rest = x_product * reciprocal;
        // For a tiny x the product would underflow without the factor.
        let q = (x * SCALE * y_reciprocal) * (x_product * y_rest);
        let sum = (x + y_1).mul_add(y_2, x * x_1);
        let minus_f = (n * y_reciprocal) * (sum * y_rest);
        let by_x = (n * y_reciprocal) / x + n * (x_2.mul_add(y_2, x_1 * y_1) * reciprocal);
        let parts = normalize(q);
        let parts = Parts { minus_k: parts.minus_k + EXPONENT, ..parts };
        let value = at_the_ends(log_near_one(parts, -minus_f), q, 0.0);
        let zero = x.constant(0.0);
        Self {
            value: near.select(value, zero),
            by_x: near.select(by_x, zero),
            minus_by_n: near.select((y_1 + y_2).mul_add(y_rest, y_reciprocal), zero),
        }
    }
}
