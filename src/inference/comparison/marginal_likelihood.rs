//! The marginal likelihood of a model from draws of its posterior.

use crate::draws::Draws;
use crate::error::Error;
use crate::model::drawing::{Observations, Unnormalised};
use crate::model::statement::BoundModel;
use crate::posterior::Posterior;
use monomorph_diagnostics::bridge::{BridgeSettings, MarginalLikelihood, marginal_likelihood};

impl<M: BoundModel> Posterior<M> {
    /// The logarithm of the marginal likelihood, the density of the data with all parameters integrated out,
    /// by bridge sampling from draws of this posterior. Two models of the same data have a [Bayes
    /// factor](MarginalLikelihood::log_bayes_factor).
    ///
    /// It depends strongly on the priors, above all on wide ones, and exists for proper priors only. It
    /// needs some thousands of draws.
    ///
    /// The density is used as the model is written. If a prior is part of an `increment`, or of a statement
    /// about a definition, its integral is unknown, and it is assumed to be one; nor is a law with a weight
    /// divided by its integral, nor a law that the support of its parameter truncates, such as
    /// `normal(0.0, 1.0)` on `positive()`. A model with a discrete parameter that is not marginalised does
    /// not compile.
    ///
    /// # Errors
    ///
    /// [`Error::Results`], with the reason:
    ///
    /// - for a posterior without the terms of data alone
    ///   ([`drop_constants`](crate::compiler::Options::drop_constants),
    ///   [`without_constants`](Self::without_constants));
    /// - for a prior that is known not to integrate to one: `flat()`, unless it is between 0 and 1, and a
    ///   law of angles on the real line;
    /// - for draws that are not from this posterior: draws for other data, of another model, or of chains
    ///   that have not converged. The estimate itself compares the draws with the log density, so thinned
    ///   draws are as good as others, and a difference that does not change the estimate is not found;
    /// - for too few draws, and for draws that do not change.
    ///
    /// [`Error::UnknownName`] if the draws lack a parameter; the errors of
    /// [`unconstrain`](Self::unconstrain), for example if a draw was rounded to a bound.
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
        self.refuse_unnormalised()?;
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
        Ok(marginal_likelihood(&points, self.dimension(), chains, log_density, settings)?)
    }

    /// Returns an error if the density is known not to be the joint density of data and parameters.
    fn refuse_unnormalised(&self) -> Result<(), Error> {
        let refused = |reason: String| Err(Error::results(reason));
        if self.is_proportional() {
            return refused(
                "a marginal likelihood counts all constants, and this posterior is without the terms of data alone \
                 (`drop_constants`, `without_constants`): compile the model with them; the draws of this posterior \
                 can be used"
                    .to_owned(),
            );
        }
        let mut observations = Observations::of_priors();
        let (unread, mut workspace) = (vec![0.0; self.dimension()], self.workspace());
        self.with_frame(&unread, &mut workspace, |frame| {
            self.model().observe(&mut observations, frame);
            Ok(())
        })?;
        let Some(priors) = observations.priors else { return Ok(()) };
        // A prior may be part of other factors: then its integral is unknown.
        let made_elsewhere = M::FACTS.edges.close_needed(priors.factors);
        let found = priors.unnormalised.iter().find(|prior| !made_elsewhere.contains(prior.parameter));
        found.map_or(Ok(()), |prior| refused(prior.reason()))
    }
}

impl Unnormalised {
    /// Returns the reason why there is no marginal likelihood.
    fn reason(&self) -> String {
        let Self { statement, parameter, is_bounded } = self;
        let name = parameter.name();
        if *is_bounded {
            return format!(
                "the prior `{statement}` integrates to the volume of its support, not to 1, so the marginal likelihood would \
                 count that: give `{name}` a law that integrates to one, such as `uniform(a, b)`"
            );
        }
        format!(
            "the prior `{statement}` does not integrate to one, so there is no marginal likelihood: give `{name}` a proper \
             prior, on a simplex `dirichlet(1.0)`, of a correlation matrix `lkj_corr(1.0)`"
        )
    }
}
