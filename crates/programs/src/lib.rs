//! Programs of random length for monomorph: random choices in ordinary Rust, runs that are recorded step by
//! step, and the Dirichlet process. The crate knows no distribution and no model: a choice follows a
//! [`ChoiceLaw`](law::ChoiceLaw), and a part of a program is a [`StaticModel`](program::StaticModel).
//!
//! Programs have all of it from `monomorph`, whose modules of these names are these. Items that are hidden
//! are for monomorph's own crates.

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
