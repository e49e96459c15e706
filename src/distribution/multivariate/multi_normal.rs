//! multi_normal(μ, Σ) of n variables, with r = y − μ:
//!
//!   log p(y) = −½ rᵀ Σ⁻¹ r − ½ log |Σ| − n/2 log 2π.
//!
//! Stan Functions Reference, "Multivariate normal distribution".

use crate::contract::expression::{Expression, Prepend};
use crate::covariance::{Factored, IntoCovariance, Precision, Structured, factored, precision};
use crate::distribution::multivariate::law::Multivariate;
use crate::distribution::multivariate::radial::{Radial, Ungrouped};
use crate::expression::IntoExpr;
use crate::node::Stored;
use crate::sealed::Sealed;
use crate::shape::{Dimension, Matrix, SameDimension};

/// The function h of the multivariate normal distribution: h(q) = −½ q − n/2 log 2π, so w = 1.
#[derive(Clone, Copy, Debug)]
pub struct Gaussian;

impl Sealed for Gaussian {}

impl Radial for Gaussian {
    const NAME: &'static str = "multi_normal";
    const HAS_SHAPE: bool = false;
    const IS_LINEAR: bool = true;
    const IS_NORMAL: bool = true;

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn evaluate(square: f64, dimension: f64, _: f64) -> (f64, f64, f64) {
        (-0.5 * square - 0.5 * dimension * core::f64::consts::TAU.ln(), 1.0, 0.0)
    }

    fn draw_scale<R: rand::Rng + ?Sized>(_: f64, _: &mut R) -> f64 {
        1.0
    }
}

/// The distribution with the mean `Mean` and the covariance `Kind` of the expressions `Arguments`.
pub type MultiNormal<Mean, Kind, Arguments> = Multivariate<
    Gaussian,
    Ungrouped,
    Kind,
    <Mean as Expression>::Shape,
    <Arguments as Prepend<Stored<Mean>>>::Output,
>;

/// The multivariate normal distribution of a vector, or of each row of a matrix.
///
/// $$ \log p(y \mid \mu, \Sigma) = -\tfrac12 (y - \mu)^\top \Sigma^{-1} (y - \mu) - \tfrac12\log|\Sigma| -
/// \tfrac n2\log 2\pi $$
///
/// `mean` is a vector, a scalar that is the mean of every element, or a matrix with a mean for each row.
/// `covariance` is symmetric and positive definite: a matrix, or a structure of
/// [`covariance`](crate::covariance), which may be faster. All arguments may be parameters or data. If the
/// covariance is not positive definite, the log density is −∞; for data it is an error of `compile()`.
///
/// The covariance is factorised once, however many observations there are. If the observations are data and
/// have one mean, the cost does not depend on their number.
///
/// ```
/// use monomorph::faer::mat;
/// use monomorph::prelude::*;
///
/// let y = mat![[0.3, -0.2], [1.1, 0.4], [-0.5, 0.9]];
/// let sigma = mat![[1.0, 0.5], [0.5, 2.0]];
/// params! { mu: vector(2) }
/// let model = model! {
///     mu |= normal(0.0, 10.0),
///     data(&y) |= multi_normal(mu, data(&sigma)),
/// };
/// assert_eq!(model.compile()?.dimension(), 2);
/// # Ok::<(), monomorph::Error>(())
/// ```
#[doc(alias = "multi_normal_lpdf")]
pub fn multi_normal<Mean: IntoExpr, Covariance: IntoCovariance>(
    mean: Mean,
    covariance: Covariance,
) -> MultiNormal<Mean::Node, Covariance::Structure, Covariance::Arguments>
where
    Covariance::Arguments: Prepend<Stored<Mean::Node>>,
{
    let Structured { structure, arguments } = covariance.into_covariance();
    Multivariate::new(structure, Ungrouped, arguments.prepend(Stored::new(mean.into_expr().0)))
}

/// [`multi_normal`] with the covariance L Lᵀ of a lower Cholesky factor:
/// `multi_normal(mean, factored(factor))`.
#[doc(alias = "multi_normal_cholesky_lpdf")]
pub fn multi_normal_cholesky<Mean, Factor, Rows, Columns>(
    mean: Mean,
    factor: Factor,
) -> MultiNormal<Mean::Node, Factored, (Stored<Factor::Node>,)>
where
    Mean: IntoExpr,
    Factor: IntoExpr,
    Factor::Node: Expression<Shape = Matrix<Rows, Columns>>,
    Rows: SameDimension<Columns>,
    Columns: Dimension,
{
    multi_normal(mean, factored(factor))
}

/// [`multi_normal`] with the inverse of the covariance: `multi_normal(mean, precision(omega))`.
#[doc(alias = "multi_normal_prec_lpdf")]
pub fn multi_normal_prec<Mean, Omega, Rows, Columns>(
    mean: Mean,
    omega: Omega,
) -> MultiNormal<Mean::Node, Precision, (Stored<Omega::Node>,)>
where
    Mean: IntoExpr,
    Omega: IntoExpr,
    Omega::Node: Expression<Shape = Matrix<Rows, Columns>>,
    Rows: SameDimension<Columns>,
    Columns: Dimension,
{
    multi_normal(mean, precision(omega))
}
