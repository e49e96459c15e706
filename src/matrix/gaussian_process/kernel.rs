//! Correlations that depend only on the scaled distance, as functions c(u) of its square u = Σₖ (Δₖ/lₖ)²,
//! with c′(u).
//!
//! Rasmussen and Williams 2006, "Gaussian Processes for Machine Learning", section 4.2.1.

use crate::math::exp;
use crate::sealed::Sealed;
use crate::simd::Pack;
use pulp::Simd;

/// A correlation of two points by their squared scaled distance.
pub trait Kernel: Sealed + Copy + Send + Sync + 'static {
    /// The name of the covariance function in Stan.
    const NAME: &'static str;

    /// c(u) and c′(u). At u = 0, where c′ may not exist, it is set to 0, since it is multiplied by
    /// differences that are 0.
    fn value_and_slope<S: Simd>(u: Pack<S>) -> (Pack<S>, Pack<S>);
}

/// Declares kernels: `Name, "function": |u| (c, c′)`.
macro_rules! kernels {
    ($($(#[$doc:meta])* $Name:ident, $name:literal: |$u:ident| $body:block)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $Name;

        impl Sealed for $Name {}

        impl Kernel for $Name {
            const NAME: &'static str = $name;

            #[cfg_attr(not(monomorph_outlined), inline(always))]
            fn value_and_slope<S: Simd>($u: Pack<S>) -> (Pack<S>, Pack<S>) $body
        }
    )*};
}

kernels! {
    /// c = exp(−u/2): infinitely smooth.
    ExpQuad, "gp_exp_quad_cov": |u| {
        let c = exp(u * -0.5);
        (c, c * -0.5)
    }

    /// c = exp(−r) with r = √u: continuous, nowhere differentiable; c′ = −c/(2r).
    Exponential, "gp_exponential_cov": |u| {
        let r = u.sqrt();
        let c = exp(-r);
        (c, r.eq(0.0).select(0.0, c / r * -0.5))
    }

    /// c = (1 + a) exp(−a) with a = √(3u): once differentiable; c′ = −³⁄₂ exp(−a).
    Matern32, "gp_matern32_cov": |u| {
        let a = (u * 3.0).sqrt();
        let e = exp(-a);
        (e.mul_add(a, e), e * -1.5)
    }

    /// c = (1 + a + a²/3) exp(−a) with a = √(5u): twice differentiable; c′ = −⅚ (1 + a) exp(−a).
    Matern52, "gp_matern52_cov": |u| {
        let a = (u * 5.0).sqrt();
        let e = exp(-a);
        let first = e.mul_add(a, e);
        (e.mul_add(u * (5.0 / 3.0), first), first * (-5.0 / 6.0))
    }
}
