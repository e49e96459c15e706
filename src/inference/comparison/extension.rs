//! The methods that compare a model's predictions with data: the log predictive density of each observation
//! under a fit without this observation.

use super::moment_matching::{match_moments, rows_of_groups};
use super::unseen::remark;
use crate::draws::Draws;
use crate::error::Error;
use crate::graph::Inspect;
use crate::model::Model;
use crate::posterior::compile::{assert_whole, compile_to_predict, compile_to_simulate};
use crate::predict::{Predict, Wanted, log_likelihood};
use monomorph_diagnostics::loo::{Loo, LooPit, LooSettings, MomentMatching, Waic};

/// Cross-validation. It is implemented for every [`Model`].
///
/// Observations are those of [`pointwise_log_likelihood`](Predict::pointwise_log_likelihood): elements of
/// the data, each with its name, or rows if the law is a law of vectors. For observations of a marginalised
/// variable, the variable is marginalised; rows that read the same element of it are one number.
///
/// Observations of hidden Markov models and state space models are predicted from earlier observations, one
/// step ahead. So leaving one out removes its density given the past from the posterior of the parameters,
/// while later steps are still predicted from it. Observations that first determine a diffuse state have no
/// density. For a series, [`LeftOut::Future`](super::LeftOut::Future) is the appropriate choice, with
/// [`cross_validate_jointly`](super::cross_validate_jointly): each fit uses the past only.
///
/// The chapter [Comparing models](crate::guide::comparing_models) begins with a whole program.
pub trait CrossValidate: Model {
    /// The expected log predictive density when each observation is left out in turn, by Pareto-smoothed
    /// importance sampling.
    ///
    /// # Errors
    ///
    /// The errors of [`pointwise_log_likelihood`](Predict::pointwise_log_likelihood); [`Error::Results`] for
    /// fewer than 25 draws, and for an observation that is impossible at a draw.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let y = [1.2, 0.4, 0.9, 7.0];
    /// params! { mu: real() }
    /// let model = model! { mu |= normal(0.0, 10.0), data(&y) |= normal(mu, 1.0) };
    /// let draws = model.compile()?.gibbs().draws(1000).run()?;
    /// let loo = model.loo(&draws)?;
    /// println!("{loo}");
    /// assert!(loo.elpd().value < -12.0 && loo.pointwise_elpd()[3] < -10.0);
    /// assert_eq!(loo.names()[3], "y[3]");
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    #[inline(never)]
    fn loo(self, draws: &Draws) -> Result<Loo, Error> {
        const { assert_whole::<Self::Bound>() }
        let remark = remark(&self.graph());
        let (rows, is_given_the_past) = log_likelihood(&compile_to_predict(self)?, draws)?;
        let loo = Loo::of(&rows.as_log_likelihood()?)?.with_remark(remark.unwrap_or_default());
        Ok(if is_given_the_past { loo.given_the_past() } else { loo })
    }

    /// Computes [`loo`](Self::loo), and where its weights are unreliable moves the draws to the posterior
    /// without the observation, by matching moments: see
    /// [`Loo::match_moments`](monomorph_diagnostics::loo::Loo::match_moments).
    ///
    /// The model is not fitted again; only densities are evaluated at moved draws. Observations that stay
    /// [`unreliable`](monomorph_diagnostics::loo::Loo::unreliable) are fitted again by
    /// [`reloo`](super::reloo). Discrete parameters must be marginalised first.
    ///
    /// # Errors
    ///
    /// The errors of [`loo`](Self::loo); [`Error::OutsideSupport`] for a draw that was rounded to a bound.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let y = [0.1, -0.3, 0.4, 0.2, -0.6, 0.5, -0.1, 0.0, 9.0];
    /// params! { mu: real() }
    /// let model = model! { mu |= normal(0.0, 10.0), data(&y) |= normal(mu, 1.0) };
    /// let draws = model.compile()?.gibbs().draws(1000).run()?;
    /// let loo = model.loo_moment_match(&draws)?;
    /// println!("{loo}");
    /// assert!(loo.unreliable().is_empty());
    /// // without the last one: mean 0.025, variance 1 + 1/8.01
    /// assert!((loo.pointwise_elpd()[8] + 36.8).abs() < 0.5);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    #[inline(never)]
    fn loo_moment_match(self, draws: &Draws) -> Result<Loo, Error> {
        self.loo_moment_match_with(draws, MomentMatching::default())
    }

    /// Computes [`loo_moment_match`](Self::loo_moment_match) with settings.
    ///
    /// # Errors
    ///
    /// The errors of [`loo_moment_match`](Self::loo_moment_match).
    #[inline(never)]
    fn loo_moment_match_with(self, draws: &Draws, settings: MomentMatching) -> Result<Loo, Error> {
        let mut loo = self.loo(draws)?;
        if !loo.unreliable().is_empty() {
            match_moments(&compile_to_simulate(self)?, draws, &mut loo, None, settings)?;
        }
        Ok(loo)
    }

