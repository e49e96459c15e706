//! Nodes of one type that are swept together: an array of nodes is a [`List`] of any length, and, if it is
//! short, a [`Tuple`].

use crate::compiler::Context;
use crate::compiler::rewrite::Cursor;
use crate::contract::node::facts_of_list::assert_few;
use crate::contract::node::list::ArrayOf;
use crate::contract::node::question::{Question, QuestionInSweep};
use crate::contract::node::selection::{is_selected, is_selected_and_active};
use crate::contract::node::{BoundNode, Facts, List, Packs, Selection, Tuple, is_active};
use crate::contract::scope::Scope;
use crate::error::Error;
use crate::frame::{Frame, MAX_ARGUMENTS};
use crate::simd::{Block, Lane, Pack};
use monomorph_macros::inlined;
use pulp::Simd;

#[inlined]
impl<N: BoundNode, const COUNT: usize> List for [N; COUNT] {
    const COUNT: usize = {
        assert!(COUNT > 0, "monomorph: an array of expressions has at least one");
        COUNT
    };
    const EACH: &'static [Facts] = &[N::FACTS; COUNT];
    type State<S: Simd> = [N::State<S>; COUNT];
    type Tape<S: Simd> = [N::Tape<S>; COUNT];
    type Packs<S: Simd> = ArrayOf<S, COUNT>;

    fn zeros<S: Simd>(simd: S) -> ArrayOf<S, COUNT> {
        ArrayOf([Pack::zero(simd); COUNT])
    }

    fn precompute(&mut self, context: &Context, frame: &mut Frame<'_>) -> Result<(), Error> {
        self.iter_mut().try_for_each(|node| node.precompute(context, frame))
    }

    fn begin<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) -> Self::State<S> {
        let mut states = [const { None }; COUNT];
        for (state, node) in states.iter_mut().zip(self) {
            *state = Some(node.begin::<C, S>(simd, frame));
        }
        // Only moves are inside: `map` may not be inlined, and code that it calls would then run without
        // SIMD.
        states.map(|state| state.expect("every node has begun"))
    }

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

    fn ask_in_sweep<S: Simd, Asked: QuestionInSweep<S>>(
        &self,
        place: usize,
        state: &Self::State<S>,
        question: &mut Asked,
        none: Asked::Answer,
    ) -> Asked::Answer {
        if place < COUNT { question.ask(&self[place], &state[place]) } else { none }
    }

    fn end<C: Scope, S: Simd>(&self, state: Self::State<S>, simd: S, frame: &mut Frame<'_>) {
        for (node, state) in self.iter().zip(state) {
            node.end::<C, S>(state, simd, frame);
        }
    }
}

#[inlined(all)]
impl<N: BoundNode, const COUNT: usize> Tuple for [N; COUNT] {
    fn ask_each<Asked: Question>(
        &self,
        question: &mut Asked,
        none: Asked::Answer,
    ) -> [Asked::Answer; MAX_ARGUMENTS] {
        const { assert_few(COUNT) }
        let mut answers = [none; MAX_ARGUMENTS];
        for (answer, node) in answers.iter_mut().zip(self) {
            *answer = question.ask(node);
        }
        answers
    }

    fn ask<Asked: Question>(&self, place: usize, question: &mut Asked, none: Asked::Answer) -> Asked::Answer {
        if place < COUNT { question.ask(&self[place]) } else { none }
    }

    fn backward_of_square<C: Scope, S: Simd>(
        &self,
        place: usize,
        state: &mut Self::State<S>,
        frame: &mut Frame<'_>,
        lane: Lane<S>,
        tape: Self::Tape<S>,
        adjoints: Packs<S>,
    ) {
        if const { is_active::<C, N>() } {
            for at in 0..COUNT {
                let (state, adjoint) = (&mut state[at], adjoints[at]);
                if const { N::FACTS.is_root } && at == place {
                    self[at].backward_of_square::<C, S>(state, frame, lane, tape[at], adjoint);
                } else {
                    self[at].backward::<C, S>(state, frame, lane, tape[at], adjoint);
                }
            }
        }
    }

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

    fn forward_some<Of: Selection, C: Scope, S: Simd>(
        &self,
        state: &Self::State<S>,
        frame: &Frame<'_>,
        lane: Lane<S>,
    ) -> Packs<S> {
        if const { is_selected::<Of, C, N>() } {
            self.forward::<C, S>(state, frame, lane).0
        } else {
            [Pack::zero(lane.simd); MAX_ARGUMENTS]
        }
    }

    fn data<C: Scope, S: Simd>(&self, state: &Self::State<S>, frame: &Frame<'_>, lane: Lane<S>) -> Packs<S> {
        if const { N::FACTS.is_data() } {
            self.forward::<C, S>(state, frame, lane).0
        } else {
            [Pack::zero(lane.simd); MAX_ARGUMENTS]
        }
    }

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

    fn backward_some<Of: Selection, C: Scope, S: Simd>(
        &self,
        state: &mut Self::State<S>,
        frame: &mut Frame<'_>,
        lane: Lane<S>,
        adjoints: Packs<S>,
    ) {
        if const { is_selected_and_active::<Of, C, N>() } {
            let (_, tape) = self.forward::<C, S>(state, frame, lane);
            self.backward::<C, S>(state, frame, lane, tape, adjoints);
        }
    }
}
