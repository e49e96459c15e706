//! Nodes that are swept one by one: a tuple of different ones, or an array of any length of one type.

use crate::compiler::Context;
use crate::contract::drawing::Drawing;
use crate::contract::scope::Scope;
use crate::error::Error;
use crate::frame::Frame;
use crate::name::VarSet;
use crate::sealed::Sealed;
use crate::simd::{Block, Lane, Pack};
use pulp::Simd;

/// A list of nodes, with the verbs of [`Node`](crate::contract::node::Node) on all of them.
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

    /// Calls `precompute` on each node.
    fn precompute(&mut self, context: &Context, frame: &mut Frame<'_>) -> Result<(), Error>;

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
    fn end_block<C: Scope, S: Simd>(
        &self,
        state: &mut Self::State<S>,
        frame: &mut Frame<'_>,
        block: Block<S>,
    );

    /// Calls `draw` on one of the nodes.
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

/// One register of each node of an array.
#[derive(Clone, Copy)]
pub struct ArrayOf<S: Simd, const COUNT: usize>(pub(crate) [Pack<S>; COUNT]);

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
