//! The results of runs of a program.

use super::Record;
use super::recorded::RecordedChoices;
use crate::draws::{Draws, Summary, Warning};
use crate::error::Error;
use crate::random::systematic;
use crate::shape::Extent;
use crate::trace::{Trace, VarName, VariableInfo, interned};
use rand::SeedableRng;
use rand::rngs::SmallRng;

/// A run that has ended.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Execution<T> {
    /// The value that the program returned.
    pub value: T,
    /// The choices of the run.
    pub record: Record,
}

/// The values that a program returned in many runs, and the recorded choices.
///
/// ```
/// use monomorph::prelude::*;
/// use monomorph::program::program;
///
/// let coins = program(|run| {
///     let p = run.sample("p", beta(2.0, 2.0));
///     (0..5).for_each(|toss| run.observe(("toss", toss), bernoulli(p), toss != 3));
///     p / (1.0 - p)
/// });
/// let fit = coins.single_site().draws(500).seed(1).record("p").run()?;
/// println!("{}", fit.summary()?);                     // mean, sd, quantiles, ESS and R-hat of `p`
/// let odds = fit.draws_of("odds", |odds| *odds)?.summary();
/// assert!(odds.row("odds")?.rhat < 1.1);
/// assert_eq!(fit.choices("p")?.len(), 4 * 500);
/// # Ok::<(), monomorph::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct ProgramFit<T> {
    pub(super) values: Vec<T>,
    pub(super) weights: Vec<f64>,
    pub(super) chains: usize,
    pub(super) recorded: RecordedChoices,
    pub(super) log_evidence: Option<f64>,
    pub(super) accepted: Option<f64>,
    pub(super) warnings: Vec<Warning>,
}

impl<T> ProgramFit<T> {
    /// The values that the program returned, draw after draw, one chain after the other.
    pub fn values(&self) -> &[T] {
        &self.values
    }

    /// The weights of the draws, which sum to 1; they are equal if the draws come from the posterior.
    pub fn weights(&self) -> &[f64] {
        &self.weights
    }

    /// The number of chains, at least 1; 1 for draws that are independent of each other.
    pub fn chains(&self) -> usize {
        self.chains
    }

    /// The log of the probability of the observations, if the method estimates it: importance sampling and
    /// particles do.
    pub fn log_evidence(&self) -> Option<f64> {
        self.log_evidence
    }

    /// The share of accepted proposals; `None` if the draws do not come from chains.
    pub fn acceptance(&self) -> Option<f64> {
        self.accepted
    }

    /// The warnings of chains about their run: an interruption, too few effective draws, draws that were not
    /// saved. [`draws`](Self::draws) and [`summary`](Self::summary) repeat them.
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    /// The weighted mean of a function of the returned values.
    pub fn mean(&self, function: impl Fn(&T) -> f64) -> f64 {
        self.values.iter().zip(&self.weights).map(|(value, weight)| weight * function(value)).sum()
    }

    /// The weighted standard deviation of a function of the returned values.
    pub fn sd(&self, function: impl Fn(&T) -> f64) -> f64 {
        let mean = self.mean(&function);
        self.mean(|value| (function(value) - mean).powi(2)).sqrt()
    }

    /// The weighted quantile of a function of the returned values: the smallest number that the function
    /// does not exceed with at least this probability; NaN for a probability outside `[0, 1]`.
    pub fn quantile(&self, probability: f64, function: impl Fn(&T) -> f64) -> f64 {
        if !(0.0..=1.0).contains(&probability) {
            return f64::NAN;
        }
        let mut weighted: Vec<(f64, f64)> =
            self.values.iter().map(function).zip(self.weights.iter().copied()).collect();
        weighted.sort_by(|(one, _), (other, _)| one.total_cmp(other));
        let mut rest = probability;
        let reaches = |(_, weight): &&(f64, f64)| {
            rest -= weight;
            rest <= 1e-12
        };
        weighted.iter().find(reaches).or(weighted.last()).map_or(f64::NAN, |(value, _)| *value)
    }

    /// The number of independent draws that are worth as much as the weighted draws: 1 / Σ w². It does not
    /// take into account that draws of a chain are dependent; the summaries of [`draws`](Self::draws) and
    /// [`draws_of`](Self::draws_of) do.
    pub fn effective_draws(&self) -> f64 {
        self.weights.iter().map(|weight| weight * weight).sum::<f64>().recip()
    }

