//! The inverse Mills ratio r(s) = φ(s)/Φ(s), its excess over −s, and the slope of that excess, each with
//! all its digits.
//!
//!   δ = r + s,   δ′ = 1 − r δ = −(log Φ)″ + 1.
//!
//! Below −6, with a = −s, they come from the continued fraction
//!
//!   δ = 1/(a + τ),   τ = 2/(a + 3/(a + 4/(a + …))),   r = a + δ,   δ′ = (τ − δ) δ.
//!
//! Abramowitz and Stegun 26.2.14.

use crate::math;
use crate::simd::Pack;
use pulp::Scalar;

/// r, δ, δ′ and log Φ at a point.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct Mills {
    /// log Φ(s)
    pub log_cdf: f64,
    /// r
    pub ratio: f64,
    /// δ
    pub excess: f64,
    /// δ′
    pub slope: f64,
}

impl Mills {
    /// Computes all fields at `s`.
    pub fn new(s: f64) -> Self {
        let (log_cdf, ratio) = math::log_normal_cdf_and_slope(Pack::splat(Scalar::new(), s));
        let (log_cdf, ratio) = (log_cdf.first(), ratio.first());
        if s > -6.0 {
            let excess = ratio + s;
            return Self { log_cdf, ratio, excess, slope: 1.0 - ratio * excess };
        }
        let a = -s;
        let mut rest = 0.0;
        for n in (2..60).rev() {
            rest = f64::from(n) / (a + rest);
        }
        let excess = 1.0 / (a + rest);
        Self { log_cdf, ratio: a + excess, excess, slope: (rest - excess) * excess }
    }
}
