//! The joint density at named values, and its two factors: p(θ, y) = p(θ) p(y | θ).
//!
//! The values are those of the parameters on their supports, so there is no Jacobian, and discrete
//! parameters have values as other parameters do.

use super::Posterior;
use crate::contract::scope::{Only, Scope, Value};
use crate::error::Error;
use crate::model::statement::BoundModel;
use crate::trace::Trace;

impl<M: BoundModel> Posterior<M> {
    /// The log density of all statements at the values of a trace; −∞ outside the supports.
    ///
    /// Unlike [`log_density`](Self::log_density) it is a density of the parameters themselves, not of
    /// unconstrained points. It is the sum of [`log_prior`](Self::log_prior) and
    /// [`log_likelihood`](Self::log_likelihood).
    ///
    /// # Errors
    ///
    /// [`Error::MissingValue`], [`Error::UnknownName`], [`Error::ShapeMismatch`], naming the value.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { rain: binary() }
    /// let model = model! {
    ///     rain |= bernoulli(0.2),
    ///     data(1) |= bernoulli(0.1 + 0.8 * rain),             // the grass is wet
    /// };
    /// let posterior = model.compile()?;
    /// let probability = |rain| {
    ///     Ok::<f64, Error>(posterior.log_joint(&Trace::new().with("rain", rain)?)?.exp())
    /// };
    /// let (dry, wet) = (probability(0.0)?, probability(1.0)?);
    /// assert!((wet / (dry + wet) - 0.18 / 0.26).abs() < 1e-12);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn log_joint(&self, trace: &Trace) -> Result<f64, Error> {
        self.at_trace::<Value>(trace)
    }

    /// The log density of the statements with parameters on their left.
    ///
    /// # Errors
    ///
    /// The errors of [`log_joint`](Self::log_joint).
    pub fn log_prior(&self, trace: &Trace) -> Result<f64, Error> {
        self.at_trace::<Only<false>>(trace)
    }

    /// The log density of the statements with data, or with a variable that was [conditioned
    /// on](crate::model::Condition), on their left, and increments.
    ///
    /// # Errors
    ///
    /// The errors of [`log_joint`](Self::log_joint).
    pub fn log_likelihood(&self, trace: &Trace) -> Result<f64, Error> {
        self.at_trace::<Only<true>>(trace)
    }

    fn at_trace<C: Scope>(&self, trace: &Trace) -> Result<f64, Error> {
        let values = self.values_of(trace)?;
        let mut workspace = self.workspace();
        // Some nodes read a logarithm from the unconstrained point.
        let point = match self.unconstrain_in(&values, &mut workspace) {
            Err(Error::OutsideSupport { .. }) => return Ok(f64::NEG_INFINITY),
            point => point?,
        };
        Ok(self.conditional::<C>(&point, &mut workspace))
    }
}
