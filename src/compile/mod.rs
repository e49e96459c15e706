//! From a model to a [`Posterior`](crate::posterior::Posterior): sizes, offsets and data are checked and
//! claimed, once.

mod extension;

#[doc(hidden)]
pub use crate::binding::{Compiler, Context, ParameterRecord};
pub use crate::binding::{Instructions, Options, Rewrites};
pub use extension::Compile;
#[cfg(feature = "random")]
pub(crate) use extension::{assert_whole, compile_to_predict, compile_to_simulate};
