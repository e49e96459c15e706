//! The functions behind the symbols of a library.
//!
//! They take the values that C passes as types of their own ([`mod@pointer`]), which check for null before
//! they read, and they catch panics. So [`mod@pointer`] is the only module with unsafe code; it documents
//! the promises that no function can check.

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
