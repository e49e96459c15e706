//! From a model to a [`Posterior`](crate::posterior::Posterior): sizes, offsets and data are checked and claimed, once.

mod census;
mod checks;
mod claim;
mod compiler;
mod context;
mod extension;
mod given;
mod layout;
mod left;
mod memory;
mod options;
mod order;
mod packing;
mod register;

pub use census::ParameterRecord;
#[cfg(feature = "random")]
pub(crate) use census::Variable;
pub use compiler::Compiler;
pub use context::Context;
pub(crate) use context::LEFT;
pub use extension::Compile;
#[cfg(feature = "random")]
pub(crate) use extension::{assert_whole, compile_to_simulate};
pub(crate) use layout::{Compiled, Layout};
pub use options::{Instructions, Options, Rewrites};
