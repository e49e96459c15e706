//! From a model to a [`Posterior`](crate::posterior::Posterior): sizes, offsets and data are checked and claimed, once.

mod compiler;
mod extension;
mod options;
mod packing;

pub(crate) use compiler::Layout;
pub use compiler::{Compiler, ParameterRecord};
pub use extension::Compile;
pub use options::{Instructions, Options};
