//! Reads, writes and copies of the elements of a state.
//!
//! A state of scalars is read and written number by number, because a load of a register over all scalars
//! would wait for the numbers that were stored one by one. The point of such a state is in the frame.

use super::BoundOde;
use super::memory::{HEAD, SPREAD};
use super::method::{RungeKutta, stages_in_sum};
use crate::contract::node::{Node, Tuple};
use crate::frame::{Frame, Scratch, Slot};
use crate::shape::Shape;
use crate::simd::{Blocks, Lane, Pack, for_lanes};
use crate::time::RowSteps;
use monomorph_macros::inlined;
use pulp::{Scalar, Simd};

/// Expands a body for each register of a row, or for each scalar, whose value is in every lane. There is no
/// loop over scalars, so their places are constants.
macro_rules! for_elements {
    ($lane:ident in $simd:expr, $length:expr => $body:block) => {
        if const { Slopes::ARE_NUMBERS } {
            for_elements!(@ $lane $simd, $body 0 1 2 3);
        } else {
            for block in Blocks::new($simd, $length, false) {
                for_lanes!($lane in block => $body);
            }
        }
    };
    (@ $lane:ident $simd:expr, $body:block $($place:literal)*) => {$(
        if const { $place < Slopes::COUNT } {
            let $lane = Lane { index: $place, ..Lane::scalar($simd) };
            $body
        }
    )*};
}

pub(crate) use for_elements;

