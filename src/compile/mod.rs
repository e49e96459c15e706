//! From a model to a [`Posterior`](crate::posterior::Posterior): sizes, offsets and data are checked and claimed, once.

mod extension;

pub use crate::binding::{Compiler, Context, Instructions, Options, ParameterRecord, Rewrites};
pub use extension::Compile;
#[cfg(feature = "random")]
pub(crate) use extension::{assert_whole, compile_to_simulate};
