//! Tracked runs: what a function did, as a graph that can be asked.
//!
//! [`track`](fn@track) runs a function and gives what it returned together with an extended Wengert list, a [`List`]: every value,
//! with what it was computed from, every branch with its condition, every call, each with its place in the source.
//!
//! A function is written over plain numbers, and the attribute [`#[track]`](macro@crate::track) adds its tracked form.
//!
//! | question | answer |
//! |-|-|
//! | what is it computed from, what is computed from it | [`List::parents`], [`List::children`] |
//! | what does it depend on, what depends on it | [`List::ancestors`], [`List::descendants`], by data, by branches, or both: [`Dependence`] |
//! | its derivatives | [`List::gradient`] |
//! | its value with other inputs | [`List::replay`] |

mod lift;
mod list;
mod nodes;
pub mod op;
mod primitive;
mod record;
mod recorder;
mod source;
mod tape;
mod tracked;
mod values;

pub use crate::native::Native;
#[cfg(feature = "track")]
#[doc(no_inline)]
pub use crate::track;
pub use lift::{IntoTracked, IntoTrackedSlice, Lift};
pub use list::{Dependence, Kind, Leaves, List, Node, Replay};
pub use nodes::Nodes;
pub use primitive::{Derivative, Law, LawDerivative, Primitive, Space};
pub use recorder::{Recorder, Step};
pub use source::{At, Source};
pub(crate) use tape::Recording;
pub use tape::{Frame, Tape};
pub use tracked::{NodeId, Operand, Tracked};
pub use values::Values;

use std::cell::RefCell;
use std::rc::Rc;
use tape::State;

/// Runs a function, and records what it does.
///
/// ```
/// use monomorph::track::{op, track};
///
/// let (y, list) = track(|tape| {
///     let (x, at) = (tape.input("x", 2.0), tape.here());
///     op::mul(x, op::add(x, at.constant(1.0), at), at)
/// });
/// assert_eq!(y.value(), 6.0);
/// assert_eq!(list.len(), 4); // x, 1, x + 1, and the product
/// ```
pub fn track<T>(function: impl FnOnce(&Tape) -> T) -> (T, List) {
    track_with(List::new(), function)
}

/// Runs a function, and records what it does with a recorder of one's own.
pub fn track_with<R: Recorder + 'static, T>(recorder: R, function: impl FnOnce(&Tape) -> T) -> (T, R) {
    let state = Rc::new(RefCell::new(State::new(recorder)));
    let tape = Tape::new(state.clone());
    let value = function(&tape);
    drop(tape);
    let state = Rc::into_inner(state).expect("a tape has one handle outside of runs of programs");
    (value, state.into_inner().recorder)
}
