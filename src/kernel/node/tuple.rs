//! Several nodes swept together: the variable and the arguments of a statement, or the bounds of a support.

use crate::binding::Context;
use crate::conjugacy::Link;
#[cfg(feature = "random")]
use crate::drawing::{Drawing, Known};
use crate::error::Error;
use crate::name::VarSet;
use crate::node::{BoundNode, is_active};
use crate::rewrite::Cursor;
use crate::scope::Scope;
use crate::sealed::Sealed;
use crate::shape::{Sides, Size};
use crate::simd::{Block, Frame, Lane, Pack, Slot};
use pulp::Simd;

/// The most nodes in a [`Tuple`].
pub const MAX_ARGUMENTS: usize = 8;

/// One register of each node of a tuple; what is beyond the tuple's length is never read.
pub type Packs<S> = [Pack<S>; MAX_ARGUMENTS];

/// A tuple of nodes, with the verbs of [`Node`](super::Node) on all of them.
pub trait Tuple: Sealed + Clone + Send + Sync + 'static {
    /// The number of nodes.
    const COUNT: usize;

    /// The variables of all nodes.
    const VARS: VarSet;

    /// True if any node needs its rows in blocks.
    const BLOCKED: bool;

    /// Which nodes are scalars repeated along a vector.
    const IS_SPLAT: [bool; MAX_ARGUMENTS];

    /// Which nodes have no variables.
    const IS_DATA: [bool; MAX_ARGUMENTS];

    /// Which nodes know the value of every row as a number.
    const IS_DATUM: [bool; MAX_ARGUMENTS];

    /// Which nodes are columns of data.
    const IS_COLUMN: [bool; MAX_ARGUMENTS];

    /// Which nodes are affine.
    const IS_AFFINE: [bool; MAX_ARGUMENTS];

    /// The variables of each node.
    const VARS_AT: [VarSet; MAX_ARGUMENTS];

    /// How each node depends on its variables.
    const LINKS: [Link; MAX_ARGUMENTS];

    /// The variables of which one row of a node may read several elements.
    const MIXED: VarSet;

    /// The variables of which a row of a node may read an element that is not its own.
    const CROSSED: VarSet;

    /// True if all nodes have rows.
    const HAS_ROWS: bool;

    /// The states of the nodes.
    type State<S: Simd>;

    /// The tapes of the nodes.
    type Tape<S: Simd>: Copy;

    /// What each node knows of its sides.
    fn sides(&self) -> [Sides; MAX_ARGUMENTS];

    /// Calls `fold` on each node.
    fn fold(&mut self, context: &Context, frame: &mut Frame<'_>) -> Result<(), Error>;

    /// Where the nodes' values stand, of those that are in the workspace.
    fn slots(&self) -> [Slot; MAX_ARGUMENTS];

    /// The sizes of the nodes.
    fn sizes(&self) -> [Size; MAX_ARGUMENTS];

    /// Which nodes are [active](is_active).
    fn active<C: Scope>() -> [bool; MAX_ARGUMENTS];

    /// The logarithms of a register of a node, where they are known without computing them.
    fn logarithm<C: Scope, S: Simd>(
        &self,
        place: usize,
        state: &Self::State<S>,
        frame: &Frame<'_>,
        lane: Lane<S>,
    ) -> Option<Pack<S>>;

    /// Calls `begin` on each node, and `load` on one of them.
    fn load<C: Scope, S: Simd>(
        &self,
        place: usize,
        simd: S,
        frame: &mut Frame<'_>,
        cursor: &mut Cursor,
    ) -> Self::State<S>;

    /// Calls `end` on each node, and `unload` on one of them.
    fn unload<C: Scope, S: Simd>(
        &self,
        place: usize,
        state: Self::State<S>,
        simd: S,
        frame: &mut Frame<'_>,
        cursor: &mut Cursor,
    );

    /// Calls `begin` on each node.
    fn begin<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) -> Self::State<S>;

    /// Calls `begin_block` on each node.
    fn begin_block<C: Scope, S: Simd>(
        &self,
        state: &mut Self::State<S>,
        frame: &mut Frame<'_>,
        block: Block<S>,
    );

    /// Calls `forward` on each node.
    fn forward<C: Scope, S: Simd>(
        &self,
        state: &Self::State<S>,
        frame: &Frame<'_>,
        lane: Lane<S>,
    ) -> (Packs<S>, Self::Tape<S>);

    /// Calls `forward` on the repeated scalars alone.
    fn splats<C: Scope, S: Simd>(&self, state: &Self::State<S>, frame: &Frame<'_>, simd: S) -> Packs<S>;

    /// Calls `forward` on the nodes without variables alone.
    fn data<C: Scope, S: Simd>(&self, state: &Self::State<S>, frame: &Frame<'_>, lane: Lane<S>) -> Packs<S>;

    /// Calls `backward` on each active node.
    fn backward<C: Scope, S: Simd>(
        &self,
        state: &mut Self::State<S>,
        frame: &mut Frame<'_>,
        lane: Lane<S>,
        tape: Self::Tape<S>,
        adjoints: Packs<S>,
    );

    /// Calls `backward` on each active repeated scalar.
    fn backward_splats<C: Scope, S: Simd>(
        &self,
        state: &mut Self::State<S>,
        frame: &mut Frame<'_>,
        lane: Lane<S>,
        adjoints: Packs<S>,
    );

    /// Calls `end_block` on each node.
    fn end_block<C: Scope, S: Simd>(
        &self,
        state: &mut Self::State<S>,
        frame: &mut Frame<'_>,
        block: Block<S>,
    );

    /// Where the vector stands that a node picks elements of.
    #[cfg(feature = "random")]
    fn source(&self, place: usize) -> Option<(Slot, usize)>;

    /// Calls `reads` on one of the nodes.
    #[cfg(feature = "random")]
    fn reads(&self, place: usize, row: usize, frame: &Frame<'_>, known: &mut Known<'_>);

    /// Calls `draw` on one of the nodes.
    #[cfg(feature = "random")]
    fn draw(
        &self,
        place: usize,
        state: &Self::State<pulp::Scalar>,
        lane: Lane<pulp::Scalar>,
        to: &mut Drawing<'_, '_>,
    ) -> bool;

    /// Calls `end` on each node.
    fn end<C: Scope, S: Simd>(&self, state: Self::State<S>, simd: S, frame: &mut Frame<'_>);
}

/// Implements [`Tuple`] for the tuple of these nodes, given each node's type and place.
macro_rules! tuple {
    ($count:literal: $($Node:ident $place:tt),*) => {
        #[allow(unused_variables, unused_mut, clippy::unused_unit)]
        impl<$($Node: BoundNode),*> Tuple for ($($Node,)*) {
            const COUNT: usize = $count;
            const VARS: VarSet = VarSet::EMPTY$(.union(&$Node::VARS))*;
            const BLOCKED: bool = false $(|| $Node::BLOCKED)*;
            const IS_SPLAT: [bool; MAX_ARGUMENTS] = {
                let mut flags = [false; MAX_ARGUMENTS];
                $(flags[$place] = $Node::IS_SPLAT;)*
                flags
            };
            const IS_DATA: [bool; MAX_ARGUMENTS] = {
                let mut flags = [false; MAX_ARGUMENTS];
                $(flags[$place] = $Node::VARS.is_empty();)*
                flags
            };
            const IS_DATUM: [bool; MAX_ARGUMENTS] = {
                let mut flags = [false; MAX_ARGUMENTS];
                $(flags[$place] = $Node::IS_DATUM;)*
                flags
            };
            const IS_COLUMN: [bool; MAX_ARGUMENTS] = {
                let mut flags = [false; MAX_ARGUMENTS];
                $(flags[$place] = $Node::IS_COLUMN;)*
                flags
            };
            const IS_AFFINE: [bool; MAX_ARGUMENTS] = {
                let mut flags = [false; MAX_ARGUMENTS];
                $(flags[$place] = $Node::IS_AFFINE;)*
                flags
            };
            const VARS_AT: [VarSet; MAX_ARGUMENTS] = {
                let mut sets = [VarSet::EMPTY; MAX_ARGUMENTS];
                $(sets[$place] = $Node::VARS;)*
                sets
            };
            const LINKS: [Link; MAX_ARGUMENTS] = {
                let mut links = [Link::Constant; MAX_ARGUMENTS];
                $(links[$place] = $Node::LINK;)*
                links
            };
            const MIXED: VarSet = VarSet::EMPTY$(.union(&$Node::MIXED))*;
            const CROSSED: VarSet = VarSet::EMPTY$(.union(&$Node::CROSSED))*;
            const HAS_ROWS: bool = true $(&& $Node::HAS_ROWS)*;
            type State<S: Simd> = ($($Node::State<S>,)*);
            type Tape<S: Simd> = ($($Node::Tape<S>,)*);

            fn sides(&self) -> [Sides; MAX_ARGUMENTS] {
                let mut sides = [Sides::UNKNOWN; MAX_ARGUMENTS];
                $(sides[$place] = self.$place.sides();)*
                sides
            }

            fn fold(&mut self, context: &Context, frame: &mut Frame<'_>) -> Result<(), Error> {
                $(self.$place.fold(context, frame)?;)*
                Ok(())
            }

            fn slots(&self) -> [Slot; MAX_ARGUMENTS] {
                let mut slots = [Slot::default(); MAX_ARGUMENTS];
                $(slots[$place] = self.$place.slot();)*
                slots
            }

            #[cfg_attr(not(monomorph_outlined), inline(always))]
            fn sizes(&self) -> [Size; MAX_ARGUMENTS] {
                let mut sizes = [Size::default(); MAX_ARGUMENTS];
                $(sizes[$place] = self.$place.size();)*
                sizes
            }

            #[cfg_attr(not(monomorph_outlined), inline(always))]
            fn active<C: Scope>() -> [bool; MAX_ARGUMENTS] {
                let mut flags = [false; MAX_ARGUMENTS];
                $(flags[$place] = const { is_active::<C, $Node>() };)*
                flags
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
            fn data<C: Scope, S: Simd>(
                &self,
                state: &Self::State<S>,
                frame: &Frame<'_>,
                lane: Lane<S>,
            ) -> Packs<S> {
                let mut values = [Pack::zero(lane.simd); MAX_ARGUMENTS];
                $(if const { $Node::VARS.is_empty() } {
                    (values[$place], _) = self.$place.forward::<C, S>(&state.$place, frame, lane);
                })*
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
            fn end_block<C: Scope, S: Simd>(
                &self,
                state: &mut Self::State<S>,
                frame: &mut Frame<'_>,
                block: Block<S>,
            ) {
                $(self.$place.end_block::<C, S>(&mut state.$place, frame, block);)*
            }

            #[cfg(feature = "random")]
            fn source(&self, place: usize) -> Option<(Slot, usize)> {
                match place {
                    $($place => self.$place.source(),)*
                    _ => None,
                }
            }

            #[cfg(feature = "random")]
            fn reads(&self, place: usize, row: usize, frame: &Frame<'_>, known: &mut Known<'_>) {
                match place {
                    $($place => self.$place.reads(row, frame, known),)*
                    _ => {}
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
    };
}

tuple!(0:);
tuple!(1: A 0);
tuple!(2: A 0, B 1);
tuple!(3: A 0, B 1, D 2);
tuple!(4: A 0, B 1, D 2, E 3);
tuple!(5: A 0, B 1, D 2, E 3, F 4);
tuple!(6: A 0, B 1, D 2, E 3, F 4, G 5);
