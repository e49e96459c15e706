//! Questions: functions that are called on nodes of a list, whatever the type of the node.
//!
//! Tuples and arrays of nodes call a question on each node, on one node, and on one node within a sweep. To
//! add a question, add a type here and a function of [`Tuple`](crate::contract::node::Tuple) or
//! [`List`](crate::contract::node::List); the code of tuples and arrays does not change.

use crate::compiler::rewrite::TermSlots;
use crate::contract::drawing::{Chosen, Drawing, Known};
use crate::contract::node::{Beside, BoundNode, RowCounts};
use crate::contract::scope::Scope;
use crate::frame::{Frame, Slot};
use crate::shape::{Sides, Size};
use crate::simd::{Lane, Mask, Pack};
use core::marker::PhantomData;
use pulp::Simd;

/// A function that is called on a node.
pub trait Question {
    /// The answer.
    type Answer: Copy;

    /// Calls the function on a node.
    fn ask<N: BoundNode>(&mut self, node: &N) -> Self::Answer;
}

/// A function that is called on a node within a sweep.
pub trait QuestionInSweep<S: Simd> {
    /// The answer.
    type Answer: Copy;

    /// Calls the function on a node with its state.
    fn ask<N: BoundNode>(&mut self, node: &N, state: &N::State<S>) -> Self::Answer;
}

/// Declares questions to nodes: `Type { fields } -> answer: |question, node| expression`.
macro_rules! questions {
    ($($(#[$attribute:meta])* $Name:ident $(<$($life:lifetime),+>)? $({ $($field:ident: $Field:ty),+ })?
        -> $Answer:ty: |$self:ident, $node:ident| $answer:expr;)*) => {$(
        $(#[$attribute])*
        pub(crate) struct $Name $(<$($life),+>)? { $($(pub $field: $Field),+)? }

        $(#[$attribute])*
        impl $(<$($life),+>)? Question for $Name $(<$($life),+>)? {
            type Answer = $Answer;

            #[cfg_attr(not(monomorph_outlined), inline(always))]
            fn ask<N: BoundNode>(&mut self, $node: &N) -> $Answer {
                let $self = self;
                $answer
            }
        }
    )*};
}

questions! {
    AskSides -> Sides: |_question, node| node.sides();
    AskSlot -> Slot: |_question, node| node.slot();
    AskSize -> Size: |_question, node| node.size();
    AskSource -> Option<(Slot, usize)>: |_question, node| node.source();
    AskReads<'a, 'b, 'c> { row: usize, frame: &'a Frame<'b>, known: &'a mut Known<'c> } -> ():
        |question, node| node.reads(question.row, question.frame, question.known);
    AskTermSlots<'a> { slots: &'a mut TermSlots } -> (): |question, node| node.add_term_slots(question.slots);
    AskDataTerms<'a, 'b, 'c> { frame: &'a mut Frame<'b>, counts: &'a mut RowCounts<'c> } -> f64:
        |question, node| node.data_terms(question.frame, question.counts);
    AskDrawChosen<'a, 'b, 'c> { chosen: Chosen<'a>, to: &'a mut Drawing<'b, 'c> } -> bool:
        |question, node| node.draw_chosen(question.chosen, question.to);
}

/// Returns the companion of a register of values.
pub(crate) struct AskCompanion<'a, 'f, K, C, S: Simd> {
    pub frame: &'a Frame<'f>,
    pub lane: Lane<S>,
    pub known: PhantomData<(K, C)>,
}

impl<K: Beside, C: Scope, S: Simd> QuestionInSweep<S> for AskCompanion<'_, '_, K, C, S> {
    type Answer = Option<Pack<S>>;

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn ask<N: BoundNode>(&mut self, node: &N, state: &N::State<S>) -> Option<Pack<S>> {
        node.companion::<K, C, S>(state, self.frame, self.lane)
    }
}

/// Returns the lanes in which values are logarithms of probabilities.
pub(crate) struct AskProbabilities<'a, 'f, C, S: Simd> {
    pub frame: &'a Frame<'f>,
    pub lane: Lane<S>,
    pub scope: PhantomData<C>,
}

impl<C: Scope, S: Simd> QuestionInSweep<S> for AskProbabilities<'_, '_, C, S> {
    type Answer = Mask<S>;

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn ask<N: BoundNode>(&mut self, node: &N, state: &N::State<S>) -> Mask<S> {
        node.are_probabilities::<C, S>(state, self.frame, self.lane)
    }
}

/// Returns the squares of a register of values.
pub(crate) struct AskSquare<'a, 'f, C, S: Simd> {
    pub frame: &'a Frame<'f>,
    pub lane: Lane<S>,
    pub scope: PhantomData<C>,
}

impl<C: Scope, S: Simd> QuestionInSweep<S> for AskSquare<'_, '_, C, S> {
    type Answer = Option<Pack<S>>;

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn ask<N: BoundNode>(&mut self, node: &N, state: &N::State<S>) -> Option<Pack<S>> {
        node.square::<C, S>(state, self.frame, self.lane)
    }
}

/// Draws from the law whose log density the node is.
pub(crate) struct AskDraw<'a, 'b, 'c> {
    pub lane: Lane<pulp::Scalar>,
    pub to: &'a mut Drawing<'b, 'c>,
}

impl QuestionInSweep<pulp::Scalar> for AskDraw<'_, '_, '_> {
    type Answer = bool;

    fn ask<N: BoundNode>(&mut self, node: &N, state: &N::State<pulp::Scalar>) -> bool {
        node.draw(state, self.lane, self.to)
    }
}
