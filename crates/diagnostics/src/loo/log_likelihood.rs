//! The log likelihoods by which predictions are evaluated.

use super::{Fold, LooError};
use std::borrow::Cow;
use std::collections::HashMap;

/// The log likelihood log p(yᵢ | θ) of each observation at each draw, in the order *observation, chain,
/// draw*.
///
/// ```
/// use monomorph_diagnostics::loo::LogLikelihood;
///
/// // Three observations, two chains of two draws.
/// let values = [-1.0, -1.1, -1.2, -1.3, -2.0, -2.1, -2.2, -2.3, -3.0, -3.1, -3.2, -3.3];
/// let each = LogLikelihood::new(&values, 2, 2)?.named(["a", "b", "c"])?;
/// assert_eq!(each.column(1), [-2.0, -2.1, -2.2, -2.3]);
///
/// // The first two belong together: they are left out together.
/// let groups = each.by_group(&["Rome", "Rome", "Oslo"])?;
/// assert_eq!(groups.names(), ["Rome", "Oslo"]);
/// assert!((groups.column(0)[3] - (-1.3 - 2.3)).abs() < 1e-15);
/// # Ok::<(), monomorph_diagnostics::loo::LooError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct LogLikelihood<'a> {
    values: Cow<'a, [f64]>,
    names: Vec<String>,
    chains: usize,
    draws_per_chain: usize,
    is_of_groups: bool,
}

impl<'a> LogLikelihood<'a> {
    /// Makes log likelihoods from a slice or a vector. Observations are called `y[0]`, `y[1]`, … until they
    /// are [`named`](Self::named).
    ///
    /// # Errors
    /// [`LooError`] if there are no observations, chains or draws, if the number of values is not the
    /// number of observations times that of draws, or if a number is not finite.
    pub fn new(
        values: impl Into<Cow<'a, [f64]>>,
        chains: usize,
        draws_per_chain: usize,
    ) -> Result<Self, LooError> {
        let values = values.into();
        for (what, count) in
            [("chains", chains), ("draws", draws_per_chain), ("log likelihoods", values.len())]
        {
            if count == 0 {
                return Err(LooError::Empty { what });
            }
        }
        let draws = chains.saturating_mul(draws_per_chain);
        let found = values.len();
        if !found.is_multiple_of(draws) {
            let what =
                format!("log likelihoods of observations at {chains} chains of {draws_per_chain} draws");
            return Err(LooError::Length { what, expected: found.next_multiple_of(draws), found });
        }
        let names = (0..found / draws).map(|place| format!("y[{place}]")).collect();
        let checked = Self { values, names, chains, draws_per_chain, is_of_groups: false };
        checked.check()?;
        Ok(checked)
    }

    /// Gives the observations names.
    ///
    /// # Errors
    /// [`LooError`] if the number of names is not the number of observations.
    pub fn named<N: Into<String>>(mut self, names: impl IntoIterator<Item = N>) -> Result<Self, LooError> {
        let names: Vec<String> = names.into_iter().map(Into::into).collect();
        self.check_length("names of observations", names.len())?;
        self.names = names;
        Ok(self)
    }

    /// Sums the log likelihoods of each group of rows, in the order of their first rows: leave-one-out then
    /// leaves out whole groups.
    ///
    /// # Errors
    /// [`LooError`] if the number of labels is not the number of observations.
    pub fn by_group<L: ToString>(&self, labels: &[L]) -> Result<LogLikelihood<'static>, LooError> {
        self.check_length("labels of observations", labels.len())?;
        let draws = self.draws();
        let mut groups: Vec<String> = Vec::new();
        let mut known: HashMap<String, usize> = HashMap::new();
        let mut values: Vec<f64> = Vec::new();
        for (label, column) in labels.iter().zip(self.columns()) {
            let group = *known.entry(label.to_string()).or_insert_with_key(|label| {
                values.resize(values.len() + draws, 0.0);
                groups.push(label.clone());
                groups.len() - 1
            });
            let sums = &mut values[group * draws..][..draws];
            sums.iter_mut().zip(column).for_each(|(sum, value)| *sum += value);
        }
        let grouped = LogLikelihood::new(values, self.chains, self.draws_per_chain)?.named(groups)?;
        Ok(LogLikelihood { is_of_groups: true, ..grouped })
    }

    /// True if each log likelihood belongs to a [group](Self::by_group) of observations.
    pub(super) fn is_of_groups(&self) -> bool {
        self.is_of_groups
    }

    /// Returns a copy of the log likelihoods that borrows nothing.
    #[must_use = "the matrix that is returned owns its numbers"]
    pub fn into_owned(self) -> LogLikelihood<'static> {
        LogLikelihood { values: Cow::Owned(self.values.into_owned()), ..self }
    }

    /// Returns at each draw the log likelihood of all rows that a fold leaves out. The rows of `self` are
    /// either these rows alone, or all rows at least up to the last of them.
    ///
    /// # Errors
    /// [`LooError`] if the log likelihoods have other rows.
    pub fn joint(&self, fold: &Fold) -> Result<Vec<f64>, LooError> {
        let mut sums = vec![0.0; self.draws()];
        for column in self.held_out(fold)? {
            sums.iter_mut().zip(self.column(column)).for_each(|(sum, value)| *sum += value);
        }
        Ok(sums)
    }

    /// Returns the places among these rows of the rows that a fold leaves out.
    pub(super) fn held_out(&self, fold: &Fold) -> Result<Vec<usize>, LooError> {
        let (held_out, found) = (fold.held_out().len(), self.observations());
        if found == held_out {
            return Ok((0..held_out).collect());
        }
        if found == fold.training().len() + held_out || found == fold.end() {
            return Ok(fold.held_out().to_vec());
        }
        let what = "log likelihoods of the rows that are left out".to_owned();
        Err(LooError::Length { what, expected: held_out, found })
    }

    /// The log likelihoods of an observation, chain after chain. It panics if there is no such observation.
    pub fn column(&self, observation: usize) -> &[f64] {
        &self.values[observation * self.draws()..][..self.draws()]
    }

    /// The log likelihoods of each observation.
    pub fn columns(&self) -> impl ExactSizeIterator<Item = &[f64]> + Clone {
        self.values.chunks_exact(self.draws())
    }

    /// The names of the observations.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The number of observations, at least 1.
    pub fn observations(&self) -> usize {
        self.names.len()
    }

    /// The number of chains, at least 1.
    pub fn chains(&self) -> usize {
        self.chains
    }

    /// The number of draws of each chain, at least 1.
    pub fn draws_per_chain(&self) -> usize {
        self.draws_per_chain
    }

    /// The number of draws of all chains.
    pub fn draws(&self) -> usize {
        self.chains * self.draws_per_chain
    }

    /// Returns an error unless a list has one element for each observation.
    pub(super) fn check_length(&self, what: &str, found: usize) -> Result<(), LooError> {
        if found == self.observations() {
            return Ok(());
        }
        Err(LooError::Length { what: what.to_owned(), expected: self.observations(), found })
    }

    fn check(&self) -> Result<(), LooError> {
        let Some(place) = self.values.iter().position(|value| !value.is_finite()) else { return Ok(()) };
        let (observation, draw) = (self.names[place / self.draws()].clone(), place % self.draws());
        Err(LooError::NotFinite { observation, draw, value: self.values[place] })
    }
}
