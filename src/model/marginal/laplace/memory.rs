//! The working memory of a Laplace approximation.

use super::columns::Columns;
use super::plan::Plan;
use crate::frame::scratch;

scratch! {
    /// The mode and the numbers that are computed there.
    pub(super) struct Memory(
        plan: &Plan;
        n = plan.length(),
        places = plan.places(),
        entries = plan.entries(),
        factor = plan.factor.factor_length(),
        work = plan.work,
        constraints = plan.constraints.count(),
    ) {
        /// The elements and their copies, with the values at which the statements are evaluated next.
        values: places,
        /// The slopes by the elements and their copies.
        slopes: places,
        /// The slopes by elements that move with their copies.
        whole: n,
        /// The log density at the mode.
        peak: 1,
        mode: n,
        /// The slope at the mode.
        slope: n,
        /// The step that is tried.
        step: n,
        /// The standard deviations by which elements are moved.
        scale: n,
        /// The elements that are moved, before their copies are.
        moved: n,
        /// Sums of slopes.
        sum: places,
        /// ½ Σ (H⁻¹)ᵢⱼ ∂ᵢⱼ∂l, and then H⁻¹ times it.
        third: n,
        /// The part of H from statements that are quadratic functions of the elements.
        quadratic: entries,
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

impl Memory<'_> {
    /// Sets the next values to the mode, with `add` applied to the places of the columns.
    pub fn move_from_mode(
        &mut self,
        plan: &Plan,
        columns: &Columns,
        add: impl FnOnce(&mut [f64], Moves<'_>),
    ) {
        let moves = Moves { scale: self.scale, matrix: self.matrix, third: self.third };
        if columns.are_apart || self.values.len() == self.mode.len() {
            plan.spread(self.mode, self.values);
            add(self.values, moves);
        } else {
            self.moved.copy_from_slice(self.mode);
            add(self.moved, moves);
            plan.spread(self.moved, self.values);
        }
    }
}

/// The numbers by which places are moved.
pub(super) struct Moves<'a> {
    pub scale: &'a [f64],
    /// The elements of H⁻¹.
    pub matrix: &'a [f64],
    pub third: &'a [f64],
}
