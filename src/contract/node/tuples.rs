//! Tuples of different nodes as lists, and as lists that know their places.

use crate::compiler::Context;
use crate::compiler::rewrite::Cursor;
use crate::contract::conjugacy::Link;
use crate::contract::drawing::{Chosen, Drawing, Known};
use crate::contract::node::{BoundNode, List, Packs, Tuple, is_active, value_of};
use crate::contract::scope::{Scope, is_uniform};
use crate::error::Error;
use crate::frame::{Frame, MAX_ARGUMENTS, Slot};
use crate::name::VarSet;
use crate::shape::{Sides, Size};
use crate::simd::{Block, Lane, Pack};
use pulp::Simd;

/// A fact of each place, `$none` where no node is.
macro_rules! facts {
    ($none:expr; $($place:tt: $fact:expr),*) => {{
        let mut facts = [$none; MAX_ARGUMENTS];
        $(facts[$place] = $fact;)*
        facts
    }};
}

/// Implements [`List`] and [`Tuple`] for the tuple of these nodes, given each node's type and place.
macro_rules! tuple {
    ($count:literal: $($Node:ident $place:tt),*) => {
        #[allow(unused_variables, unused_mut, clippy::unused_unit)]
        impl<$($Node: BoundNode),*> List for ($($Node,)*) {
            const COUNT: usize = $count;
            const VARS: VarSet = VarSet::EMPTY$(.union(&$Node::VARS))*;
            const BLOCKED: bool = false $(|| $Node::BLOCKED)*;
            const HAS_ROWS: bool = true $(&& $Node::HAS_ROWS)*;
            type State<S: Simd> = ($($Node::State<S>,)*);
            type Tape<S: Simd> = ($($Node::Tape<S>,)*);
            type Packs<S: Simd> = Packs<S>;

            #[cfg_attr(not(monomorph_outlined), inline(always))]
            fn zeros<S: Simd>(simd: S) -> Packs<S> {
                [Pack::zero(simd); MAX_ARGUMENTS]
            }

            fn precompute(&mut self, context: &Context, frame: &mut Frame<'_>) -> Result<(), Error> {
                $(self.$place.precompute(context, frame)?;)*
                Ok(())
            }

            #[cfg_attr(not(monomorph_outlined), inline(always))]
            fn begin<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) -> Self::State<S> {
                ($(self.$place.begin::<C, S>(simd, frame),)*)
            }

            #[cfg_attr(not(monomorph_outlined), inline(always))]
            fn begin_block<C: Scope, S: Simd>(
                &self,
                state: &mut Self::State<S>,
                frame: &mut Frame<'_>,
                block: Block<S>,
            ) {
                $(self.$place.begin_block::<C, S>(&mut state.$place, frame, block);)*
            }

            #[cfg_attr(not(monomorph_outlined), inline(always))]
            fn forward_all<C: Scope, S: Simd>(
                &self,
                state: &Self::State<S>,
                frame: &Frame<'_>,
                lane: Lane<S>,
            ) -> (Packs<S>, Self::Tape<S>) {
                self.forward::<C, S>(state, frame, lane)
            }

            #[cfg_attr(not(monomorph_outlined), inline(always))]
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

            #[cfg_attr(not(monomorph_outlined), inline(always))]
            fn end_block<C: Scope, S: Simd>(
                &self,
                state: &mut Self::State<S>,
                frame: &mut Frame<'_>,
                block: Block<S>,
            ) {
                $(self.$place.end_block::<C, S>(&mut state.$place, frame, block);)*
            }

            fn draw(
                &self,
                place: usize,
                state: &Self::State<pulp::Scalar>,
                lane: Lane<pulp::Scalar>,
                to: &mut Drawing<'_, '_>,
            ) -> bool {
                match place {
                    $($place => self.$place.draw(&state.$place, lane, to),)*
                    _ => false,
                }
            }

            #[cfg_attr(not(monomorph_outlined), inline(always))]
            fn end<C: Scope, S: Simd>(&self, state: Self::State<S>, simd: S, frame: &mut Frame<'_>) {
                $(self.$place.end::<C, S>(state.$place, simd, frame);)*
            }
        }

        #[allow(unused_variables, unused_mut, clippy::unused_unit)]
        impl<$($Node: BoundNode),*> Tuple for ($($Node,)*) {
            const IS_SPLAT: [bool; MAX_ARGUMENTS] = facts!(false; $($place: $Node::IS_SPLAT),*);
            const ROWS_OF: [Option<VarSet>; MAX_ARGUMENTS] = facts!(None; $($place: $Node::ROWS_OF),*);
            const IS_ROOT: [bool; MAX_ARGUMENTS] = facts!(false; $($place: $Node::IS_ROOT),*);
            const IS_DATA: [bool; MAX_ARGUMENTS] = facts!(false; $($place: $Node::VARS.is_empty()),*);
            const IS_DATUM: [bool; MAX_ARGUMENTS] = facts!(false; $($place: $Node::IS_DATUM),*);
            const IS_COLUMN: [bool; MAX_ARGUMENTS] = facts!(false; $($place: $Node::IS_COLUMN),*);
            const IS_AFFINE: [bool; MAX_ARGUMENTS] = facts!(false; $($place: $Node::IS_AFFINE),*);
            const VARS_AT: [VarSet; MAX_ARGUMENTS] = facts!(VarSet::EMPTY; $($place: $Node::VARS),*);
            const LINKS: [Link; MAX_ARGUMENTS] = facts!(Link::Constant; $($place: $Node::LINK),*);
            const MIXED: VarSet = VarSet::EMPTY$(.union(&$Node::MIXED))*;
            const MIXED_ROWS: VarSet = VarSet::EMPTY$(.union(&$Node::MIXED_ROWS))*;
            const READS_OTHER_ROWS: VarSet = VarSet::EMPTY$(.union(&$Node::READS_OTHER_ROWS))*;
            const NONLINEAR: VarSet = VarSet::EMPTY$(.union(&$Node::NONLINEAR))*;
            const SLOPE_VARIES: VarSet = VarSet::EMPTY$(.union(&$Node::SLOPE_VARIES))*;
            const READ_AT_BEGIN: VarSet = VarSet::EMPTY$(.union(&$Node::READ_AT_BEGIN))*;

            fn sides(&self) -> [Sides; MAX_ARGUMENTS] {
                facts!(Sides::UNKNOWN; $($place: self.$place.sides()),*)
            }

            fn slots(&self) -> [Slot; MAX_ARGUMENTS] {
                facts!(Slot::default(); $($place: self.$place.slot()),*)
            }

            #[cfg_attr(not(monomorph_outlined), inline(always))]
            fn sizes(&self) -> [Size; MAX_ARGUMENTS] {
                facts!(Size::default(); $($place: self.$place.size()),*)
            }

            #[cfg_attr(not(monomorph_outlined), inline(always))]
            fn active<C: Scope>() -> [bool; MAX_ARGUMENTS] {
                facts!(false; $($place: const { is_active::<C, $Node>() }),*)
            }

            #[cfg_attr(not(monomorph_outlined), inline(always))]
            fn logarithm<C: Scope, S: Simd>(
                &self,
                place: usize,
                state: &Self::State<S>,
                frame: &Frame<'_>,
                lane: Lane<S>,
            ) -> Option<Pack<S>> {
                match place {
                    $($place => self.$place.logarithm::<C, S>(&state.$place, frame, lane),)*
                    _ => None,
                }
            }

            #[cfg_attr(not(monomorph_outlined), inline(always))]
            fn square<C: Scope, S: Simd>(
                &self,
                place: usize,
                state: &Self::State<S>,
                frame: &Frame<'_>,
                lane: Lane<S>,
            ) -> Option<Pack<S>> {
                match place {
                    $($place => self.$place.square::<C, S>(&state.$place, frame, lane),)*
                    _ => None,
                }
            }

            #[cfg_attr(not(monomorph_outlined), inline(always))]
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
                    if const { $Node::IS_ROOT } && place == $place {
                        self.$place.backward_of_square::<C, S>(state, frame, lane, tape.$place, adjoint);
                    } else {
                        self.$place.backward::<C, S>(state, frame, lane, tape.$place, adjoint);
                    }
                })*
            }

            #[cfg_attr(not(monomorph_outlined), inline(always))]
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

            #[cfg_attr(not(monomorph_outlined), inline(always))]
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

            #[cfg_attr(not(monomorph_outlined), inline(always))]
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

            #[cfg_attr(not(monomorph_outlined), inline(always))]
            fn splats<C: Scope, S: Simd>(
                &self,
                state: &Self::State<S>,
                frame: &Frame<'_>,
                simd: S,
            ) -> Packs<S> {
                let mut values = [Pack::zero(simd); MAX_ARGUMENTS];
                $(if const { $Node::IS_SPLAT } {
                    (values[$place], _) =
                        self.$place.forward::<C, S>(&state.$place, frame, Lane::scalar(simd));
                })*
                values
            }

            #[cfg_attr(not(monomorph_outlined), inline(always))]
            fn equal_rows<C: Scope, S: Simd>(
                &self,
                state: &Self::State<S>,
                frame: &Frame<'_>,
                simd: S,
            ) -> Packs<S> {
                let mut values = [Pack::zero(simd); MAX_ARGUMENTS];
                $(if const { $Node::IS_SPLAT || is_uniform::<C>($Node::ROWS_OF) } {
                    (values[$place], _) =
                        self.$place.forward::<C, S>(&state.$place, frame, Lane::scalar(simd));
                })*
                values
            }

            #[cfg_attr(not(monomorph_outlined), inline(always))]
            fn data<C: Scope, S: Simd>(
                &self,
                state: &Self::State<S>,
                frame: &Frame<'_>,
                lane: Lane<S>,
            ) -> Packs<S> {
                let mut values = [Pack::zero(lane.simd); MAX_ARGUMENTS];
                $(
                    let value = const { value_of::<C, S, $Node>($Node::VARS.is_empty()) };
                    values[$place] = value(&self.$place, &state.$place, frame, lane);
                )*
                values
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
                // Not picked: what is picked is inlined later, which took a binomial density 2 % more
                // instructions.
                $(if const { is_active::<C, $Node>() } {
                    let adjoint = adjoints[$place];
                    self.$place.backward::<C, S>(&mut state.$place, frame, lane, tape.$place, adjoint);
                })*
            }

            #[cfg_attr(not(monomorph_outlined), inline(always))]
            fn backward_splats<C: Scope, S: Simd>(
                &self,
                state: &mut Self::State<S>,
                frame: &mut Frame<'_>,
                lane: Lane<S>,
                adjoints: Packs<S>,
            ) {
                $(if const { $Node::IS_SPLAT && is_active::<C, $Node>() } {
                    let (_, tape) = self.$place.forward::<C, S>(&state.$place, frame, lane);
                    let adjoint = adjoints[$place];
                    self.$place.backward::<C, S>(&mut state.$place, frame, lane, tape, adjoint);
                })*
            }

            #[cfg_attr(not(monomorph_outlined), inline(always))]
            fn backward_equal_rows<C: Scope, S: Simd>(
                &self,
                state: &mut Self::State<S>,
                frame: &mut Frame<'_>,
                lane: Lane<S>,
                adjoints: Packs<S>,
            ) {
                $(if const {
                    ($Node::IS_SPLAT || is_uniform::<C>($Node::ROWS_OF)) && is_active::<C, $Node>()
                } {
                    let (_, tape) = self.$place.forward::<C, S>(&state.$place, frame, lane);
                    let adjoint = adjoints[$place];
                    self.$place.backward::<C, S>(&mut state.$place, frame, lane, tape, adjoint);
                })*
            }

            fn source(&self, place: usize) -> Option<(Slot, usize)> {
                match place {
                    $($place => self.$place.source(),)*
                    _ => None,
                }
            }

            fn reads(&self, place: usize, row: usize, frame: &Frame<'_>, known: &mut Known<'_>) {
                match place {
                    $($place => self.$place.reads(row, frame, known),)*
                    _ => {}
                }
            }

            fn draw_chosen(&self, place: usize, chosen: Chosen<'_>, to: &mut Drawing<'_, '_>) -> bool {
                match place {
                    $($place => self.$place.draw_chosen(chosen, to),)*
                    _ => false,
                }
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
