//! Several nodes of one type swept together: an array of nodes is a [`Tuple`].

use super::{MAX_ARGUMENTS, Node, Packs, Tuple, describe_operand, is_active};
use crate::compile::Compiler;
use crate::error::Error;
use crate::graph::Part;
use crate::model::Scope;
use crate::name::VarSet;
#[cfg(feature = "random")]
use crate::predict::Drawing;
use crate::rewrite::Key;
use crate::shape::{Sides, Size};
use crate::simd::{Block, Frame, Lane, Pack, Slot};
use core::array::from_fn;
use pulp::Simd;

/// The same flag for the first `COUNT` places.
const fn flags<const COUNT: usize>(flag: bool) -> [bool; MAX_ARGUMENTS] {
    assert!(COUNT > 0, "monomorph: there must be a component");
    assert!(COUNT <= MAX_ARGUMENTS, "monomorph: too many components: a mixture of mixtures can have more");
    let mut flags = [false; MAX_ARGUMENTS];
    let mut place = 0;
    while place < COUNT {
        flags[place] = flag;
        place += 1;
    }
    flags
}

impl<N: Node, const COUNT: usize> Tuple for [N; COUNT] {
    const COUNT: usize = COUNT;
    const VARS: VarSet = N::VARS;
    const BLOCKED: bool = N::BLOCKED;
    const IS_SPLAT: [bool; MAX_ARGUMENTS] = flags::<COUNT>(N::IS_SPLAT);
    const IS_DATA: [bool; MAX_ARGUMENTS] = flags::<COUNT>(N::VARS.is_empty());
    const HAS_ROWS: bool = N::HAS_ROWS;
    type State<S: Simd> = [N::State<S>; COUNT];
    type Tape<S: Simd> = [N::Tape<S>; COUNT];

    fn sides(&self) -> [Sides; MAX_ARGUMENTS] {
        from_fn(|place| self.get(place).map_or(Sides::UNKNOWN, Node::sides))
    }

    fn bind(&mut self, compiler: &mut Compiler, name: impl Fn(usize) -> String) -> Result<(), Error> {
        for (place, node) in self.iter_mut().enumerate() {
            compiler.start_part(name(place));
            node.bind(compiler)?;
        }
        Ok(())
    }

    fn fold(&mut self, compiler: &Compiler, frame: &mut Frame<'_>) -> Result<(), Error> {
        self.iter_mut().try_for_each(|node| node.fold(compiler, frame))
    }

    fn key(&self, places: [bool; MAX_ARGUMENTS], row: usize, key: &mut Key) {
        self.iter().zip(places).filter(|node| node.1).for_each(|(node, _)| node.key(row, key));
    }

    fn slots(&self) -> [Slot; MAX_ARGUMENTS] {
        from_fn(|place| self.get(place).map_or_else(Slot::default, Node::slot))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn sizes(&self) -> [Size; MAX_ARGUMENTS] {
        from_fn(|place| self.get(place).map_or_else(Size::default, Node::size))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn active<C: Scope>() -> [bool; MAX_ARGUMENTS] {
        const { if is_active::<C, N>() { flags::<COUNT>(true) } else { [false; MAX_ARGUMENTS] } }
    }

    fn parts(&self) -> Vec<Part> {
        self.iter().map(Part::of).collect()
    }

    fn describe_one(&self, place: usize, text: &mut String) {
        describe_operand(&self[place], 3, text);
    }

    fn describe(&self, skip: usize, text: &mut String) {
        for (place, node) in self.iter().enumerate().skip(skip) {
            text.push_str(if place == skip { "" } else { ", " });
            node.describe(text);
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn begin<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) -> Self::State<S> {
        let mut states = [const { None }; COUNT];
        for (state, node) in states.iter_mut().zip(self) {
            *state = Some(node.begin::<C, S>(simd, frame));
        }
        // Moves alone: `map` may not be inlined, and then what it calls runs without SIMD.
        states.map(|state| state.expect("every node has begun"))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
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

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn forward<C: Scope, S: Simd>(
        &self,
        state: &Self::State<S>,
        frame: &Frame<'_>,
        lane: Lane<S>,
    ) -> (Packs<S>, Self::Tape<S>) {
        let mut values = [Pack::zero(lane.simd); MAX_ARGUMENTS];
        let (value, first) = self[0].forward::<C, S>(&state[0], frame, lane);
        values[0] = value;
        let mut tape = [first; COUNT];
        for place in 1..COUNT {
            (values[place], tape[place]) = self[place].forward::<C, S>(&state[place], frame, lane);
        }
        (values, tape)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn splats<C: Scope, S: Simd>(&self, state: &Self::State<S>, frame: &Frame<'_>, simd: S) -> Packs<S> {
        if const { N::IS_SPLAT } {
            self.forward::<C, S>(state, frame, Lane::scalar(simd)).0
        } else {
            [Pack::zero(simd); MAX_ARGUMENTS]
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn data<C: Scope, S: Simd>(&self, state: &Self::State<S>, frame: &Frame<'_>, lane: Lane<S>) -> Packs<S> {
        if const { N::VARS.is_empty() } {
            self.forward::<C, S>(state, frame, lane).0
        } else {
            [Pack::zero(lane.simd); MAX_ARGUMENTS]
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn backward<C: Scope, S: Simd>(
        &self,
        state: &mut Self::State<S>,
        frame: &mut Frame<'_>,
        lane: Lane<S>,
        tape: Self::Tape<S>,
        adjoints: Packs<S>,
    ) {
        if const { is_active::<C, N>() } {
            for place in 0..COUNT {
                self[place].backward::<C, S>(&mut state[place], frame, lane, tape[place], adjoints[place]);
            }
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
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

    #[cfg_attr(not(debug_assertions), inline(always))]
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

    #[cfg(feature = "random")]
    fn draw(
        &self,
        place: usize,
        state: &Self::State<pulp::Scalar>,
        lane: Lane<pulp::Scalar>,
        to: &mut Drawing<'_, '_>,
    ) -> bool {
        place < COUNT && self[place].draw(&state[place], lane, to)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn end<C: Scope, S: Simd>(&self, state: Self::State<S>, simd: S, frame: &mut Frame<'_>) {
        for (node, state) in self.iter().zip(state) {
            node.end::<C, S>(state, simd, frame);
        }
    }
}
