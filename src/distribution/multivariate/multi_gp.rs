//! multi_gp(Σ, w): each row d of y is a function at n points, with the covariance Σ/w_d,
//!
//!   log p(y) = Σ_d [−½ w_d y_dᵀ Σ⁻¹ y_d + n/2 log w_d − ½ log |Σ| − n/2 log 2π],
//!
//!   ∂/∂w_d = ½ (n/w_d − y_dᵀ Σ⁻¹ y_d).
//!
//! Stan Functions Reference, "Multivariate Gaussian process distribution".

use crate::contract::conjugacy::Curve;
use crate::contract::expression::{Expression, Prepend};
use crate::covariance::{Factored, IntoCovariance, Structured, factored};
use crate::distribution::multivariate::law::Multivariate;
use crate::distribution::multivariate::radial::{Radial, Ungrouped};
use crate::expression::IntoExpr;
use crate::node::{Constant, Stored};
use crate::sealed::Sealed;
use crate::shape::{Dimension, Matrix, SameDimension, Scalar};

/// The function h of `multi_gp`, with the inverse scale w of a row: h(q) = −½ w q + n/2 log w − n/2 log 2π.
#[derive(Clone, Copy, Debug)]
pub struct WeightedGaussian;

impl Sealed for WeightedGaussian {}

impl Radial for WeightedGaussian {
    const NAME: &'static str = "multi_gp";
    const HAS_SHAPE: bool = true;
    const IS_LINEAR: bool = false;
    const IS_NORMAL: bool = true;
    const SHAPE: Curve = Curve::Gamma;

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn evaluate(square: f64, n: f64, weight: f64) -> (f64, f64, f64) {
        if !(weight > 0.0 && weight.is_finite()) {
            return (f64::NAN, f64::NAN, f64::NAN);
        }
        let value = 0.5 * n * (weight.ln() - core::f64::consts::TAU.ln()) - 0.5 * weight * square;
        (value, weight, 0.5 * (n / weight - square))
    }

    fn draw_scale<R: rand::Rng + ?Sized>(weight: f64, _: &mut R) -> f64 {
        weight.sqrt().recip()
    }
}

/// The distribution with the covariance `Kind` of the expressions `Arguments` and the inverse scales
/// `Weights`.
pub type MultiGp<Weights, Kind, Arguments> = Multivariate<
    WeightedGaussian,
    Ungrouped,
    Kind,
    Scalar,
    <<Arguments as Prepend<Stored<Weights>>>::Output as Prepend<Stored<Constant>>>::Output,
>;

/// Gaussian processes at the same points, one for each row of a matrix, that differ only in their scale.
///
/// $$ \\log p(y \\mid \\Sigma, w) = \\sum_d \\Bigl[-\\tfrac12 w_d\\, y_d^\\top\\Sigma^{-1}y_d + \\tfrac
/// n2\\log w_d - \\tfrac12\\log|\\Sigma| - \\tfrac n2\\log 2\\pi\\Bigr] $$
///
/// `covariance` is as in [`multi_normal`](crate::distribution::multivariate::multi_normal()), `weights` are
/// positive: a vector with the inverse scale of each row.
///
/// ```
/// use monomorph::faer::mat;
/// use monomorph::prelude::*;
///
/// let outputs = mat![[0.3, -0.2, 0.1], [9.1, 0.4, 2.0]];
/// let sigma = mat![[1.0, 0.5, 0.2], [0.5, 1.0, 0.5], [0.2, 0.5, 1.0]];
/// params! { w: vector(2).positive() }
/// let model = model! {
///     w |= gamma(2.0, 1.0),
///     data(&outputs) |= multi_gp(data(&sigma), w),
/// };
/// assert_eq!(model.compile()?.dimension(), 2);
/// # Ok::<(), monomorph::Error>(())
/// ```
///
/// The chapter [Gaussian processes](crate::guide::gaussian_processes) begins with a whole program.
#[doc(alias = "multi_gp_lpdf")]
pub fn multi_gp<Covariance: IntoCovariance, Weights: IntoExpr>(
    covariance: Covariance,
    weights: Weights,
) -> MultiGp<Weights::Node, Covariance::Structure, Covariance::Arguments>
where
    Covariance::Arguments: Prepend<Stored<Weights::Node>>,
    <Covariance::Arguments as Prepend<Stored<Weights::Node>>>::Output: Prepend<Stored<Constant>>,
{
    let Structured { structure, arguments } = covariance.into_covariance();
    let arguments = arguments.prepend(Stored::new(weights.into_expr().0)).prepend(Stored::new(Constant(0.0)));
    Multivariate::new(structure, Ungrouped, arguments)
}

/// [`multi_gp`] with the covariance L Lᵀ of a lower Cholesky factor.
#[doc(alias = "multi_gp_cholesky_lpdf")]
pub fn multi_gp_cholesky<Factor, Weights, Rows, Columns>(
    factor: Factor,
    weights: Weights,
) -> MultiGp<Weights::Node, Factored, (Stored<Factor::Node>,)>
where
    Factor: IntoExpr,
    Weights: IntoExpr,
    Factor::Node: Expression<Shape = Matrix<Rows, Columns>>,
    Rows: SameDimension<Columns>,
    Columns: Dimension,
{
    multi_gp(factored(factor), weights)
}
