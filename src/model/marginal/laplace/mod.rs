//! The Laplace approximation of the integral over all elements x of a variable.
//!
//! Let l(x) be the log density of all statements that mention the d elements, x* its mode and H = −∇²l(x*).
//! Then
//!
//!   log ∫ exp l(x) dx ≈ l(x*) + ½ d log 2π − ½ log |H|,   x | y ≈ N(x*, H⁻¹),
//!
//! which is exact where l is quadratic. Its gradient by the other variables θ that the statements read is
//!
//!   ∂l/∂θ + ½ Σᵢⱼ (H⁻¹)ᵢⱼ ∂ᵢⱼ ∂l/∂θ + ∂ᵤ ∂l/∂θ   at x*,   u = H⁻¹ b,   bₖ = ½ Σᵢⱼ (H⁻¹)ᵢⱼ ∂ᵢⱼₖ l:
//!
//! The terms are the slope at the mode, the slope of the determinant, and the slope of the mode by way of
//! the determinant (implicit function theorem). Each is a sum of ∂l/∂θ at points around the mode with
//! [weights](stencils), so the backward pass of the statements runs at these points, as for an exact
//! [integral](super::joint): no law needs a second derivative of its own, and a law that is added to the
//! crate is covered.
//!
//! Only pairs (i, j) whose elements meet in a term contribute. [`Plan`] holds these pairs, the order in
//! which elements are moved together, and the sparse factorisation. So the number of evaluations does not
//! depend on the number of elements, but on how many other elements an element meets; or, if rows gather
//! elements, on how many elements a row gathers: see [`Columns`](columns). Statements that are quadratic
//! functions of x, as most laws of x are, are evaluated separately: their second derivatives do not depend
//! on x, and their third derivatives are 0.
//!
//! Tierney and Kadane (1986), JASA 81; Skaug and Fournier (2006), "Automatic approximation of the marginal
//! likelihood in non-Gaussian hierarchical models", Comput. Statist. Data Anal. 51; Kristensen et al. (2016),
//! "TMB", J. Stat. Soft. 70(5).

mod columns;
mod memory;
mod plan;
mod points;
mod search;
mod stencils;
mod subspace;

pub(crate) use plan::Plan;

use super::BoundMarginal;
use super::scope::{Curved, Pass};
use super::sum::has_definitions;
use super::tallies::Weight;
use crate::contract::scope::Scope;
use crate::contract::transform::Totals;
use crate::frame::{Frame, MAX_ARGUMENTS, Places, Range, Slot};
use crate::model::marginalised::LatentNormal;
use crate::model::statement::{BoundModel, no_pass};
use crate::name::Name;
use crate::shape::Shape;
use crate::simd::{InstructionSet, Pack};
use memory::Memory;
use points::{count_of_points, go_to_point};
use pulp::Simd;
use search::Search;
use stencils::{FIRST_POINTS, MIXED_POINTS};

/// The statements that are evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    All,
    /// The statements that are quadratic functions of the elements.
    Quadratic,
    /// All other statements.
    Others,
}

/// Returns the size of the working memory of an approximation.
pub(crate) fn laplace_scratch(plan: &Plan) -> usize {
    Memory::length(plan)
}

/// Returns the numbers of evaluations of the statements that are quadratic functions of the elements, and of
/// all others: for each step to the mode, in addition for the integral, and in addition for the gradient.
pub(crate) fn laplace_passes(plan: &Plan) -> [[usize; 3]; 2] {
    let [quadratic, others] = [plan.quadratic.colours(), plan.others.colours()];
    let of_quadratic = if quadratic == 0 { [0; 3] } else { [1, 2 * quadratic + 1, 2 * quadratic + 3] };
    let of_others = match others {
        0 => [0; 3],
        _ => [2 * others + 1, FIRST_POINTS * others, 2 * MIXED_POINTS * others + 1 + FIRST_POINTS],
    };
    [of_quadratic, of_others]
}

