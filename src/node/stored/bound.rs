//! The bound node of a value that stands in the workspace.

use crate::compiler::Context;
use crate::compiler::rewrite::{Cursor, TermSlots};
use crate::contract::drawing::{Chosen, Drawing, Drawn, Known};
use crate::contract::node::{
    Beside, Coefficients, Companion, Facts, Node, collect, is_active, nothing, precompute_nothing, rest_of,
    store,
};
use crate::contract::scope::{Scope, Value, is_of_row};
use crate::erase::{Erase, erase};
use crate::error::Error;
use crate::frame::{Columns, Frame, Slot};
use crate::node::leaf::{read_slot, value_in_slot};
use crate::sealed::{Sealed, sealed};
use crate::shape::{Sides, Size, Tag};
use crate::simd::{BLOCK_ROWS, Block, Lane, Pack, for_lanes};
use monomorph_macros::inlined;
use pulp::{Scalar, Simd};

/// The node `N` with its value in a slot.
#[derive(Clone, Copy, Debug)]
pub struct BoundStored<N> {
    source: N,
    slot: Slot,
    /// The slot of the rests that rounding has removed from the values, if they are known.
    rest: Option<Slot>,
    length: usize,
    size: Size,
}

erase! {
    [N: Erase] BoundStored<N> => BoundStored<N::Erased>, [N], { source, slot, rest, length, size };
}

impl<N: Node> BoundStored<N> {
    /// True if the value depends on data alone: `compile()` computes it, and it is in every workspace from
    /// the beginning.
    const IS_DATA: bool = N::FACTS.is_data();

    /// Stores a value of this size in `slot`, which is the slot of `source` if the source's value stands in
    /// the workspace already. `rest` is the slot of its rests, if they are known.
    pub(crate) fn new(source: N, slot: Slot, rest: Option<Slot>, size: Size) -> Self {
        Self { source, slot, rest, length: size.length(), size }
    }

    /// The slot of the values and the slot of their companion `K`, if it is known.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn beside<K: Beside>(&self) -> Option<[Slot; 2]> {
        if const { matches!(K::COMPANION, Companion::Rest) } { Some([self.slot, self.rest?]) } else { None }
    }

    /// Limits the computation to the first rows.
    pub(crate) fn first_rows(self, rows: usize) -> Self {
        let size = self.size.first_rows::<N::Shape>(rows);
        // A blocked node computes whole blocks, to the length of the packed data.
        let length = if const { N::FACTS.blocked } {
            size.length().next_multiple_of(BLOCK_ROWS)
        } else {
            size.length()
        };
        Self { length: length.min(self.length), size, ..self }
    }

    /// The number of elements.
    pub(crate) fn count(&self) -> usize {
        self.length
    }
}

#[inlined]
impl<N: Node> BoundStored<N> {
    /// Computes a value that depends on data alone.
    fn precompute_data(&mut self, frame: &mut Frame<'_>) {
        let simd = Scalar::new();
        let mut state = self.source.begin::<Value, Scalar>(simd, frame);
        self.store_all::<Value, Scalar>(&mut state, simd, frame);
    }

    /// Computes the value into the slot.
    fn store_all<C: Scope, S: Simd>(&self, state: &mut N::State<S>, simd: S, frame: &mut Frame<'_>) {
        store::<C, S, N>(&self.source, state, simd, frame, self.slot, self.length);
    }

    /// Passes on the adjoint of the value.
    fn collect_all<C: Scope, S: Simd>(&self, state: &mut N::State<S>, simd: S, frame: &mut Frame<'_>) {
        collect::<C, S, N>(&self.source, state, simd, frame, self.slot, self.length);
    }

    /// Computes only the frame's row.
    fn store_row<C: Scope, S: Simd>(&self, state: &mut N::State<S>, simd: S, frame: &mut Frame<'_>) {
        let row = frame.row();
        let block = Block { simd, start: row, end: row + 1 };
        self.source.begin_block::<C, S>(state, frame, block);
        for_lanes!(lane in block => {
            let (value, _) = self.source.forward::<C, S>(state, frame, lane);
            frame.set_number(self.slot.element(row), value.first());
        });
    }
}

#[inlined]
impl<N: Coefficients> BoundStored<N> {
    /// Adds the slots of a term of an affine form, in lines of `width` coefficients.
    pub(crate) fn add_slots(&self, slots: &mut TermSlots, width: usize) {
        if const { N::FACTS.is_datum } {
            return;
        }
        if const { N::FACTS.in_slot } {
            slots.add(self.slot, self.length, width);
        } else {
            slots.add_computed();
        }
    }

