//! The working memory of a Laplace approximation.

use super::plan::Plan;
use crate::frame::scratch;

/// The size of the working memory of the factorisation, the solutions and the inverse.
fn work(plan: &Plan) -> usize {
    let factor = &plan.factor;
    factor.factor_scratch().max(factor.inverse_scratch()).max(factor.solve_scratch(1))
}

scratch! {
    /// The mode and what is known there.
    pub(super) struct Memory(
        plan: &Plan;
        n = plan.length(),
        entries = plan.entries(),
        factor = plan.factor.factor_length(),
        work = work(plan),
        constraints = plan.constraints.count(),
    ) {
        mode: n,
        /// The slope at the mode.
        slope: n,
        /// The step that is tried.
        step: n,
        /// The standard deviations by which elements are moved.
        scale: n,
        /// Sums of slopes.
        sum: n,
        /// ½ Σ (H⁻¹)ᵢⱼ ∂ᵢⱼ∂l, and then H⁻¹ times it.
        third: n,
        /// H, and later the elements of H⁻¹ in its pattern.
        matrix: entries,
        factor: factor,
        /// T and U of the constraints.
        spread: n * constraints,
        upper: constraints * constraints,
        column: n,
        work: work,
    }
}
