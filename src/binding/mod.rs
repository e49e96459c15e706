//! The services that `bind` and `precompute` ask for: sizes, offsets and data are checked and claimed, and
//! messages know what they are about.

mod census;
mod checks;
mod claim;
mod closure_key;
mod compiler;
mod component;
mod context;
mod counter;
mod datum;
mod elements;
mod explanation;
mod given;
mod layout;
mod left;
mod memory;
mod numbered;
mod ode;
mod ode_points;
mod options;
mod order;
mod packing;
mod process;
mod reads;
mod register;
mod row_scan;
mod rows;
mod scan;
pub(crate) mod symmetry;

pub use census::ParameterRecord;
#[cfg(feature = "random")]
pub(crate) use census::Variable;
pub use closure_key::ClosureKey;
pub(crate) use compiler::BindOptions;
pub use compiler::Compiler;
pub use component::ComponentIndex;
pub(crate) use context::LEFT;
pub use context::{Context, Part};
pub(crate) use counter::Counter;
pub use datum::{Datum, Index};
pub use elements::Elements;
pub(crate) use explanation::Outcome;
pub use explanation::{Explained, Explanation};
pub(crate) use given::HeldElement;
pub(crate) use layout::{Compiled, Layout};
pub(crate) use numbered::numbered;
pub(crate) use ode::{OdeInput, OpenOde};
pub use ode_points::OdePoints;
pub(crate) use ode_points::STEPS_AT_ONCE;
pub use options::{Instructions, Options, Rewrites};
pub(crate) use process::{OpenProcess, PastValues};
pub(crate) use reads::{Joined, RowsOfElements};
pub(crate) use row_scan::{OpenRowScan, RowPart, Rows as RowsInTime, Times};
pub use rows::Key;
pub(crate) use rows::{Goal, Rows};
pub(crate) use scan::{History, OpenScan, Read, Series, Window};
