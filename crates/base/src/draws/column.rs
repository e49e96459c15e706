//! The draws of one element.

use super::diagnostics;
use super::traces::check;
use crate::error::Error;
use crate::error::text::CHAINS;

/// The draws of one element, chain after chain.
///
/// ```
/// use monomorph::prelude::*;
///
/// params! { mu: real() }
/// let model = model! { mu |= normal(0.0, 1.0) };
/// let draws = Draws::new(model.compile()?.variables(), 2, 3, vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0])?;
/// let mu = draws.column("mu")?;
/// assert_eq!(mu.chain(1)?, [4.0, 5.0, 6.0]);
/// assert_eq!(mu.mean(), 3.5);
/// # Ok::<(), monomorph::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Column<'a> {
    pub(super) values: &'a [f64],
    pub(super) draws_per_chain: usize,
}

impl<'a> Column<'a> {
    /// The draws of all chains, one chain after the other.
    pub fn as_slice(&self) -> &'a [f64] {
        self.values
    }

    /// The draws of the chain with this number, from 0.
    ///
    /// # Errors
    ///
    /// [`Error::IndexOutOfRange`] with the number of chains if there is no such chain.
    pub fn chain(&self, chain: usize) -> Result<&'a [f64], Error> {
        let mut chains = self.values.chunks_exact(self.draws_per_chain);
        check(CHAINS, chain, chains.len())?;
        Ok(chains.nth(chain).unwrap_or_default())
    }

    /// The chains, in the form that the functions of [`diagnostics`] take.
    pub fn chains(&self) -> Vec<&'a [f64]> {
        self.values.chunks_exact(self.draws_per_chain).collect()
    }

    /// The mean of all draws.
    pub fn mean(&self) -> f64 {
        diagnostics::mean(&self.chains())
    }

    /// The standard deviation of all draws.
    pub fn sd(&self) -> f64 {
        diagnostics::sd(&self.chains())
    }

    /// The quantile of all draws at a probability in `[0, 1]`; NaN for any other probability.
    pub fn quantile(&self, probability: f64) -> f64 {
        diagnostics::quantile(&self.chains(), probability)
    }

    /// The central interval that has a share of all draws, from 0 to 1, with as many draws below as above:
    /// for 0.9 the quantiles at 5 % and 95 %. NaN for any other share.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { mu: real() }
    /// let draws = model! { mu |= normal(0.0, 1.0) }.sample_prior(4000, 1)?;
    /// let (from, to) = draws.column("mu")?.interval(0.9);
    /// assert!((from + 1.645).abs() < 0.1 && (to - 1.645).abs() < 0.1);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn interval(&self, share: f64) -> (f64, f64) {
        let tail = (1.0 - share) / 2.0;
        if share < 0.0 { (f64::NAN, f64::NAN) } else { (self.quantile(tail), self.quantile(1.0 - tail)) }
    }

    /// The probability of an event: the share of all draws for which `event` is true.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { mu: real() }
    /// let model = model! { mu |= normal(0.0, 1.0) };
    /// let draws = Draws::new(model.compile()?.variables(), 2, 2, vec![-1.0, 0.0, 2.0, 3.0])?;
    /// assert_eq!(draws.column("mu")?.probability(|mu| mu > 0.0), 0.5);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn probability(&self, event: impl Fn(f64) -> bool) -> f64 {
        self.values.iter().filter(|value| event(**value)).count() as f64 / self.values.len() as f64
    }
}
