//! A Zarr store that grows while chains run.

use super::settings::Settings;
use super::statistics::DrawStatistics;
use super::tree::{STATISTICS, Statistic, statistics, with_settings};
use crate::draws::{add_dimensions, add_variable};
use crate::error::Error;
use crate::posterior::VariableInfo;
use monomorph_report::data::{Dataset, Tree, groups};
use monomorph_report::zarr::{Appender, Entry};
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The time between two moments at which readers see more draws.
const PAUSE: Duration = Duration::from_secs(1);

/// The store of a run. Chains add their draws from their threads; the first that finds a second gone by makes
/// visible what all have.
pub(super) struct LiveStore<'a> {
    path: String,
    appender: Appender,
    variables: &'a [VariableInfo],
    settings: &'a Settings,
    published: Mutex<Instant>,
    failure: Mutex<Option<String>>,
}

impl<'a> LiveStore<'a> {
    /// A store without draws, in place of one that is there.
    pub fn create(path: &Path, variables: &'a [VariableInfo], settings: &'a Settings) -> Result<Self, Error> {
        let chains = settings.run.chains.count;
        let mut posterior = Dataset::draws(chains, 0);
        for variable in variables {
            let dimensions = add_dimensions(&mut posterior, variable, variables);
            add_variable(&mut posterior, variable, &dimensions, &[])?;
        }
        let tree = Tree::new()
            .with(groups::POSTERIOR, posterior)
            .with(groups::SAMPLE_STATS, statistics(chains, &[], settings));
        let appender = Appender::create(path, &with_settings(tree, settings))?;
        let (published, failure) = (Mutex::new(Instant::now()), Mutex::new(None));
        Ok(Self { path: path.display().to_string(), appender, variables, settings, published, failure })
    }

    /// Adds a draw of a chain, whose values are in the order of names. If it cannot be written, the run goes
    /// on.
    pub fn push(&self, chain: usize, draw: &DrawStatistics, values: &[f64]) {
        let outcome = self.try_push(chain, draw, values).and_then(|()| self.publish_now_and_then());
        self.note(outcome);
    }

    /// Makes all draws visible; the reason if some could not be written.
    pub fn finish(self) -> Option<(String, String)> {
        let outcome = self.appender.publish();
        self.note(outcome);
        let failure = self.failure.into_inner().unwrap_or_else(PoisonError::into_inner);
        failure.map(|reason| (self.path, reason))
    }

    fn try_push(
        &self,
        chain: usize,
        draw: &DrawStatistics,
        values: &[f64],
    ) -> Result<(), monomorph_report::Error> {
        let rows: Vec<Vec<f64>> =
            self.variables.iter().map(|variable| row_after_row(variable, values)).collect();
        let entries: Vec<Entry<'_>> = rows.iter().map(|row| Entry::Real(row)).collect();
        self.appender.push(chain, groups::POSTERIOR, &entries)?;
        let statistics = STATISTICS.map(|(_, of)| of(draw, self.settings));
        let entries = statistics.each_ref().map(|statistic| match statistic {
            Statistic::Real(number) => Entry::Real(std::slice::from_ref(number)),
            Statistic::Integer(number) => Entry::Integer(std::slice::from_ref(number)),
            Statistic::Bool(truth) => Entry::Bool(std::slice::from_ref(truth)),
        });
        self.appender.push(chain, groups::SAMPLE_STATS, &entries)
    }

    fn publish_now_and_then(&self) -> Result<(), monomorph_report::Error> {
        // Another chain is at it, if the lock is taken.
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
            let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
            failure.get_or_insert_with(|| error.to_string());
        }
    }
}

/// The values of a variable row after row, of all values in the order of names.
fn row_after_row(variable: &VariableInfo, values: &[f64]) -> Vec<f64> {
    let own = &values[variable.offset..variable.offset + variable.size()];
    let mut rows = vec![0.0; own.len()];
    variable.extent().put_named(own, &mut rows);
    rows
}
