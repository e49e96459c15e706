//! The marginal likelihood of a model from draws of its posterior.

use crate::draws::Draws;
use crate::error::Error;
use crate::model::statement::BoundModel;
use crate::posterior::Posterior;
use monomorph_diagnostics::bridge::{BridgeSettings, MarginalLikelihood, marginal_likelihood};

impl<M: BoundModel> Posterior<M> {
    /// The logarithm of the marginal likelihood, the density of the data with all parameters integrated out,
    /// by bridge sampling from draws of this posterior. Two models of the same data have a [Bayes
    /// factor](MarginalLikelihood::log_bayes_factor).
    ///
    /// It depends on priors, wide ones above all, as nothing else does, and exists for proper priors alone.
    /// Constants must not have been dropped from the density, and some thousands of draws are wanted.
    ///
    /// # Errors
    ///
    /// [`Error::UnknownName`] if the draws lack a parameter; those of [`unconstrain`](Self::unconstrain), as
    /// where a draw was rounded to a bound; [`Error::Results`] of too few draws, and of draws of another
    /// posterior or that do not move.
    ///
    /// ```
    /// use monomorph::comparison::BridgeSettings;
    /// use monomorph::prelude::*;
    ///
    /// let (heads, tosses) = ([3, 5, 4], [7, 9, 8]);
    /// params! { p: interval(0.0, 1.0) }
    /// let free = model! { p |= beta(1.0, 1.0), data(&heads) |= binomial(data(&tosses), p) };
    /// let fair = model! { p |= beta(500.0, 500.0), data(&heads) |= binomial(data(&tosses), p) };
    ///
    /// let mut evidence = Vec::new();
    /// for posterior in [free.compile()?, fair.compile()?] {
    ///     let draws = posterior.gibbs().draws(1000).run()?;
    ///     evidence.push(posterior.log_marginal_likelihood(&draws, BridgeSettings::default())?);
    /// }
    /// let factor = evidence[1].log_bayes_factor(&evidence[0]);
    /// assert!((factor.value - 1.38).abs() < 0.05, "{factor:?}");
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn log_marginal_likelihood(
        &self,
        draws: &Draws,
        settings: BridgeSettings,
    ) -> Result<MarginalLikelihood, Error> {
        let (chains, count) = (draws.chains(), draws.chains() * draws.draws_per_chain());
        let names = self.parameter_names();
        let columns = names.iter().map(|name| Ok(draws.column(name)?.as_slice()));
        let columns: Vec<&[f64]> = columns.collect::<Result<_, Error>>()?;
        let mut workspace = self.workspace();
        let mut points = Vec::with_capacity(count * self.dimension());
        for draw in 0..count {
            let values: Vec<f64> = columns.iter().map(|column| column[draw]).collect();
            points.extend(self.unconstrain_in(&values, &mut workspace)?);
        }
        let log_density = |point: &[f64]| self.log_density(point, &mut workspace);
        marginal_likelihood(&points, self.dimension(), chains, log_density, settings)
            .map_err(|error| Error::Results { reason: error.to_string() })
    }
}
