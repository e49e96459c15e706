//! ln Γ(x + n) − ln Γ(x), the logarithm of the rising factorial x (x + 1) ⋯ (x + n − 1), for x > 0 and n ≥ 0,
//! in a form that loses nothing where x is huge.
//!
//! Stirling's series, in which the leading terms of the difference are taken together, gives
//!
//!   ln Γ(x + n) − ln Γ(x) = n ln x + D,   D = (x + n − ½) ln(1 + n/x) − n + S(x + n) − S(x),
//!   ψ(x + n) − ψ(x) = ln(1 + n/x) + E,    E = n / (2x (x + n)) + S′(x + n) − S′(x),
//!
//! with S(x) = 1/12x − 1/360x³ + … . D = Σ ln(1 + k/x) over k < n, and ∂D/∂x = E + ln(1 + n/x) − n/x. Seven terms
//! of S are exact to 3e-17 from 10 on. Below, x is moved up by 10, with P(x) = x (x + 1) ⋯ (x + 9):
//!
//!   ln Γ(x + n) − ln Γ(x) = ln Γ(x + 10 + n) − ln Γ(x + 10) + ln(P(x) / P(x + n)),
//!   P(x) = v (v + 8) (v + 14) (v + 18) (v + 20)  with v = x (x + 9).
//!
//! Abramowitz and Stegun 6.1.22, 6.1.40, 6.3.18.

use super::bits;
use super::log::log;
use super::log1p::log1p;
use super::polynomial::polynomial;
use crate::simd::Pack;
use pulp::Simd;

/// The rising factorial compared with the power xⁿ.
pub(crate) struct Rising<S: Simd> {
    /// D = ln Γ(x + n) − ln Γ(x) − n ln x
    pub excess: Pack<S>,
    /// ln(1 + n/x)
    pub log_ratio: Pack<S>,
    /// E = ψ(x + n) − ψ(x) − ln(1 + n/x)
    pub digamma_excess: Pack<S>,
}

/// ln Γ(x + n) − ln Γ(x) and its derivative by x, for x > 0 and n ≥ 0.
#[inline(always)]
pub(crate) fn log_rising<S: Simd>(x: Pack<S>, n: Pack<S>) -> (Pack<S>, Pack<S>) {
    let parts = rising(x, n);
    (n.mul_add(log(x), parts.excess), parts.log_ratio + parts.digamma_excess)
}

/// The parts of [`log_rising`].
#[inline(always)]
pub(crate) fn rising<S: Simd>(x: Pack<S>, n: Pack<S>) -> Rising<S> {
    let (near, zero) = (x.lt(10.0), x.constant(0.0));
    let base = near.select(x + 10.0, x);
    let end = base + n;
    let log_base_ratio = log1p(n / base);
    // A ratio to a denormal number may overflow.
    let log_ratio = near.select(log1p(bits::at_most(n / x, 1e300)), log_base_ratio);

    let (base_inverse, end_inverse) = (base.recip(), end.recip());
    let (base_series, base_slope) = stirling(base_inverse);
    let (end_series, end_slope) = stirling(end_inverse);
    let far_excess = (end - 0.5).mul_add(log_base_ratio, end_series - base_series - n);
    let far_slope = n * (base_inverse * end_inverse) * 0.5 + (end_slope - base_slope);

    // Where nothing is moved both products are that of 1, and cancel.
    let (product, slope) = moved(near.select(x, 1.0));
    let (end_product, end_slope) = moved(near.select(x + n, 1.0));
    let moved_excess = n.mul_add(log(base / x), log(product / end_product));
    let moved_slope = (slope / product - end_slope / end_product) + (log_base_ratio - log_ratio);
    Rising {
        excess: far_excess + near.select(moved_excess, zero),
        log_ratio,
        digamma_excess: far_slope + near.select(moved_slope, zero),
    }
}

/// S(x) and S′(x), from 1/x.
#[inline(always)]
fn stirling<S: Simd>(inverse: Pack<S>) -> (Pack<S>, Pack<S>) {
    let square = inverse.square();
    (inverse * polynomial(square, SERIES), -(square * polynomial(square, SLOPE)))
}

/// P(x) and P′(x).
#[inline(always)]
fn moved<S: Simd>(x: Pack<S>) -> (Pack<S>, Pack<S>) {
    let v = x * (x + 9.0);
    let [b, c, d, e] = [v + 8.0, v + 14.0, v + 18.0, v + 20.0];
    let (ab, cd) = (v * b, c * d);
    let by_v = (v + b) * (cd * e) + ab * ((c + d) * e + cd);
    (ab * (cd * e), (x + x + 9.0) * by_v)
}

/// B₂ₖ / (2k (2k − 1)) for k from 1: 1/12, −1/360, 1/1260, −1/1680, 1/1188, −691/360360, 1/156.
const SERIES: [f64; 7] =
    [1.0 / 12.0, -1.0 / 360.0, 1.0 / 1260.0, -1.0 / 1680.0, 1.0 / 1188.0, -691.0 / 360_360.0, 1.0 / 156.0];

/// B₂ₖ / 2k for k from 1.
const SLOPE: [f64; 7] =
    [1.0 / 12.0, -1.0 / 120.0, 1.0 / 252.0, -1.0 / 240.0, 1.0 / 132.0, -691.0 / 32_760.0, 1.0 / 12.0];