#[inlined(all)]
impl<Initial: Tuple, Time: Node, Jumped: Tuple, Slopes: RowSteps, Method: RungeKutta, Sh: Shape>
    BoundOde<Initial, Time, Jumped, Slopes, Method, Sh>
{
    /// Returns the number of elements of the state, a constant if all parts are scalars.
    pub(crate) fn width(&self) -> usize {
        if const { Slopes::ARE_NUMBERS } { Slopes::COUNT } else { self.memory.size.columns }
    }

    /// The length of a row in memory.
    pub(crate) fn row(&self) -> usize {
        if const { Slopes::ARE_NUMBERS } { Slopes::COUNT } else { self.memory.row }
    }

    /// Returns the length of some consecutive rows; rows of scalars are interleaved.
    pub(crate) fn length_of(&self, rows: usize) -> usize {
        if const { Slopes::ARE_NUMBERS } { Slopes::COUNT * SPREAD } else { rows * self.row() }
    }

    /// Returns the slot of the slopes of a stage.
    pub(crate) fn slope(&self, stage: usize) -> Slot {
        self.memory.slopes.element(if const { Slopes::ARE_NUMBERS } { stage } else { stage * self.row() })
    }

    /// Returns the place of an element of a row.
    pub(crate) fn at(&self, row: Slot, element: usize) -> Slot {
        row.element(if const { Slopes::ARE_NUMBERS } { element * SPREAD } else { element })
    }

    /// Returns the place at which a step is stored.
    pub(crate) fn step(&self, place: usize) -> Scratch {
        let stages = const { if Self::IS_IN_LANES { 0 } else { stages_in_sum::<Method>() } };
        self.memory.steps.element(place * (HEAD + stages * self.row()))
    }

    /// Returns the place at which the point of a stage is stored.
    pub(crate) fn kept(&self, place: usize, stage: usize) -> Scratch {
        self.step(place).element(HEAD + stage * self.row())
    }

    pub(crate) fn read<S: Simd>(&self, frame: &Frame<'_>, slot: Slot, lane: Lane<S>) -> Pack<S> {
        if const { Slopes::ARE_NUMBERS } {
            frame.value(lane.simd, self.at(slot, lane.index))
        } else {
            frame.values(slot, lane)
        }
    }

    pub(crate) fn write<S: Simd>(&self, frame: &mut Frame<'_>, slot: Slot, lane: Lane<S>, values: Pack<S>) {
        if const { Slopes::ARE_NUMBERS } {
            frame.set_value(self.at(slot, lane.index), values);
        } else {
            frame.set_values(slot, lane, values);
        }
    }

    pub(crate) fn read_adjoint<S: Simd>(&self, frame: &Frame<'_>, slot: Slot, lane: Lane<S>) -> Pack<S> {
        if const { Slopes::ARE_NUMBERS } {
            frame.adjoint(lane.simd, self.at(slot, lane.index))
        } else {
            frame.adjoints(slot, lane)
        }
    }

    pub(crate) fn write_adjoint<S: Simd>(
        &self,
        frame: &mut Frame<'_>,
        slot: Slot,
        lane: Lane<S>,
        adjoints: Pack<S>,
    ) {
        if const { Slopes::ARE_NUMBERS } {
            frame.set_adjoint_number(self.at(slot, lane.index), adjoints.first());
        } else {
            frame.set_adjoints(slot, lane, adjoints);
        }
    }

    /// Reads the point at which the right-hand side is evaluated.
    pub(crate) fn read_point<S: Simd>(&self, frame: &Frame<'_>, lane: Lane<S>) -> Pack<S> {
        if const { Slopes::ARE_NUMBERS } {
            frame.carry(lane.simd, lane.index)
        } else {
            frame.values(self.memory.point, lane)
        }
    }

    pub(crate) fn write_point<S: Simd>(&self, frame: &mut Frame<'_>, lane: Lane<S>, values: Pack<S>) {
        if const { Slopes::ARE_NUMBERS } {
            frame.set_carry(lane.index, values);
        } else {
            frame.set_values(self.memory.point, lane, values);
        }
    }

    /// Copies a row from one slot to another.
    pub(crate) fn copy<S: Simd>(&self, simd: S, frame: &mut Frame<'_>, from: Slot, to: Slot) {
        for_elements!(lane in simd, self.row() => {
            let values = self.read(frame, from, lane);
            self.write(frame, to, lane, values);
        });
    }

    /// Copies the row in a slot to the current point.
    pub(crate) fn go_to<S: Simd>(&self, simd: S, frame: &mut Frame<'_>, from: Slot) {
        for_elements!(lane in simd, self.row() => {
            let values = self.read(frame, from, lane);
            self.write_point(frame, lane, values);
        });
    }

    /// Copies the current point to a slot.
    pub(crate) fn copy_point<S: Simd>(&self, simd: S, frame: &mut Frame<'_>, to: Slot) {
        for_elements!(lane in simd, self.row() => {
            let values = self.read_point(frame, lane);
            self.write(frame, to, lane, values);
        });
    }

    /// Stores the current point in working memory.
    pub(crate) fn keep_point<S: Simd>(&self, simd: S, frame: &mut Frame<'_>, place: Scratch) {
        for_elements!(lane in simd, self.row() => {
            let values = self.read_point(frame, lane);
            if const { Slopes::ARE_NUMBERS } {
                frame.set_scratch_number(place.element(lane.index), values.first());
            } else {
                frame.set_scratch(place.element(lane.index), values);
            }
        });
    }

    /// Restores the point that was stored at a place of working memory.
    pub(crate) fn take_point<S: Simd>(&self, simd: S, frame: &mut Frame<'_>, place: Scratch) {
        for_elements!(lane in simd, self.row() => {
            let place = place.element(lane.index);
            let values = if const { Slopes::ARE_NUMBERS } {
                Pack::splat(simd, frame.scratch_number(place))
            } else {
                frame.scratch(simd, place)
            };
            self.write_point(frame, lane, values);
        });
    }

    /// Copies the adjoint of a stage's point to the place of the adjoint of its slopes.
    pub(crate) fn keep_adjoint<S: Simd>(&self, simd: S, frame: &mut Frame<'_>, stage: usize) {
        for_elements!(lane in simd, self.row() => {
            let adjoint = if const { Slopes::ARE_NUMBERS } {
                frame.carry_adjoint(simd, lane.index)
            } else {
                frame.adjoints(self.memory.point, lane)
            };
            self.write_adjoint(frame, self.slope(stage), lane, adjoint);
        });
    }

    /// An element of the current point.
    pub(crate) fn point_number(&self, frame: &Frame<'_>, element: usize) -> f64 {
        if const { Slopes::ARE_NUMBERS } {
            frame.carry(Scalar::new(), element).first()
        } else {
            frame.number(self.memory.point.element(element))
        }
    }

    /// The adjoint of an element of the current point.
    pub(crate) fn point_adjoint(&self, frame: &Frame<'_>, element: usize) -> f64 {
        if const { Slopes::ARE_NUMBERS } {
            frame.carry_adjoint(Scalar::new(), element).first()
        } else {
            frame.adjoint_number(self.memory.point.element(element))
        }
    }

    /// Sets an element of the current point.
    pub(crate) fn set_point_number<S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        element: usize,
        number: f64,
    ) {
        if const { Slopes::ARE_NUMBERS } {
            frame.set_carry(element, Pack::splat(simd, number));
        } else {
            frame.set_number(self.memory.point.element(element), number);
        }
    }
}
