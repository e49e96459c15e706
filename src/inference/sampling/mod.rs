//! Sampling a posterior with NUTS.
//!
//! ```
//! use monomorph::prelude::*;
//!
//! params! { mu: real(), sigma: positive() }
//! let y = [1.2, 0.4, 0.9, 1.7];
//! let model = model! {
//!     mu    |= normal(0.0, 10.0),
//!     sigma |= exponential(1.0),
//!     data(&y) |= normal(mu, sigma),
//! };
//! let posterior = model.compile()?;
//! let fit = posterior.nuts().chains(2).warmup(200).draws(200).seed(1).progress(false).run()?;
//! println!("{}", fit.summary());
//! assert_eq!(fit.draws().column("mu")?.as_slice().len(), 400);
//! # Ok::<(), monomorph::Error>(())
//! ```
//!
//! The sampler is that of [`nuts_rs`]: multinomial NUTS as in Stan, with a diagonal metric that is adapted from
//! draws and gradients, and a step size that varies by up to 10 % from draw to draw. A transition diverges when the
//! energy error exceeds 1000, or when a point of the trajectory has log density −∞.
//!
//! # Reproducibility
//!
//! Each chain has its own stream of random numbers, made from the seed and the number of the chain. So the draws are
//! the same, bit for bit, for any number of threads; but not on a machine with other vector
//! instructions, whose rounding differs.

mod chain;
mod chain_file;
mod csv;
mod fit;
mod initial_point;
mod log_density;
mod nuts;
mod progress;
mod run;
mod sampler;
mod statistics;
mod target;
#[cfg(test)]
mod tests;

pub use fit::Fit;
pub use nuts::Nuts;
pub use statistics::{ChainStatistics, DrawStatistics};

use crate::posterior::Posterior;
use crate::statement::BoundModel;

impl<M: BoundModel> Posterior<M> {
    /// The No-U-Turn sampler of this posterior, with its settings to be changed and then to be
    /// [`run`](Nuts::run).
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { mu: real() }
    /// let model = model! { mu |= normal(3.0, 1.0) };
    /// let fit = model.compile()?.nuts().chains(2).warmup(200).draws(200).seed(1).run()?;
    /// assert!((fit.summary().row("mu")?.mean - 3.0).abs() < 0.5);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    #[inline(never)]
    pub fn nuts(&self) -> Nuts<'_> {
        const { Self::assert_continuous() }
        Nuts::new(self)
    }
}