    /// Loads the values as a term of an affine form, in lines of `width` coefficients; it is called instead
    /// of `begin`.
    pub(crate) fn load_term<C: Scope, S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        cursor: &mut Cursor,
        width: usize,
    ) -> N::State<S> {
        let state = self.begin::<C, S>(simd, frame);
        if const { !N::FACTS.is_datum } {
            cursor.load(simd, frame, self.slot, self.length, width);
        }
        state
    }

    /// Adds the adjoints of the term to the adjoints of the value; it is called instead of `end`.
    pub(crate) fn unload_term<C: Scope, S: Simd>(
        &self,
        state: N::State<S>,
        simd: S,
        frame: &mut Frame<'_>,
        cursor: &mut Cursor,
        width: usize,
    ) {
        if const { is_active::<C, N>() } {
            cursor.unload(simd, frame, self.slot, self.length, width);
        } else if const { !N::FACTS.is_datum } {
            cursor.skip();
        }
        self.end::<C, S>(state, simd, frame);
    }
}

impl<N: Node> Node for BoundStored<N> {
    type Shape = N::Shape;
    const FACTS: Facts = Facts {
        in_slot: true,
        has_rest: N::FACTS.in_slot && N::FACTS.has_rest,
        link: N::FACTS.link,
        mixed: N::FACTS.mixed,
        mixed_rows: N::FACTS.mixed_rows,
        reads_other_rows: N::FACTS.reads_other_rows,
        aligned: N::FACTS.aligned,
        aligned_rows: N::FACTS.aligned_rows,
        nonlinear: N::FACTS.nonlinear,
        read_at_begin: if N::FACTS.in_slot { N::FACTS.read_at_begin } else { N::FACTS.vars },
        ..Facts::of(N::FACTS.vars).with(&N::FACTS)
    };
    type State<S: Simd> = N::State<S>;
    type Tape<S: Simd> = ();

    fn sides(&self) -> Sides {
        Sides::of_shape::<N::Shape>(self.size)
    }

    fn precompute(&mut self, context: &Context, frame: &mut Frame<'_>) -> Result<(), Error> {
        self.source.precompute(&context.outside_rows(), frame)?;
        let compute = const {
            if Self::IS_DATA && !N::FACTS.in_slot { Self::precompute_data } else { precompute_nothing }
        };
        compute(self, frame);
        Ok(())
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn size(&self) -> Size {
        self.size.known::<N::Shape>()
    }

    fn slot(&self) -> Slot {
        self.slot
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn begin<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) -> N::State<S> {
        let columns = frame.take_columns().only(const { !N::Shape::IS_MATRIX || N::FACTS.is_by_columns });
        if const { N::FACTS.is_by_columns } {
            frame.set_columns(columns);
        }
        let mut state = self.source.begin::<C, S>(simd, frame);
        // The columns are set for this vector, and for vectors beside it; a matrix has computed its columns
        // already.
        frame.set_columns(columns.only(const { !N::Shape::IS_MATRIX }));
        let store = const {
            if !(N::FACTS.in_slot || Self::IS_DATA || C::SETS.again) {
                Self::store_all::<C, S>
            } else if !N::FACTS.in_slot && is_of_row::<C>(N::FACTS.vars) {
                Self::store_row::<C, S>
            } else {
                nothing
            }
        };
        store(self, &mut state, simd, frame);
        state
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn companion<K: Beside, C: Scope, S: Simd>(
        &self,
        _: &N::State<S>,
        frame: &Frame<'_>,
        lane: Lane<S>,
    ) -> Option<Pack<S>> {
        let [values, rests] = self.beside::<K>()?;
        let value = read_slot::<N::Shape, S>(frame, values, lane);
        Some(rest_of(value, read_slot::<N::Shape, S>(frame, rests, lane)))
    }

    value_in_slot!();

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn end<C: Scope, S: Simd>(&self, mut state: N::State<S>, simd: S, frame: &mut Frame<'_>) {
        let collect = const {
            if !N::FACTS.in_slot && is_active::<C, N>() { Self::collect_all::<C, S> } else { nothing }
        };
        let columns = frame.take_columns().only(const { !N::Shape::IS_MATRIX || N::FACTS.is_by_columns });
        frame.set_columns(columns);
        collect(self, &mut state, simd, frame);
        if const { !N::FACTS.is_by_columns } {
            frame.set_columns(Columns::ALL);
        }
        self.source.end::<C, S>(state, simd, frame);
        frame.set_columns(columns.only(const { !N::Shape::IS_MATRIX }));
    }
}

impl<N: Coefficients> Coefficients for BoundStored<N> {}

impl<N: Drawn> Drawn for BoundStored<N> {
    fn reads(&self, row: usize, frame: &Frame<'_>, known: &mut Known<'_>) {
        self.source.reads(row, frame, known);
    }

    fn draw_chosen(&self, chosen: Chosen<'_>, to: &mut Drawing<'_, '_>) -> bool {
        // The rows are the log densities of several laws, or the vector has those of one law.
        if const { N::Shape::IS_MATRIX } {
            self.source.draw_chosen(chosen, to)
        } else {
            chosen.draw(&self.source, to)
        }
    }
}

sealed! {
    [N] BoundStored<N>;
}
