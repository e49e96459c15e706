//! A Zarr store that grows while chains run.

use super::Format;
use crate::draws::{add_dimensions, add_variable, library};
use crate::error::{Cause, Error};
use crate::trace::VariableInfo;
use monomorph_report::data::{Dataset, Tree, groups};
use monomorph_report::zarr::{Appender, Entry};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The time after which new draws become visible to readers.
const PAUSE: Duration = Duration::from_secs(1);

/// The names of two groups: the draws of a part of a run, and their statistics.
pub(super) type Part = [&'static str; 2];

/// The part of the draws after warmup.
pub(super) const SAMPLING: Part = [groups::POSTERIOR, groups::SAMPLE_STATS];

/// The part of the draws of warmup.
pub(super) const WARMUP: Part = [groups::WARMUP_POSTERIOR, groups::WARMUP_SAMPLE_STATS];

/// The store of a run. The threads of the chains add draws; the first thread that adds a draw after a
/// second has passed makes the draws of all chains visible.
pub(super) struct LiveStore<'a> {
    path: String,
    appender: Appender,
    variables: &'a [VariableInfo],
    format: &'a dyn Format,
    /// The values of one draw of each chain, with matrices row after row.
    rows: Vec<Mutex<Vec<f64>>>,
    published: Mutex<Instant>,
    failure: Mutex<Option<monomorph_report::Error>>,
}

impl<'a> LiveStore<'a> {
    /// Creates a store without draws, which replaces an existing one, with groups for warmup if
    /// `has_warmup`.
    pub fn create(
        path: &Path,
        variables: &'a [VariableInfo],
        format: &'a dyn Format,
        (chains, has_warmup): (usize, bool),
    ) -> Result<Self, Error> {
        let mut posterior = Dataset::draws(chains, 0);
        for variable in variables {
            let dimensions = add_dimensions(&mut posterior, variable, variables);
            add_variable(&mut posterior, variable, &dimensions, &[])?;
        }
        let parts = if has_warmup { &[SAMPLING, WARMUP][..] } else { &[SAMPLING] };
        let mut tree = Tree::new();
        for [draws, of_draws] in parts {
            tree.insert(draws, posterior.clone());
            if let Some(group) = format.group(chains) {
                tree.insert(of_draws, group);
            }
        }
        let appender = Appender::create(path, &format.describe(library(tree)))?;
        let size = variables.iter().map(VariableInfo::size).sum();
        let rows = (0..chains).map(|_| Mutex::new(vec![0.0; size])).collect();
        let (published, failure) = (Mutex::new(Instant::now()), Mutex::new(None));
        Ok(Self { path: path.display().to_string(), appender, variables, format, rows, published, failure })
    }

    /// Adds a draw of a chain: the sampler's own numbers, and the values in the order of the variables. If
    /// the draw cannot be written, the run continues.
    pub fn push(&self, part: Part, chain: usize, numbers: &[f64]) {
        let outcome = self.try_push(part, chain, numbers).and_then(|()| self.publish_now_and_then());
        self.note(outcome);
    }

    /// Stops waiting for a chain that has failed.
    pub fn lose(&self, chain: usize) {
        self.appender.lose(chain);
    }

    /// Returns a guard that [loses](Self::lose) the chain if its thread panics.
    pub fn guard(&self, chain: usize) -> Guard<'_> {
        Guard { appender: &self.appender, chain }
    }

    /// Makes all draws visible. Returns an error if some draws could not be written.
    pub fn finish(self) -> Option<Error> {
        let outcome = self.appender.publish();
        self.note(outcome);
        let failure = self.failure.into_inner().unwrap_or_else(PoisonError::into_inner);
        let path = self.path;
        failure.map(|error| Error::Io { path, reason: error.to_string(), cause: Some(Cause::new(error)) })
    }

    fn try_push(
        &self,
        [draws, of_draws]: Part,
        chain: usize,
        numbers: &[f64],
    ) -> Result<(), monomorph_report::Error> {
        let (statistics, values) = numbers.split_at(self.format.statistics());
        let mut rows = lock(&self.rows[chain]);
        let places = |variable: &VariableInfo| variable.offset..variable.offset + variable.size();
        for variable in self.variables {
            variable.extent().put_named(&values[places(variable)], &mut rows[places(variable)]);
        }
        let entries = self.variables.iter().map(|variable| Entry::Real(&rows[places(variable)]));
        self.appender.push(chain, draws, entries)?;
        self.format.with_entries(statistics, &mut |entries| {
            self.appender.push(chain, of_draws, entries.iter().copied())
        })
    }

    fn publish_now_and_then(&self) -> Result<(), monomorph_report::Error> {
        // If the lock is taken, another chain publishes already.
        let Ok(mut published) = self.published.try_lock() else { return Ok(()) };
        if published.elapsed() < PAUSE {
            return Ok(());
        }
        let outcome = self.appender.publish();
        *published = Instant::now();
        outcome
    }

    fn note(&self, outcome: Result<(), monomorph_report::Error>) {
        if let Err(error) = outcome {
            lock(&self.failure).get_or_insert(error);
        }
    }
}

/// Reports a panic of a chain's thread to the store, so that the store does not wait for the chain's draws.
pub(super) struct Guard<'a> {
    appender: &'a Appender,
    chain: usize,
}

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.appender.lose(self.chain);
        }
    }
}

/// Locks a mutex, also after a thread panicked with it: the next thread writes all of its data anew.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
