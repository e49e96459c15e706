//! Simulation-based calibration: a test that a model's code, with its sampler, computes the posterior of the
//! model that its author intended.
//!
//! Parameters θ̃ are drawn from the prior and data ỹ from p(y | θ̃). Then θ̃ is a draw of the posterior p(θ
//! | ỹ) as well, so its rank among L independent draws of it is uniform on 0 … L, whatever the model is. A
//! wrong Jacobian, a standard deviation instead of a variance, or a sampler that does not reach the tails
//! makes ranks deviate from uniform. See Talts, Betancourt, Simpson, Vehtari and Gelman (2018), *Validating
//! Bayesian inference algorithms with simulation-based calibration*.
//!
//! Draws of a chain are not independent, so the draws of each quantity are thinned to its effective sample
//! size. If s of L thinned draws are smaller than θ̃ and e are equal, the rank is
//!
//! $$ u = \frac{s + U (e + 1)}{L + 1}, \qquad U \sim \mathrm{uniform}(0, 1) $$
//!
//! which is uniform on (0, 1) for all L, so that replications of different lengths can be combined.
//! Uniformity is tested as in [`ecdf`](monomorph_diagnostics::ecdf).
//!
//! Ranks of parameters alone do not distinguish a posterior from the prior, which ignores the data. The rank
//! of the log joint density at θ and ỹ does, and is computed as well (Modrák, Moon, Kim, Bürkner, Huurre,
//! Faltejsková, Gelman and Vehtari 2023, *Simulation-based calibration checking for Bayesian computation:
//! the choice of test quantities shapes sensitivity*).
//!
//! ```
//! use monomorph::calibration::{Truths, sbc};
//! use monomorph::prelude::*;
//!
//! fn flips<'a>(y: &'a [f64]) -> impl Model + use<'a> {
//!     params! { p: interval(0.0, 1.0) }
//!     model! { p |= beta(2.0, 2.0), data(y) |= bernoulli(p) }
//! }
//! // 40 times p, and the five flips that follow from it
//! let truths = Truths::of(flips(&[0.0; 5]).sample_prior(40, 1)?);
//! let found = sbc(&truths, |truth| flips(truth.data("y")?).compile())
//!     .warmup(200)
//!     .draws(100)
//!     .run()?;
//! println!("{found}");
//! assert!(found.p_value() > 0.001);
//! # #[cfg(feature = "report")]
//! assert!(found.figure().to_svg().contains("log joint"));
//! # Ok::<(), monomorph::Error>(())
//! ```
//!
//! The chapter [Priors and checks](crate::guide::priors_and_checks) begins with a whole program.

mod found;
mod record;
mod replication;
mod sbc;
mod settings;
mod table;
mod truths;

pub use found::{Calibration, Uneven};
pub use replication::Ranks;
pub use sbc::{Sbc, sbc};
pub use truths::{Truth, Truths};
