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

/// One register of each node of a tuple; registers beyond the tuple's length are never read.
pub type Packs<S> = [Pack<S>; MAX_ARGUMENTS];

/// A [list](List) of at most [`MAX_ARGUMENTS`] nodes, each in a numbered place.
pub trait Tuple: List {
    /// Puts a question to each node; the answer is `none` in places without a node.
    fn ask_each<Asked: Question>(
        &self,
        question: &mut Asked,
        none: Asked::Answer,
    ) -> [Asked::Answer; MAX_ARGUMENTS];

    /// Puts a question to the node in a place; returns `none` if there is no node.
    fn ask<Asked: Question>(&self, place: usize, question: &mut Asked, none: Asked::Answer) -> Asked::Answer;

    /// The known facts about the number of rows and of columns of each node.
    fn sides(&self) -> [Sides; MAX_ARGUMENTS] {
        self.ask_each(&mut AskSides {}, Sides::UNKNOWN)
    }

    /// The slots of the nodes' values, for nodes with a value in the workspace.
    fn slots(&self) -> [Slot; MAX_ARGUMENTS] {
        self.ask_each(&mut AskSlot {}, Slot::default())
    }

    /// The slots of the terms of the affine form of the node in a place, in the order in which
    /// [`load`](Self::load) loads them.
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

    /// True for each node that is [active](crate::contract::node::is_active).
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn active<C: Scope>() -> [bool; MAX_ARGUMENTS] {
        const { places!(Self, |node| C::SETS.gradient && any_free::<C>(node.vars)) }
    }

    /// The companion `K` of a register of the node in a place, if it is known.
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

    /// The squares of a register of the node in a place, if its values are square roots.
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

    /// Calls `_visit` on each gather among the terms of the node in a place.
    fn for_summands(&mut self, _place: usize, _visit: &mut dyn FnMut(&mut Summand)) {}

    /// Calls `backward_of_square` on the node in a place, whose values are square roots, and `backward` on
    /// the others.
    fn backward_of_square<C: Scope, S: Simd>(
        &self,
        place: usize,
        state: &mut Self::State<S>,
        frame: &mut Frame<'_>,
        lane: Lane<S>,
        tape: Self::Tape<S>,
        adjoints: Packs<S>,
    );

    /// Calls `load` on the node in a place, and `begin` on the others.
    fn load<C: Scope, S: Simd>(
        &self,
        place: usize,
        simd: S,
        frame: &mut Frame<'_>,
        cursor: &mut Cursor,
    ) -> Self::State<S>;

    /// Calls `unload` on the node in a place, and `end` on the others.
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

    /// Calls `forward` on the selected nodes.
    fn forward_some<Of: Selection, C: Scope, S: Simd>(
        &self,
        state: &Self::State<S>,
        frame: &Frame<'_>,
        lane: Lane<S>,
    ) -> Packs<S>;

    /// Calls `forward` on the nodes without variables.
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

    /// Calls `forward` and `backward` on each selected node that is active.
    fn backward_some<Of: Selection, C: Scope, S: Simd>(
        &self,
        state: &mut Self::State<S>,
        frame: &mut Frame<'_>,
        lane: Lane<S>,
        adjoints: Packs<S>,
    );

    /// The slot of the vector from which the node in a place picks an element for each row, and the vector's
    /// length; `None` for other nodes.
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
