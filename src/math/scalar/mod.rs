//! Special functions on plain numbers.

mod incomplete_gamma;
mod quadrature;
mod small;
mod stirling;

pub use incomplete_gamma::{gamma_p, gamma_q, log_gamma_p, log_gamma_q};
