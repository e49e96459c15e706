//! The methods that draw from a model, and that compute the log densities of its observations.

use super::run::Wanted;
use super::{exact, plausibility, pointwise};
use crate::draws::Draws;
use crate::error::Error;
use crate::graph::{Inspect, Lints};
use crate::model::Model;
use crate::model::statement::BoundModel;
use crate::posterior::compile::{Compile, assert_whole, compile_to_predict, compile_to_simulate};
use crate::trace::{IntoVarName, text_of};

/// Forward simulation. It is implemented for every [`Model`].
///
/// Each call compiles the model with its observations, because a [`Posterior`](crate::posterior::Posterior)
/// does not keep them. A model is `Copy`, so it can be used as long as its data exist.
///
/// The chapter [Prediction and new levels](crate::guide::prediction) begins with a whole program.
pub trait Predict: Model {
    /// Draws all parameters from their priors, with the definitions and the data that follow from them:
    /// prior and prior predictive draws, in one chain.
    ///
    /// Data have the name that stands in `data(&y)`; a second `y` is `y#2`. Each statement is drawn after
    /// the statements of the variables that it mentions. Increments are not laws and are ignored.
    ///
    /// Draws that would be rounded to a bound of a parameter's support are moved to the next number inside:
    /// half of the draws of `p: interval(0.0, 1.0)` under `beta(0.01, 0.01)` are closer to a bound than
    /// floating-point numbers can represent.
    ///
    /// # Errors
    ///
    /// The errors of [`compile`](Compile::compile); [`Error::NoDraw`] for a law without draws, such as
    /// [`flat`](crate::distribution::flat()), for values that are never drawn inside their support, and for
    /// arguments that give no distribution; [`Error::Circular`]; [`Error::InvalidSetting`] for 0 draws.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let y = [1.2, 0.4, 0.9];
    /// params! { mu: real(), sigma: positive() }
    /// let model = model! {
    ///     mu    |= normal(0.0, 10.0),
    ///     sigma |= exponential(1.0),
    ///     data(&y) |= normal(mu, sigma),
    /// };
    /// let prior = model.sample_prior(500, 1)?;
    /// assert_eq!(prior.names(), ["mu", "sigma", "y[0]", "y[1]", "y[2]"]);
    /// let largest = prior.column("y[0]")?.quantile(0.95);         // are such data believable?
    /// assert!(largest > 10.0);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    #[inline(never)]
    fn sample_prior(self, draws: usize, seed: u64) -> Result<Draws, Error> {
        const { assert_whole::<Self::Bound>() }
        if draws == 0 {
            return Err(Error::InvalidSetting { setting: "draws", rule: "be at least 1" });
        }
        compile_to_simulate(self)?.simulate(None, Wanted::All, (1, draws), seed)
    }

    /// Returns the suspicious parts of the model, as [`check`](crate::graph::Inspect::check) finds them, and
    /// those that draws of the prior show: data that almost no draw reaches, and a prior whose data sets
    /// almost all have more than a hundred times the range of the data. Both suggest priors, or units, that
    /// are not intended. For data with gaps, the observed elements are compared with the whole parameter,
    /// drawn anew.
    ///
    /// # Errors
    ///
    /// The errors of [`sample_prior`](Self::sample_prior).
    ///
    /// ```
    /// use monomorph::graph::{Lint, LintRule};
    /// use monomorph::prelude::*;
    ///
    /// let grams = [3210.0, 2850.0, 3920.0, 3340.0];
    /// params! { mu: real(), sigma: positive() }
    /// let model = model! {
    ///     mu    |= normal(3.0, 1.0),                              // kilograms
    ///     sigma |= half_normal(1.0),
    ///     data(&grams) |= normal(mu, sigma),
    /// };
    /// let findings = model.check_prior(1_000, 1)?;
    /// let is_found = |lint: &Lint| lint.rule == LintRule::PriorPredictive && lint.variable == "grams";
    /// assert!(findings.iter().any(is_found));
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    fn check_prior(self, draws: usize, seed: u64) -> Result<Lints, Error> {
        let graph = self.graph();
        let prior = self.sample_prior(draws, seed)?;
        let anew = |name: &str| self.replicate(name.to_owned(), &prior, seed.wrapping_add(1));
        let found = plausibility::check(&graph, &prior, anew)?;
        Ok(Lints::sorted(graph.check().into_iter().chain(found).collect(), |_| ()))
    }

