//! Independent variables: Σ = diag(v) with
//!
//!   log |Σ| = Σᵢ log vᵢ,   zᵢ = rᵢ/vᵢ,   rᵀ Σ⁻¹ r = Σᵢ rᵢ²/vᵢ,
//!
//!   v̄ᵢ = ½ (Σₘ wₘ zₘᵢ² − c/vᵢ).
//!
//! Of observations Σₘ rₘᵢ² is kept. Lauritzen 1996, "Graphical Models", §5.1: the density factorises over all
//! variables.

use crate::contract::conjugacy::Curve;
use crate::contract::expression::Expression;
use crate::contract::operation::Setup;
use crate::covariance::logarithms::sum_of_logs;
use crate::covariance::mask::{BoundMask, Mask};
use crate::covariance::structured::Observable;
use crate::covariance::{BoundStructure, Claim, Given, Residuals, Site, Structure, Structured, Task};
use crate::error::Error;
use crate::expression::IntoExpr;
use crate::frame::Adjoints;
use crate::linalg::dot;
use crate::node::Stored;
use crate::sealed::Sealed;
use crate::shape::{Dimension, Size, Vector};
use monomorph_macros::inlined;
use pulp::Simd;

/// The structure of a diagonal covariance matrix, whose argument is the diagonal.
#[derive(Clone, Copy, Debug, Default)]
pub struct Diagonal<'a> {
    mask: Mask<'a>,
}

/// The structure of a diagonal covariance matrix as it runs.
#[derive(Clone, Copy, Debug)]
pub struct BoundDiagonal {
    mask: BoundMask,
}

/// The covariance of independent variables with these variances, a vector of positive numbers.
///
/// A gradient costs n operations for each observation, or n in all if the observations are data with one
/// mean.
///
/// ```
/// use monomorph::covariance::diagonal;
/// use monomorph::faer::mat;
/// use monomorph::prelude::*;
///
/// let y = mat![[0.3, -0.2], [9.1, 0.4], [-0.5, 0.9]];
/// params! { mu: vector(2), v: vector(2).positive(), nu: positive() }
/// let model = model! {
///     mu |= normal(0.0, 10.0),
///     v  |= exponential(1.0),
///     nu |= gamma(2.0, 0.1),
///     data(&y) |= multi_student_t(nu, mu, diagonal(v)),
/// };
/// assert_eq!(model.compile()?.dimension(), 5);
/// # Ok::<(), monomorph::Error>(())
/// ```
pub fn diagonal<'a, V, N>(variances: V) -> Structured<Diagonal<'a>, (Stored<V::Node>,)>
where
    V: IntoExpr,
    V::Node: Expression<Shape = Vector<N>>,
    N: Dimension,
{
    Structured::new(Diagonal::default(), (Stored::new(variances.into_expr().0),))
}

impl<'a> Observable<'a> for Diagonal<'a> {
    type Observed = Self;

    fn observed(self, mask: &'a [bool]) -> Self {
        Self { mask: Mask::new(mask) }
    }
}

impl Sealed for Diagonal<'_> {}
impl Sealed for BoundDiagonal {}

impl Structure for Diagonal<'_> {
    type Bound = BoundDiagonal;

    fn describe(&self, arguments: &[String]) -> String {
        format!("diagonal({}){}", arguments[0], self.mask.describe())
    }

    fn dimension(&self, sizes: &[Size]) -> Option<usize> {
        Some(self.mask.count(sizes[0].rows))
    }

    fn bind(self, setup: &mut Setup<'_>, task: Task) -> Result<(BoundDiagonal, Claim), Error> {
        let all = setup.size(task.first).rows;
        let mask = self.mask.bind(setup, task, "the vector of variances", all)?;
        let kept = if task.observations == 0 { 0 } else { task.dimension };
        Ok((BoundDiagonal { mask }, Claim { memory: 2 * task.dimension, kept }))
    }
}

#[inlined]
impl BoundStructure for BoundDiagonal {
    const CURVES: &'static [Curve] = &[Curve::InverseGamma];
    const TIES: bool = false;

    fn keep(&self, given: Given<'_>, residuals: &[f64], kept: &mut [f64]) {
        kept.fill(0.0);
        for row in residuals.chunks_exact(given.task.dimension) {
            kept.iter_mut().zip(row).for_each(|(sum, residual)| *sum += residual * residual);
        }
    }

    fn factor<S: Simd>(&self, simd: S, site: Site<'_>) -> f64 {
        let Site { given, memory, .. } = site;
        let inverse = &mut memory[..given.task.dimension];
        self.mask.gather(given.indices, given.values[0], 1, inverse);
        let log_determinant = sum_of_logs(simd, inverse);
        inverse.iter_mut().for_each(|variance| *variance = 1.0 / *variance);
        log_determinant
    }

    fn solve<S: Simd>(&self, simd: S, site: Site<'_>, rows: &mut [f64], squares: &mut [f64], _: bool) -> f64 {
        let Site { given, memory, .. } = site;
        let n = given.task.dimension;
        let (inverse, solved) = memory.split_at_mut(n);
        for (row, square) in rows.chunks_exact_mut(n).zip(squares) {
            let both = row.iter().zip(&*inverse);
            solved.iter_mut().zip(both).for_each(|(z, (residual, inverse))| *z = residual * inverse);
            *square = dot(simd, row, solved);
            row.copy_from_slice(solved);
        }
        dot(simd, inverse, given.kept)
    }

    fn pull_back<S: Simd>(&self, _: S, site: Site<'_>, rows: Residuals<'_>, adjoints: &mut Adjoints<'_>) {
        let Site { given, memory, .. } = site;
        let n = given.task.dimension;
        let Some(adjoint) = adjoints.of(0) else { return };
        let (inverse, slopes) = memory.split_at_mut(n);
        slopes.iter_mut().zip(&*inverse).for_each(|(slope, inverse)| *slope = -0.5 * rows.count * inverse);
        for ((slope, inverse), square) in slopes.iter_mut().zip(&*inverse).zip(given.kept) {
            *slope += 0.5 * rows.weight * square * inverse * inverse;
        }
        for (z, weight) in rows.solved.chunks_exact(n).zip(rows.weights) {
            slopes.iter_mut().zip(z).for_each(|(slope, z)| *slope += 0.5 * weight * z * z);
        }
        self.mask.scatter(given.indices, slopes, 1, adjoint);
    }

    fn dense(&self, given: Given<'_>, covariance: &mut [f64]) {
        let n = given.task.dimension;
        covariance.fill(0.0);
        for (variable, place) in self.mask.places(given.indices, n).enumerate() {
            covariance[variable * (n + 1)] = given.values[0][place];
        }
    }
}
