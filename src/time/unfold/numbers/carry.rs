//! The values of earlier steps that a step reads, sₜ₋ₖ.

use super::CARRY;
use crate::compiler::Series;
use crate::contract::drawing::Drawn;
use crate::contract::node::{Coefficients, Facts, Node};
use crate::contract::scope::{Recall, Scope};
use crate::erase::keep_names;
use crate::frame::{Frame, Scratch};
use crate::name::VarSet;
use crate::sealed::{Sealed, sealed};
use crate::shape::{Shape, Sides};
use crate::simd::{Lane, MAX_LANES, Pack};
use core::marker::PhantomData;
use monomorph_macros::inlined;
use pulp::Simd;

/// The value of the carry some steps earlier: sₜ₋ₖ.
///
/// Its adjoint is not passed on to the earlier step, which would have to be done one step after the other.
/// With a unit adjoint at the end of the step, its adjoint is the slope ∂sₜ/∂sₜ₋ₖ, which is stored in
/// working memory, where the recurrence of adjoints reads it.
#[derive(Clone, Copy, Debug)]
pub struct BoundCarry<Sh> {
    series: Series,
    lag: usize,
    length: usize,
    slopes: Scratch,
    shape: PhantomData<fn() -> Sh>,
}

impl<Sh: Shape> BoundCarry<Sh> {
    /// Returns the node that reads the values of a series of `length` steps. The slopes are stored in
    /// `slopes`.
    pub(crate) fn new(series: Series, lag: usize, length: usize, slopes: Scratch) -> Self {
        Self { series, lag, length, slopes, shape: PhantomData }
    }

    /// Returns a register of values; the first of them are initial values.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn first_values<S: Simd>(&self, frame: &Frame<'_>, lane: Lane<S>) -> Pack<S> {
        let mut numbers = [0.0; MAX_LANES];
        for (offset, number) in numbers[..Pack::<S>::LANES].iter_mut().enumerate() {
            *number = frame.number(self.series.past(lane.index + offset, self.lag));
        }
        Pack::from_array(lane.simd, numbers)
    }
}

#[inlined]
impl<Sh: Shape> Node for BoundCarry<Sh> {
    type Shape = Sh;
    const FACTS: Facts =
        Facts { nonlinear: &VarSet::EMPTY, slope_varies: &VarSet::EMPTY, ..Facts::of(&CARRY) };
    type State<S: Simd> = ();
    type Tape<S: Simd> = ();

    fn sides(&self) -> Sides {
        Sides::vector(self.length)
    }

    fn begin<C: Scope, S: Simd>(&self, _: S, _: &mut Frame<'_>) {}

    fn forward<C: Scope, S: Simd>(&self, _: &(), frame: &Frame<'_>, lane: Lane<S>) -> (Pack<S>, ()) {
        let value = match const { C::SETS.recall } {
            Recall::Lanes if lane.index < self.lag => self.first_values(frame, lane),
            Recall::Lanes => frame.values(self.series.values, Lane { index: lane.index - self.lag, ..lane }),
            // The value was stored just before: a load that is wider than the store would have to wait for
            // the cache.
            Recall::Step => frame.value(lane.simd, self.series.past(lane.index, self.lag)),
            Recall::Nothing | Recall::Points => Pack::zero(lane.simd),
        };
        (value, ())
    }

    fn backward<C: Scope, S: Simd>(
        &self,
        _: &mut (),
        frame: &mut Frame<'_>,
        lane: Lane<S>,
        _: (),
        adjoint: Pack<S>,
    ) {
        if const { C::SETS.is_chain } {
            frame.add_slopes(adjoint);
        } else {
            frame.add_scratch(self.slopes.element(lane.index), adjoint);
        }
    }

    fn end<C: Scope, S: Simd>(&self, _: (), _: S, _: &mut Frame<'_>) {}
}

impl<Sh: Shape> Coefficients for BoundCarry<Sh> {}

impl<Sh: Shape> Drawn for BoundCarry<Sh> {}

sealed! {
    [Sh] BoundCarry<Sh>;
}

keep_names! {
    [Sh] BoundCarry<Sh>;
}
