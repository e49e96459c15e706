//! Cross-validation by fits without some rows. Models borrow their data, so a function of the user's creates
//! the model of the remaining rows; one function serves all kinds of folds.

use crate::draws::Draws;
use crate::error::Error;
use monomorph_diagnostics::loo::{CrossValidated, Fold, LogLikelihood, Loo, LooError};
use monomorph_diagnostics::predictive::HeldOut;

/// Computes the log predictive density of each row, at draws of a model that was fitted without it: K-fold
/// cross-validation, and exact leave-one-out.
///
/// For each [`Fold`] of a [`LeftOut`](super::LeftOut), `refit` fits the model to the remaining rows and
/// returns the [`pointwise_log_likelihood`](crate::predict::Predict::pointwise_log_likelihood) of the rows
/// that are left out; or of all rows up to the last of them, from which the rows that are left out are then
/// taken:
///
/// ```
/// use monomorph::comparison::{Fold, LeftOut, cross_validate, reloo};
/// use monomorph::prelude::*;
///
/// fn line(x: &[f64], y: &[f64]) -> impl Model {
///     params! { a: real(), b: real() }
///     model! {
///         a |= normal(0.0, 5.0),
///         b |= normal(0.0, 5.0),
///         data(y) |= normal(a + b * data(x), 1.0),
///     }
/// }
///
/// let (x, y) = ([0.0, 1.0, 2.0, 3.0, 4.0, 5.0], [0.1, 1.2, 1.9, 3.2, 3.9, 5.1]);
/// let refit = |fold: &Fold| {
///     let (x_left, y_left) = (fold.training_of(&x), fold.training_of(&y));
///     let draws = line(&x_left, &y_left).compile()?.gibbs().draws(200).run()?;
///     line(&fold.held_out_of(&x), &fold.held_out_of(&y)).pointwise_log_likelihood(&draws)
/// };
/// let threefold = cross_validate(&LeftOut::Folds { k: 3, seed: 1 }.folds(y.len())?, refit)?;
/// println!("{threefold}");
///
/// // Leave-one-out by weights, with a fit where weights fail.
/// let draws = line(&x, &y).compile()?.gibbs().draws(200).run()?;
/// let mut loo = line(&x, &y).loo(&draws)?;
/// reloo(&mut loo, &LeftOut::Rows.folds(y.len())?, refit)?;
/// assert!(loo.unreliable().is_empty());
/// # Ok::<(), monomorph::Error>(())
/// ```
///
/// Folds of one data set have similar posteriors, so chains of NUTS that start with the adaptation of the
/// fit to all rows need a warmup of 100 transitions only. `refit` may do this in all functions here. A
/// parameter with an element for each row has another size in each fold, and begins warm only if its
/// elements have [labels](crate::labels).
///
/// ```
/// use monomorph::comparison::{LeftOut, cross_validate};
/// use monomorph::prelude::*;
/// # #[cfg(feature = "sampling")] {
///
/// fn line(x: &[f64], y: &[f64]) -> impl Model {
///     params! { a: real(), b: real(), s: positive() }
///     model! {
///         a |= normal(0.0, 5.0),
///         b |= normal(0.0, 5.0),
///         s |= exponential(1.0),
///         data(y) |= normal(a + b * data(x), s),
///     }
/// }
///
/// let (x, y) = ([0.0, 1.0, 2.0, 3.0, 4.0, 5.0], [0.1, 1.2, 1.9, 3.2, 3.9, 5.1]);
/// let learned = line(&x, &y).compile()?.nuts().seed(1).progress(false).run()?.adaptation();
/// let found = cross_validate(&LeftOut::Folds { k: 3, seed: 1 }.folds(y.len())?, |fold| {
///     let (x_left, y_left) = (fold.training_of(&x), fold.training_of(&y));
///     let posterior = line(&x_left, &y_left).compile()?;
///     let fit = posterior.nuts().warm_start(&learned).seed(2).progress(false).run()?;
///     line(&fold.held_out_of(&x), &fold.held_out_of(&y)).pointwise_log_likelihood(fit.draws())
/// })?;
/// println!("{found}");
/// # }
/// # Ok::<(), monomorph::Error>(())
/// ```
///
/// # Errors
///
/// The errors of `refit`; [`Error::Results`] for log likelihoods of other rows, and for rows that are left
/// out twice or never.
pub fn cross_validate(
    folds: &[Fold],
    mut refit: impl FnMut(&Fold) -> Result<Draws, Error>,
) -> Result<CrossValidated, Error> {
    CrossValidated::by_row(folds, |fold| log_likelihood(&refit(fold)?))
}

