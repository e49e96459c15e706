//! A posterior as a shared library for samplers in other languages.
//!
//! A crate with `crate-type = ["cdylib"]` defines one function from data to a posterior, and exports it:
//!
//! ```
//! use monomorph::prelude::*;
//! use monomorph_bridge::{Data, Problem};
//!
//! pub fn build(input: &Data) -> Result<Posterior<impl BoundModel + use<>>, Problem> {
//!     let (y, sigma) = (input.numbers("y")?, input.numbers("sigma")?);
//!     params! { mu: real(), tau: positive(), eta: vector(y.len()) }
//!     let model = model! {
//!         mu  |= normal(0.0, 5.0),
//!         tau |= half_cauchy(5.0),
//!         eta |= normal(0.0, 1.0),
//!         theta = mu + tau * eta,
//!         data(&y) |= normal(theta, data(&sigma)),
//!     };
//!     Ok(model.compile()?)
//! }
//!
//! monomorph_bridge::export!(build);
//! # fn main() {}
//! ```
//!
//! `cargo build --release` makes `target/release/libeight_schools.so` of a crate `eight_schools`, which
//! Python loads by `bridgestan.StanModel("target/release/libeight_schools.so", {"y": […], "sigma":
//! […]})`. Its `Cargo.toml` contains
//!
//! ```toml
//! [lib]
//! crate-type = ["cdylib"]
//!
//! [dependencies]
//! monomorph = { path = "../monomorph", default-features = false }
//! monomorph-bridge = { path = "../monomorph/crates/bridge" }
//! ```
//!
//! The library then has the functions of three interfaces.
//!
//! | interface | clients |
//! |-|-|
//! | BridgeStan 2.9, with the functions for R's `.C` | its clients for Python, R, Julia and Rust; nutpie, walnutpie, Pigeons |
//! | the callback `int (size_t, const double *, double *, double *, void *)`: [`monomorph_logp`](c::callback::logp) | nutpie's and walnutpie's functions in C, numba |
//! | density kernels, version 1 | nutpieR |
//!
//! A client passes the data as Stan's JSON ([`Data`]) when it makes a handle, so one library works with any
//! data. A handle ([`Served`]) may be used by any number of threads at a time: each evaluation takes a
//! workspace from a pool. A log density of −∞ is not an error; a panic, a null pointer and invalid data are
//! errors with a message.

#![warn(missing_docs)]
#![deny(unsafe_code, unsafe_op_in_unsafe_fn)]

#[cfg(panic = "abort")]
compile_error!("a library that others load must not take them down: leave out `panic = \"abort\"`");

pub mod c;
mod data;
mod export;
mod names;
mod pool;
mod served;

pub use data::Data;
#[doc(hidden)]
pub use monomorph::posterior::Workspace;
pub use pool::Pool;
pub use served::{Kind, Random, Served};

/// The reason why a posterior could not be built, or why a call failed.
pub type Problem = Box<dyn std::error::Error + Send + Sync>;
