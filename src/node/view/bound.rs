//! The bound node of a view of a value through a window.

use crate::compiler::Context;
use crate::contract::drawing::{Drawn, Known};
use crate::contract::node::{Beside, Coefficients, Facts, Node, is_active, rest_of};
use crate::contract::scope::Scope;
use crate::erase::{Erase, erase};
use crate::error::Error;
use crate::frame::{Frame, Slot};
use crate::name::VarSet;
use crate::node::leaf::{add_to_part, add_to_slot, read_slot};
use crate::node::{BoundStored, Strides, Window};
use crate::sealed::{Sealed, sealed};
use crate::shape::{Shape, Sides, Size};
use crate::simd::{Lane, MAX_LANES, Mask, Pack};
use core::marker::PhantomData;
use pulp::Simd;

/// The node `N` viewed through the window `Win`, a value of the shape `Sh`.
#[derive(Clone, Copy, Debug)]
pub struct BoundView<Win, N, Sh> {
    source: BoundStored<N>,
    window: Win,
    size: Size,
    shape: PhantomData<fn() -> Sh>,
}

erase! {
    [Win, N: Erase, Sh] BoundView<Win, N, Sh> => BoundView<Win, N::Erased, Sh>, [BoundStored<N>],
        { source, window, size };
}

/// The places of one register's elements in the source, counted from its first element.
enum Places {
    /// The elements stand one after the other.
    Run(usize),
    /// The first elements, as many as the first number says, stand one after the other at the end of a row,
    /// from the second number on. The others stand at the beginning of the next row; the third number is
    /// the place at which the register would begin if all its elements stood before these.
    TwoRuns(usize, usize, usize),
    /// The elements all stand in the same place.
    Same(usize),
    /// The elements stand in separate places.
    Apart(Walk),
}

/// An iterator over the places of some elements of a view, row by row.
struct Walk {
    place: usize,
    strides: Strides,
    /// The place in the source of the first element of the view's row.
    row_start: usize,
    column: usize,
    columns: usize,
    left: usize,
}

impl Iterator for Walk {
    type Item = usize;

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn next(&mut self) -> Option<usize> {
        self.left = self.left.checked_sub(1)?;
        let place = self.place;
        self.column += 1;
        self.place += self.strides.along;
        if self.column == self.columns {
            self.row_start += self.strides.down;
            (self.column, self.place) = (0, self.row_start);
        }
        Some(place)
    }
}

impl<Win: Window, N: Node, Sh: Shape> BoundView<Win, N, Sh> {
    /// Makes the view of a node through a window; the view has this size.
    pub(crate) fn new(source: BoundStored<N>, window: Win, size: Size) -> Self {
        Self { source, window, size, shape: PhantomData }
    }

    /// The strides of the view's elements in the source.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn strides(&self) -> Strides {
        self.window.strides(self.source.size())
    }

    /// True if the source has each row of the view as consecutive elements, rows in order, and a row is at
    /// least as long as a register.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn has_long_rows<S: Simd>(&self, strides: Strides) -> bool {
        let columns = self.size().columns;
        strides.along == 1 && strides.down >= columns && columns >= Pack::<S>::LANES
    }

    /// The places of the elements of one register, without lanes beyond the end of the view.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn places<S: Simd>(&self, lane: Lane<S>) -> Places {
        let (size, strides) = (self.size(), self.strides());
        let (row, column) = (lane.index / size.columns, lane.index % size.columns);
        let row_start = strides.start + row * strides.down;
        let place = row_start + column * strides.along;
        if strides.along <= 1 && column + Pack::<S>::LANES <= size.columns {
            return if strides.along == 0 { Places::Same(place) } else { Places::Run(place) };
        }
        if self.has_long_rows::<S>(strides) && row + 1 < size.rows {
            let count = size.columns - column;
            return Places::TwoRuns(count, place, row_start + strides.down - count);
        }
        let left = size.length().saturating_sub(lane.index).min(Pack::<S>::LANES);
        Places::Apart(Walk { place, strides, row_start, column, columns: size.columns, left })
    }

    /// Reads the elements of one register from the source at this slot.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn read<S: Simd>(&self, frame: &Frame<'_>, slot: Slot, lane: Lane<S>) -> Pack<S> {
        if const { Win::IS_RUN } {
            return read_slot::<Sh, S>(frame, slot.element(self.strides().start), lane);
        }
        match self.places(lane) {
            Places::Run(first) => frame.values(slot.element(first), Lane { index: 0, ..lane }),
            Places::TwoRuns(count, first, second) => {
                let first = frame.values(slot.element(first), Lane { index: 0, ..lane });
                let second = frame.values(slot.element(second), Lane { index: 0, ..lane });
                Mask::first(lane.simd, count).select(first, second)
            }
            Places::Same(place) => frame.value(lane.simd, slot.element(place)),
            Places::Apart(places) => {
                let mut values = [0.0; MAX_LANES];
                for (value, place) in values.iter_mut().zip(places) {
                    *value = frame.number(slot.element(place));
                }
                Pack::from_array(lane.simd, values)
            }
        }
    }
}

