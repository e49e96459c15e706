//! Several nodes of one type swept together: an array of nodes is a [`List`] of any length, and, if it is
//! short, a [`Tuple`].

use crate::compiler::Context;
use crate::compiler::rewrite::Cursor;
use crate::contract::conjugacy::Link;
use crate::contract::drawing::{Chosen, Drawing, Known};
use crate::contract::node::list::ArrayOf;
use crate::contract::node::{BoundNode, List, Node, Packs, Tuple, is_active};
use crate::contract::scope::{Scope, is_uniform};
use crate::error::Error;
use crate::frame::{Frame, MAX_ARGUMENTS, Slot};
use crate::name::VarSet;
use crate::shape::{Sides, Size};
use crate::simd::{Block, Lane, Pack};
use core::array::from_fn;
use pulp::Simd;

/// `fact` for the first `COUNT` places, `none` for the others.
const fn facts<Fact: Copy, const COUNT: usize>(fact: Fact, none: Fact) -> [Fact; MAX_ARGUMENTS] {
    assert!(COUNT > 0, "monomorph: an array of expressions has at least one");
    assert!(
        COUNT <= MAX_ARGUMENTS,
        "monomorph: an array of expressions that are put together has at most eight: put some of them together first"
    );
    let mut facts = [none; MAX_ARGUMENTS];
    let mut place = 0;
    while place < COUNT {
        facts[place] = fact;
        place += 1;
    }
    facts
}

/// `flag` for the first `COUNT` places.
const fn flags<const COUNT: usize>(flag: bool) -> [bool; MAX_ARGUMENTS] {
    facts::<bool, COUNT>(flag, false)
}

impl<N: BoundNode, const COUNT: usize> List for [N; COUNT] {
    const COUNT: usize = {
        assert!(COUNT > 0, "monomorph: an array of expressions has at least one");
        COUNT
    };
    const VARS: VarSet = N::VARS;
    const BLOCKED: bool = N::BLOCKED;
    const HAS_ROWS: bool = N::HAS_ROWS;
    type State<S: Simd> = [N::State<S>; COUNT];
    type Tape<S: Simd> = [N::Tape<S>; COUNT];
    type Packs<S: Simd> = ArrayOf<S, COUNT>;

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn zeros<S: Simd>(simd: S) -> ArrayOf<S, COUNT> {
        ArrayOf([Pack::zero(simd); COUNT])
    }

