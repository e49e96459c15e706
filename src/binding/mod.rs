//! What `bind` and `fold` ask for: sizes, offsets and data are checked and claimed, and messages know what they are about.

mod census;
mod checks;
mod claim;
mod closure_key;
mod compiler;
mod component;
mod context;
mod datum;
mod elements;
mod explanation;
mod given;
mod layout;
mod left;
mod memory;
mod numbered;
mod options;
mod order;
mod packing;
mod process;
mod register;
mod rows;
mod scan;

pub use census::ParameterRecord;
#[cfg(feature = "random")]
pub(crate) use census::Variable;
pub use closure_key::ClosureKey;
pub use compiler::Compiler;
pub(crate) use compiler::Wishes;
pub use component::ComponentIndex;
pub use context::Context;
pub(crate) use context::LEFT;
pub use datum::{Datum, Index};
pub use elements::Elements;
pub(crate) use explanation::Outcome;
pub use explanation::{Explained, Explanation};
pub(crate) use layout::{Compiled, Layout};
pub(crate) use numbered::numbered;
pub use options::{Instructions, Options, Rewrites};
pub(crate) use order::Place;
pub(crate) use process::{OpenProcess, PastValues};
pub use rows::Key;
pub(crate) use rows::{Goal, Rows};
pub(crate) use scan::{History, OpenScan, Read, Series, Window};