impl<Win: Window, N: Node, Sh: Shape> Node for BoundView<Win, N, Sh> {
    type Shape = Sh;
    const FACTS: Facts = Facts {
        in_slot: Win::IS_WHOLE,
        has_rest: BoundStored::<N>::FACTS.has_rest,
        in_lanes: Sh::IS_SCALAR && Win::IS_RUN,
        link: N::FACTS.link,
        mixed: N::FACTS.mixed,
        mixed_rows: N::FACTS.mixed,
        aligned_rows: if Win::KEEPS_ROWS { N::FACTS.aligned_rows } else { &VarSet::EMPTY },
        nonlinear: N::FACTS.nonlinear,
        read_at_begin: BoundStored::<N>::FACTS.read_at_begin,
        ..Facts::of(N::FACTS.vars).with(&N::FACTS)
    };
    type State<S: Simd> = N::State<S>;
    type Tape<S: Simd> = ();

    fn sides(&self) -> Sides {
        Sides::of_shape::<Sh>(self.size)
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn size(&self) -> Size {
        self.size.known::<Sh>()
    }

    /// The slot of the first element.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn slot(&self) -> Slot {
        self.source.slot().element(self.strides().start)
    }

    fn precompute(&mut self, context: &Context, frame: &mut Frame<'_>) -> Result<(), Error> {
        self.source.precompute(context, frame)
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn begin<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) -> N::State<S> {
        self.source.begin::<C, S>(simd, frame)
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn forward<C: Scope, S: Simd>(&self, _: &N::State<S>, frame: &Frame<'_>, lane: Lane<S>) -> (Pack<S>, ()) {
        (self.read(frame, self.source.slot(), lane), ())
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn companion<K: Beside, C: Scope, S: Simd>(
        &self,
        _: &N::State<S>,
        frame: &Frame<'_>,
        lane: Lane<S>,
    ) -> Option<Pack<S>> {
        let [values, rests] = self.source.beside::<K>()?;
        Some(rest_of(self.read(frame, values, lane), self.read(frame, rests, lane)))
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn backward<C: Scope, S: Simd>(
        &self,
        _: &mut N::State<S>,
        frame: &mut Frame<'_>,
        lane: Lane<S>,
        _: (),
        adjoint: Pack<S>,
    ) {
        if const { !is_active::<C, N>() } {
            return;
        }
        if const { Win::IS_RUN && Sh::IS_SCALAR } {
            return add_to_slot::<C, Sh, S>(frame, self.slot(), lane, adjoint);
        }
        if const { Win::IS_RUN } {
            return add_to_part::<Sh, S>(frame, self.slot(), lane, adjoint);
        }
        let slot = self.source.slot();
        match self.places(lane) {
            Places::Run(first) => {
                frame.add_adjoints_of_part(slot.element(first), Lane { index: 0, ..lane }, adjoint);
            }
            Places::TwoRuns(count, first, second) => {
                let (is_first, adjoint) = (Mask::first(lane.simd, count), lane.mask.select(adjoint, 0.0));
                let lane = Lane { index: 0, ..lane };
                frame.add_adjoints(slot.element(first), lane, is_first.select(adjoint, 0.0));
                frame.add_adjoints(slot.element(second), lane, is_first.select(0.0, adjoint));
            }
            Places::Same(place) => {
                frame.add_adjoint_number(slot.element(place), lane.mask.select(adjoint, 0.0).sum());
            }
            Places::Apart(places) => {
                let adjoints = lane.mask.select(adjoint, 0.0).to_array();
                for (adjoint, place) in adjoints.iter().zip(places) {
                    frame.add_adjoint_number(slot.element(place), *adjoint);
                }
            }
        }
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn end<C: Scope, S: Simd>(&self, state: N::State<S>, simd: S, frame: &mut Frame<'_>) {
        self.source.end::<C, S>(state, simd, frame);
    }
}

impl<Win: Window, N: Coefficients, Sh: Shape> Coefficients for BoundView<Win, N, Sh> {}

impl<Win: Window, N: Drawn, Sh: Shape> Drawn for BoundView<Win, N, Sh> {
    fn reads(&self, row: usize, frame: &Frame<'_>, known: &mut Known<'_>) {
        let strides = self.window.strides(self.source.size());
        self.source.reads(strides.place(row / self.size.columns, row % self.size.columns), frame, known);
    }
}

sealed! {
    [Win, N, Sh] BoundView<Win, N, Sh>;
}
