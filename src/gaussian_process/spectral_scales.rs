//! Scales of the coefficients of a [`HilbertBasis`]: √S at its frequencies, with the spectral density S of a
//! stationary covariance. For D dimensions and q = Σₖ lₖ² ωₖ²,
//!
//!   S(ω) = σ² (2π)^(D/2) Πₖ lₖ exp(−q/2)   for the exponentiated quadratic covariance,
//!
//!   S(ω) = σ² 2ᴰ π^(D/2) (2ν)^ν Γ(ν + D/2)/Γ(ν) Πₖ lₖ (2ν + q)^(−ν − D/2)   for Matérn's.
//!
//! Rasmussen and Williams 2006, "Gaussian Processes for Machine Learning", equations 4.11 and 4.15.

use super::hilbert_basis::HilbertBasis;
use crate::contract::expression::Expression;
use crate::expression::{Expr, IntoExpr, concatenate, data};
use crate::math::lgamma;
use crate::shape::{Dyn, PartOfVector, Scalar, Tag, Vector};
use crate::simd::Pack;
use core::f64::consts::{LN_2, PI};

/// Returns log σ + ½ Σ log lₖ + a constant, and q of each sine.
fn level_and_squares<Sigma, Scale>(
    basis: &HilbertBasis,
    sigma: Sigma,
    l: Scale,
    constant: f64,
) -> (Expr<impl Expression<Shape = Scalar>>, Expr<impl Expression<Shape = Vector<Dyn>>>)
where
    Sigma: IntoExpr<Node: Expression<Shape = Scalar>>,
    Scale: IntoExpr<Node: Expression<Shape: PartOfVector>>,
{
    // A single length scale multiplies the sum of squared frequencies, and is counted once for each
    // dimension.
    let (squares, times) = match <Scale::Node as Expression>::Shape::IS_SCALAR {
        true => (&basis.sums, basis.centre().len() as f64),
        false => (&basis.squares, 1.0),
    };
    let l = concatenate([l]);
    let level = sigma.into_expr().log() + l.log().sum() * (0.5 * times) + constant;
    (level, data(squares).dot(l.square()))
}

/// √S of the exponentiated quadratic covariance [`gp_exp_quad_cov`](super::gp_exp_quad_cov), for each sine of
/// a basis.
///
/// `sigma` and `l` are positive; outside, the log density is −∞. `l` is a number, or a vector with a length
/// scale for each dimension. See [`HilbertBasis`].
pub fn gp_exp_quad_scales<Sigma, Scale>(
    basis: &HilbertBasis,
    sigma: Sigma,
    l: Scale,
) -> Expr<impl Expression<Shape = Vector<Dyn>>>
where
    Sigma: IntoExpr<Node: Expression<Shape = Scalar>>,
    Scale: IntoExpr<Node: Expression<Shape: PartOfVector>>,
{
    let constant = 0.25 * basis.centre().len() as f64 * (2.0 * PI).ln();
    let (level, q) = level_and_squares(basis, sigma, l, constant);
    (level - q * 0.25).exp()
}

/// Declares the functions for Matérn's covariances by their ν.
macro_rules! matern {
    ($($(#[$doc:meta])* $scales:ident: $nu:literal;)*) => {$(
        $(#[$doc])*
        ///
        /// `sigma` and `l` are positive; outside, the log density is −∞. `l` is a number, or a vector with a
        /// length scale for each dimension. See [`HilbertBasis`].
        pub fn $scales<Sigma, Scale>(
            basis: &HilbertBasis,
            sigma: Sigma,
            l: Scale,
        ) -> Expr<impl Expression<Shape = Vector<Dyn>>>
        where
            Sigma: IntoExpr<Node: Expression<Shape = Scalar>>,
            Scale: IntoExpr<Node: Expression<Shape: PartOfVector>>,
        {
            let log_gamma = |x| lgamma(Pack::splat(pulp::Scalar::new(), x)).first();
            let (nu, d) = ($nu, basis.centre().len() as f64);
            let power = nu + 0.5 * d;
            let gammas = log_gamma(power) - log_gamma(nu);
            let constant = 0.5 * (d * LN_2 + 0.5 * d * PI.ln() + nu * (2.0 * nu).ln() + gammas);
            let (level, q) = level_and_squares(basis, sigma, l, constant);
            (level - (q + 2.0 * nu).log() * (0.5 * power)).exp()
        }
    )*};
}

matern! {
    /// √S of Matérn's covariance [`gp_matern52_cov`](super::gp_matern52_cov), for each sine of a basis.
    gp_matern52_scales: 2.5;

    /// √S of Matérn's covariance [`gp_matern32_cov`](super::gp_matern32_cov), for each sine of a basis.
    gp_matern32_scales: 1.5;

    /// √S of the exponential covariance [`gp_exponential_cov`](super::gp_exponential_cov), for each sine of a
    /// basis. It falls slowly: a rough process needs many sines.
    gp_exponential_scales: 0.5;
}
