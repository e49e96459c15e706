//! [`Update`]: the settings of an update, and its steps.

use super::basis::Basis;
use super::updated::{Outcome, Route, Updated};
use super::weights::Weighted;
use crate::approximate::{at_places, resample};
use crate::draws::Draws;
use crate::error::Error;
use crate::sampling::warm_start::Matching;
use crate::sampling::{Adaptation, Fit, Nuts, NutsSettings};
use crate::target::Target;
use core::fmt;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

/// The least effective sample size of the weighted draws, as a share of their number: with less, draws are
/// moved.
const SHARE: f64 = 0.25;

/// The number of warmup transitions of chains that begin at draws of the new posterior: they only adapt the
/// step size.
const MOVED: usize = 30;

/// The number of warmup transitions of a refit: enough to learn the metric anew, since the old draws hold
/// no information on the metric of the new posterior.
const REFITTED: usize = 300;

/// The largest k̂ of weights by which draws are resampled.
const RELIABLE: f64 = 0.7;

/// A function of draws that returns the log likelihoods of some rows, or new elements.
pub(super) type Rows<'a> = Box<dyn Fn(&Draws) -> Result<Draws, Error> + Send + Sync + 'a>;

/// The settings of an update, made by [`Fit::update`], which has an example.
#[must_use = "nothing is updated before `run`"]
pub struct Update<'a> {
    pub(super) basis: Basis<'a>,
    pub(super) target: &'a dyn Target,
    /// Functions for the rows that were added, with the sign +1, or removed, with the sign −1.
    pub(super) changes: Vec<(f64, Rows<'a>)>,
    pub(super) new_elements: Option<Rows<'a>>,
    share: f64,
    nuts: NutsSettings,
    seed: u64,
}

impl fmt::Debug for Update<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { changes, new_elements, share, nuts, seed, .. } = self;
        let update = &mut f.debug_struct("Update");
        update.field("changes", &changes.len()).field("new_elements", &new_elements.is_some());
        update.field("share", share).field("nuts", nuts).field("seed", seed).finish_non_exhaustive()
    }
}

impl Fit {
    /// Updates the draws to a posterior with other data: the posterior of all rows, with the added rows and
    /// without the removed ones, and with the same priors. Parameters are matched by their names.
    ///
    /// Draws are weighted by the ratio of the two densities, and the k̂ of the weights decides between
    /// three routes: the weighted draws themselves, draws that are resampled by their weights and moved by
    /// NUTS, or a refit with a warm start. The result has the [route](Updated::route), and the number of
    /// updates since the last refit. The new posterior is evaluated once for each draw; if it is expensive,
    /// [`added`](Update::added) evaluates the new rows alone.
    ///
    /// ```
    /// use monomorph::prelude::*;
    /// use monomorph::sampling::Route;
    ///
    /// fn rate(events: &[u32]) -> impl Model {
    ///     params! { lambda: positive() }
    ///     model! { lambda |= gamma(2.0, 0.5), data(events) |= poisson(lambda) }
    /// }
    ///
    /// let (yesterday, new) = (vec![3, 5, 4, 2, 6, 4, 3, 5], [4, 3]);
    /// let all = [&yesterday[..], &new].concat();
    /// let fit = rate(&yesterday).compile()?.nuts().seed(1).run()?;
    ///
    /// let posterior = rate(&all).compile()?;
    /// let updated = fit.update(&posterior).run()?;
    /// println!("{updated}");
    /// assert_eq!(updated.route(), Route::Weighted);
    /// // Gamma(2 + Σ y, 0.5 + n) has the mean 41/10.5.
    /// assert!((updated.row("lambda")?.mean - 41.0 / 10.5).abs() < 0.1);
    ///
    /// // The same by the likelihood of the two new rows alone.
    /// let rows = updated.rows();
    /// let faster = fit.update(&posterior).added(|draws| rate(&new).pointwise_log_likelihood(draws)).run()?;
    /// assert!((faster.rows()[0].mean - rows[0].mean).abs() < 1e-9);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn update<'a>(&'a self, posterior: &'a dyn Target) -> Update<'a> {
        Update::new(Basis::of_fit(self), posterior)
    }
}

impl<'a> Update<'a> {
    pub(super) fn new(basis: Basis<'a>, target: &'a dyn Target) -> Self {
        Self {
            basis,
            target,
            changes: Vec::new(),
            new_elements: None,
            share: SHARE,
            nuts: NutsSettings::default(),
            seed: 0,
        }
    }

    /// Takes the log likelihoods of the added rows from a function of draws, in place of the densities of
    /// both posteriors: `pointwise_log_likelihood` of a model of these rows alone. This method may be
    /// called several times, for several sets of rows.
    ///
    /// At the first draws the new posterior is evaluated, too: [`run`](Self::run) returns an error if its
    /// log density is not that of the former posterior with these rows, for example because the former
    /// posterior had the rows already.
    pub fn added(mut self, rows: impl Fn(&Draws) -> Result<Draws, Error> + Send + Sync + 'a) -> Self {
        self.changes.push((1.0, Box::new(rows)));
        self
    }