/// Computes the log predictive density of each fold, whose rows are predicted together: leave-one-group-out,
/// and leave-future-out for series. `refit` is as in [`cross_validate`].
///
/// For a series, the model of all steps up to the last one that is left out returns its log likelihoods,
/// each given the past:
///
/// ```
/// use monomorph::comparison::{LeftOut, cross_validate_jointly};
/// use monomorph::prelude::*;
/// # #[cfg(feature = "sampling")] {
///
/// fn autoregression(y: &[f64]) -> impl Model {
///     params! { phi: interval(-1.0, 1.0), s: positive() }
///     model! {
///         phi |= uniform(-1.0, 1.0),
///         s   |= half_normal(1.0),
///         data(y) |= process(0.0, |y| normal(phi * y, s)),
///     }
/// }
///
/// let y = [0.2, 0.5, 1.1, 0.4, 0.6, 0.9, 1.3, 0.8];
/// let folds = LeftOut::Future { first: 5, horizon: 2 }.folds(y.len())?;
/// let future = cross_validate_jointly(&folds, |fold| {
///     let known = fold.training_of(&y);
///     let fit = autoregression(&known).compile()?.nuts().draws(100).progress(false).run()?;
///     autoregression(&y[..fold.end()]).pointwise_log_likelihood(fit.draws())
/// })?;
/// assert_eq!(future.pointwise_elpd().len(), 2); // steps 5 and 6, then 6 and 7
/// # }
/// # Ok::<(), monomorph::Error>(())
/// ```
///
/// # Errors
///
/// The errors of [`cross_validate`], except that a row may be left out more than once.
pub fn cross_validate_jointly(
    folds: &[Fold],
    mut refit: impl FnMut(&Fold) -> Result<Draws, Error>,
) -> Result<CrossValidated, Error> {
    CrossValidated::by_fold(folds, |fold| log_likelihood(&refit(fold)?))
}

/// Simulates data sets in which each row was predicted by a model that was fitted without it;
/// [`accuracy`](monomorph_diagnostics::predictive::accuracy) compares them with the observations.
///
/// For each fold, `refit` fits the model to the remaining rows, and returns data sets of the rows that are
/// left out: [`predict`](crate::predict::Predict::predict), or for a series
/// [`forecast`](crate::predict::Predict::forecast), [`each`](crate::draws::VariableDraws::each) draw.
///
/// [`HeldOut`] reads as data sets of all rows, in which a row that no fold leaves out is NaN. It records
/// which predictions depend on each other, so that the standard errors of
/// [`accuracy`](monomorph_diagnostics::predictive::accuracy) do not treat the errors of one path, or of
/// paths with common steps, as independent.
///
/// ```
/// use monomorph::comparison::{LeftOut, predict_held_out};
/// use monomorph::diagnostics::predictive::accuracy;
/// use monomorph::prelude::*;
///
/// fn line(x: &[f64], y: &[f64]) -> impl Model {
///     params! { a: real(), b: real() }
///     model! {
///         a |= normal(0.0, 5.0),
///         b |= normal(0.0, 5.0),
///         data(y) |= normal(a + b * data(x), 1.0),
///     }
/// }
///
/// let (x, y) = ([0.0, 1.0, 2.0, 3.0, 4.0, 5.0], [0.1, 1.2, 1.9, 3.2, 3.9, 5.1]);
/// let folds = LeftOut::Folds { k: 3, seed: 1 }.folds(y.len())?;
/// let held_out = predict_held_out(&folds, y.len(), |fold| {
///     let (x_left, y_left) = (fold.training_of(&x), fold.training_of(&y));
///     let draws = line(&x_left, &y_left).compile()?.gibbs().draws(200).run()?;
///     Ok(line(&fold.held_out_of(&x), &fold.held_out_of(&y)).predict(&draws, 1)?.get("y")?.each())
/// })?;
/// println!("{}", accuracy(&y, &held_out)?);
/// # Ok::<(), monomorph::Error>(())
/// ```
///
/// # Errors
///
/// The errors of `refit`; [`Error::Results`] for data sets without the length of their fold, for a number of
/// data sets that differs from the first fold's, for rows that are left out twice (only folds of
/// [`LeftOut::Future`](super::LeftOut::Future) may do this), and for rows that do not exist.
pub fn predict_held_out(
    folds: &[Fold],
    rows: usize,
    refit: impl FnMut(&Fold) -> Result<Vec<Vec<f64>>, Error>,
) -> Result<HeldOut, Error> {
    HeldOut::of(folds, rows, refit)
}

/// For each observation whose `k̂` is too large, replaces the estimate from importance weights by the
/// estimate of a fit without this observation.
///
/// `folds` are the folds of [`LeftOut::Rows`](super::LeftOut::Rows), or of
/// [`LeftOut::Groups`](super::LeftOut::Groups) for a [`loo_by_group`](super::CrossValidate::loo_by_group);
/// `refit` is that of [`cross_validate`].
///
/// # Errors
///
/// The errors of `refit`; [`Error::Results`] if there is not one fold for each observation, and for log
/// likelihoods of other rows.
pub fn reloo(
    loo: &mut Loo,
    folds: &[Fold],
    mut refit: impl FnMut(&Fold) -> Result<Draws, Error>,
) -> Result<(), Error> {
    let (expected, found) = (loo.quality().len(), folds.len());
    if expected != found {
        return Err(LooError::Length { what: "folds".to_owned(), expected, found }.into());
    }
    for observation in loo.unreliable() {
        let fold = &folds[observation];
        loo.replace(observation, &log_likelihood(&refit(fold)?)?.joint(fold)?)?;
    }
    Ok(())
}

fn log_likelihood(draws: &Draws) -> Result<LogLikelihood<'static>, Error> {
    Ok(draws.as_log_likelihood()?.into_owned())
}
