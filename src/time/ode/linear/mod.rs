//! Equations with a linear right-hand side, y′ = A y + b with A and b that do not depend on the time: the
//! solution is an affine map from one time to the next,
//!
//! y ↦ E y + e with [E e; 0 1] = exp(h [A b; 0 0]).
//!
//! **Forward.** The rows of A are those of the Jacobian, and b is f(0). The maps of all [legs](plan) are
//! computed together, [one in each lane](maps); legs of the same length share a map.
//!
//! **Backward.** With λ the adjoint of the state at the end of a leg, Ē += λ yᵀ, ē += λ, and Eᵀ λ is the
//! adjoint of the state at its beginning. The adjoint of the exponential then gives [Ā b̄] of all maps. As f
//! at any point is A y + b, f at n + 1 points passes these on to everything that f reads: at sⱼ times the
//! unit vector j with the adjoint Āⱼ / sⱼ, and at 0 with b̄ − Σⱼ Āⱼ / sⱼ. With sⱼ the largest magnitude of
//! yⱼ these adjoints are of the size of b̄, so the difference loses no digits. If times are parameters, h̄ =
//! λ · (A y + b) at the end of the leg.
//!
//! **Blocks.** If the parts of the state are vectors of one length, and an element of f reads only the
//! elements of the state with its own index, A splits into one matrix for each index, with a row for each
//! part of the state.
//!
//! C. Moler and C. Van Loan 2003, "Nineteen dubious ways to compute the exponential of a matrix, twenty-five
//! years later"; the exponential is in [`linalg`](crate::linalg).

mod course;
mod maps;
mod memory;
mod plan;
mod system;

pub(crate) use memory::{Linear, LinearForm};

use self::plan::Plan;
use super::BoundOde;
use super::method::RungeKutta;
use crate::contract::node::{Node, Tuple};
use crate::contract::scope::Scope;
use crate::frame::Frame;
use crate::shape::{Extent, Shape};
use crate::time::RowSteps;
use crate::time::unfold::rows::{CARRY, CLOCK, Sweep};
use monomorph_macros::inlined;
use pulp::Simd;

/// The number of rows of A from which on steps with a tolerance of 10⁻⁶ cost less than exponentials for
/// intervals of different lengths.
const TOO_MANY_ROWS: usize = 5;

/// The number of elements of all maps from which on they take too much memory.
const TOO_MANY_NUMBERS: usize = 1 << 21;

#[inlined]
impl<Initial: Tuple, Time: Node, Jumped: Tuple, Slopes: RowSteps, Method: RungeKutta, Sh: Shape>
    BoundOde<Initial, Time, Jumped, Slopes, Method, Sh>
{
    /// True if the right-hand side is affine in the state, and does not read the time.
    pub(crate) const IS_LINEAR: bool =
        !Slopes::FACTS.nonlinear.contains(CARRY.get(0)) && Slopes::FACTS.vars.is_disjoint(&CLOCK);

    /// Returns the form of the system for a state of these parts, on at most `legs` legs; or the reason why
    /// it is solved in steps.
    pub(crate) fn linear_form(parts: &[Extent], legs: usize) -> Result<LinearForm, String> {
        let width: usize = parts.iter().map(|part| part.size()).sum();
        let is_apart = !Slopes::FACTS.reads_other_rows.contains(CARRY.get(0))
            && parts.iter().all(|part| *part == parts[0] && *part != Extent::Scalar);
        let blocks = if is_apart { parts[0].size() } else { 1 };
        let form = LinearForm { rows: width / blocks, blocks };
        if form.rows >= TOO_MANY_ROWS {
            return Err(format!(
                "whose matrix has {} rows, so steps cost less than its exponential",
                form.rows
            ));
        }
        if form.length().saturating_mul(legs) > TOO_MANY_NUMBERS {
            return Err("whose exponentials would take more memory than steps do".to_owned());
        }
        Ok(form)
    }

    /// Computes the plan of a linear system, when the times that are data are known.
    pub(crate) fn make_plan(&mut self, frame: &Frame<'_>) {
        let Some(linear) = &mut self.memory.linear else { return };
        let count = self.memory.size.rows;
        linear.plan = if const { Time::FACTS.is_data() } {
            let times: Vec<f64> =
                (0..count).map(|place| frame.number(self.times.slot().element(place))).collect();
            Plan::new(self.settings.initial_time, &times, &self.breaks)
        } else {
            Plan::of_unknown(count)
        };
    }

    /// Computes the values of all times: by exponentials, or in steps if this was decided.
    pub(crate) fn solve_either<C: Scope, S: Simd>(
        &self,
        sweep: &mut Sweep<Slopes, S>,
        simd: S,
        frame: &mut Frame<'_>,
    ) {
        match &self.memory.linear {
            Some(linear) => self.solve_linear::<C, S>(sweep, simd, frame, linear),
            None => self.solve::<C, S>(sweep, simd, frame),
        }
    }

    /// Passes on the adjoints of all values, by the method that has computed the values.
    pub(crate) fn pass_on_either<C: Scope, S: Simd>(
        &self,
        sweep: &mut Sweep<Slopes, S>,
        simd: S,
        frame: &mut Frame<'_>,
    ) {
        match &self.memory.linear {
            Some(linear) => self.pass_on_linear::<C, S>(sweep, simd, frame, linear),
            None => self.pass_on_in_steps::<C, S>(sweep, simd, frame),
        }
    }
}
