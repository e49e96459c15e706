//! What runs.

use crate::compiler::rewrite::{Cursor, TermSlots};
use crate::compiler::{Compiler, Context};
use crate::contract::drawing::{Drawn, Known};
use crate::contract::node::{Beside, Coefficients, Facts, Node, is_active, rest_of};
use crate::contract::scope::Scope;
use crate::erase::{Erase, erase};
use crate::error::Error;
use crate::frame::Frame;
use crate::node::BoundStored;
use crate::node::indices::Indices;
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
}

erase! {
    [N: Erase] BoundGather<N> => BoundGather<N::Erased>, [BoundStored<N>], { source, length, packed };
}

impl<N: Node> BoundGather<N> {
    /// Gathers `length` elements. Their places in each row of the statement have been checked.
    pub(crate) fn new(
        source: BoundStored<N>,
        length: usize,
        places: &[usize],
        compiler: &mut Compiler,
    ) -> Self {
        Self { source, length, packed: Indices::pack(compiler, places) }
    }

    /// The node that loads the coefficients of an affine form: it gathers nothing.
    pub(crate) fn of_coefficients(source: BoundStored<N>, length: usize) -> Self {
        Self { source, length, packed: Indices::default() }
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
        // A cell is a part of a row, and rewrites know coefficients of vectors.
        if N::Shape::IS_MATRIX {
            of_both
        } else {
            Facts {
                rows_of: N::FACTS.rows_of,
                is_datum: N::FACTS.is_datum,
                is_affine: N::FACTS.is_datum || !N::FACTS.is_data(),
                is_weighted: N::FACTS.is_weighted,
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
        self.source.begin::<C, S>(simd, frame)
    }

    fn forward<C: Scope, S: Simd>(&self, _: &N::State<S>, frame: &Frame<'_>, lane: Lane<S>) -> (Pack<S>, ()) {
        (self.packed.read(frame, self.source.slot(), lane), ())
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
            self.packed.add(frame, self.source.slot(), lane, adjoint);
        }
    }

    fn end<C: Scope, S: Simd>(&self, state: N::State<S>, simd: S, frame: &mut Frame<'_>) {
        self.source.end::<C, S>(state, simd, frame);
    }
}

#[inlined]
impl<N: Coefficients> Coefficients for BoundGather<N> {
    fn add_term_slots(&self, slots: &mut TermSlots) {
        self.source.add_slots(slots, 1);
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
