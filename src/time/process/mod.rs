//! The log density of a process over time, one number for each step: zₜ = log p(yₜ | yₜ₋₁, yₜ₋₂, …, θ), with
//!
//! ȳₜ = z̄ₜ ∂zₜ/∂yₜ + Σₖ z̄ₜ₊ₖ ∂zₜ₊ₖ/∂yₜ,  θ̄ = Σₜ z̄ₜ ∂zₜ/∂θ.
//!
//! All values are known when a density is computed, so no step depends on the result of another: the past
//! values that the law reads are vectors, the values shifted by some steps, and rows are evaluated in lanes
//! like those of any other law. Only draws proceed step by step.
//!
//! The past has separate memory, because functions of whole vectors may read it, such as a
//! [scan](crate::time::BoundUnfold). After the law's pass, the adjoints of the past are added to those of
//! the values.

mod scope;
mod start;
pub(super) mod written;

pub use start::{BoundFirstLaw, BoundGivenValues, BoundStart};

use self::scope::{InProcess, OneRow};
use crate::compiler::{Context, PastValues};
use crate::contract::drawing::{Drawing, Drawn};
use crate::contract::node::{
    BoundNode, Coefficients, Facts, Node, RowCounts, backward_of, end_block_of, end_of, is_active, joined,
};
use crate::contract::scope::{Scope, Value};
use crate::erase::keep_names;
use crate::error::Error;
use crate::frame::Frame;
use crate::name::{Var, VarSet};
use crate::node::BoundStored;
use crate::sealed::{Sealed, sealed};
use crate::shape::{Dyn, Sides, Vector};
use crate::simd::{BLOCK_ROWS, Block, Lane, MAX_LANES, Pack, for_lanes};
use monomorph_macros::inlined;
use pulp::{Scalar, Simd};

/// The past, as an element of sets of variables. It is not visible outside the process.
pub(crate) const PAST: VarSet = VarSet::of(Var::new("the past of a process"));

/// The log density of the process `Values` with the beginning `First`; each step has the log density `Law`.
#[derive(Clone, Debug)]
pub struct BoundProcess<Values, First, Law> {
    pub(crate) values: BoundStored<Values>,
    pub(crate) first: First,
    pub(crate) law: Law,
    /// The values of the past that the law reads.
    pub(crate) pasts: Box<[PastValues]>,
    pub(crate) length: usize,
}

#[inlined]
impl<Values: Node, First: BoundStart, Law: BoundNode> BoundProcess<Values, First, Law> {
    /// Returns a register of values some steps earlier; the first of them are before the first step.
    fn first_values<S: Simd>(&self, frame: &Frame<'_>, lane: Lane<S>, lag: usize) -> Pack<S> {
        let mut numbers = [0.0; MAX_LANES];
        for (offset, number) in numbers[..Pack::<S>::LANES].iter_mut().enumerate() {
            let step = lane.index + offset;
            *number = frame.number(match step.checked_sub(lag) {
                Some(before) => self.values.slot().element(before),
                None => self.first.before(self.values.slot(), lag - step),
            });
        }
        Pack::from_array(lane.simd, numbers)
    }

    /// Copies the past values that the law reads.
    fn copy_pasts<S: Simd>(&self, simd: S, frame: &mut Frame<'_>) {
        for &PastValues { lag, slot } in &self.pasts {
            for_lanes!(lane in Block { simd, start: 0, end: self.length } => {
                let values = if lane.index < lag {
                    self.first_values(frame, lane, lag)
                } else {
                    frame.values(self.values.slot(), Lane { index: lane.index - lag, ..lane })
                };
                frame.start_values(slot, lane, values);
            });
        }
    }

    /// Adds the adjoints of the past to those of the values.
    fn collect_pasts<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) {
        for &PastValues { lag, slot } in &self.pasts {
            for_lanes!(lane in Block { simd, start: 0, end: self.length } => {
                let adjoints = frame.adjoints(slot, lane);
                if lane.index >= lag {
                    if const { is_active::<C, Values>() } {
                        let before = Lane { index: lane.index - lag, ..lane };
                        frame.add_adjoints_of_part(self.values.slot(), before, adjoints);
                    }
                } else {
                    self.collect_first::<C, S>(frame, lane, lag, adjoints);
                }
            });
        }
    }

    /// Adds the adjoints of a register of the past; the first of them belong to values before the first
    /// step.
    fn collect_first<C: Scope, S: Simd>(
        &self,
        frame: &mut Frame<'_>,
        lane: Lane<S>,
        lag: usize,
        adjoints: Pack<S>,
    ) {
        let count = Pack::<S>::LANES.min(self.length - lane.index);
        for (offset, &adjoint) in adjoints.to_array()[..count].iter().enumerate() {
            let step = lane.index + offset;
            match step.checked_sub(lag) {
                Some(before) if const { is_active::<C, Values>() } => {
                    frame.add_adjoint_number(self.values.slot().element(before), adjoint);
                }
                None if First::HAS_VALUES && const { wants::<C>(First::VARS) } => {
                    frame.add_adjoint_number(self.first.before(self.values.slot(), lag - step), adjoint);
                }
                _ => {}
            }
        }
    }
}

/// Returns true if the gradient of any of the variables is needed.
const fn wants<C: Scope>(vars: &VarSet) -> bool {
    C::SETS.gradient && crate::contract::scope::any_free::<C>(vars)
}

