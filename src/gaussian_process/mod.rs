//! Covariance matrices of Gaussian processes, under Stan's names.
//!
//! | function | covariance at the distance d |
//! |-|-|
//! | [`gp_exp_quad_cov`]`(x, sigma, l)` | σ² exp(−d²/(2 l²)) |
//! | [`gp_matern52_cov`]`(x, sigma, l)` | σ² (1 + √5 d/l + 5 d²/(3 l²)) exp(−√5 d/l) |
//! | [`gp_matern32_cov`]`(x, sigma, l)` | σ² (1 + √3 d/l) exp(−√3 d/l) |
//! | [`gp_exponential_cov`]`(x, sigma, l)` | σ² exp(−d/l) |
//! | [`gp_periodic_cov`]`(x, sigma, l, p)` | σ² exp(−2 sin²(π d/p)/l²) |
//!
//! `x` is a vector of numbers, or a matrix whose rows are points: n of them make a symmetric n × n matrix. A
//! pair `(x, y)` makes the matrix of the covariances between each point of x and each point of y. Points may
//! be data or parameters; squared distances of data are computed once, by `compile()`. `sigma`, `l` and `p`
//! are positive; outside, the log density is −∞, and data outside is an error of `compile()`. For points of
//! several dimensions `l` may be a vector with a length scale for each, with which d/l becomes the root of
//! Σₖ (dₖ/lₖ)².
//!
//! With noise on the diagonal ([`add_diagonal`](crate::expression::Expr::add_diagonal)) they are the
//! covariances of observations:
//!
//! ```
//! use monomorph::prelude::*;
//!
//! let x = [0.0, 0.5, 1.0, 2.5];
//! let y = [0.1, 0.6, 0.9, -0.3];
//! params! { sigma: positive(), l: positive(), noise: positive() }
//! let k = gp_exp_quad_cov(&x, sigma, l).add_diagonal(noise.square());
//! let model = model! {
//!     sigma |= half_normal(1.0),
//!     l     |= inv_gamma(5.0, 5.0),
//!     noise |= half_normal(0.5),
//!     data(&y) |= multi_normal(0.0, k),
//! };
//! assert_eq!(model.compile()?.dimension(), 3);
//! # Ok::<(), monomorph::Error>(())
//! ```
//!
//! and their Cholesky factor converts independent normal variables to a latent process, here in two
//! dimensions with a length scale for each:
//!
//! ```
//! use monomorph::faer::mat;
//! use monomorph::prelude::*;
//!
//! let x = mat![[0.0, 1.0], [0.5, 0.2], [1.0, 0.9]];
//! let counts = [3, 1, 4];
//! params! { sigma: positive(), l: vector(2).positive(), z: vector(3) }
//! let model = model! {
//!     sigma |= half_normal(1.0),
//!     l     |= inv_gamma(5.0, 5.0),
//!     z     |= normal(0.0, 1.0),
//!     f = gp_matern52_cov(&x, sigma, l).add_diagonal(1e-9).cholesky().dot(z),
//!     data(&counts) |= poisson_log(f),
//! };
//! assert_eq!(model.compile()?.dimension(), 6);
//! # Ok::<(), monomorph::Error>(())
//! ```
//!
//! For thousands of points, a [`HilbertBasis`] approximates the process by sines with suitable scales.
//!
//! The chapter [Gaussian processes](crate::guide::gaussian_processes) begins with a whole program.

mod data_points;
mod hilbert_basis;
mod numbers_of_sines;
mod points;
mod spectral_scales;

pub use data_points::DataPoints;
pub use hilbert_basis::HilbertBasis;
pub use numbers_of_sines::{gp_exp_quad_sines, gp_matern32_sines, gp_matern52_sines};
pub use points::{IntoPoints, Points};
pub use spectral_scales::{
    gp_exp_quad_scales, gp_exponential_scales, gp_matern32_scales, gp_matern52_scales,
};

