//! Tracked runs: the steps of a function, as a graph that can be queried.
//!
//! [`track`](fn@track) runs a function and returns its value together with an extended Wengert list, a
//! [`List`]: every value with its operands, every branch with its condition, and every call, each with its
//! place in the source.
//!
//! A function is written over plain numbers, and the attribute [`#[track]`](macro@crate::track) adds its
//! tracked form.
//!
//! # A run as text
//!
//! The example counts the tosses until the first success. Every step has a number; the steps of a call are
//! below it; constants are in angle brackets where they are used. From the returned value, the numbers in
//! its expression lead to the data from which it is computed, and the numbers after `after` lead to the
//! branches on which it depends:
//!
//! ```
//! use monomorph::prelude::*;
//! use monomorph::program::{Run, program};
//! use monomorph::track;
//!
//! #[track]
//! fn geometric(run: &mut Run, n: u64, p: f64) -> u64 {
//!     if run.sample("u", uniform(0.0, 1.0)) < p {
//!         n
//!     } else {
//!         run.call("next", |run| geometric(run, n + 1, p))
//!     }
//! }
//!
//! let run = program(|run| geometric::tracked(run, 1, 0.6)).track(2)?;
//! assert_eq!(run.list.to_text(), "\
//! @2: [geometric(<1>, <0.6>) = 2]
//!     @3: [n = <1> = 1]
//!     @4: [p = <0.6> = 0.6]
//!     @7: [~ uniform(<0>, <1>) = 0.76524]
//!     @8: [@7 < @4 = 0]
//!     @9: [branch by @8: 0]
//!     @11: [@3 + <1> = 2] after @9
//!     @12: [geometric(@11, @4) = 2] after @9
//!         @13: [n = @11 = 2]
//!         @14: [p = @4 = 0.6]
//!         @17: [~ uniform(<0>, <1>) = 0.53716]
//!         @18: [@17 < @14 = 1]
//!         @19: [branch by @18: 1]
//!         @20: [@13 = 2] after @19
//!         @21: [return @20 = 2]
//!     @22: [@21 = 2] after @9
//!     @23: [return @22 = 2]
//! ");
//! # Ok::<(), monomorph::Error>(())
//! ```
//!
//! The node `@22` is a join: the value of the `if` depends on the branch, in whichever arm it was computed.
//!
//! # Queries
//!
//! | question | answer |
//! |-|-|
//! | from which nodes is a node computed, and which are computed from it? | [`List::parents`], [`List::children`] |
//! | on which nodes does it depend, and which depend on it? | [`List::ancestors`], [`List::descendants`], by data, by branches, or both: [`Dependence`] |
//! | what are its derivatives? | [`List::gradient`] |
//! | what is its value with other inputs? | [`List::replay`] |
//! | how can the list be shown? | [`List::to_text`], [`List::to_dot`], [`List::to_mermaid`] |
//!
//! The chapter *Programs* of the guide begins with a whole program.

mod export;
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
pub use recorder::{RecordedStep, Recorder};
pub use source::{At, Source};
pub(crate) use tape::Recording;
pub use tape::{Frame, Tape};
pub use tracked::{NodeId, Operand, Tracked};
pub use values::Values;

use std::cell::RefCell;
use std::rc::Rc;
use tape::State;

/// Runs a function, and records its steps.
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

/// Runs a function, and records its steps with a user's own recorder.
pub fn track_with<R: Recorder + 'static, T>(recorder: R, function: impl FnOnce(&Tape) -> T) -> (T, R) {
    let state = Rc::new(RefCell::new(State::new(recorder)));
    let tape = Tape::new(state.clone());
    let value = function(&tape);
    drop(tape);
    let state = Rc::into_inner(state).expect("a tape has one handle outside of runs of programs");
    (value, state.into_inner().recorder)
}