    fn precompute(&mut self, context: &Context, frame: &mut Frame<'_>) -> Result<(), Error> {
        self.iter_mut().try_for_each(|node| node.precompute(context, frame))
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn begin<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) -> Self::State<S> {
        let mut states = [const { None }; COUNT];
        for (state, node) in states.iter_mut().zip(self) {
            *state = Some(node.begin::<C, S>(simd, frame));
        }
        // Moves alone: `map` may not be inlined, and then what it calls runs without SIMD.
        states.map(|state| state.expect("every node has begun"))
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn begin_block<C: Scope, S: Simd>(
        &self,
        state: &mut Self::State<S>,
        frame: &mut Frame<'_>,
        block: Block<S>,
    ) {
        for place in 0..COUNT {
            self[place].begin_block::<C, S>(&mut state[place], frame, block);
        }
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn forward_all<C: Scope, S: Simd>(
        &self,
        state: &Self::State<S>,
        frame: &Frame<'_>,
        lane: Lane<S>,
    ) -> (ArrayOf<S, COUNT>, Self::Tape<S>) {
        let mut values = Self::zeros(lane.simd);
        let (value, first) = self[0].forward::<C, S>(&state[0], frame, lane);
        values.0[0] = value;
        let mut tape = [first; COUNT];
        for place in 1..COUNT {
            (values.0[place], tape[place]) = self[place].forward::<C, S>(&state[place], frame, lane);
        }
        (values, tape)
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn backward_all<C: Scope, S: Simd>(
        &self,
        state: &mut Self::State<S>,
        frame: &mut Frame<'_>,
        lane: Lane<S>,
        tape: Self::Tape<S>,
        adjoints: ArrayOf<S, COUNT>,
    ) {
        if const { is_active::<C, N>() } {
            for place in 0..COUNT {
                self[place].backward::<C, S>(&mut state[place], frame, lane, tape[place], adjoints.0[place]);
            }
        }
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn end_block<C: Scope, S: Simd>(
        &self,
        state: &mut Self::State<S>,
        frame: &mut Frame<'_>,
        block: Block<S>,
    ) {
        for place in 0..COUNT {
            self[place].end_block::<C, S>(&mut state[place], frame, block);
        }
    }

    fn draw(
        &self,
        place: usize,
        state: &Self::State<pulp::Scalar>,
        lane: Lane<pulp::Scalar>,
        to: &mut Drawing<'_, '_>,
    ) -> bool {
        place < COUNT && self[place].draw(&state[place], lane, to)
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn end<C: Scope, S: Simd>(&self, state: Self::State<S>, simd: S, frame: &mut Frame<'_>) {
        for (node, state) in self.iter().zip(state) {
            node.end::<C, S>(state, simd, frame);
        }
    }
}

impl<N: BoundNode, const COUNT: usize> Tuple for [N; COUNT] {
    const IS_SPLAT: [bool; MAX_ARGUMENTS] = flags::<COUNT>(N::IS_SPLAT);
    const ROWS_OF: [Option<VarSet>; MAX_ARGUMENTS] = facts::<Option<VarSet>, COUNT>(N::ROWS_OF, None);
    // Roots of one type are not the arguments of a density.
    const IS_ROOT: [bool; MAX_ARGUMENTS] = [false; MAX_ARGUMENTS];
    const IS_DATA: [bool; MAX_ARGUMENTS] = flags::<COUNT>(N::VARS.is_empty());
    const IS_DATUM: [bool; MAX_ARGUMENTS] = flags::<COUNT>(N::IS_DATUM);
    const IS_COLUMN: [bool; MAX_ARGUMENTS] = flags::<COUNT>(N::IS_COLUMN);
    const IS_AFFINE: [bool; MAX_ARGUMENTS] = flags::<COUNT>(N::IS_AFFINE);
    const VARS_AT: [VarSet; MAX_ARGUMENTS] = facts::<VarSet, COUNT>(N::VARS, VarSet::EMPTY);
    const LINKS: [Link; MAX_ARGUMENTS] = facts::<Link, COUNT>(N::LINK, Link::Constant);
    const MIXED: VarSet = N::MIXED;
    const MIXED_ROWS: VarSet = N::MIXED_ROWS;
    const READS_OTHER_ROWS: VarSet = N::READS_OTHER_ROWS;
    const NONLINEAR: VarSet = N::NONLINEAR;
    const SLOPE_VARIES: VarSet = N::SLOPE_VARIES;
    const READ_AT_BEGIN: VarSet = N::READ_AT_BEGIN;

    fn sides(&self) -> [Sides; MAX_ARGUMENTS] {
        from_fn(|place| self.get(place).map_or(Sides::UNKNOWN, Node::sides))
    }

    fn slots(&self) -> [Slot; MAX_ARGUMENTS] {
        from_fn(|place| self.get(place).map_or_else(Slot::default, Node::slot))
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn sizes(&self) -> [Size; MAX_ARGUMENTS] {
        from_fn(|place| self.get(place).map_or_else(Size::default, Node::size))
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn active<C: Scope>() -> [bool; MAX_ARGUMENTS] {
        const { if is_active::<C, N>() { flags::<COUNT>(true) } else { [false; MAX_ARGUMENTS] } }
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn logarithm<C: Scope, S: Simd>(
        &self,
        place: usize,
        state: &Self::State<S>,
        frame: &Frame<'_>,
        lane: Lane<S>,
    ) -> Option<Pack<S>> {
        self.get(place)?.logarithm::<C, S>(state.get(place)?, frame, lane)
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn square<C: Scope, S: Simd>(
        &self,
        _: usize,
        _: &Self::State<S>,
        _: &Frame<'_>,
        _: Lane<S>,
    ) -> Option<Pack<S>> {
        None
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn backward_of_square<C: Scope, S: Simd>(
        &self,
        _: usize,
        state: &mut Self::State<S>,
        frame: &mut Frame<'_>,
        lane: Lane<S>,
        tape: Self::Tape<S>,
        adjoints: Packs<S>,
    ) {
        self.backward::<C, S>(state, frame, lane, tape, adjoints);
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn load<C: Scope, S: Simd>(
        &self,
        place: usize,
        simd: S,
        frame: &mut Frame<'_>,
        cursor: &mut Cursor,
    ) -> Self::State<S> {
        let mut states = [const { None }; COUNT];
        for (at, (state, node)) in states.iter_mut().zip(self).enumerate() {
            *state = Some(if at == place {
                node.load::<C, S>(simd, frame, cursor)
            } else {
                node.begin::<C, S>(simd, frame)
            });
        }
        states.map(|state| state.expect("every node has begun"))
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn unload<C: Scope, S: Simd>(
        &self,
        place: usize,
        state: Self::State<S>,
        simd: S,
        frame: &mut Frame<'_>,
        cursor: &mut Cursor,
    ) {
        for (at, (node, state)) in self.iter().zip(state).enumerate() {
            if at == place {
                node.unload::<C, S>(state, simd, frame, cursor);
            } else {
                node.end::<C, S>(state, simd, frame);
            }
        }
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn forward<C: Scope, S: Simd>(
        &self,
        state: &Self::State<S>,
        frame: &Frame<'_>,
        lane: Lane<S>,
    ) -> (Packs<S>, Self::Tape<S>) {
        let (packs, tape) = self.forward_all::<C, S>(state, frame, lane);
        let mut values = [Pack::zero(lane.simd); MAX_ARGUMENTS];
        values[..COUNT].copy_from_slice(&packs.0);
        (values, tape)
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn splats<C: Scope, S: Simd>(&self, state: &Self::State<S>, frame: &Frame<'_>, simd: S) -> Packs<S> {
        if const { N::IS_SPLAT } {
            self.forward::<C, S>(state, frame, Lane::scalar(simd)).0
        } else {
            [Pack::zero(simd); MAX_ARGUMENTS]
        }
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn equal_rows<C: Scope, S: Simd>(&self, state: &Self::State<S>, frame: &Frame<'_>, simd: S) -> Packs<S> {
        if const { N::IS_SPLAT || is_uniform::<C>(N::ROWS_OF) } {
            self.forward::<C, S>(state, frame, Lane::scalar(simd)).0
        } else {
            [Pack::zero(simd); MAX_ARGUMENTS]
        }
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn data<C: Scope, S: Simd>(&self, state: &Self::State<S>, frame: &Frame<'_>, lane: Lane<S>) -> Packs<S> {
        if const { N::VARS.is_empty() } {
            self.forward::<C, S>(state, frame, lane).0
        } else {
            [Pack::zero(lane.simd); MAX_ARGUMENTS]
        }
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn backward<C: Scope, S: Simd>(
        &self,
        state: &mut Self::State<S>,
        frame: &mut Frame<'_>,
        lane: Lane<S>,
        tape: Self::Tape<S>,
        adjoints: Packs<S>,
    ) {
        let mut packs = <Self as List>::zeros(lane.simd);
        packs.0.copy_from_slice(&adjoints[..COUNT]);
        self.backward_all::<C, S>(state, frame, lane, tape, packs);
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn backward_splats<C: Scope, S: Simd>(
        &self,
        state: &mut Self::State<S>,
        frame: &mut Frame<'_>,
        lane: Lane<S>,
        adjoints: Packs<S>,
    ) {
        if const { N::IS_SPLAT && is_active::<C, N>() } {
            let (_, tape) = self.forward::<C, S>(state, frame, lane);
            self.backward::<C, S>(state, frame, lane, tape, adjoints);
        }
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn backward_equal_rows<C: Scope, S: Simd>(
        &self,
        state: &mut Self::State<S>,
        frame: &mut Frame<'_>,
        lane: Lane<S>,
        adjoints: Packs<S>,
    ) {
        if const { (N::IS_SPLAT || is_uniform::<C>(N::ROWS_OF)) && is_active::<C, N>() } {
            let (_, tape) = self.forward::<C, S>(state, frame, lane);
            self.backward::<C, S>(state, frame, lane, tape, adjoints);
        }
    }

    fn source(&self, place: usize) -> Option<(Slot, usize)> {
        self.get(place)?.source()
    }

    fn reads(&self, place: usize, row: usize, frame: &Frame<'_>, known: &mut Known<'_>) {
        if let Some(node) = self.get(place) {
            node.reads(row, frame, known);
        }
    }

    fn draw_chosen(&self, place: usize, chosen: Chosen<'_>, to: &mut Drawing<'_, '_>) -> bool {
        self.get(place).is_some_and(|node| node.draw_chosen(chosen, to))
    }
}
