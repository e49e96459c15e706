//! Programs of random length for monomorph: random choices in ordinary Rust, runs that are recorded step by
//! step, and the Dirichlet process. The crate contains no distributions and no models: a choice follows a
//! [`ChoiceLaw`](law::ChoiceLaw), and a part of a program is a [`StaticModel`](program::StaticModel).
//!
//! Programs use these items through `monomorph`, which re-exports the modules under the same names. Hidden
//! items are for monomorph's own crates.

#![warn(missing_docs)]

pub mod dirichlet_process;
pub mod law;
pub mod program;
pub mod track;

pub(crate) use monomorph_base::{draws, error, native, picture, shape, trace};
pub(crate) use monomorph_numerics::{random, simd};
pub(crate) use monomorph_samplers::{chains, checkpoint};
#[cfg(feature = "track")]
#[doc = include_str!("track/attribute.md")]
pub use monomorph_track::track;