    /// Draws, for each draw of parameters, the variables that it does not contain: data, which are posterior
    /// predictive draws if the parameters are posterior draws; parameters that the draws do not contain,
    /// from their statements; and definitions.
    ///
    /// So quantities of interest, and predictions at other places, are a second model, with the parameters
    /// of the first:
    ///
    /// ```
    /// use monomorph::prelude::*;
    /// # #[cfg(feature = "sampling")] {
    ///
    /// let (x, y) = ([0.0, 1.0, 2.0, 3.0], [0.1, 1.2, 1.9, 3.2]);
    /// params! { a: real(), b: real(), sigma: positive() }
    /// let model = model! {
    ///     a |= normal(0.0, 5.0),
    ///     b |= normal(0.0, 5.0),
    ///     sigma |= exponential(1.0),
    ///     data(&y) |= normal(a + b * data(&x), sigma),
    /// };
    /// let fit = model.compile()?.nuts().draws(200).progress(false).run()?;
    /// let replicated = model.predict(fit.draws(), 1)?;            // y as it might have been
    /// assert_eq!(replicated.names(), ["y[0]", "y[1]", "y[2]", "y[3]"]);
    ///
    /// let tomorrow = [4.0, 5.0];
    /// params! { y_new: vector(2) }
    /// let later = model! {
    ///     a |= flat(), b |= flat(), sigma |= flat(),              // they are in the draws
    ///     y_new |= normal(a + b * data(&tomorrow), sigma),
    ///     rise = y_new.at(1) - y_new.at(0),
    /// };
    /// let predicted = later.predict(fit.draws(), 1)?;
    /// assert_eq!(predicted.names(), ["y_new[0]", "y_new[1]", "rise"]);
    /// assert!((predicted.column("rise")?.mean() - 1.0).abs() < 1.0);
    ///
    /// // without sigma, which it does not need
    /// let line = model! { a |= flat(), b |= flat(), at_ten = a + 10.0 * b };
    /// assert_eq!(line.predict(fit.draws(), 1)?.names(), ["at_ten"]);
    /// # }
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    ///
    /// Variables of the draws that the model does not contain are not read. So the model may leave out
    /// parameters that are declared together with its own, here and in [`forecast`](Self::forecast) and
    /// [`pointwise_log_likelihood`](Self::pointwise_log_likelihood): the declarations of the fitted model
    /// can be reused.
    ///
    /// # Errors
    ///
    /// The errors of [`sample_prior`](Self::sample_prior), and [`Error::ShapeMismatch`] for a parameter with
    /// another shape in the draws; [`Error::Results`], with the method to use, if it is a vector with another
    /// number of elements.
    #[inline(never)]
    fn predict(self, draws: &Draws, seed: u64) -> Result<Draws, Error> {
        const { assert_whole::<Self::Bound>() }
        let size = (draws.chains(), draws.draws_per_chain());
        compile_to_predict(self)?.simulate(Some(draws), Wanted::All, size, seed)
    }

    /// Draws, for each draw of parameters, what [`predict`](Self::predict) draws, and in addition new values
    /// of one variable that the draws contain: replications of a column with gaps, whose elements are data or
    /// filled in by the draws, or new groups instead of the existing ones.
    ///
    /// The variable is given as an expression, or by its name if a function returns the model:
    /// `series(&y).replicate("y", fit.draws(), 1)`. Variables that depend on it are drawn given its values
    /// in the draws. The variable itself is drawn as data are, from its law alone: bounds of its declaration
    /// that would truncate the law are ignored.
    ///
    /// # Errors
    ///
    /// The errors of [`predict`](Self::predict), [`Error::UnknownName`] if the variable is not a parameter
    /// of the model, and [`Error::MissingValue`] if the draws do not contain it.
    ///
    /// ```
    /// use monomorph::prelude::*;
    /// # #[cfg(feature = "sampling")] {
    ///
    /// let y = [2.1, f64::NAN, 1.8, 2.4];
    /// params! { mu: real(), y: data(&y).missing_nan() }
    /// let model = model! { mu |= normal(0.0, 5.0), y |= normal(mu, 0.5) };
    /// let fit = model.compile()?.nuts().draws(200).progress(false).run()?;
    /// let replicated = model.replicate(y, fit.draws(), 1)?;
    /// assert_eq!(replicated.names(), ["y[0]", "y[1]", "y[2]", "y[3]"]);
    /// assert!(replicated.column("y[0]")?.sd() > 0.3);             // and not 2.1 in each draw
    /// # }
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    #[inline(never)]
    fn replicate(self, variable: impl IntoVarName, draws: &Draws, seed: u64) -> Result<Draws, Error> {
        const { assert_whole::<Self::Bound>() }
        let (size, name) = ((draws.chains(), draws.draws_per_chain()), text_of(variable));
        compile_to_predict(self)?.simulate(Some(draws), Wanted::Replicated(&name), size, seed)
    }

