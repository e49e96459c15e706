//! From a model to a [`Posterior`](crate::posterior::Posterior): sizes, offsets and data are checked and claimed, once.

mod checks;
mod compiler;
mod extension;
mod memory;
mod options;
mod packing;

#[cfg(feature = "random")]
pub(crate) use compiler::Variable;
pub use compiler::{Compiler, ParameterRecord};
pub(crate) use compiler::{LEFT, Layout};
pub use extension::Compile;
#[cfg(feature = "random")]
pub(crate) use extension::{assert_whole, compile_to_simulate};
pub use options::{Instructions, Options, Rewrites};
pub(crate) use packing::Packing;
