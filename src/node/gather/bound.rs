//! The bound node of a gather.

use crate::compiler::rewrite::{Cursor, Indices, Summand, TermSlots};
use crate::compiler::{Compiler, Context};
use crate::contract::drawing::{Drawn, Known};
use crate::contract::node::{Beside, Coefficients, Facts, Node, is_active, rest_of};
use crate::contract::scope::{Scope, is_whole};
use crate::erase::{Erase, erase};
use crate::error::Error;
use crate::frame::{Frame, Slot};
use crate::node::BoundStored;
use crate::sealed::{Sealed, sealed};
use crate::shape::{Dyn, Sides, Tag, Vector};
use crate::simd::{Lane, Pack};
use monomorph_macros::inlined;
use pulp::Simd;

/// The elements of `N` at packed places, counted row after row from 0.
#[derive(Clone, Copy, Debug)]
pub struct BoundGather<N> {
    source: BoundStored<N>,
    /// The number of elements that are gathered.
    length: usize,
    packed: Indices,
    /// The places that are gathered in the passes of a Laplace approximation: the places of copies for each
    /// row, if the source is approximated.
    copied: Indices,
    /// The gather that replaces this one where all variables change.
    summand: Summand,
}

erase! {
    [N: Erase] BoundGather<N> => BoundGather<N::Erased>, [BoundStored<N>],
        { source, length, packed, copied, summand };
}

impl<N: Node> BoundGather<N> {
    /// Gathers `length` elements. The places in each row of the statement, and the places in the passes of
    /// a Laplace approximation, have been checked.
    pub(crate) fn new(
        source: BoundStored<N>,
        length: usize,
        [places, copied]: [&[usize]; 2],
        compiler: &mut Compiler,
    ) -> Self {
        let packed = Indices::pack(compiler, places);
        let copied = if core::ptr::eq(places, copied) { packed } else { Indices::pack(compiler, copied) };
        let summand = Summand::alone(packed, source.slot(), places.len());
        Self { source, length, packed, copied, summand }
    }

    /// The node that loads the coefficients of an affine form: it gathers nothing.
    pub(crate) fn of_coefficients(source: BoundStored<N>, length: usize) -> Self {
        let none = Indices::default();
        Self { source, length, packed: none, copied: none, summand: Summand::default() }
    }

    /// True in a scope in which one gather of a sum may replace several gathers. Where some variables are
    /// held, each gather is evaluated as written, because some of the others have no adjoints.
    const fn may_be_joined<C: Scope>() -> bool {
        Self::FACTS.gathers > 0 && is_whole::<C>()
    }

    /// The indices that rows gather, and the slot from which they are gathered.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn gathered<C: Scope>(&self) -> (Indices, Slot) {
        if const { Self::may_be_joined::<C>() } {
            (self.summand.indices, self.summand.slot)
        } else if const { C::SETS.approximated.is_some() } {
            (self.copied, self.source.slot())
        } else {
            (self.packed, self.source.slot())
        }
    }
}

#[inlined]
impl<N: Node> Node for BoundGather<N> {
    type Shape = Vector<Dyn>;
    const FACTS: Facts = {
        let of_both = Facts {
            has_rest: BoundStored::<N>::FACTS.has_rest,
            has_rows: true,
            ..Facts::of(N::FACTS.vars).with(&N::FACTS)
        };
        // A cell is a part of a row of a matrix, and rewrites read only coefficients of vectors.
        if N::Shape::IS_MATRIX {
            of_both
        } else {
            Facts {
                rows_of: N::FACTS.rows_of,
                is_datum: N::FACTS.is_datum,
                is_affine: N::FACTS.is_datum || !N::FACTS.is_data(),
                is_weighted: N::FACTS.is_weighted,
                gathers: if N::FACTS.is_data_of_each() { 0 } else { 1 },
                link: N::FACTS.link,
                mixed: N::FACTS.mixed,
                mixed_rows: N::FACTS.mixed,
                nonlinear: N::FACTS.nonlinear,
                ..of_both
            }
        }
    };
    type State<S: Simd> = N::State<S>;
    type Tape<S: Simd> = ();

    fn sides(&self) -> Sides {
        Sides::vector(self.length)
    }

    fn precompute(&mut self, context: &Context, frame: &mut Frame<'_>) -> Result<(), Error> {
        self.source.precompute(context, frame)
    }

    fn begin<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) -> N::State<S> {
        let state = self.source.begin::<C, S>(simd, frame);
        if const { Self::may_be_joined::<C>() }
            && let Some(share) = self.summand.share()
        {
            share.add(self.source.slot(), frame.lend_numbers());
        }
        state
    }

    fn forward<C: Scope, S: Simd>(&self, _: &N::State<S>, frame: &Frame<'_>, lane: Lane<S>) -> (Pack<S>, ()) {
        let (indices, slot) = self.gathered::<C>();
        (indices.read(frame, slot, lane), ())
    }

    fn companion<K: Beside, C: Scope, S: Simd>(
        &self,
        _: &N::State<S>,
        frame: &Frame<'_>,
        lane: Lane<S>,
    ) -> Option<Pack<S>> {
        let [values, rests] = self.source.beside::<K>()?;
        Some(rest_of(self.packed.read(frame, values, lane), self.packed.read(frame, rests, lane)))
    }

    fn backward<C: Scope, S: Simd>(
        &self,
        _: &mut N::State<S>,
        frame: &mut Frame<'_>,
        lane: Lane<S>,
        _: (),
        adjoint: Pack<S>,
    ) {
        if const { is_active::<C, N>() } {
            let (indices, slot) = self.gathered::<C>();
            indices.add(frame, slot, lane, adjoint);
        }
    }

    fn end<C: Scope, S: Simd>(&self, state: N::State<S>, simd: S, frame: &mut Frame<'_>) {
        if const { Self::may_be_joined::<C>() && is_active::<C, N>() }
            && let Some(share) = self.summand.share()
        {
            share.pull_back(self.source.slot(), frame.lend_numbers());
        }
        self.source.end::<C, S>(state, simd, frame);
    }
}

#[inlined]
impl<N: Coefficients> Coefficients for BoundGather<N> {
    fn add_term_slots(&self, slots: &mut TermSlots) {
        self.source.add_slots(slots, 1);
    }

    fn for_summands(&mut self, visit: &mut dyn FnMut(&mut Summand)) {
        if const { Self::FACTS.gathers > 0 } {
            visit(&mut self.summand);
        }
    }

    fn load<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, cursor: &mut Cursor) -> N::State<S> {
        self.source.load_term::<C, S>(simd, frame, cursor, 1)
    }

    fn unload<C: Scope, S: Simd>(
        &self,
        state: N::State<S>,
        simd: S,
        frame: &mut Frame<'_>,
        cursor: &mut Cursor,
    ) {
        self.source.unload_term::<C, S>(state, simd, frame, cursor, 1);
    }
}

impl<N: Drawn> Drawn for BoundGather<N> {
    fn reads(&self, row: usize, frame: &Frame<'_>, known: &mut Known<'_>) {
        if const { N::Shape::IS_MATRIX } {
            known.need_all(const { N::FACTS.vars });
        } else {
            self.source.reads(self.packed.index(frame, row), frame, known);
        }
    }
}

sealed! {
    [N] BoundGather<N>;
}
