//! The Laplace approximation of the integral over all elements x of a variable.
//!
//! Let l(x) be the log density of all that mentions the d elements, x* its mode and H = −∇²l(x*). Then
//!
//!   log ∫ exp l(x) dx ≈ l(x*) + ½ d log 2π − ½ log |H|,   x | y ≈ N(x*, H⁻¹),
//!
//! which is exact where l is quadratic. Its gradient by what else the statements read, θ, is
//!
//!   ∂l/∂θ + ½ Σᵢⱼ (H⁻¹)ᵢⱼ ∂ᵢⱼ ∂l/∂θ + ∂ᵤ ∂l/∂θ   at x*,   u = H⁻¹ b,   bₖ = ½ Σᵢⱼ (H⁻¹)ᵢⱼ ∂ᵢⱼₖ l:
//!
//! the slope at the mode, that of the determinant, and that of the mode by way of the determinant (the
//! implicit function). Each is a sum of ∂l/∂θ at points around the mode with [weights](stencils), so the
//! statements go backward at these points, as they do for an exact [integral](super::joint): no law has a
//! second derivative of its own, and a law that is added to the crate is covered.
//!
//! Only pairs (i, j) count of which the elements meet in a term. [`Plan`] knows these, the order in which
//! elements are moved together, and the sparse factorisation. So the number of evaluations does not depend on
//! that of the elements, but on how many of them an element meets.
//!
//! Tierney and Kadane (1986), JASA 81; Skaug and Fournier (2006), "Automatic approximation of the marginal
//! likelihood in non-Gaussian hierarchical models", Comput. Statist. Data Anal. 51; Kristensen et al. (2016),
//! "TMB", J. Stat. Soft. 70(5).

mod memory;
mod plan;
mod points;
mod search;
mod stencils;
mod subspace;

pub(crate) use plan::Plan;

use super::BoundMarginal;
use super::scope::Pass;
use crate::contract::scope::Scope;
use crate::frame::Frame;
use crate::model::marginalised::LatentNormal;
use crate::model::statement::BoundModel;
use crate::name::Name;
use crate::shape::Shape;
use crate::simd::Pack;
use memory::Memory;
use points::go_to_point;
use pulp::Simd;
use search::Search;
use stencils::{FIRST_POINTS, MIXED_POINTS};

/// The size of the working memory of an approximation.
pub(crate) fn laplace_scratch(plan: &Plan) -> usize {
    Memory::length(plan)
}

/// The numbers of evaluations of the statements where `colours` groups of elements are moved together: for
/// each step to the mode, for the integral there, and for the gradient besides.
pub(crate) fn laplace_passes(colours: usize) -> [usize; 3] {
    [colours + 1, FIRST_POINTS * colours, 2 * MIXED_POINTS * colours + 1 + FIRST_POINTS]
}

impl<Var: Name, Sh: Shape, M: BoundModel> BoundMarginal<Var, Sh, M> {
    /// The logarithm of the integral of what the scope keeps; NaN if no mode was found. The mode and the
    /// factor of H stay in working memory.
    #[inline(always)]
    pub(crate) fn find_laplace<Own: Scope, S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        is_gradient: bool,
    ) -> f64 {
        let Some(plan) = &self.plan else { return f64::NAN };
        let length = laplace_scratch(plan);
        let mut search = Search::begin(self.elements(frame, length).0, is_gradient);
        loop {
            let log_density = self.find_slope::<Own, S>(simd, frame);
            let (values, slopes, scratch, _) = self.elements(frame, length);
            let memory = &mut Memory::divide(scratch, plan);
            if let Some(integral) = search.advance(simd, plan, memory, values, (log_density, slopes)) {
                if let Some(failures) = self.failures.filter(|_| !integral.is_finite()) {
                    frame.set_scratch_number(failures, frame.scratch_number(failures) + 1.0);
                }
                return integral;
            }
        }
    }

    /// Goes backward through all points around the mode.
    #[inline(always)]
    pub(crate) fn backward_around_mode<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, outer: f64) {
        let Some(plan) = &self.plan else { return };
        let length = laplace_scratch(plan);
        for number in 0..1 + MIXED_POINTS * plan.colours() + FIRST_POINTS {
            let (values, _, scratch, _) = self.elements(frame, length);
            let weight = go_to_point(plan, &Memory::divide(scratch, plan), values, number);
            if weight == 0.0 {
                continue;
            }
            self.define_again::<Pass<Var, M, C, true>, S>(simd, frame);
            self.backward::<C, S>(simd, frame, 0, Pack::splat(simd, outer * weight));
        }
    }

    /// The approximation that was found last.
    pub(crate) fn latent_normal(&self, frame: &mut Frame<'_>) -> Option<LatentNormal> {
        let plan = self.plan.clone()?;
        let (_, _, scratch, _) = self.elements(frame, laplace_scratch(&plan));
        let Memory { mode, factor, spread, upper, .. } = Memory::divide(scratch, &plan);
        Some(LatentNormal {
            mean: mode.to_vec(),
            factor: factor.to_vec(),
            symbolic: plan.factor.clone(),
            constraints: plan.constraints.clone(),
            spread: spread.to_vec(),
            upper: upper.to_vec(),
        })
    }
}
