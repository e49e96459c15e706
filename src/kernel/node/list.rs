//! Nodes that a [`LogMix`](super::LogMix) or a [`LogSumExpOf`](super::LogSumExpOf) goes through one by one: a tuple of different ones, or an array of any length of one
//! type.

use super::{BoundNode, Packs, Tuple};
use crate::binding::Context;
#[cfg(feature = "random")]
use crate::drawing::Drawing;
use crate::error::Error;
use crate::name::VarSet;
use crate::scope::Scope;
use crate::sealed::Sealed;
use crate::simd::{Block, Frame, Lane, Pack};
use pulp::Simd;

/// A list of nodes, with the verbs of [`Node`](super::Node) on all of them.
pub trait List: Sealed + Clone + Send + Sync + 'static {
    /// The number of nodes.
    const COUNT: usize;

    /// The variables of all nodes.
    const VARS: VarSet;

    /// True if any node needs its rows in blocks.
    const BLOCKED: bool;

    /// True if all nodes have rows.
    const HAS_ROWS: bool;

    /// The states of the nodes.
    type State<S: Simd>;

    /// The tapes of the nodes.
    type Tape<S: Simd>: Copy;

    /// One register of each node; what is beyond `COUNT` is never read.
    type Packs<S: Simd>: Copy + AsRef<[Pack<S>]> + AsMut<[Pack<S>]>;

    /// A register of zeros for each node.
    fn zeros<S: Simd>(simd: S) -> Self::Packs<S>;

    /// Calls `fold` on each node.
    fn fold_all(&mut self, context: &Context, frame: &mut Frame<'_>) -> Result<(), Error>;

    /// Calls `begin` on each node.
    fn begin_all<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) -> Self::State<S>;

    /// Calls `begin_block` on each node.
    fn begin_block_all<C: Scope, S: Simd>(
        &self,
        state: &mut Self::State<S>,
        frame: &mut Frame<'_>,
        block: Block<S>,
    );

    /// Calls `forward` on each node.
    fn forward_all<C: Scope, S: Simd>(
        &self,
        state: &Self::State<S>,
        frame: &Frame<'_>,
        lane: Lane<S>,
    ) -> (Self::Packs<S>, Self::Tape<S>);

    /// Calls `backward` on each active node.
    fn backward_all<C: Scope, S: Simd>(
        &self,
        state: &mut Self::State<S>,
        frame: &mut Frame<'_>,
        lane: Lane<S>,
        tape: Self::Tape<S>,
        adjoints: Self::Packs<S>,
    );

    /// Calls `end_block` on each node.
    fn end_block_all<C: Scope, S: Simd>(
        &self,
        state: &mut Self::State<S>,
        frame: &mut Frame<'_>,
        block: Block<S>,
    );

    /// Calls `draw` on one of the nodes.
    #[cfg(feature = "random")]
    fn draw_one(
        &self,
        place: usize,
        state: &Self::State<pulp::Scalar>,
        lane: Lane<pulp::Scalar>,
        to: &mut Drawing<'_, '_>,
    ) -> bool;

    /// Calls `end` on each node.
    fn end_all<C: Scope, S: Simd>(&self, state: Self::State<S>, simd: S, frame: &mut Frame<'_>);
}

/// Implements [`List`] for the tuple of these nodes, which is a [`Tuple`].
macro_rules! list {
    ($($Node:ident)+) => {
        impl<$($Node: BoundNode),+> List for ($($Node,)+) {
            const COUNT: usize = <Self as Tuple>::COUNT;
            const VARS: VarSet = <Self as Tuple>::VARS;
            const BLOCKED: bool = <Self as Tuple>::BLOCKED;
            const HAS_ROWS: bool = <Self as Tuple>::HAS_ROWS;
            type State<S: Simd> = <Self as Tuple>::State<S>;
            type Tape<S: Simd> = <Self as Tuple>::Tape<S>;
            type Packs<S: Simd> = Packs<S>;

            #[cfg_attr(not(monomorph_outlined), inline(always))]
            fn zeros<S: Simd>(simd: S) -> Packs<S> {
                [Pack::zero(simd); super::MAX_ARGUMENTS]
            }

            fn fold_all(&mut self, context: &Context, frame: &mut Frame<'_>) -> Result<(), Error> {
                self.fold(context, frame)
            }

            #[cfg_attr(not(monomorph_outlined), inline(always))]
            fn begin_all<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) -> Self::State<S> {
                self.begin::<C, S>(simd, frame)
            }

            #[cfg_attr(not(monomorph_outlined), inline(always))]
            fn begin_block_all<C: Scope, S: Simd>(
                &self,
                state: &mut Self::State<S>,
                frame: &mut Frame<'_>,
                block: Block<S>,
            ) {
                self.begin_block::<C, S>(state, frame, block);
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
            fn end_block_all<C: Scope, S: Simd>(
                &self,
                state: &mut Self::State<S>,
                frame: &mut Frame<'_>,
                block: Block<S>,
            ) {
                self.end_block::<C, S>(state, frame, block);
            }

            #[cfg(feature = "random")]
            fn draw_one(
                &self,
                place: usize,
                state: &Self::State<pulp::Scalar>,
                lane: Lane<pulp::Scalar>,
                to: &mut Drawing<'_, '_>,
            ) -> bool {
                self.draw(place, state, lane, to)
            }

            #[cfg_attr(not(monomorph_outlined), inline(always))]
            fn end_all<C: Scope, S: Simd>(&self, state: Self::State<S>, simd: S, frame: &mut Frame<'_>) {
                self.end::<C, S>(state, simd, frame);
            }
        }
    };
}

list!(A B);
list!(A B D);
list!(A B D E);
list!(A B D E F);
list!(A B D E F G);

/// One register of each node of an array.
#[derive(Clone, Copy)]
pub struct ArrayOf<S: Simd, const COUNT: usize>(pub(super) [Pack<S>; COUNT]);

impl<S: Simd, const COUNT: usize> AsRef<[Pack<S>]> for ArrayOf<S, COUNT> {
    #[inline(always)]
    fn as_ref(&self) -> &[Pack<S>] {
        &self.0
    }
}

impl<S: Simd, const COUNT: usize> AsMut<[Pack<S>]> for ArrayOf<S, COUNT> {
    #[inline(always)]
    fn as_mut(&mut self) -> &mut [Pack<S>] {
        &mut self.0
    }
}
