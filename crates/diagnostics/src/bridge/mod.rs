//! Marginal likelihoods by bridge sampling: the probability density of the data under a model with its
//! priors.
//!
//! Draws from a posterior with the unnormalised density `q`, and draws from a proposal with the density
//! `g`, are related: for any function `h`, `∫ q = E_g(q h) / E_q(g h)`. With the best `h` (Meng and Wong
//! 1996) the estimate `r` solves
//!
//! ```text
//! r = mean_g(l / (s₁ l + s₂ r)) / mean_q(1 / (s₁ l + s₂ r)),      l = q / g,
//! ```
//!
//! with the shares `s₁` and `s₂` of effective draws from the posterior and from the proposal. Both
//! proposals are those of Gronau, Singmann and Wagenmakers (2020), *bridgesampling: an R package for
//! estimating normalizing constants*, Journal of Statistical Software 92(10): a normal distribution, or one
//! to which the posterior is compared after it is made symmetric (warp-III; Meng and Schilling 2002). The
//! first half of the draws fits the proposal, and the second half gives the estimate. The error is that of
//! Frühwirth-Schnatter (2004), with the effective sample size of correlated draws.
//!
//! ```
//! use monomorph_diagnostics::bridge::{BridgeSettings, marginal_likelihood};
//!
//! // Stands in for two chains of a normal posterior with the integral 3.
//! let q = |x: &[f64]| 3_f64.ln() - 0.919 - 0.5 * x[0] * x[0];
//! let normal = |i: u32| {
//!     let (u, v) = ((f64::from(i) * 0.618).fract(), (f64::from(i) * 0.755).fract());
//!     (-2.0 * (u + 1e-9).ln()).sqrt() * (v * std::f64::consts::TAU).cos()
//! };
//! let draws: Vec<f64> = (1..=2000).map(normal).collect();
//! let evidence = marginal_likelihood(&draws, 1, 2, q, BridgeSettings::default())?;
//! assert!((evidence.log - 3_f64.ln()).abs() < 0.05, "{evidence}");
//! # Ok::<(), monomorph_diagnostics::bridge::BridgeError>(())
//! ```

mod error;
mod estimate;
mod proposal;
mod sampling;
mod slope;

pub use error::BridgeError;
pub use estimate::MarginalLikelihood;
pub use proposal::Warp;
pub use sampling::{BridgeSettings, marginal_likelihood};