#[inlined]
impl<Values: Node, First: BoundStart, Law: BoundNode> Node for BoundProcess<Values, First, Law> {
    type Shape = Vector<Dyn>;
    const FACTS: Facts = Facts {
        blocked: Law::FACTS.blocked,
        is_sequential: true,
        ..Facts::of(
            const { joined!(Values::FACTS.vars, First::VARS, const { &Law::FACTS.vars.without_one(&PAST) }) },
        )
    };
    type State<S: Simd> = (<BoundStored<Values> as Node>::State<S>, First::State<S>, Law::State<S>);
    type Tape<S: Simd> = Law::Tape<S>;

    fn sides(&self) -> Sides {
        Sides::vector(self.length)
    }

    fn precompute(&mut self, context: &Context, frame: &mut Frame<'_>) -> Result<(), Error> {
        self.values.precompute(context, frame)?;
        self.first.precompute(context, frame)?;
        self.law.precompute(context, frame)
    }

    fn data_terms(&self, frame: &mut Frame<'_>, counts: &mut RowCounts<'_>) -> f64 {
        // The law of later values does not apply to a first value that has its own law.
        let later = |row: usize| f64::from(u8::from(First::HAS_VALUES || row > 0));
        let of_law = self.law.data_terms(frame, &mut |frame, row| later(row) * counts(frame, row));
        of_law + self.first.data_terms(frame, counts)
    }

    fn begin<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) -> Self::State<S> {
        let values = self.values.begin::<C, S>(simd, frame);
        let first = self.first.begin::<C, S>(simd, frame);
        if const { !C::SETS.again } {
            self.copy_pasts(simd, frame);
        }
        (values, first, self.law.begin::<InProcess<C, Values, First>, S>(simd, frame))
    }

    fn begin_block<C: Scope, S: Simd>(
        &self,
        state: &mut Self::State<S>,
        frame: &mut Frame<'_>,
        block: Block<S>,
    ) {
        self.law.begin_block::<InProcess<C, Values, First>, S>(&mut state.2, frame, block);
    }

    fn forward<C: Scope, S: Simd>(
        &self,
        (_, first, law): &Self::State<S>,
        frame: &Frame<'_>,
        lane: Lane<S>,
    ) -> (Pack<S>, Self::Tape<S>) {
        let (log_densities, tape) = self.law.forward::<InProcess<C, Values, First>, S>(law, frame, lane);
        (self.first.with_first(first, lane, log_densities), tape)
    }

    fn backward<C: Scope, S: Simd>(
        &self,
        (_, first, law): &mut Self::State<S>,
        frame: &mut Frame<'_>,
        lane: Lane<S>,
        tape: Self::Tape<S>,
        adjoint: Pack<S>,
    ) {
        let adjoint = self.first.without_first(first, lane, adjoint);
        let backward = const { backward_of::<InProcess<C, Values, First>, S, Law>() };
        backward(&self.law, law, frame, lane, tape, adjoint);
    }

    fn end_block<C: Scope, S: Simd>(
        &self,
        state: &mut Self::State<S>,
        frame: &mut Frame<'_>,
        block: Block<S>,
    ) {
        let end_block = const { end_block_of::<InProcess<C, Values, First>, S, Law>() };
        end_block(&self.law, &mut state.2, frame, block);
    }

    fn end<C: Scope, S: Simd>(&self, (values, first, law): Self::State<S>, simd: S, frame: &mut Frame<'_>) {
        let end = const { end_of::<InProcess<C, Values, First>, S, Law>() };
        end(&self.law, law, simd, frame);
        if const { wants::<C>(&Values::FACTS.vars.union(First::VARS)) } {
            self.collect_pasts::<C, S>(simd, frame);
        }
        self.first.end::<C, S>(first, simd, frame);
        self.values.end::<C, S>(values, simd, frame);
    }
}

impl<Values: Node, First: BoundStart, Law: BoundNode> Coefficients for BoundProcess<Values, First, Law> {}

/// Values are drawn in the order of time: each is copied to the places at which the law of later values
/// reads it.
impl<Values: Node, First: BoundStart, Law: BoundNode> Drawn for BoundProcess<Values, First, Law> {
    fn draw(&self, _: &Self::State<Scalar>, lane: Lane<Scalar>, to: &mut Drawing<'_, '_>) -> bool {
        let step = lane.index;
        let is_drawn = to.known > 0 || (step == 0 && self.first.draw(to)) || self.draw_step(step, to);
        for &PastValues { lag, slot } in &self.pasts {
            if step + lag < self.length {
                to.frame.set_numbers(slot.element(step + lag), to.row);
            }
        }
        is_drawn
    }
}

impl<Values: Node, First: BoundStart, Law: BoundNode> BoundProcess<Values, First, Law> {
    /// Draws a value from the law of a step. Numbers that the law stores are computed again for the step's
    /// row, since they may depend on the value that was drawn last.
    fn draw_step(&self, step: usize, to: &mut Drawing<'_, '_>) -> bool {
        let simd = Scalar::new();
        to.frame.set_row(step);
        let mut state = self.law.begin::<OneRow, Scalar>(simd, to.frame);
        // Products with data compute blocks of rows, from the block's first row on.
        let (start, end) = if const { Law::FACTS.blocked } {
            let start = step - step % BLOCK_ROWS;
            (start, self.length.min(start + BLOCK_ROWS))
        } else {
            (step, step + 1)
        };
        self.law.begin_block::<Value, Scalar>(&mut state, to.frame, Block { simd, start, end });
        let lane = Lane { index: step, in_block: step - start, ..Lane::scalar(simd) };
        self.law.draw(&state, lane, to)
    }
}

sealed! {
    [Values, First, Law] BoundProcess<Values, First, Law>;
}

keep_names! {
    [Values, First, Law] BoundProcess<Values, First, Law>;
}
