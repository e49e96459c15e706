//! Special functions on plain numbers.

mod beta_binomial;
mod dual;
mod error;
mod incomplete_beta;
mod incomplete_gamma;
mod quadrature;
mod skew_normal;
mod small;
mod stirling;
mod von_mises;

pub use beta_binomial::{log_beta_binomial_ccdf, log_beta_binomial_cdf};
pub use incomplete_beta::{inc_beta, log_inc_beta, log_inc_beta_complement};
pub use incomplete_gamma::{gamma_p, gamma_q, log_gamma_p, log_gamma_q};
pub use skew_normal::{log_skew_normal_ccdf, log_skew_normal_cdf, owens_t};
pub use von_mises::{log_von_mises_ccdf, log_von_mises_cdf, von_mises_cdf};