    /// Takes the log likelihoods of removed rows from a function, as [`added`](Self::added) does for added
    /// rows.
    pub fn removed(mut self, rows: impl Fn(&Draws) -> Result<Draws, Error> + Send + Sync + 'a) -> Self {
        self.changes.push((-1.0, Box::new(rows)));
        self
    }

    /// The least effective sample size of the weighted draws, as a share of their number, from 0 to 1; with
    /// less, draws are moved. It is ¼ by default.
    pub fn least_share(mut self, share: f64) -> Self {
        self.share = share;
        self
    }

    /// The settings of the chains if draws are moved or the model is fitted again. Their warmup has the
    /// length of a warm start, and print no progress.
    pub fn nuts(mut self, settings: &NutsSettings) -> Self {
        self.nuts = settings.clone();
        self
    }

    /// The seed of all random numbers; 0 by default.
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Updates the draws.
    ///
    /// # Errors
    ///
    /// - [`Error::UnknownName`] for a parameter that the posterior does not have, and the other errors of
    ///   [`Nuts::warm_start`].
    /// - [`Error::InvalidSetting`] if [`least_share`](Self::least_share) is not from 0 to 1, or if
    ///   [`new_elements`](Self::new_elements) is set without [`added`](Self::added).
    /// - The errors of the functions of [`added`](Self::added), [`removed`](Self::removed) and
    ///   [`new_elements`](Self::new_elements), and [`Error::LengthMismatch`] if they return another number
    ///   of draws.
    /// - [`Error::Results`] with the number of the draw, if a log weight is NaN or +∞, for example because
    ///   a row is removed at which a draw has the density 0.
    /// - The errors of [`Nuts::run`], if chains are run.
    pub fn run(mut self) -> Result<Updated, Error> {
        if !(0.0..=1.0).contains(&self.share) {
            return Err(Error::InvalidSetting { setting: "least_share", rule: "be from 0 to 1" });
        }
        if let Some(elements) = self.new_elements.take() {
            if self.changes.is_empty() {
                return Err(Error::InvalidSetting {
                    setting: "new_elements",
                    rule: "be set together with `added`",
                });
            }
            self.complete(&elements)?;
        }
        let Basis { ref draws, pace, updates, .. } = self.basis;
        let count = self.basis.log_densities.len();
        let all = Adaptation::of_draws(draws, pace, Some(count));
        let matching = Matching::of(&all, self.target)?;
        if !(matching.is_whole && matching.is_onto) {
            return self.refitted(None, 0.0);
        }
        let Some(weighted) = self.weigh(matching)? else { return self.refitted(Some(f64::INFINITY), 0.0) };
        let Weighted { draws, weights, quality, log_evidence } = weighted;
        // A single draw is not enough for k̂, though all weights are equal.
        let (khat, ess) = (if count > 1 { quality.pareto_k } else { f64::INFINITY }, quality.ess);
        if !(khat < RELIABLE && quality.is_reliable()) {
            return self.refitted(Some(khat), ess);
        }
        // No chain uses this stream of random numbers.
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        rng.set_stream(u64::MAX);
        let resampled = at_places(&draws.candidates, &resample(&weights, count, &mut rng))?;
        let kish = 1.0 / weights.iter().map(|weight| weight * weight).sum::<f64>();
        let (route, weights, outcome) = if kish < self.share * count as f64 {
            let (weights, run) = self.sample(&Adaptation::of_draws(&resampled, pace, None), MOVED)?;
            (Route::Moved, weights, run)
        } else {
            (Route::Weighted, weights, Outcome::Weights { draws, resampled, pace })
        };
        let (khat, log_evidence, updates) = (Some(khat), Some(log_evidence), updates + 1);
        Ok(Updated { route, khat, ess, log_evidence, updates, weights, outcome })
    }

    /// Runs chains that begin at the draws of an adaptation. Returns equal weights, and the run.
    fn sample(&self, learned: &Adaptation, warmup: usize) -> Result<(Vec<f64>, Outcome), Error> {
        let nuts = Nuts::new(self.target).with_settings(&self.nuts).seed(self.seed).progress(false);
        let fit = nuts.warm_start(learned).warmup(warmup).run()?;
        let count = fit.draws().chains() * fit.draws().draws_per_chain();
        Ok((vec![1.0 / count as f64; count], Outcome::Run(fit)))
    }

    /// Fits the model again; the chains begin at the old draws.
    fn refitted(&self, khat: Option<f64>, ess: f64) -> Result<Updated, Error> {
        let learned = Adaptation::of_draws(&self.basis.draws, self.basis.pace, None);
        let (weights, outcome) = self.sample(&learned, REFITTED)?;
        let (route, log_evidence, updates) = (Route::Refitted, None, 0);
        Ok(Updated { route, khat, ess, log_evidence, updates, weights, outcome })
    }
}