    /// The expected log predictive density when each group of observations is left out in turn. Each
    /// observation has a label, in the order of the observations' names.
    ///
    /// Weights are worse for groups than for single observations: if `k̂` is too large,
    /// [`loo_by_group_moment_match`](Self::loo_by_group_moment_match) moves the draws, and
    /// [`cross_validate_jointly`](super::cross_validate_jointly) fits the model without each group.
    ///
    /// # Errors
    ///
    /// The errors of [`loo`](Self::loo); [`Error::Results`] if the number of labels is not the number of
    /// observations.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let (y, city) = ([1.2, 0.4, 0.9, 0.7], ["Rome", "Oslo", "Rome", "Oslo"]);
    /// params! { mu: real() }
    /// let model = model! { mu |= normal(0.0, 10.0), data(&y) |= normal(mu, 1.0) };
    /// let draws = model.compile()?.gibbs().draws(1000).run()?;
    /// assert_eq!(model.loo_by_group(&draws, &city)?.names(), ["Rome", "Oslo"]);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    #[inline(never)]
    fn loo_by_group<L: ToString>(self, draws: &Draws, labels: &[L]) -> Result<Loo, Error> {
        let remark = remark(&self.graph()).unwrap_or_default();
        let rows = self.pointwise_log_likelihood(draws)?;
        Ok(Loo::of(&rows.as_log_likelihood()?.by_group(labels)?)?.with_remark(remark))
    }

    /// Computes [`loo_by_group`](Self::loo_by_group), and where its weights are unreliable moves the draws
    /// to the posterior without the group, as [`loo_moment_match`](Self::loo_moment_match) does for
    /// observations.
    ///
    /// # Errors
    ///
    /// The errors of [`loo_by_group`](Self::loo_by_group) and of
    /// [`loo_moment_match`](Self::loo_moment_match).
    ///
    /// ```
    /// use monomorph::comparison::MomentMatching;
    /// use monomorph::prelude::*;
    ///
    /// let y = [0.1, -0.3, 0.4, 0.2, -0.6, 0.5, 4.8, 5.1, 5.3];
    /// let city = ["Rome", "Rome", "Rome", "Bonn", "Bonn", "Bonn", "Oslo", "Oslo", "Oslo"];
    /// params! { mu: real() }
    /// let model = model! { mu |= normal(0.0, 10.0), data(&y) |= normal(mu, 1.0) };
    /// let draws = model.compile()?.gibbs().draws(1000).run()?;
    /// assert!(!model.loo_by_group(&draws, &city)?.unreliable().is_empty());
    /// let loo = model.loo_by_group_moment_match(&draws, &city, MomentMatching::default())?;
    /// assert!(loo.unreliable().is_empty(), "{loo}");
    /// // the other six have the mean 0.05, and three new ones a common variance of 1/6.01 beside their own
    /// assert!((loo.pointwise_elpd()[2] + 28.2).abs() < 0.6, "{loo}");
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    #[inline(never)]
    fn loo_by_group_moment_match<L: ToString>(
        self,
        draws: &Draws,
        labels: &[L],
        settings: MomentMatching,
    ) -> Result<Loo, Error> {
        let mut loo = self.loo_by_group(draws, labels)?;
        if !loo.unreliable().is_empty() {
            let groups = rows_of_groups(&loo, labels);
            match_moments(&compile_to_simulate(self)?, draws, &mut loo, Some(&groups), settings)?;
        }
        Ok(loo)
    }

    /// The widely applicable information criterion. [`loo`](Self::loo) shows more reliably where it fails.
    ///
    /// # Errors
    ///
    /// The errors of [`loo`](Self::loo), except that 2 draws are enough.
    #[inline(never)]
    fn waic(self, draws: &Draws) -> Result<Waic, Error> {
        let remark = remark(&self.graph()).unwrap_or_default();
        Ok(Waic::of(&self.pointwise_log_likelihood(draws)?.as_log_likelihood()?)?.with_remark(remark))
    }

    /// For each observation, the probability, given the other observations, of a value at most as large.
    /// These probabilities are uniform if predictions are calibrated.
    ///
    /// `y` are the observations, in the order of their names. [Predictions](Predict::predict) are drawn at
    /// each draw, with a seed.
    ///
    /// A censored observation is known only to be beyond its limit. Its number lies anywhere between the
    /// probability of its limit, or of its own value if a flag censors it, and 1 (or between 0 and this
    /// probability, for censoring on the left): [`randomised`](LooPit::randomised) numbers are uniform for a
    /// calibrated model.
    ///
    /// # Errors
    ///
    /// The errors of [`loo`](Self::loo) and of [`predict`](Predict::predict); [`Error::Results`] if the
    /// number of values in `y` is not the number of observations; [`Error::UnknownName`] for observations
    /// that cannot be predicted one by one.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let y = [1.2, 0.4, 0.9, 7.0];
    /// params! { mu: real() }
    /// let model = model! { mu |= normal(0.0, 10.0), data(&y) |= normal(mu, 1.0) };
    /// let draws = model.compile()?.gibbs().draws(1000).run()?;
    /// let pit = model.loo_pit(&draws, &y, 1)?;
    /// assert!(pit.at_most()[3] > 0.99 && pit.at_most()[1] < 0.2);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    #[inline(never)]
    fn loo_pit(self, draws: &Draws, y: &[f64], seed: u64) -> Result<LooPit, Error> {
        let rows = self.pointwise_log_likelihood(draws)?;
        let size = (draws.chains(), draws.draws_per_chain());
        let predicted = compile_to_predict(self)?.simulate(Some(draws), Wanted::Compared, size, seed)?;
        let mut replicated = Vec::with_capacity(rows.values().len());
        for name in rows.names() {
            replicated.extend_from_slice(predicted.column(name)?.as_slice());
        }
        Ok(LooPit::of(&rows.as_log_likelihood()?, y, &replicated, LooSettings::default())?)
    }
}

impl<M: Model> CrossValidate for M {}
