//! Nodes that are swept one after the other: a tuple of different nodes, or an array, of any length, of
//! nodes of one type.

use crate::compiler::Context;
use crate::contract::drawing::Drawing;
use crate::contract::node::Facts;
use crate::contract::node::facts_of_list::{Set, joined_of_each};
use crate::contract::node::question::{AskDraw, AskProbabilities, QuestionInSweep};
use crate::contract::scope::Scope;
use crate::error::Error;
use crate::frame::Frame;
use crate::sealed::Sealed;
use crate::simd::{Block, Lane, Mask, Pack};
use core::marker::PhantomData;
use pulp::Simd;

/// A list of nodes, with the verbs of [`Node`](crate::contract::node::Node) on all of them.
pub trait List: Sealed + Clone + Send + Sync + 'static {
    /// The number of nodes.
    const COUNT: usize;

    /// The facts of each node.
    const EACH: &'static [Facts];

    /// The facts of all nodes together.
    const FACTS: Facts = Facts {
        blocked: Facts::any_blocked(Self::EACH),
        has_rows: Facts::all_have_rows(Self::EACH),
        mixed: joined_of_each!(Self::EACH, Mixed),
        mixed_rows: joined_of_each!(Self::EACH, MixedRows),
        reads_other_rows: joined_of_each!(Self::EACH, ReadsOtherRows),
        aligned: joined_of_each!(Self::EACH, Aligned),
        aligned_rows: joined_of_each!(Self::EACH, AlignedRows),
        nonlinear: joined_of_each!(Self::EACH, Nonlinear),
        slope_varies: joined_of_each!(Self::EACH, SlopeVaries),
        measure: Facts::measure_of_all(Self::EACH),
        read_at_begin: joined_of_each!(Self::EACH, ReadAtBegin),
        undefined: Facts::all_undefined(Self::EACH),
        ..Facts::of(const { joined_of_each!(Self::EACH, Vars) })
    };

    /// The states of the nodes.
    type State<S: Simd>;

    /// The tapes of the nodes.
    type Tape<S: Simd>: Copy;

    /// One register of each node; registers from the index `COUNT` on are never read.
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

    /// Puts a question to the node in a place within a sweep; returns `none` if the list has no node there.
    fn ask_in_sweep<S: Simd, Asked: QuestionInSweep<S>>(
        &self,
        place: usize,
        state: &Self::State<S>,
        question: &mut Asked,
        none: Asked::Answer,
    ) -> Asked::Answer;

    /// The lanes in which the values of the node in a place are logarithms of probabilities.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn are_probabilities<C: Scope, S: Simd>(
        &self,
        place: usize,
        state: &Self::State<S>,
        frame: &Frame<'_>,
        lane: Lane<S>,
    ) -> Mask<S> {
        let mut question = AskProbabilities { frame, lane, scope: PhantomData::<C> };
        self.ask_in_sweep(place, state, &mut question, Mask::first(lane.simd, 0))
    }

    /// Calls `draw` on one of the nodes.
    fn draw(
        &self,
        place: usize,
        state: &Self::State<pulp::Scalar>,
        lane: Lane<pulp::Scalar>,
        to: &mut Drawing<'_, '_>,
    ) -> bool {
        self.ask_in_sweep(place, state, &mut AskDraw { lane, to }, false)
    }

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
