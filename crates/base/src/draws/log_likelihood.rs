//! Draws of log likelihoods in the form that cross-validation takes.

use super::Draws;
use crate::error::Error;
use monomorph_diagnostics::loo::LogLikelihood;

impl Draws {
    /// Converts these draws to log likelihoods of observations, with the names of their elements. The draws
    /// may come from a user's own sampler or from a file; for a model, use its method
    /// `pointwise_log_likelihood`.
    ///
    /// # Errors
    ///
    /// [`Error::Results`] if there are no elements, or a number is not finite.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { y: vector(2) }
    /// let model = model! { y |= normal(0.0, 1.0) };
    /// let values = (0..200).map(|draw| -1.0 - f64::from(draw % 7) / 10.0).collect();
    /// let draws = Draws::new(model.compile()?.variables(), 2, 50, values)?;
    /// assert_eq!(draws.as_log_likelihood()?.names(), ["y[0]", "y[1]"]);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn as_log_likelihood(&self) -> Result<LogLikelihood<'_>, Error> {
        let named =
            LogLikelihood::new(self.values(), self.chains(), self.draws_per_chain())?.named(self.names());
        Ok(named?)
    }
}
