//! The compilation of a model into a [`Posterior`](crate::posterior::Posterior): sizes and data are
//! checked, and memory is claimed, once.
//!
//! The chapter [Speed](crate::guide::speed) begins with a whole program.

mod extension;

#[doc(hidden)]
pub use crate::compiler::Compiler;
#[doc(hidden)]
pub use crate::compiler::Context;
#[doc(hidden)]
pub use crate::compiler::ParameterRecord;
pub use crate::compiler::{Instructions, Options, Rewrites};
pub use extension::Compile;
pub(crate) use extension::{assert_whole, compile_to_predict, compile_to_simulate};
