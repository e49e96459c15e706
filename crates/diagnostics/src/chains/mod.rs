//! Diagnostics of chains: R̂, effective sample sizes and Monte Carlo standard errors; and means, standard
//! deviations and quantiles of draws.
//!
//! Every function here is pure and takes the draws of one quantity as `chains: &[&[f64]]`: one inner slice
//! per chain, all of the same length, warmup removed.
//!
//! | question | function | rule of thumb |
//! |---|---|---|
//! | did the chains find the same distribution? | [`rhat()`] | below 1.01 |
//! | did many short chains, several from each start, mix? | [`nested_rhat()`] | see its documentation |
//! | can I trust the centre (mean, median)? | [`ess_bulk`] | above 100 per chain |
//! | can I trust the 5 % and 95 % quantiles? | [`ess_tail`] | above 100 per chain |
//! | how many digits of the mean may I report? | [`mcse_mean`] | well below [`sd`] |
//! | how many digits of the sd may I report? | [`mcse_sd`] | well below [`sd`] |
//!
//! The definitions and the thresholds are those of Vehtari, Gelman, Simpson, Carpenter and Bürkner (2021),
//! *Rank-normalization, folding, and localization: an improved R̂ for assessing convergence of MCMC*,
//! Bayesian Analysis 16(2), 667–718. Where the paper leaves a choice (odd lengths, ties, truncation), this
//! crate follows ArviZ, so that the numbers can be compared digit by digit.
//!
//! # Bad input
//!
//! No function of this module panics. The result is NaN when there are no chains, when their lengths
//! differ, when a chain has fewer than 4 draws, or when a draw is NaN. Infinite draws have a rank but no
//! moments: [`rhat()`], [`ess_bulk`] and [`ess_tail`] are usually still finite, but every diagnostic that
//! uses a mean is NaN. ([`mean`], [`sd`], [`quantile()`] and [`quantiles`] pool the draws and have weaker
//! conditions, which their documentation states.)
//!
//! # Example
//!
//! ```
//! use monomorph_diagnostics::chains::{ess_bulk, rhat};
//!
//! // Stands in for a sampler: uniform draws around `centre`.
//! let chain = |seed: u32, centre: f64| -> Vec<f64> {
//!     let mut state = seed;
//!     let mut uniform = || {
//!         state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
//!         f64::from(state) / f64::from(u32::MAX) - 0.5
//!     };
//!     (0..200).map(|_| centre + uniform()).collect()
//! };
//! let (a, b, stuck_elsewhere) = (chain(1, 0.0), chain(2, 0.0), chain(3, 5.0));
//!
//! assert!(rhat(&[&a, &b]) < 1.01);
//! assert!(ess_bulk(&[&a, &b]) > 300.0);
//!
//! assert!(rhat(&[&a, &stuck_elsewhere]) > 1.5);
//! assert!(ess_bulk(&[&a, &stuck_elsewhere]) < 10.0);
//! ```

mod autocovariance;
mod ess;
mod fourier;
mod geyer;
mod inverse_normal_cdf;
mod mcse;
mod moments;
mod nested_rhat;
mod quantile;
mod ranks;
mod rhat;
mod validity;

pub use ess::{ess_bulk, ess_mean, ess_quantile, ess_sd, ess_tail};
pub(crate) use geyer::effective_sample_size;
pub use inverse_normal_cdf::inverse_normal_cdf;
pub use mcse::{mcse_mean, mcse_sd};
pub use moments::{mean, sd};
pub use nested_rhat::nested_rhat;
pub use quantile::{quantile, quantiles};
pub use rhat::rhat;
pub use validity::MIN_DRAWS;
pub(crate) use validity::are_valid;