use crate::contract::expression::Expression;
use crate::expression::{Expr, IntoExpr};
use crate::matrix::{ExpQuad, Exponential, Matern32, Matern52, PeriodicCovariance, StationaryCovariance};
use crate::node::{Stored, Whole};
use crate::shape::{PartOfVector, Scalar};

/// A covariance with the kernel `K` of points, a magnitude and length scales.
pub type Stationary<K, X, Sigma, Scale> = Whole<
    StationaryCovariance<K>,
    <X as IntoPoints>::AfterTwo<Stored<Sigma>, Stored<Scale>>,
    <X as IntoPoints>::Shape,
>;

/// A periodic covariance of points, a magnitude, a length scale and a period.
pub type Periodic<X, Sigma, Scale, Period> = Whole<
    PeriodicCovariance,
    <X as IntoPoints>::AfterThree<Stored<Sigma>, Stored<Scale>, Stored<Period>>,
    <X as IntoPoints>::Shape,
>;

/// The expression of a periodic covariance, given the types of its arguments.
pub type PeriodicOf<X, Sigma, Scale, Period> =
    Expr<Periodic<X, <Sigma as IntoExpr>::Node, <Scale as IntoExpr>::Node, <Period as IntoExpr>::Node>>;

/// Declares the functions: `function: Kernel`.
macro_rules! stationary {
    ($($(#[$doc:meta])* $function:ident: $Kernel:ident;)*) => {$(
        $(#[$doc])*
        ///
        /// `x` is points or a pair of them, `l` a number or a vector with one for each dimension: see the
        /// [module](crate::gaussian_process).
        pub fn $function<X: IntoPoints, Sigma, Scale>(
            x: X,
            sigma: Sigma,
            l: Scale,
        ) -> Expr<Stationary<$Kernel, X, Sigma::Node, Scale::Node>>
        where
            Sigma: IntoExpr<Node: Expression<Shape = Scalar>>,
            Scale: IntoExpr<Node: Expression<Shape: PartOfVector>>,
        {
            let (sigma, l) = (Stored::new(sigma.into_expr().0), Stored::new(l.into_expr().0));
            Expr(Whole::new(StationaryCovariance::new(X::IS_PAIR), x.after_two(sigma, l)))
        }
    )*};
}

stationary! {
    /// The exponentiated quadratic covariance, σ² exp(−d²/(2 l²)), of infinitely smooth processes.
    gp_exp_quad_cov: ExpQuad;

    /// The Matérn covariance with ν = 5/2, σ² (1 + √5 d/l + 5 d²/(3 l²)) exp(−√5 d/l), of processes that are
    /// twice differentiable.
    gp_matern52_cov: Matern52;

    /// The Matérn covariance with ν = 3/2, σ² (1 + √3 d/l) exp(−√3 d/l), of processes that are once
    /// differentiable.
    gp_matern32_cov: Matern32;

    /// The exponential covariance, σ² exp(−d/l): Matérn with ν = 1/2, of Ornstein–Uhlenbeck processes.
    gp_exponential_cov: Exponential;
}

/// The periodic covariance, σ² exp(−2 sin²(π d/p)/l²), of processes with the period p.
///
/// `x` is points or a pair of them: see the [module](crate::gaussian_process).
#[allow(clippy::type_complexity)] // Four arguments.
pub fn gp_periodic_cov<X: IntoPoints, Sigma, Scale, Period>(
    x: X,
    sigma: Sigma,
    l: Scale,
    p: Period,
) -> PeriodicOf<X, Sigma, Scale, Period>
where
    Sigma: IntoExpr<Node: Expression<Shape = Scalar>>,
    Scale: IntoExpr<Node: Expression<Shape = Scalar>>,
    Period: IntoExpr<Node: Expression<Shape = Scalar>>,
{
    let (sigma, l) = (Stored::new(sigma.into_expr().0), Stored::new(l.into_expr().0));
    let nodes = x.after_three(sigma, l, Stored::new(p.into_expr().0));
    Expr(Whole::new(PeriodicCovariance::new(X::IS_PAIR), nodes))
}
