//! The sweep of one expression of a step: values are stored in its row, and adjoints are read from it.

use super::At;
use crate::contract::node::{Node, Visit, is_active, sweep};
use crate::contract::scope::Scope;
use crate::frame::{Frame, Slot};
use crate::shape::Tag;
use crate::simd::{Blocks, Lane, Pack, for_lanes};
use pulp::Simd;

/// Stores values in their row. Numbers beyond the end of the row are overwritten by later values.
struct StoreRow(Slot);

impl<S: Simd> Visit<S> for StoreRow {
    const BACKWARD: bool = false;

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn visit(&mut self, frame: &mut Frame<'_>, lane: Lane<S>, value: Pack<S>) -> Pack<S> {
        frame.set_values(self.0, lane, value);
        value
    }
}

/// Reads adjoints: those from the readers of the values, and those from the next step, which are set to
/// zero.
struct CollectRow {
    row: Slot,
    left: Slot,
}

impl<S: Simd> Visit<S> for CollectRow {
    const BACKWARD: bool = true;

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn visit(&mut self, frame: &mut Frame<'_>, lane: Lane<S>, _: Pack<S>) -> Pack<S> {
        let adjoint = frame.adjoints(self.row, lane) + frame.adjoints(self.left, lane);
        frame.set_adjoints(self.left, lane, Pack::zero(lane.simd));
        adjoint
    }
}

#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(crate) fn store_row<C: Scope, S: Simd, N: Node>(
    node: &N,
    state: &mut N::State<S>,
    simd: S,
    frame: &mut Frame<'_>,
    place: usize,
    at: At<'_>,
) {
    let store =
        const { if N::Shape::IS_SCALAR { store_number::<C, S, N> } else { store_elements::<C, S, N> } };
    store(node, state, simd, frame, place, at);
}

#[cfg_attr(not(monomorph_outlined), inline(always))]
fn store_number<C: Scope, S: Simd, N: Node>(
    node: &N,
    state: &mut N::State<S>,
    simd: S,
    frame: &mut Frame<'_>,
    place: usize,
    at: At<'_>,
) {
    let row = at.parts[place].first.element(at.step * at.width);
    let (value, _) = node.forward::<C, S>(state, frame, Lane::scalar(simd));
    frame.set_value(row, value);
}

#[cfg_attr(not(monomorph_outlined), inline(always))]
fn store_elements<C: Scope, S: Simd, N: Node>(
    node: &N,
    state: &mut N::State<S>,
    simd: S,
    frame: &mut Frame<'_>,
    place: usize,
    at: At<'_>,
) {
    let part = &at.parts[place];
    let row = part.first.element(at.step * at.width);
    sweep::<C, S, N, _>(node, state, simd, frame, part.extent.size(), &mut StoreRow(row));
}

#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(crate) fn collect_row<C: Scope, S: Simd, N: Node, const COUNT: usize>(
    node: &N,
    state: &mut N::State<S>,
    simd: S,
    frame: &mut Frame<'_>,
    place: usize,
    at: At<'_>,
) {
    let collect = const {
        if !is_active::<C, N>() {
            collect_nothing::<S, N>
        } else if C::SETS.is_chain && COUNT == 1 {
            collect_chained::<C, S, N>
        } else if N::Shape::IS_SCALAR {
            collect_number::<C, S, N>
        } else {
            collect_elements::<C, S, N>
        }
    };
    collect(node, state, simd, frame, place, at);
}

#[cfg_attr(not(monomorph_outlined), inline(always))]
fn collect_nothing<S: Simd, N: Node>(
    _: &N,
    _: &mut N::State<S>,
    _: S,
    _: &mut Frame<'_>,
    _: usize,
    _: At<'_>,
) {
}

#[cfg_attr(not(monomorph_outlined), inline(always))]
fn collect_number<C: Scope, S: Simd, N: Node>(
    node: &N,
    state: &mut N::State<S>,
    simd: S,
    frame: &mut Frame<'_>,
    place: usize,
    at: At<'_>,
) {
    let part = &at.parts[place];
    let (row, left) = (part.first.element(at.step * at.width), part.left_at(at.step)[0]);
    let lane = Lane::scalar(simd);
    let (_, tape) = node.forward::<C, S>(state, frame, lane);
    let adjoint = frame.adjoint(simd, row) + frame.adjoint(simd, left);
    frame.set_adjoint_number(left, 0.0);
    node.backward::<C, S>(state, frame, lane, tape, adjoint);
}

#[cfg_attr(not(monomorph_outlined), inline(always))]
fn collect_elements<C: Scope, S: Simd, N: Node>(
    node: &N,
    state: &mut N::State<S>,
    simd: S,
    frame: &mut Frame<'_>,
    place: usize,
    at: At<'_>,
) {
    let part = &at.parts[place];
    let (row, left) = (part.first.element(at.step * at.width), part.left_at(at.step)[0]);
    sweep::<C, S, N, _>(node, state, simd, frame, part.extent.size(), &mut CollectRow { row, left });
}

/// Passes on the adjoints of the only value of a step. The adjoint for the previous step is summed in a
/// register, lane by lane.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn collect_chained<C: Scope, S: Simd, N: Node>(
    node: &N,
    state: &mut N::State<S>,
    simd: S,
    frame: &mut Frame<'_>,
    place: usize,
    at: At<'_>,
) {
    let part = &at.parts[place];
    let (row, [left, before]) = (part.first.element(at.step * at.width), part.left_at(at.step));
    for block in Blocks::new(simd, part.extent.size(), const { N::FACTS.blocked }) {
        node.begin_block::<C, S>(state, frame, block);
        for_lanes!(lane in block => {
            let (_, tape) = node.forward::<C, S>(state, frame, lane);
            let adjoint = frame.adjoints(row, lane) + frame.adjoints(left, lane);
            frame.start_slopes();
            node.backward::<C, S>(state, frame, lane, tape, adjoint);
            let passed = frame.slopes(simd);
            if at.step > 0 {
                frame.set_adjoints(before, lane, passed);
            } else {
                frame.add_adjoints(part.initial, lane, lane.mask.select(passed, 0.0));
            }
        });
        node.end_block::<C, S>(state, frame, block);
    }
}