    /// Draws, for each draw of parameters, the next `horizon` steps of the series that depend on time.
    ///
    /// The model is that of the draws, extended by `horizon` steps: covariates of the future follow those of
    /// the past, and the future observations are replaced by arbitrary valid numbers, which are not read. A
    /// function that returns the model of some data serves both:
    ///
    /// ```
    /// use monomorph::prelude::*;
    /// # #[cfg(feature = "sampling")] {
    ///
    /// fn autoregression(y: &[f64]) -> impl Model {
    ///     params! { mu: real(), phi: interval(-1.0, 1.0), s: positive() }
    ///     model! {
    ///         mu  |= normal(0.0, 5.0),
    ///         phi |= uniform(-1.0, 1.0),
    ///         s   |= half_normal(1.0),
    ///         data(y) |= process(mu, |y| normal(mu + phi * (y - mu), s)),
    ///     }
    /// }
    ///
    /// let y = [0.2, 0.5, 1.1, 0.4, 0.6, 0.9, 1.3, 0.8];
    /// let fit = autoregression(&y).compile()?.nuts().draws(200).progress(false).run()?;
    /// let longer = [&y[..], &[0.0; 3]].concat();
    /// let future = autoregression(&longer).forecast(fit.draws(), 3, 1)?;
    /// assert_eq!(future.names(), ["y[0]", "y[1]", "y[2]"]); // the steps after the last observation
    /// # }
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    ///
    /// The following series are continued:
    ///
    /// - observations that follow a [`process`](crate::distribution::process), a
    ///   [`hidden_markov`](crate::distribution::hidden_markov()) law, or a state space model of one series,
    ///   [`linear_gaussian`](crate::distribution::linear_gaussian()) and its ready components: hidden states
    ///   are drawn given the earlier observations, and continue from there;
    /// - vectors of parameters that have `horizon` more elements than in the draws, with such a law, with a
    ///   [`markov_chain`](crate::distribution::markov_chain()), or element by element;
    /// - definitions of these series, and observations whose law reads them;
    /// - series with gaps, `y: data(&y).missing_nan()`, whose gaps the draws fill in: steps of the future
    ///   are gaps as well, NaN.
    ///
    /// Several consecutive sequences are all continued, and each is `horizon` steps longer than in the model
    /// of the draws; the forecast contains the steps of one sequence after those of another. For a state
    /// space model whose numbers are known,
    /// [`StateSpace::forecast`](crate::state_space::StateSpace::forecast) returns the means and variances of
    /// the future.
    ///
    /// # Errors
    ///
    /// The errors of [`predict`](Self::predict); [`Error::MissingValue`] for a parameter that the draws do
    /// not contain; [`Error::NoDraw`] for a parameter whose law draws all elements together;
    /// [`Error::Empty`] if nothing is continued.
    #[inline(never)]
    fn forecast(self, draws: &Draws, horizon: usize, seed: u64) -> Result<Draws, Error> {
        const { assert_whole::<Self::Bound>() }
        if horizon == 0 {
            return Err(Error::InvalidSetting { setting: "horizon", rule: "be at least 1" });
        }
        let size = (draws.chains(), draws.draws_per_chain());
        compile_to_predict(self)?.simulate(Some(draws), Wanted::Steps(horizon), size, seed)
    }