impl<Var: Name, Sh: Shape, M: BoundModel> BoundMarginal<Var, Sh, M> {
    /// Returns a vector with its slopes, and the working memory.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn block<'f>(
        &self,
        frame: &'f mut Frame<'_>,
        plan: &Plan,
        block: Range<Slot>,
    ) -> (&'f mut [f64], &'f [f64], &'f mut [f64]) {
        let scratch = Range { place: self.table.numbers, length: laplace_scratch(plan) };
        let places = Places { value: block, scratch, ..Places::default() };
        let (operands, adjoints) = frame.operands_and_adjoints(&places, [false; MAX_ARGUMENTS]);
        (operands.value, adjoints.value, operands.scratch)
    }

    /// The working memory.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn memory_of<'f>(&self, frame: &'f mut Frame<'_>, plan: &Plan) -> Memory<'f> {
        Memory::divide(self.block(frame, plan, plan.blocks[0]).2, plan)
    }

    /// Sets the elements and their copies to the values in the memory.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn go(&self, frame: &mut Frame<'_>, plan: &Plan) {
        let mut first = 0;
        for &block in &plan.blocks {
            let (values, _, scratch) = self.block(frame, plan, block);
            values.copy_from_slice(&Memory::divide(scratch, plan).values[first..][..block.length]);
            first += block.length;
        }
    }

    /// Stores the slopes by the elements and their copies in the memory.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn keep_slopes(&self, frame: &mut Frame<'_>, plan: &Plan) {
        let mut first = 0;
        for &block in &plan.blocks {
            let (_, slopes, scratch) = self.block(frame, plan, block);
            Memory::divide(scratch, plan).slopes[first..][..block.length].copy_from_slice(slopes);
            first += block.length;
        }
    }

    /// Returns the logarithm of the integral over the statements that the scope keeps; NaN if no mode was
    /// found. The mode and the factor of H are kept in working memory.
    #[inline(always)]
    pub(crate) fn find_laplace<Own: Scope, S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        is_gradient: bool,
    ) -> f64 {
        let Some(plan) = &self.plan else { return f64::NAN };
        let mut search = Search::begin(plan, &mut self.memory_of(frame, plan), is_gradient);
        loop {
            self.go(frame, plan);
            plan.blocks.iter().for_each(|&block| frame.clear_adjoints(block));
            let log_density = self.score_at_values::<Own, S>(simd, frame, search.part());
            self.keep_slopes(frame, plan);
            let memory = &mut self.memory_of(frame, plan);
            if let Some(integral) = search.advance(InstructionSet::of(simd), plan, memory, log_density) {
                if let Some(failures) = self.failures.filter(|_| !integral.is_finite()) {
                    frame.set_scratch_number(failures, frame.scratch_number(failures) + 1.0);
                }
                return integral;
            }
        }
    }

    /// Returns log p(x, y) − log q(x) at the elements' values, with q the approximation that was found last,
    /// without constants: l(x) − l(x*) + ½ (x − x*)ᵀ H (x − x*).
    #[inline(always)]
    pub(crate) fn log_ratio<Own: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) -> f64 {
        let Some(plan) = &self.plan else { return f64::NAN };
        let mut first = 0;
        for &block in &plan.blocks[..1 + self.beside.len()] {
            let (values, _, scratch) = self.block(frame, plan, block);
            Memory::divide(scratch, plan).moved[first..][..block.length].copy_from_slice(values);
            first += block.length;
        }
        let Memory { moved, values, mode, step, column, matrix, .. } = self.memory_of(frame, plan);
        plan.spread(moved, values);
        step.iter_mut().zip(&*moved).zip(&*mode).for_each(|((step, value), mode)| *step = value - mode);
        column.fill(0.0);
        plan.pattern.add_product(column, matrix, step);
        let square: f64 = step.iter().zip(&*column).map(|(step, product)| step * product).sum();
        self.go(frame, plan);
        self.score_at_values::<Own, S>(simd, frame, Part::All) - self.memory_of(frame, plan).peak[0]
            + 0.5 * square
    }

    /// Returns the log density of a part of the statements at the values of elements and copies.
    #[inline(always)]
    fn score_at_values<Own: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, part: Part) -> f64 {
        let mut totals = Totals::new(simd);
        if part != Part::Others {
            self.model.score_rows::<Curved<Var, Own, true>, S, _>(simd, frame, &mut totals);
        }
        if part != Part::Quadratic {
            self.define_again::<Curved<Var, Own, false>, S>(simd, frame);
            self.model.score_rows::<Curved<Var, Own, false>, S, _>(simd, frame, &mut totals);
            self.propagate_again::<Curved<Var, Own, false>, S>(simd, frame);
        }
        totals.sum()
    }

    /// Passes the adjoints of the definitions that depend on the variable on.
    #[inline(always)]
    fn propagate_again<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) {
        let propagate = const { if has_definitions::<Var, M>() { M::propagate::<C, S> } else { no_pass } };
        propagate(&self.model, simd, frame);
    }

    /// Runs the backward pass through all points around the mode.
    #[inline(always)]
    pub(crate) fn backward_around_mode<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, outer: f64) {
        let Some(plan) = &self.plan else { return };
        for number in 0..count_of_points(plan) {
            let (weight, part) = go_to_point(plan, &mut self.memory_of(frame, plan), number);
            if weight == 0.0 {
                continue;
            }
            self.go(frame, plan);
            let mut weight = Weight(Pack::splat(simd, outer * weight));
            if part != Part::Others {
                self.model.score_rows::<Curved<Var, Pass<Var, M, C, true>, true>, S, _>(
                    simd,
                    frame,
                    &mut weight,
                );
            }
            if part != Part::Quadratic {
                self.define_again::<Curved<Var, Pass<Var, M, C, true>, false>, S>(simd, frame);
                self.model.score_rows::<Curved<Var, Pass<Var, M, C, true>, false>, S, _>(
                    simd,
                    frame,
                    &mut weight,
                );
                self.propagate_again::<Curved<Var, Pass<Var, M, C, true>, false>, S>(simd, frame);
            }
        }
    }

    /// Returns the approximation that was found last; `None` if the integral is not a Laplace approximation.
    pub(crate) fn latent_normal(&self, frame: &mut Frame<'_>) -> Option<LatentNormal> {
        let plan = self.plan.clone()?;
        let Memory { mode, factor, spread, upper, .. } = self.memory_of(frame, &plan);
        Some(LatentNormal {
            mean: mode.to_vec(),
            factor: factor.to_vec(),
            symbolic: plan.factor.clone(),
            constraints: plan.constraints.clone(),
            spread: spread.to_vec(),
            upper: upper.to_vec(),
            known: plan.known.clone(),
        })
    }
}
