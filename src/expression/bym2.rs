//! BYM2: effects of places, where neighbours share a part ρ of the variance:
//!
//!   σ (√(1 − ρ) θ + √ρ φ).
//!
//! Riebler, Sørbye, Simpson and Rue 2016, "An intuitive Bayesian spatial model for disease mapping".

use crate::contract::expression::Expression;
use crate::expression::functions_of_one::Sqrt;
use crate::expression::{Combine, Expr, IntoExpr};
use crate::node::{Add, Constant, Mul, Sub, Unary};
use crate::shape::{Dimension, SameDimension, Scalar, Vector};

/// The node of an argument.
type Of<E> = <E as IntoExpr>::Node;

/// The square root of a share, times the effects with this share.
type Weighed<Share, Effects> = Combine<Mul, Unary<Sqrt, Share>, Of<Effects>>;

/// The sum of the effects that belong to one place and of the effects that neighbours share.
type Shares<Theta, Phi, Rho> =
    Combine<Add, Weighed<Combine<Sub, Constant, Of<Rho>>, Theta>, Weighed<Of<Rho>, Phi>>;

/// σ (√(1 − ρ) θ + √ρ φ)
pub type Bym2<Theta, Phi, Sigma, Rho> = Combine<Mul, Of<Sigma>, Shares<Theta, Phi, Rho>>;

/// The effects of BYM2 for a map, with the standard deviation `sigma`. Neighbours share the part `rho` of
/// the variance: `sigma * ((1.0 - rho).sqrt() * theta + rho.sqrt() * phi)`.
///
/// `theta` has the effects that belong to one place, with the law `normal(0.0, 1.0)`. `phi` has the effects
/// that neighbours share, with the law [`icar`](crate::distribution::icar())`(&adjacency, 1.0)`, which is
/// scaled. `sigma` is positive, and `rho` is between 0 and 1. All four are parameters or expressions:
///
/// ```
/// use monomorph::prelude::*;
///
/// let neighbours = Adjacency::new(4, &[(0, 1), (1, 2), (2, 3)])?;
/// let cases = [2, 5, 4, 9];
/// params! {
///     level: real(), sigma: positive(), rho: interval(0.0, 1.0),
///     theta: vector(4),
///     phi:   sum_to_zero(4).within(&neighbours),
/// }
/// let model = model! {
///     level |= normal(0.0, 1.0),
///     sigma |= half_normal(1.0),
///     rho   |= beta(0.5, 0.5),
///     theta |= normal(0.0, 1.0),
///     phi   |= icar(&neighbours, 1.0),
///     effect = bym2(theta, phi, sigma, rho),
///     data(&cases) |= poisson_log(level + effect),
/// };
/// assert_eq!(model.compile()?.dimension(), 3 + 4 + 3);
/// # Ok::<(), monomorph::Error>(())
/// ```
///
/// The chapter [Maps and graphs](crate::guide::maps_and_graphs) begins with a whole program.
pub fn bym2<Theta, Phi, Sigma, Rho, N, M>(
    theta: Theta,
    phi: Phi,
    sigma: Sigma,
    rho: Rho,
) -> Expr<Bym2<Theta, Phi, Sigma, Rho>>
where
    Theta: IntoExpr<Node: Expression<Shape = Vector<N>>>,
    Phi: IntoExpr<Node: Expression<Shape = Vector<M>>>,
    Sigma: IntoExpr<Node: Expression<Shape = Scalar>>,
    Rho: IntoExpr<Node: Expression<Shape = Scalar>>,
    N: SameDimension<M>,
    M: Dimension,
{
    let (sigma, rho) = (sigma.into_expr(), rho.into_expr());
    sigma * ((1.0 - rho).sqrt() * theta.into_expr() + rho.sqrt() * phi.into_expr())
}