    /// Computes log p(yᵢ | θ) of each observation at each draw of the parameters, with the names of the
    /// data, for PSIS-LOO and WAIC.
    ///
    /// An observation is an element of the data; for a law of vectors, it is a row of a matrix, or a vector
    /// as a whole. Constants are included, so that the sum is the
    /// [`log_likelihood`](crate::posterior::Posterior::log_likelihood) without increments.
    ///
    /// # Errors
    ///
    /// The errors of [`compile`](Compile::compile); [`Error::MissingValue`] and [`Error::ShapeMismatch`] if
    /// the draws are not draws of this model's parameters; [`Error::Empty`] if there are no data.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let y = [1.2, 0.4, 0.9];
    /// params! { mu: real() }
    /// let model = model! { mu |= normal(0.0, 10.0), data(&y) |= normal(mu, 1.0) };
    /// let draws = model.compile()?.gibbs().draws(100).run()?;
    /// let each = model.pointwise_log_likelihood(&draws)?;
    /// assert_eq!(each.names(), ["y[0]", "y[1]", "y[2]"]);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    #[inline(never)]
    fn pointwise_log_likelihood(self, draws: &Draws) -> Result<Draws, Error> {
        const { assert_whole::<Self::Bound>() }
        pointwise::log_likelihood(&compile_to_predict(self)?, draws).map(|(densities, _)| densities)
    }

    /// Computes the log density of each parameter's statement at each draw of the parameters, with the
    /// parameter's name; a second statement about a part of `z` is `z#2`.
    ///
    /// An element of a vector has a number of its own if the law is a law of single numbers, as in
    /// [`pointwise_log_likelihood`](Self::pointwise_log_likelihood). The sum of these numbers over a draw is
    /// the [`log_prior`](crate::posterior::Posterior::log_prior), without Jacobians: ArviZ's `psense`
    /// weights draws by it. The law of a marginalised variable is part of the log likelihood.
    ///
    /// # Errors
    ///
    /// The errors of [`pointwise_log_likelihood`](Self::pointwise_log_likelihood); [`Error::Empty`] if no
    /// parameter has a statement.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let y = [1.2, 0.4, 0.9];
    /// params! { mu: real() }
    /// let model = model! { mu |= normal(0.0, 10.0), data(&y) |= normal(mu, 1.0) };
    /// let draws = model.compile()?.gibbs().draws(100).run()?;
    /// let prior = model.pointwise_log_prior(&draws)?;
    /// let (mu, expected) = (draws.column("mu")?.as_slice()[0], -10.0_f64.ln() - 0.918_938_533_204_672_7);
    /// assert!((prior.column("mu")?.as_slice()[0] - (expected - mu * mu / 200.0)).abs() < 1e-12);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    #[inline(never)]
    fn pointwise_log_prior(self, draws: &Draws) -> Result<Draws, Error> {
        const { assert_whole::<Self::Bound>() }
        pointwise::log_prior(&compile_to_predict(self)?, draws)
    }

    /// Draws independent draws from the posterior: without warmup, chains or diagnostics.
    ///
    /// It compiles for models without data, increments and conditions, which are drawn forward, and for
    /// models in which each statement mentions one parameter and each parameter has a conjugate prior. For
    /// any other model it is an error of `cargo build` that names a parameter.
    ///
    /// # Errors
    ///
    /// The errors of [`sample_prior`](Self::sample_prior) and of [`Gibbs::run`](crate::gibbs::Gibbs::run);
    /// [`Error::NoDraw`] for a parameter whose support is smaller than its law's, such as `lower(2.0)` under
    /// a gamma distribution.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let (heads, tosses) = ([3, 5, 4], [7, 9, 8]);
    /// params! { p: interval(0.0, 1.0) }
    /// let model = model! { p |= beta(1.0, 1.0), data(&heads) |= binomial(data(&tosses), p) };
    /// let draws = model.sample_exact(1000, 1)?;
    /// assert!((draws.column("p")?.mean() - 0.5).abs() < 0.02);            // beta(13, 13)
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    ///
    /// ```compile_fail
    /// use monomorph::prelude::*;
    ///
    /// params! { mu: real(), sigma: positive() }
    /// let model = model! {
    ///     mu |= normal(0.0, 1.0), sigma |= exponential(1.0), data(1.5) |= normal(mu, sigma),
    /// };
    /// model.sample_exact(1000, 1)?;                                       // no closed form
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    #[inline(never)]
    fn sample_exact(self, draws: usize, seed: u64) -> Result<Draws, Error> {
        const {
            assert_whole::<Self::Bound>();
            exact::assert_exact::<Self::Bound>();
        }
        if const { !<Self::Bound as BoundModel>::FACTS.has_evidence } {
            return self.sample_prior(draws, seed);
        }
        // Observations are not read again, so rewrites may make the full conditionals cheaper.
        exact::sample(&self.compile()?, draws, seed)
    }
}

impl<M: Model> Predict for M {}
