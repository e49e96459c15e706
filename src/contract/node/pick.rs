//! Functions of nodes that a constant picks: the node's own function, or one that does nothing where it is
//! not needed.
//!
//! The compiler compiles everything that a function mentions, also in the branch of an `if const` that is
//! not taken, and in the functions called there. It does not compile a function that was not picked.

use crate::contract::law::Measure;
use crate::contract::node::{Node, is_active};
use crate::contract::scope::Scope;
use crate::frame::Frame;
use crate::simd::{Block, Lane, Mask, Pack};
use pulp::Simd;

/// A function that passes on the adjoint of a register.
pub(crate) type Backward<N, S> =
    fn(&N, &mut <N as Node>::State<S>, &mut Frame<'_>, Lane<S>, <N as Node>::Tape<S>, Pack<S>);

/// The node's own `backward`, or a function that does nothing if nothing that the node reads has an
/// adjoint.
pub(crate) const fn backward_of<C: Scope, S: Simd, N: Node>() -> Backward<N, S> {
    if is_active::<C, N>() { N::backward::<C, S> } else { no_backward::<S, N> }
}

/// A function that returns the lanes of a register whose values are logarithms of probabilities.
pub(crate) type AreProbabilities<N, S> = fn(&N, &<N as Node>::State<S>, &Frame<'_>, Lane<S>) -> Mask<S>;

/// The function that returns the lanes with positive probability, for a node of probabilities, or no lanes,
/// for a node of densities. A node of both has a function of its own.
pub(crate) const fn are_probabilities_of<C: Scope, S: Simd, N: Node>() -> AreProbabilities<N, S> {
    match N::FACTS.measure {
        Measure::Densities => no_probabilities::<S, N>,
        Measure::Probabilities => possible::<C, S, N>,
        Measure::Both => panic!(
            "monomorph: a mixture cannot find the atoms of this law: its variable is a vector that is repeated for the rows of a matrix"
        ),
    }
}

#[cfg_attr(not(monomorph_outlined), inline(always))]
fn possible<C: Scope, S: Simd, N: Node>(
    node: &N,
    state: &N::State<S>,
    frame: &Frame<'_>,
    lane: Lane<S>,
) -> Mask<S> {
    node.forward::<C, S>(state, frame, lane).0.gt(f64::NEG_INFINITY)
}

#[cfg_attr(not(monomorph_outlined), inline(always))]
fn no_probabilities<S: Simd, N: Node>(_: &N, _: &N::State<S>, _: &Frame<'_>, lane: Lane<S>) -> Mask<S> {
    Mask::first(lane.simd, 0)
}

/// A function that computes a node's value in a lane.
pub(crate) type ValueOf<N, S> = fn(&N, &<N as Node>::State<S>, &Frame<'_>, Lane<S>) -> Pack<S>;

/// The node's own function, or a function that returns zero if the value is not wanted.
pub(crate) const fn value_of<C: Scope, S: Simd, N: Node>(is_wanted: bool) -> ValueOf<N, S> {
    if is_wanted { value::<C, S, N> } else { no_value::<S, N> }
}

#[cfg_attr(not(monomorph_outlined), inline(always))]
fn value<C: Scope, S: Simd, N: Node>(
    node: &N,
    state: &N::State<S>,
    frame: &Frame<'_>,
    lane: Lane<S>,
) -> Pack<S> {
    node.forward::<C, S>(state, frame, lane).0
}

#[cfg_attr(not(monomorph_outlined), inline(always))]
fn no_value<S: Simd, N: Node>(_: &N, _: &N::State<S>, _: &Frame<'_>, lane: Lane<S>) -> Pack<S> {
    Pack::zero(lane.simd)
}

#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(crate) fn no_backward<S: Simd, N: Node>(
    _: &N,
    _: &mut N::State<S>,
    _: &mut Frame<'_>,
    _: Lane<S>,
    _: N::Tape<S>,
    _: Pack<S>,
) {
}

#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(crate) fn no_end_of_block<S: Simd, N: Node>(_: &N, _: &mut N::State<S>, _: &mut Frame<'_>, _: Block<S>) {}

/// The function that ends a block of registers of a node: it does nothing if nothing that the node reads has
/// an adjoint.
pub(crate) const fn end_block_of<C: Scope, S: Simd, N: Node>()
-> fn(&N, &mut N::State<S>, &mut Frame<'_>, Block<S>) {
    if is_active::<C, N>() { N::end_block::<C, S> } else { no_end_of_block::<S, N> }
}

/// The function that ends a sweep of a node: it does nothing if nothing that the node reads has an adjoint.
pub(crate) const fn end_of<C: Scope, S: Simd, N: Node>() -> fn(&N, N::State<S>, S, &mut Frame<'_>) {
    if is_active::<C, N>() { N::end::<C, S> } else { no_end::<S, N> }
}

#[cfg_attr(not(monomorph_outlined), inline(always))]
fn no_end<S: Simd, N: Node>(_: &N, _: N::State<S>, _: S, _: &mut Frame<'_>) {}

/// Does nothing in a sweep, where a constant shows that nothing has to be done.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(crate) fn nothing<N, State, S: Simd>(_: &N, _: &mut State, _: S, _: &mut Frame<'_>) {}

/// Computes nothing when a model is precomputed, for a value that does not depend on data alone.
pub(crate) fn precompute_nothing<N>(_: &mut N, _: &mut Frame<'_>) {}
