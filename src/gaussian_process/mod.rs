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
//! pair `(x, y)` makes the matrix of the covariances between each point of x and each of y. Points may be
//! data or parameters; squared distances of data are computed once, by `compile()`. `sigma`, `l` and `p` are
//! positive; outside, the log density is −∞, and data outside is an error of `compile()`. For points of
//! several dimensions `l` may be a vector with a length scale for each, with which d/l becomes the root of Σₖ
//! (dₖ/lₖ)².
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
//! and the factor of one makes a latent process of independent normal variables, here in two dimensions with
//! a length scale each:
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
//! The chapter [Gaussian processes](crate::guide::gaussian_processes) begins with a whole program.

use crate::contract::expression::{Expression, Expressions};
use crate::expression::{Expr, IntoExpr};
use crate::matrix::{ExpQuad, Exponential, Matern32, Matern52, PeriodicCovariance, StationaryCovariance};
use crate::node::{Stored, Whole};
use crate::sealed::{OfPoints, Sealed};
use crate::shape::{Dimension, Matrix, PartOfVector, Scalar, Shape, Vector};

/// The shape of points: a vector of numbers, or a matrix whose rows are points.
#[diagnostic::on_unimplemented(
    message = "a value of the shape `{Self}` is not a set of points",
    label = "neither a vector nor a matrix",
    note = "points are a vector of numbers, or a matrix whose rows are points"
)]
pub trait Points: Shape {
    /// The number of points.
    type Count: Dimension;
}

impl<Count: Dimension> Points for Vector<Count> {
    type Count = Count;
}

impl<Count: Dimension, Columns: Dimension> Points for Matrix<Count, Columns> {
    type Count = Count;
}

/// The points of the matrix of covariances: x, or a pair (x, y).
#[diagnostic::on_unimplemented(
    message = "`{Self}` are not points of a Gaussian process",
    label = "neither points nor a pair of points",
    note = "points are a vector of numbers or a matrix whose rows are points, as data (`&x`) or as an expression"
)]
pub trait IntoPoints: Sealed<OfPoints> + Copy {
    /// The shape of the matrix.
    type Shape: Shape;

    /// The expressions after two others.
    type AfterTwo<A: Expression, B: Expression>: Expressions;

    /// The expressions after three others.
    type AfterThree<A: Expression, B: Expression, C: Expression>: Expressions;

    /// True for a pair.
    const IS_PAIR: bool;

    /// Puts the expressions after two others.
    fn after_two<A: Expression, B: Expression>(self, a: A, b: B) -> Self::AfterTwo<A, B>;

    /// Puts the expressions after three others.
    fn after_three<A: Expression, B: Expression, C: Expression>(
        self,
        a: A,
        b: B,
        c: C,
    ) -> Self::AfterThree<A, B, C>;
}

/// The number of points.
type Count<X> = <<<X as IntoExpr>::Node as Expression>::Shape as Points>::Count;

impl<X: IntoExpr<Node: Expression<Shape: Points>>> Sealed<OfPoints> for X {}
impl<X, Y> Sealed<OfPoints> for (X, Y) {}

impl<X: IntoExpr<Node: Expression<Shape: Points>>> IntoPoints for X {
    type Shape = Matrix<Count<X>, Count<X>>;
    type AfterTwo<A: Expression, B: Expression> = (A, B, Stored<X::Node>);
    type AfterThree<A: Expression, B: Expression, C: Expression> = (A, B, C, Stored<X::Node>);
    const IS_PAIR: bool = false;

    fn after_two<A: Expression, B: Expression>(self, a: A, b: B) -> Self::AfterTwo<A, B> {
        (a, b, Stored::new(self.into_expr().0))
    }

    fn after_three<A: Expression, B: Expression, C: Expression>(
        self,
        a: A,
        b: B,
        c: C,
    ) -> Self::AfterThree<A, B, C> {
        (a, b, c, Stored::new(self.into_expr().0))
    }
}

impl<X: IntoExpr<Node: Expression<Shape: Points>>, Y: IntoExpr<Node: Expression<Shape: Points>>> IntoPoints
    for (X, Y)
{
    type Shape = Matrix<Count<X>, Count<Y>>;
    type AfterTwo<A: Expression, B: Expression> = (A, B, Stored<X::Node>, Stored<Y::Node>);
    type AfterThree<A: Expression, B: Expression, C: Expression> =
        (A, B, C, Stored<X::Node>, Stored<Y::Node>);
    const IS_PAIR: bool = true;

    fn after_two<A: Expression, B: Expression>(self, a: A, b: B) -> Self::AfterTwo<A, B> {
        (a, b, Stored::new(self.0.into_expr().0), Stored::new(self.1.into_expr().0))
    }

    fn after_three<A: Expression, B: Expression, C: Expression>(
        self,
        a: A,
        b: B,
        c: C,
    ) -> Self::AfterThree<A, B, C> {
        (a, b, c, Stored::new(self.0.into_expr().0), Stored::new(self.1.into_expr().0))
    }
}

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

/// The expression of a periodic covariance whose arguments become expressions.
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

/// The periodic covariance, σ² exp(−2 sin²(π d/p)/l²), of processes that repeat themselves after the period
/// p.
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
