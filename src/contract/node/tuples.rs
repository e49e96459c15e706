//! Implementations of lists and tuples for tuples of different nodes.

use crate::compiler::Context;
use crate::compiler::rewrite::{Cursor, Summand};
use crate::contract::node::question::{Question, QuestionInSweep};
use crate::contract::node::selection::{is_selected, is_selected_and_active};
use crate::contract::node::{BoundNode, Facts, List, Packs, Selection, Tuple, is_active, value_of};
use crate::contract::scope::Scope;
use crate::error::Error;
use crate::frame::{Frame, MAX_ARGUMENTS};
use crate::simd::{Block, Lane, Pack};
use monomorph_macros::inlined;
use pulp::Simd;

/// Implements [`List`] and [`Tuple`] for the tuple of these nodes, given each node's type and place.
macro_rules! tuple {
    ($count:literal: $($Node:ident $place:tt),*) => {
        #[allow(unused_variables, unused_mut, clippy::unused_unit)]
        #[inlined]
        impl<$($Node: BoundNode),*> List for ($($Node,)*) {
            const COUNT: usize = $count;
            const EACH: &'static [Facts] = &[$($Node::FACTS),*];
            type State<S: Simd> = ($($Node::State<S>,)*);
            type Tape<S: Simd> = ($($Node::Tape<S>,)*);
            type Packs<S: Simd> = Packs<S>;

            fn zeros<S: Simd>(simd: S) -> Packs<S> {
                [Pack::zero(simd); MAX_ARGUMENTS]
            }

            fn precompute(&mut self, context: &Context, frame: &mut Frame<'_>) -> Result<(), Error> {
                $(self.$place.precompute(context, frame)?;)*
                Ok(())
            }

            fn begin<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) -> Self::State<S> {
                ($(self.$place.begin::<C, S>(simd, frame),)*)
            }

            fn begin_block<C: Scope, S: Simd>(
                &self,
                state: &mut Self::State<S>,
                frame: &mut Frame<'_>,
                block: Block<S>,
            ) {
                $(self.$place.begin_block::<C, S>(&mut state.$place, frame, block);)*
            }

            fn forward_all<C: Scope, S: Simd>(
                &self,
                state: &Self::State<S>,
                frame: &Frame<'_>,
                lane: Lane<S>,
            ) -> (Packs<S>, Self::Tape<S>) {
                self.forward::<C, S>(state, frame, lane)
            }

            fn backward_all<C: Scope, S: Simd>(
                &self,
                state: &mut Self::State<S>,
                frame: &mut Frame<'_>,
                lane: Lane<S>,
                tape: Self::Tape<S>,
                adjoints: Packs<S>,
            ) {
                self.backward::<C, S>(state, frame, lane, tape, adjoints);
            }

            fn end_block<C: Scope, S: Simd>(
                &self,
                state: &mut Self::State<S>,
                frame: &mut Frame<'_>,
                block: Block<S>,
            ) {
                $(self.$place.end_block::<C, S>(&mut state.$place, frame, block);)*
            }

            fn ask_in_sweep<S: Simd, Asked: QuestionInSweep<S>>(
                &self,
                place: usize,
                state: &Self::State<S>,
                question: &mut Asked,
                none: Asked::Answer,
            ) -> Asked::Answer {
                match place {
                    $($place => question.ask(&self.$place, &state.$place),)*
                    _ => none,
                }
            }

            fn end<C: Scope, S: Simd>(&self, state: Self::State<S>, simd: S, frame: &mut Frame<'_>) {
                $(self.$place.end::<C, S>(state.$place, simd, frame);)*
            }
        }

        #[allow(unused_variables, unused_mut, clippy::unused_unit)]
        #[inlined(all)]
        impl<$($Node: BoundNode),*> Tuple for ($($Node,)*) {
            fn ask_each<Asked: Question>(
                &self,
                question: &mut Asked,
                none: Asked::Answer,
            ) -> [Asked::Answer; MAX_ARGUMENTS] {
                let mut answers = [none; MAX_ARGUMENTS];
                $(answers[$place] = question.ask(&self.$place);)*
                answers
            }

            fn ask<Asked: Question>(
                &self,
                place: usize,
                question: &mut Asked,
                none: Asked::Answer,
            ) -> Asked::Answer {
                match place {
                    $($place => question.ask(&self.$place),)*
                    _ => none,
                }
            }

            fn for_summands(&mut self, place: usize, visit: &mut dyn FnMut(&mut Summand)) {
                $(if const { $Node::FACTS.gathers > 1 } && place == $place {
                    self.$place.for_summands(visit);
                })*
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
                $(if const { is_active::<C, $Node>() } {
                    let (state, adjoint) = (&mut state.$place, adjoints[$place]);
                    if const { $Node::FACTS.is_root } && place == $place {
                        self.$place.backward_of_square::<C, S>(state, frame, lane, tape.$place, adjoint);
                    } else {
                        self.$place.backward::<C, S>(state, frame, lane, tape.$place, adjoint);
                    }
                })*
            }

            fn load<C: Scope, S: Simd>(
                &self,
                place: usize,
                simd: S,
                frame: &mut Frame<'_>,
                cursor: &mut Cursor,
            ) -> Self::State<S> {
                ($(if $place == place {
                    self.$place.load::<C, S>(simd, frame, cursor)
                } else {
                    self.$place.begin::<C, S>(simd, frame)
                },)*)
            }

            fn unload<C: Scope, S: Simd>(
                &self,
                place: usize,
                state: Self::State<S>,
                simd: S,
                frame: &mut Frame<'_>,
                cursor: &mut Cursor,
            ) {
                $(if $place == place {
                    self.$place.unload::<C, S>(state.$place, simd, frame, cursor);
                } else {
                    self.$place.end::<C, S>(state.$place, simd, frame);
                })*
            }

            fn forward<C: Scope, S: Simd>(
                &self,
                state: &Self::State<S>,
                frame: &Frame<'_>,
                lane: Lane<S>,
            ) -> (Packs<S>, Self::Tape<S>) {
                let mut values = [Pack::zero(lane.simd); MAX_ARGUMENTS];
                let tape = ($({
                    let (value, tape) = self.$place.forward::<C, S>(&state.$place, frame, lane);
                    values[$place] = value;
                    tape
                },)*);
                (values, tape)
            }

            fn forward_some<Of: Selection, C: Scope, S: Simd>(
                &self,
                state: &Self::State<S>,
                frame: &Frame<'_>,
                lane: Lane<S>,
            ) -> Packs<S> {
                let mut values = [Pack::zero(lane.simd); MAX_ARGUMENTS];
                // Not a picked function, as in `backward`.
                $(if const { is_selected::<Of, C, $Node>() } {
                    (values[$place], _) = self.$place.forward::<C, S>(&state.$place, frame, lane);
                })*
                values
            }

            fn data<C: Scope, S: Simd>(
                &self,
                state: &Self::State<S>,
                frame: &Frame<'_>,
                lane: Lane<S>,
            ) -> Packs<S> {
                let mut values = [Pack::zero(lane.simd); MAX_ARGUMENTS];
                $(
                    let value = const { value_of::<C, S, $Node>($Node::FACTS.is_data()) };
                    values[$place] = value(&self.$place, &state.$place, frame, lane);
                )*
                values
            }

            fn backward<C: Scope, S: Simd>(
                &self,
                state: &mut Self::State<S>,
                frame: &mut Frame<'_>,
                lane: Lane<S>,
                tape: Self::Tape<S>,
                adjoints: Packs<S>,
            ) {
                // Not a picked function: picked functions are inlined later, which cost a binomial density
                // 2 % more instructions.
                $(if const { is_active::<C, $Node>() } {
                    let adjoint = adjoints[$place];
                    self.$place.backward::<C, S>(&mut state.$place, frame, lane, tape.$place, adjoint);
                })*
            }

            fn backward_some<Of: Selection, C: Scope, S: Simd>(
                &self,
                state: &mut Self::State<S>,
                frame: &mut Frame<'_>,
                lane: Lane<S>,
                adjoints: Packs<S>,
            ) {
                $(if const { is_selected_and_active::<Of, C, $Node>() } {
                    let (_, tape) = self.$place.forward::<C, S>(&state.$place, frame, lane);
                    let adjoint = adjoints[$place];
                    self.$place.backward::<C, S>(&mut state.$place, frame, lane, tape, adjoint);
                })*
            }
        }
    };
}

tuple!(0:);
tuple!(1: A 0);
tuple!(2: A 0, B 1);
tuple!(3: A 0, B 1, D 2);
tuple!(4: A 0, B 1, D 2, E 3);
tuple!(5: A 0, B 1, D 2, E 3, F 4);
tuple!(6: A 0, B 1, D 2, E 3, F 4, G 5);
tuple!(8: A 0, B 1, D 2, E 3, F 4, G 5, H 6, J 7);
