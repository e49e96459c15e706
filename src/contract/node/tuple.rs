//! Several nodes swept together: the variable and the arguments of a statement, or the bounds of a support.

use crate::compiler::rewrite::{Cursor, Summand, TermSlots};
use crate::contract::drawing::{Chosen, Drawing, Known};
use crate::contract::node::question::{
    AskCompanion, AskDataTerms, AskDrawChosen, AskReads, AskSides, AskSize, AskSlot, AskSource, AskSquare,
    AskTermSlots, Question,
};
use crate::contract::node::{Beside, List, RowCounts, Selection, places};
use crate::contract::scope::{Scope, any_free};
use crate::frame::{Frame, MAX_ARGUMENTS, Slot};
use crate::shape::{Sides, Size};
use crate::simd::{Lane, Pack};
use core::marker::PhantomData;
use pulp::Simd;

/// One register of each node of a tuple; what is beyond the tuple's length is never read.
pub type Packs<S> = [Pack<S>; MAX_ARGUMENTS];

/// A [list](List) of nodes that know their places, at most [`MAX_ARGUMENTS`].
pub trait Tuple: List {
    /// Asks each node; the answer is `none` where there is none.
    fn ask_each<Asked: Question>(
        &self,
        question: &mut Asked,
        none: Asked::Answer,
    ) -> [Asked::Answer; MAX_ARGUMENTS];

    /// Asks the node in a place; the answer is `none` where there is none.
    fn ask<Asked: Question>(&self, place: usize, question: &mut Asked, none: Asked::Answer) -> Asked::Answer;

    /// The facts that each node knows of its sides.
    fn sides(&self) -> [Sides; MAX_ARGUMENTS] {
        self.ask_each(&mut AskSides {}, Sides::UNKNOWN)
    }

    /// The places of the nodes' values, of those that are in the workspace.
    fn slots(&self) -> [Slot; MAX_ARGUMENTS] {
        self.ask_each(&mut AskSlot {}, Slot::default())
    }

    /// The slots of the terms of the affine form in a place, as [`load`](Self::load) loads them.
    fn term_slots(&self, place: usize) -> TermSlots {
        let mut slots = TermSlots::default();
        self.ask(place, &mut AskTermSlots { slots: &mut slots }, ());
        slots
    }

    /// The sizes of the nodes.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn sizes(&self) -> [Size; MAX_ARGUMENTS] {
        self.ask_each(&mut AskSize {}, Size::default())
    }

    /// The nodes that are [active](crate::contract::node::is_active).
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn active<C: Scope>() -> [bool; MAX_ARGUMENTS] {
        const { places!(Self, |node| C::SETS.gradient && any_free::<C>(node.vars)) }
    }

    /// What is known beside a register of a node, if it is.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn companion<K: Beside, C: Scope, S: Simd>(
        &self,
        place: usize,
        state: &Self::State<S>,
        frame: &Frame<'_>,
        lane: Lane<S>,
    ) -> Option<Pack<S>> {
        let question = &mut AskCompanion { frame, lane, known: PhantomData::<(K, C)> };
        self.ask_in_sweep(place, state, question, None)
    }

    /// The squares of a register of a node, if it is a root.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn square<C: Scope, S: Simd>(
        &self,
        place: usize,
        state: &Self::State<S>,
        frame: &Frame<'_>,
        lane: Lane<S>,
    ) -> Option<Pack<S>> {
        self.ask_in_sweep(place, state, &mut AskSquare { frame, lane, scope: PhantomData::<C> }, None)
    }

    /// Visits the gathers of the sum in a place.
    fn for_summands(&mut self, _place: usize, _visit: &mut dyn FnMut(&mut Summand)) {}

    /// Calls `backward` on each node, and on one of them, which is a root, `backward_of_square`.
    fn backward_of_square<C: Scope, S: Simd>(
        &self,
        place: usize,
        state: &mut Self::State<S>,
        frame: &mut Frame<'_>,
        lane: Lane<S>,
        tape: Self::Tape<S>,
        adjoints: Packs<S>,
    );

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

    /// Calls `forward` on each node.
    fn forward<C: Scope, S: Simd>(
        &self,
        state: &Self::State<S>,
        frame: &Frame<'_>,
        lane: Lane<S>,
    ) -> (Packs<S>, Self::Tape<S>);

    /// Calls `forward` on the selected nodes alone.
    fn forward_some<Of: Selection, C: Scope, S: Simd>(
        &self,
        state: &Self::State<S>,
        frame: &Frame<'_>,
        lane: Lane<S>,
    ) -> Packs<S>;

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

    /// Calls `forward` and `backward` on each active node among the selected ones.
    fn backward_some<Of: Selection, C: Scope, S: Simd>(
        &self,
        state: &mut Self::State<S>,
        frame: &mut Frame<'_>,
        lane: Lane<S>,
        adjoints: Packs<S>,
    );

    /// The place of the vector whose elements a node gathers, and the number of its elements.
    fn source(&self, place: usize) -> Option<(Slot, usize)> {
        self.ask(place, &mut AskSource {}, None)
    }

    /// Calls `reads` on one of the nodes.
    fn reads(&self, place: usize, row: usize, frame: &Frame<'_>, known: &mut Known<'_>) {
        self.ask(place, &mut AskReads { row, frame, known }, ());
    }

    /// Calls `data_terms` on one of the nodes.
    fn data_terms(&self, place: usize, frame: &mut Frame<'_>, counts: &mut RowCounts<'_>) -> f64 {
        self.ask(place, &mut AskDataTerms { frame, counts }, 0.0)
    }

    /// Calls `draw_chosen` on one of the nodes.
    fn draw_chosen(&self, place: usize, chosen: Chosen<'_>, to: &mut Drawing<'_, '_>) -> bool {
        self.ask(place, &mut AskDrawChosen { chosen, to }, false)
    }
}
