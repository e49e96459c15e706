//! multi_student_t(ν, μ, Σ) of n variables, with q = (y − μ)ᵀ Σ⁻¹ (y − μ):
//!
//!   log p(y) = log Γ((ν + n)/2) − log Γ(ν/2) − n/2 log νπ − ½ log |Σ| − (ν + n)/2 log(1 + q/ν),
//!
//!   w = (ν + n)/(ν + q),
//!
//!   ∂/∂ν = ½ [ψ((ν + n)/2) − ψ(ν/2) − n/ν − log(1 + q/ν) + w q/ν].
//!
//! The difference of log Γ is the rising factorial of ν/2. E is the logarithm of the ratio of this factorial
//! to (ν/2)^(n/2), so that no large terms remain for large ν, where with u = q/ν also
//!
//!   w q/ν − log(1 + u) = (n u/ν − u²)/(1 + u) − (log(1 + u) − u).
//!
//! Stan Functions Reference, "Multivariate Student-t distribution".

use crate::contract::expression::{Expression, Prepend};
use crate::covariance::{Factored, IntoCovariance, Structured, factored};
use crate::distribution::continuous::normal::HALF_LOG_TWO_PI;
use crate::distribution::multivariate::law::Multivariate;
use crate::distribution::multivariate::radial::{Radial, Ungrouped};
use crate::expression::IntoExpr;
use crate::math;
use crate::node::Stored;
use crate::sealed::Sealed;
use crate::shape::{Dimension, Matrix, SameDimension};
use crate::simd::Pack;
use pulp::Scalar;

/// The function h of the multivariate Student t distribution: h(q) = log Γ((ν + n)/2) − log Γ(ν/2) − n/2 log
/// νπ − (ν + n)/2 log(1 + q/ν).
#[derive(Clone, Copy, Debug)]
pub struct StudentTail;

impl Sealed for StudentTail {}

impl Radial for StudentTail {
    const NAME: &'static str = "multi_student_t";
    const HAS_SHAPE: bool = true;
    const IS_LINEAR: bool = false;
    const IS_NORMAL: bool = false;

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn evaluate(square: f64, n: f64, nu: f64) -> (f64, f64, f64) {
        if !(nu > 0.0 && nu.is_finite()) {
            return (f64::NAN, f64::NAN, f64::NAN);
        }
        let simd = Scalar::new();
        let u = Pack::splat(simd, square / nu);
        let (log, less) = math::log1p_and_log1p_minus(u);
        let (u, log, less) = (u.first(), log.first(), less.first());
        let weight = (nu + n) / (nu + square);
        let rising = math::log_rising(Pack::splat(simd, 0.5 * nu), Pack::splat(simd, 0.5 * n));
        let value = rising.excess.first() - n * HALF_LOG_TWO_PI - 0.5 * (nu + n) * log;
        let of_kernel = if u < 1.0 { (n * u / nu - u * u) / (1.0 + u) - less } else { weight * u - log };
        (value, weight, 0.5 * (rising.excess_by_x.first() + of_kernel))
    }

    fn draw_scale<R: rand::Rng + ?Sized>(nu: f64, rng: &mut R) -> f64 {
        crate::random::inverse_gamma(0.5 * nu, 0.5 * nu, rng).sqrt().clamp(0.0, f64::MAX)
    }
}

/// The distribution with `Nu` degrees of freedom, the location `Mean` and the scale matrix `Kind` of the
/// expressions `Arguments`.
pub type MultiStudentT<Nu, Mean, Kind, Arguments> = Multivariate<
    StudentTail,
    Ungrouped,
    Kind,
    <Mean as Expression>::Shape,
    <<Arguments as Prepend<Stored<Nu>>>::Output as Prepend<Stored<Mean>>>::Output,
>;

/// The multivariate Student t distribution of a vector, or of each row of a matrix.
///
/// $$ \\log p(y) = \\log\\Gamma\\tfrac{\\nu + n}2 - \\log\\Gamma\\tfrac\\nu2 - \\tfrac n2\\log\\nu\\pi -
/// \\tfrac12\\log|\\Sigma| - \\tfrac{\\nu + n}2\\log\\Bigl(1 + \\tfrac{(y - \\mu)^\\top\\Sigma^{-1}(y -
/// \\mu)}\\nu\\Bigr) $$
///
/// `nu`, a positive scalar, are the degrees of freedom; `mean` and `scale` are as in
/// [`multi_normal`](crate::distribution::multivariate::multi_normal()). The covariance is ν/(ν − 2) times the
/// scale matrix.
///
/// ```
/// use monomorph::faer::mat;
/// use monomorph::prelude::*;
///
/// let y = mat![[0.3, -0.2], [9.1, 0.4], [-0.5, 0.9]];
/// let sigma = mat![[1.0, 0.5], [0.5, 2.0]];
/// params! { mu: vector(2), nu: positive() }
/// let model = model! {
///     mu |= normal(0.0, 10.0),
///     nu |= gamma(2.0, 0.1),
///     data(&y) |= multi_student_t(nu, mu, data(&sigma)),
/// };
/// assert_eq!(model.compile()?.dimension(), 3);
/// # Ok::<(), monomorph::Error>(())
/// ```
#[doc(alias = "multi_student_t_lpdf")]
pub fn multi_student_t<Nu: IntoExpr, Mean: IntoExpr, Scale: IntoCovariance>(
    nu: Nu,
    mean: Mean,
    scale: Scale,
) -> MultiStudentT<Nu::Node, Mean::Node, Scale::Structure, Scale::Arguments>
where
    Scale::Arguments: Prepend<Stored<Nu::Node>>,
    <Scale::Arguments as Prepend<Stored<Nu::Node>>>::Output: Prepend<Stored<Mean::Node>>,
{
    let Structured { structure, arguments } = scale.into_covariance();
    let arguments = arguments.prepend(Stored::new(nu.into_expr().0)).prepend(Stored::new(mean.into_expr().0));
    Multivariate::new(structure, Ungrouped, arguments)
}

/// The distribution with the scale matrix L Lᵀ.
pub type MultiStudentTCholesky<Nu, Mean, Factor> = MultiStudentT<
    <Nu as IntoExpr>::Node,
    <Mean as IntoExpr>::Node,
    Factored,
    (Stored<<Factor as IntoExpr>::Node>,),
>;

/// [`multi_student_t`] with the scale matrix L Lᵀ of a lower Cholesky factor.
#[doc(alias = "multi_student_t_cholesky_lpdf")]
pub fn multi_student_t_cholesky<Nu, Mean, Factor, Rows, Columns>(
    nu: Nu,
    mean: Mean,
    factor: Factor,
) -> MultiStudentTCholesky<Nu, Mean, Factor>
where
    Nu: IntoExpr,
    Mean: IntoExpr,
    Factor: IntoExpr,
    Factor::Node: Expression<Shape = Matrix<Rows, Columns>>,
    Rows: SameDimension<Columns>,
    Columns: Dimension,
{
    multi_student_t(nu, mean, factored(factor))
}
