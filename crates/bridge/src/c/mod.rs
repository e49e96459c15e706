//! The functions behind the symbols of a library.
//!
//! They take what C passes in types of their own ([`mod@pointer`]), which check for null before they read,
//! and they catch panics. So nothing here is unsafe but [`mod@pointer`]; what no function can check is said
//! there.

pub mod callback;
pub mod density;
pub mod handle;
pub mod kernel;
mod outcome;
pub mod pointer;
pub mod r;
pub mod values;

pub use outcome::Message;

/// The version of BridgeStan whose interface this is.
pub const VERSION: [std::ffi::c_int; 3] = [2, 9, 0];
