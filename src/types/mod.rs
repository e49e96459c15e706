//! Types without names: see [`erase`].

pub mod erase;
