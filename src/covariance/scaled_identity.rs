//! Independent variables with one variance: Σ = v I of n variables with
//!
//!   log |Σ| = n log v,   z = r/v,   rᵀ Σ⁻¹ r = rᵀ r/v,   v̄ = ½ (Σₘ wₘ zₘᵀ zₘ − c n/v).
//!
//! Only the number Σₘ rₘᵀ rₘ is kept of observations. The covariance is
//! [`diagonal`](crate::covariance::diagonal()) with equal variances.

use crate::contract::conjugacy::Curve;
use crate::contract::expression::Expression;
use crate::contract::operation::Setup;
use crate::covariance::mask::Mask;
use crate::covariance::structured::Observable;
use crate::covariance::{BoundStructure, Claim, Given, Residuals, Site, Structure, Structured, Task};
use crate::error::Error;
use crate::expression::IntoExpr;
use crate::frame::Adjoints;
use crate::linalg::{dot, scale};
use crate::node::Stored;
use crate::sealed::Sealed;
use crate::shape::{Scalar, Size};
use monomorph_macros::inlined;
use pulp::Simd;

/// The structure of a multiple of the identity, whose argument is the factor.
#[derive(Clone, Copy, Debug, Default)]
pub struct ScaledIdentity<'a> {
    mask: Mask<'a>,
}

/// The bound structure of a multiple of the identity, which does not depend on the observed variables.
#[derive(Clone, Copy, Debug)]
pub struct BoundScaledIdentity;

/// The covariance of any number of independent variables with one variance, a positive scalar.
///
/// ```
/// use monomorph::covariance::scaled_identity;
/// use monomorph::faer::mat;
/// use monomorph::prelude::*;
///
/// let y = mat![[0.3, -0.2, 0.1], [1.1, 0.4, -0.6]];
/// params! { mu: vector(3), sigma: positive() }
/// let model = model! {
///     mu    |= normal(0.0, 10.0),
///     sigma |= exponential(1.0),
///     data(&y) |= multi_normal(mu, scaled_identity(sigma * sigma)),
/// };
/// assert_eq!(model.compile()?.dimension(), 4);
/// # Ok::<(), monomorph::Error>(())
/// ```
pub fn scaled_identity<'a, V>(variance: V) -> Structured<ScaledIdentity<'a>, (Stored<V::Node>,)>
where
    V: IntoExpr,
    V::Node: Expression<Shape = Scalar>,
{
    Structured::new(ScaledIdentity::default(), (Stored::new(variance.into_expr().0),))
}

impl<'a> Observable<'a> for ScaledIdentity<'a> {
    type Observed = Self;

    fn observed(self, mask: &'a [bool]) -> Self {
        Self { mask: Mask::new(mask) }
    }
}

impl Sealed for ScaledIdentity<'_> {}
impl Sealed for BoundScaledIdentity {}

impl Structure for ScaledIdentity<'_> {
    type Bound = BoundScaledIdentity;

    fn describe(&self, arguments: &[String]) -> String {
        format!("scaled_identity({}){}", arguments[0], self.mask.describe())
    }

    fn dimension(&self, _: &[Size]) -> Option<usize> {
        self.mask.length().map(|all| self.mask.count(all))
    }

    fn bind(self, setup: &mut Setup<'_>, task: Task) -> Result<(BoundScaledIdentity, Claim), Error> {
        // The identity has no length of its own: the mask determines the number of variables.
        let all = self.mask.length().unwrap_or(task.dimension);
        self.mask.check(setup, task, "scaled_identity", all)?;
        Ok((BoundScaledIdentity, Claim { memory: 0, kept: usize::from(task.observations > 0) }))
    }
}

#[inlined]
impl BoundStructure for BoundScaledIdentity {
    const CURVES: &'static [Curve] = &[Curve::InverseGamma];
    const TIES: bool = false;

    fn keep(&self, _: Given<'_>, residuals: &[f64], kept: &mut [f64]) {
        kept.fill(residuals.iter().map(|residual| residual * residual).sum());
    }

    fn factor<S: Simd>(&self, _: S, site: Site<'_>) -> f64 {
        site.given.task.dimension as f64 * site.given.values[0][0].ln()
    }

    fn solve<S: Simd>(&self, simd: S, site: Site<'_>, rows: &mut [f64], squares: &mut [f64], _: bool) -> f64 {
        let given = site.given;
        let inverse = 1.0 / given.values[0][0];
        for (row, square) in rows.chunks_exact(given.task.dimension).zip(squares) {
            *square = inverse * dot(simd, row, row);
        }
        scale(simd, rows, inverse);
        inverse * given.kept.first().unwrap_or(&0.0)
    }

    fn pull_back<S: Simd>(&self, simd: S, site: Site<'_>, rows: Residuals<'_>, adjoints: &mut Adjoints<'_>) {
        let given = site.given;
        let n = given.task.dimension;
        let Some(adjoint) = adjoints.of(0) else { return };
        let inverse = 1.0 / given.values[0][0];
        let kept = rows.weight * given.kept.first().unwrap_or(&0.0) * inverse * inverse;
        let squares =
            rows.solved.chunks_exact(n).zip(rows.weights).map(|(z, weight)| weight * dot(simd, z, z));
        adjoint[0] += 0.5 * (kept + squares.sum::<f64>() - rows.count * n as f64 * inverse);
    }

    fn dense(&self, given: Given<'_>, covariance: &mut [f64]) {
        covariance.fill(0.0);
        covariance.iter_mut().step_by(given.task.dimension + 1).for_each(|cell| *cell = given.values[0][0]);
    }
}
