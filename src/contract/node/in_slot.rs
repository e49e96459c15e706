//! A sweep that computes a node into the slot of its value, and a sweep that reads the slot's adjoints
//! back.

use crate::contract::node::{Node, Rests, Visit, sweep_over};
use crate::contract::scope::Scope;
use crate::frame::{Frame, Slot};
use crate::shape::Tag;
use crate::simd::{Blocks, Lane, Pack, for_lanes};
use pulp::Simd;

/// Writes values to a slot, or reads adjoints from it.
struct Store(Slot);
struct Collect(Slot);

impl<S: Simd> Visit<S> for Store {
    const BACKWARD: bool = false;

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn visit(&mut self, frame: &mut Frame<'_>, lane: Lane<S>, value: Pack<S>) -> Pack<S> {
        frame.start_values(self.0, lane, value);
        value
    }
}

impl<S: Simd> Visit<S> for Collect {
    const BACKWARD: bool = true;

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn visit(&mut self, frame: &mut Frame<'_>, lane: Lane<S>, _: Pack<S>) -> Pack<S> {
        frame.adjoints(self.0, lane)
    }
}

/// The blocks of the elements that are computed in the frame.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(super) fn blocks_of<S: Simd, N: Node>(simd: S, frame: &Frame<'_>, length: usize) -> Blocks<S> {
    let (start, length) = frame.stored(length);
    Blocks::between(simd, start, length, const { N::FACTS.blocked })
}

/// Computes the values of a node into the slot `slot`.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(crate) fn store<C: Scope, S: Simd, N: Node>(
    node: &N,
    state: &mut N::State<S>,
    simd: S,
    frame: &mut Frame<'_>,
    slot: Slot,
    length: usize,
) {
    let store =
        const { if N::Shape::IS_SCALAR { store_number::<C, S, N> } else { store_elements::<C, S, N> } };
    store(node, state, simd, frame, slot, length);
}

#[cfg_attr(not(monomorph_outlined), inline(always))]
fn store_number<C: Scope, S: Simd, N: Node>(
    node: &N,
    state: &mut N::State<S>,
    simd: S,
    frame: &mut Frame<'_>,
    slot: Slot,
    _: usize,
) {
    let (value, _) = node.forward::<C, S>(state, frame, Lane::scalar(simd));
    frame.start_value(slot, value);
}

#[cfg_attr(not(monomorph_outlined), inline(always))]
fn store_elements<C: Scope, S: Simd, N: Node>(
    node: &N,
    state: &mut N::State<S>,
    simd: S,
    frame: &mut Frame<'_>,
    slot: Slot,
    length: usize,
) {
    let blocks = blocks_of::<S, N>(simd, frame, length);
    sweep_over::<C, S, N, _>(node, state, frame, blocks, &mut Store(slot));
}

/// Computes the rests that rounding has removed from the stored values of a node, into the slot `slot`.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(crate) fn store_rests<C: Scope, S: Simd, N: Node>(
    node: &N,
    state: &mut N::State<S>,
    simd: S,
    frame: &mut Frame<'_>,
    slot: Slot,
    length: usize,
) {
    let rest_in = |state: &N::State<S>, frame: &Frame<'_>, lane: Lane<S>| {
        let rest = node.companion::<Rests, C, S>(state, frame, lane);
        rest.unwrap_or(Pack::zero(simd))
    };
    if const { N::Shape::IS_SCALAR } {
        let rest = rest_in(state, frame, Lane::scalar(simd));
        return frame.set_value(slot, rest);
    }
    for block in blocks_of::<S, N>(simd, frame, length) {
        node.begin_block::<C, S>(state, frame, block);
        for_lanes!(lane in block => {
            let rest = rest_in(state, frame, lane);
            frame.set_values(slot, lane, rest);
        });
    }
}

/// Passes the adjoints in a slot backward to the node from which the slot was computed.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(crate) fn collect<C: Scope, S: Simd, N: Node>(
    node: &N,
    state: &mut N::State<S>,
    simd: S,
    frame: &mut Frame<'_>,
    slot: Slot,
    length: usize,
) {
    let collect =
        const { if N::Shape::IS_SCALAR { collect_number::<C, S, N> } else { collect_elements::<C, S, N> } };
    collect(node, state, simd, frame, slot, length);
}

#[cfg_attr(not(monomorph_outlined), inline(always))]
fn collect_number<C: Scope, S: Simd, N: Node>(
    node: &N,
    state: &mut N::State<S>,
    simd: S,
    frame: &mut Frame<'_>,
    slot: Slot,
    _: usize,
) {
    let lane = Lane::scalar(simd);
    let (_, tape) = node.forward::<C, S>(state, frame, lane);
    let adjoint = frame.adjoint(simd, slot);
    node.backward::<C, S>(state, frame, lane, tape, adjoint);
}

#[cfg_attr(not(monomorph_outlined), inline(always))]
fn collect_elements<C: Scope, S: Simd, N: Node>(
    node: &N,
    state: &mut N::State<S>,
    simd: S,
    frame: &mut Frame<'_>,
    slot: Slot,
    length: usize,
) {
    let blocks = blocks_of::<S, N>(simd, frame, length);
    sweep_over::<C, S, N, _>(node, state, frame, blocks, &mut Collect(slot));
}