    /// The values of a recorded choice, one for each draw: `None` if the run did not make this choice.
    ///
    /// # Errors
    ///
    /// [`Error::UnknownName`] if no draw has the choice, or it was not recorded.
    pub fn choices(&self, address: &str) -> Result<Vec<Option<f64>>, Error> {
        let place = self.recorded.names.iter().position(|(name, _)| name == address);
        place.map(|place| self.recorded.values_of(place)).ok_or_else(|| self.unknown(address))
    }

    /// The recorded choices of a draw, counted from 0 over all chains, by their names.
    ///
    /// # Errors
    ///
    /// [`Error::IndexOutOfRange`] if there is no such draw, and [`Error::InvalidName`] if a name in the
    /// program is not valid.
    pub fn trace(&self, draw: usize) -> Result<Trace, Error> {
        let length = self.recorded.count();
        if draw >= length {
            let (statement, what, index) = (String::new(), "the draws".to_owned(), draw as f64);
            return Err(Error::IndexOutOfRange { statement, what, position: None, index, length });
        }
        let mut trace = Trace::new();
        for &(place, value) in self.recorded.draw(draw) {
            trace.set(self.recorded.names[place as usize].0.parse::<VarName>()?, value)?;
        }
        Ok(trace)
    }

    /// The recorded choices that every draw has, as draws by name, with their diagnostics.
    ///
    /// # Errors
    ///
    /// [`Error::Empty`] if no recorded choice is in every draw; [`Error::InvalidSetting`] if the draws have
    /// weights: [`resampled`](Self::resampled) makes draws without weights from them.
    pub fn draws(&self) -> Result<Draws, Error> {
        let columns = self.recorded.everywhere();
        if columns.is_empty() {
            let what = "the list of recorded choices that every draw has".to_owned();
            return Err(Error::Empty { statement: String::new(), what });
        }
        let names = columns.iter().map(|&place| self.recorded.names[place].0.as_str());
        let values = columns.iter().flat_map(|&place| self.recorded.values_of(place)).flatten();
        Ok(self.unweighted(names, values.collect())?.with_warnings(self.warnings.clone()))
    }

    /// Mean, standard deviation, quantiles and diagnostics of the recorded choices that every draw has.
    ///
    /// # Errors
    ///
    /// The errors of [`draws`](Self::draws).
    pub fn summary(&self) -> Result<Summary, Error> {
        Ok(self.draws()?.summary())
    }

    /// Computes a number from each value that the program returned, as draws with a name, whose summary has
    /// the effective sample size and R-hat.
    ///
    /// # Errors
    ///
    /// [`Error::InvalidSetting`] if the draws have weights.
    pub fn draws_of(&self, name: &str, function: impl Fn(&T) -> f64) -> Result<Draws, Error> {
        self.unweighted([name].into_iter(), self.values.iter().map(function).collect())
    }

    /// Makes draws of scalars with these names, if the draws have no weights.
    fn unweighted<'n>(&self, names: impl Iterator<Item = &'n str>, values: Vec<f64>) -> Result<Draws, Error> {
        if self.weights.iter().any(|weight| *weight != self.weights[0]) {
            let rule = "be the same for all draws, as after `resampled`";
            return Err(Error::InvalidSetting { setting: "weights", rule });
        }
        let mut variables = Vec::new();
        for name in names {
            variables.push(VariableInfo::behind(&variables, interned(name), Extent::Scalar, false));
        }
        Draws::new(variables, self.chains, self.values.len() / self.chains, values)
    }

    /// Makes draws without weights: each draw is repeated in proportion to its weight (systematic
    /// resampling).
    ///
    /// ```
    /// use monomorph::prelude::*;
    /// use monomorph::program::program;
    ///
    /// let rate = program(|run| {
    ///     let rate = run.sample("rate", exponential(1.0));
    ///     run.observe("count", poisson(rate), 3);
    ///     rate
    /// });
    /// let fit = rate.importance(2_000).seed(1).record("rate").run()?;
    /// assert!((fit.resampled(500, 2).summary()?.row("rate")?.mean - 2.0).abs() < 0.3);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    #[must_use = "the fit that is returned has equal weights"]
    pub fn resampled(&self, draws: usize, seed: u64) -> Self
    where
        T: Clone,
    {
        let places = systematic(&self.weights, draws, &mut SmallRng::seed_from_u64(seed));
        let values = places.iter().map(|&place| self.values[place].clone()).collect();
        let recorded = self.recorded.chosen(&places);
        let (weights, warnings) = (vec![1.0 / draws as f64; draws], self.warnings.clone());
        Self { values, weights, chains: 1, recorded, warnings, ..*self }
    }

    fn unknown(&self, name: &str) -> Error {
        let known = self.recorded.names.iter().map(|(name, _)| name.clone()).collect();
        Error::UnknownName { name: name.to_owned(), known }
    }
}
