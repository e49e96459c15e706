//! Loops over the rows of nodes, block by block: [`sweep`] over the registers of a vector, in kernels, and
//! [`for_data`] and [`for_values`] over single rows.

use crate::contract::node::pick::{backward_of, end_block_of, no_backward, no_end_of_block};
use crate::contract::node::{Node, Packs, Tuple};
use crate::contract::scope::{Scope, Value};
use crate::error::Error;
use crate::frame::Frame;
use crate::simd::{Blocks, Lane, Pack, for_lanes};
use pulp::{Scalar, Simd};

/// A visitor of each register's value, which returns the value's adjoint.
pub(crate) trait Visit<S: Simd> {
    /// True if the adjoints are passed backward.
    const BACKWARD: bool;

    /// Returns the lane in which rows that do not count are masked.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn lane(&self, _: &Frame<'_>, lane: Lane<S>) -> Lane<S> {
        lane
    }

    /// Takes a value; the result is its adjoint, which counts only if [`BACKWARD`](Self::BACKWARD).
    fn visit(&mut self, frame: &mut Frame<'_>, lane: Lane<S>, value: Pack<S>) -> Pack<S>;
}

/// Visits the registers of `node`, between its `begin` and its `end`.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(crate) fn sweep<C: Scope, S: Simd, N: Node, V: Visit<S>>(
    node: &N,
    state: &mut N::State<S>,
    simd: S,
    frame: &mut Frame<'_>,
    length: usize,
    visitor: &mut V,
) {
    let blocks = Blocks::new(simd, length, const { N::FACTS.blocked });
    sweep_over::<C, S, N, V>(node, state, frame, blocks, visitor);
}

/// Visits the registers of some blocks of `node`, between its `begin` and its `end`.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(crate) fn sweep_over<C: Scope, S: Simd, N: Node, V: Visit<S>>(
    node: &N,
    state: &mut N::State<S>,
    frame: &mut Frame<'_>,
    blocks: Blocks<S>,
    visitor: &mut V,
) {
    // A constant picks the function, so that a backward pass that is not run is not compiled.
    let backward = const { if V::BACKWARD { backward_of::<C, S, N>() } else { no_backward::<S, N> } };
    let end_block = const { if V::BACKWARD { end_block_of::<C, S, N>() } else { no_end_of_block::<S, N> } };
    for block in blocks {
        node.begin_block::<C, S>(state, frame, block);
        for_lanes!(lane in block => {
            let lane = visitor.lane(frame, lane);
            let (value, tape) = node.forward::<C, S>(state, frame, lane);
            let adjoint = visitor.visit(frame, lane, value);
            backward(node, state, frame, lane, tape, adjoint);
        });
        end_block(node, state, frame, block);
    }
}

/// A function that returns the number of observations for which a row stands.
pub type RowCounts<'a> = dyn FnMut(&Frame<'_>, usize) -> f64 + 'a;

/// A function of the values of the nodes in a row, given its number.
pub(crate) type VisitRow<'a> = dyn FnMut(&mut Frame<'_>, usize, Packs<Scalar>) -> Result<(), Error> + 'a;

/// Calls `visit` for each row of a tuple of nodes, in plain numbers, for work that is done once and outside
/// of kernels. `read` reads the values of a row from the nodes: only data where parameters have no values
/// yet. `visit` is a trait object, so that each tuple has one loop.
fn for_rows_by<A: Tuple>(
    nodes: &A,
    rows: usize,
    frame: &mut Frame<'_>,
    read: impl Fn(&A, &A::State<Scalar>, &Frame<'_>, Lane<Scalar>) -> Packs<Scalar>,
    visit: &mut VisitRow<'_>,
) -> Result<(), Error> {
    let simd = Scalar::new();
    let mut state = nodes.begin::<Value, Scalar>(simd, frame);
    for block in Blocks::new(simd, rows, const { A::FACTS.blocked }) {
        nodes.begin_block::<Value, Scalar>(&mut state, frame, block);
        // Every register is full: it holds one number.
        for lane in block.full_lanes() {
            let packs = read(nodes, &state, frame, lane);
            visit(frame, lane.index, packs)?;
        }
    }
    Ok(())
}

/// Calls `visit` with each row of the nodes that are data.
pub(crate) fn for_data<A: Tuple>(
    nodes: &A,
    rows: usize,
    frame: &mut Frame<'_>,
    visit: &mut VisitRow<'_>,
) -> Result<(), Error> {
    for_rows_by(
        nodes,
        rows,
        frame,
        |nodes, state, frame, lane| nodes.data::<Value, Scalar>(state, frame, lane),
        visit,
    )
}

/// Calls `visit` with each row of all nodes, where variables have their values.
pub(crate) fn for_values<A: Tuple>(
    nodes: &A,
    rows: usize,
    frame: &mut Frame<'_>,
    visit: &mut VisitRow<'_>,
) -> Result<(), Error> {
    for_values_with(nodes, rows, frame, |_, _, _, packs| packs, visit)
}

/// Calls `visit` with each row of all nodes, after `add` has added what the nodes know beside their values.
pub(crate) fn for_values_with<A: Tuple>(
    nodes: &A,
    rows: usize,
    frame: &mut Frame<'_>,
    add: impl Fn(&A::State<Scalar>, &Frame<'_>, Lane<Scalar>, Packs<Scalar>) -> Packs<Scalar>,
    visit: &mut VisitRow<'_>,
) -> Result<(), Error> {
    let read = |nodes: &A, state: &A::State<Scalar>, frame: &Frame<'_>, lane| {
        add(state, frame, lane, nodes.forward::<Value, Scalar>(state, frame, lane).0)
    };
    for_rows_by(nodes, rows, frame, read, visit)
}
