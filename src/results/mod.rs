//! The results of samplers: traces of names and values, draws with their diagnostics and summaries.

pub mod draws;
pub(crate) mod picture;
pub mod trace;
