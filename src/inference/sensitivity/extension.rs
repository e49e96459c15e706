//! The sensitivity of a model's draws.

use super::found::{Sensitivity, SensitivityRow};
use crate::draws::Draws;
use crate::error::Error;
use crate::model::Model;
use crate::predict::Predict;
use monomorph_diagnostics::psis::WeightsError;
use monomorph_diagnostics::sensitivity::PowerScaled;

/// Sensitivity to priors and data. It is implemented for every [`Model`].
///
/// The chapter [Priors and checks](crate::guide::priors_and_checks) begins with a whole program.
pub trait PowerScale: Model {
    /// Computes how far each parameter and definition moves if all priors, or the likelihood, become a
    /// little stronger.
    ///
    /// # Errors
    ///
    /// The errors of [`pointwise_log_prior`](Predict::pointwise_log_prior) and
    /// [`pointwise_log_likelihood`](Predict::pointwise_log_likelihood), such as [`Error::Empty`] for a model
    /// without data; [`Error::NotFinite`] for a draw at which a log density is not finite.
    ///
    /// ```
    /// use monomorph::prelude::*;
    /// use monomorph::sensitivity::Diagnosis;
    /// # #[cfg(feature = "sampling")] {
    ///
    /// let y = [9.2, 10.1, 9.7, 10.4, 9.9];
    /// params! { mu: real(), sigma: positive() }
    /// let model = model! {
    ///     mu    |= normal(0.0, 2.5),              // ten is four standard deviations away
    ///     sigma |= half_normal(1.0),
    ///     data(&y) |= normal(mu, sigma),
    /// };
    /// let fit = model.compile()?.nuts().seed(1).progress(false).run()?;
    /// let found = model.sensitivity(fit.draws())?;
    /// println!("{found}");
    /// assert_eq!(found.row("mu")?.diagnosis(), Diagnosis::Conflict);
    /// assert_eq!(found.row("mu")?.strongest_prior(), Some("mu"));
    /// # }
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    fn sensitivity(self, draws: &Draws) -> Result<Sensitivity, Error> {
        let log_likelihood = self.pointwise_log_likelihood(draws)?;
        sensitivity(draws, &self.pointwise_log_prior(draws)?, &log_likelihood, &[])
    }

    /// Computes how far each parameter and definition moves if the priors of some parameters, or the
    /// likelihood, become a little stronger. If no parameter is named, all priors become stronger together.
    ///
    /// # Errors
    ///
    /// The errors of [`sensitivity`](Self::sensitivity), and [`Error::UnknownName`] for a parameter without
    /// a prior.
    fn sensitivity_to(self, priors: &[&str], draws: &Draws) -> Result<Sensitivity, Error> {
        let log_likelihood = self.pointwise_log_likelihood(draws)?;
        sensitivity(draws, &self.pointwise_log_prior(draws)?, &log_likelihood, priors)
    }
}

impl<M: Model> PowerScale for M {}

/// Returns the sensitivities of all elements of some draws, given the log densities of statements of
/// parameters and of data. Of the statements of parameters, those of the chosen parameters are used; all, if
/// none are chosen.
fn sensitivity(
    draws: &Draws,
    log_prior: &Draws,
    log_likelihood: &Draws,
    chosen: &[&str],
) -> Result<Sensitivity, Error> {
    let known = || log_prior.variables().iter().map(|variable| variable.name);
    if let Some(unknown) = chosen.iter().find(|name| !known().any(|known| known == **name)) {
        let known = known().map(str::to_owned).collect();
        return Err(Error::UnknownName { name: (*unknown).to_owned(), known });
    }
    let names: Vec<String> =
        known().filter(|name| chosen.is_empty() || chosen.contains(name)).map(str::to_owned).collect();
    let each = names.iter().map(|name| sum(log_prior, &[name.as_str()])).collect::<Result<Vec<_>, _>>()?;
    let scaled = |what: &str, log_densities: &[f64]| {
        let chains: Vec<&[f64]> = log_densities.chunks(draws.draws_per_chain().max(1)).collect();
        PowerScaled::of(&chains).map_err(|error| refused(what, log_densities, &error))
    };
    let mut all = vec![0.0; draws.chains() * draws.draws_per_chain()];
    for one in &each {
        all.iter_mut().zip(one).for_each(|(sum, more)| *sum += more);
    }
    let prior = scaled("the log density of the priors", &all)?;
    let observed: Vec<&str> = log_likelihood.variables().iter().map(|variable| variable.name).collect();
    let likelihood = scaled("the log likelihood", &sum(log_likelihood, &observed)?)?;
    let by_name = names.iter().zip(&each);
    let by_name = by_name
        .map(|(name, one)| scaled(&format!("the log density of the prior of `{name}`"), one))
        .collect::<Result<Vec<_>, _>>()?;
    let row = |(name, column): (&str, crate::draws::Column<'_>)| SensitivityRow {
        name: name.to_owned(),
        prior: prior.sensitivity(column.as_slice()),
        likelihood: likelihood.sensitivity(column.as_slice()),
        by_prior: names
            .iter()
            .zip(&by_name)
            .map(|(name, one)| (name.clone(), one.sensitivity(column.as_slice())))
            .collect(),
    };
    let pareto_k = prior.pareto_k().max(likelihood.pareto_k());
    let chosen = if chosen.is_empty() { Vec::new() } else { names.clone() };
    let columns = draws.columns().zip(draws.fixed_elements());
    let rows = columns.filter(|(_, is_fixed)| !is_fixed).map(|(column, _)| row(column)).collect();
    Ok(Sensitivity { rows, pareto_k, chosen })
}

/// Returns the sum of all elements of some variables at each draw.
fn sum(draws: &Draws, names: &[&str]) -> Result<Vec<f64>, Error> {
    let mut sums = vec![0.0; draws.chains() * draws.draws_per_chain()];
    for name in names {
        for (_, column) in draws.get(*name)?.columns() {
            sums.iter_mut().zip(column.as_slice()).for_each(|(sum, more)| *sum += more);
        }
    }
    Ok(sums)
}

fn refused(what: &str, log_densities: &[f64], error: &WeightsError) -> Error {
    let statement = String::new();
    match log_densities.iter().position(|log_density| !log_density.is_finite()) {
        Some(draw) => Error::NotFinite {
            statement,
            what: format!("{what}, at a draw"),
            index: Some(draw),
            value: log_densities[draw],
        },
        None => Error::Empty { statement, what: format!("{what} ({error})") },
    }
}
