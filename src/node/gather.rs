//! Indexing by data: yᵢ = x at kᵢ, with x̄ⱼ = Σ over i with kᵢ = j of ȳᵢ.

use crate::compiler::rewrite::{AffineRow, Cursor, RowFacts};
use crate::compiler::{Compiler, Context, Index, Key};
use crate::contract::drawing::{Drawn, Known};
use crate::contract::expression::expression;
use crate::contract::expression::{Describe, Expression};
use crate::contract::node::{Beside, Coefficients, Facts, Node, is_active};
use crate::contract::scope::Scope;
use crate::erase::{Erase, erase};
use crate::error::Error;
use crate::frame::Frame;
use crate::node::indices::Indices;
use crate::node::{BoundStored, Stored};
use crate::sealed::{Sealed, sealed};
use crate::shape::{Dyn, Sides, Vector};
use crate::simd::{Lane, Pack};
use monomorph_macros::inlined;
use pulp::Simd;

/// The elements of `N` that a slice of indices names, counted from 0.
#[derive(Clone, Copy, Debug)]
pub struct Gather<'a, I, N> {
    source: Stored<N>,
    indices: &'a [I],
}

impl<'a, I: Index, N: Expression> Gather<'a, I, N> {
    /// Indexes a vector.
    pub(crate) fn new(source: N, indices: &'a [I]) -> Self {
        Self { source: Stored::new(source), indices }
    }

    /// The expression of which it is a part.
    pub(crate) fn source(&self) -> &N {
        self.source.source()
    }

    /// The places of its elements in the source.
    pub(crate) fn places(&self) -> impl Iterator<Item = usize> {
        (0..self.indices.len()).map(|row| self.index(row))
    }

    /// The index of a row.
    fn index(&self, row: usize) -> usize {
        self.indices.get(row).and_then(|index| index.to_usize()).unwrap_or(usize::MAX)
    }
}

impl<'a, I: Index, N: Expression> Expression for Gather<'a, I, N> {
    type Shape = Vector<Dyn>;
    type Bound = BoundGather<N::Bound>;
    type Erased = Gather<'a, I, N::Erased>;

    fn erase(self) -> Self::Erased {
        Gather { source: self.source.erase(), indices: self.indices }
    }

    fn sides(&self) -> Sides {
        Sides::vector(self.indices.len())
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        let source = self.source.bind(compiler)?;
        let mut checked = Vec::with_capacity(self.indices.len());
        for (position, &index) in self.indices.iter().enumerate() {
            let count = self.source.count();
            checked.push(compiler.context().check_index(&self, Some(position), index, count)? as usize);
        }
        let rows = compiler.context().row_firsts(checked.len());
        let places: Vec<usize> = rows.iter().map(|row| checked[row]).collect();
        if const { <N::Bound as Node>::FACTS.in_slot } {
            compiler.read_at(source.slot(), places.iter().copied());
        }
        Ok(BoundGather::new(source, self.indices.len(), &places, compiler))
    }

    fn bind_coefficients(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        Ok(BoundGather::of_coefficients(self.source.bind(compiler)?, self.indices.len()))
    }
}

impl<I: Index, N: Expression> Describe for Gather<'_, I, N> {
    fn describe(&self, text: &mut String) {
        self.source.describe(text);
        text.push_str(".at(…)");
    }
}

impl<I: Index, N: Expression> RowFacts for Gather<'_, I, N> {
    fn datum(&self, row: usize) -> Option<f64> {
        self.source.source().datum(self.index(row))
    }

    fn known(&self, row: usize) -> Option<f64> {
        self.source.source().known(self.index(row))
    }

    fn key(&self, row: usize, key: &mut Key) {
        key.index(self.source.count(), self.index(row));
    }

    fn affine(&self, row: usize, weight: f64, form: &mut AffineRow) {
        match self.datum(row) {
            Some(number) => form.offset(weight * number),
            None => {
                form.term_of(self.source.source(), self.source.count(), self.index(row), [weight]);
                form.call(|text| self.source.describe(text));
            }
        }
    }
}

/// The elements of `N` that packed indices name, counted from 0.
#[derive(Clone, Copy, Debug)]
pub struct BoundGather<N> {
    source: BoundStored<N>,
    /// The number of indices.
    length: usize,
    packed: Indices,
}

erase! {
    [N: Erase] BoundGather<N> => BoundGather<N::Erased>, [BoundStored<N>], { source, length, packed };
}

impl<N: Node> BoundGather<N> {
    /// Gathers elements by `length` indices. The places that they name in each row of the statement have been
    /// checked.
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
    const FACTS: Facts = Facts {
        rows_of: N::FACTS.rows_of,
        has_rest: BoundStored::<N>::FACTS.has_rest,
        is_datum: N::FACTS.is_datum,
        has_rows: true,
        is_affine: N::FACTS.is_datum || !N::FACTS.is_data(),
        is_weighted: N::FACTS.is_weighted,
        link: N::FACTS.link,
        mixed: N::FACTS.mixed,
        mixed_rows: N::FACTS.mixed,
        nonlinear: N::FACTS.nonlinear,
        ..Facts::of(N::FACTS.vars).with(&N::FACTS)
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
        self.source.companion_of::<K, S>(|slot| self.packed.read(frame, slot, lane))
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
        self.source.reads(self.packed.index(frame, row), frame, known);
    }
}

expression! {
    [Index, N] Gather<'_, Index, N>;
}

sealed! {
    [N] BoundGather<N>;
}
