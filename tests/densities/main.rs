//! Densities of numbers, laws made of laws, and mixtures.

#[path = "../common/mod.rs"]
mod common;

mod atoms;
mod censored_inside;
mod components;
mod laws;
mod oracle_densities;
