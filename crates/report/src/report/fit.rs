//! The fit that a page shows.

use super::{Row, Tile};
use crate::data::{Dataset, Quantity, Tree, groups};
use std::collections::HashSet;

/// A function of the draws of chains, such as an effective sample size.
pub type Measure = fn(&[&[f64]]) -> f64;

/// A problem of a fit, with advice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Warning {
    /// The problem, in a few words.
    pub head: String,
    /// The meaning of the problem, and what to do.
    pub advice: String,
}

impl Warning {
    /// Makes a warning.
    pub fn new(head: impl Into<String>, advice: impl Into<String>) -> Self {
        Self { head: head.into(), advice: advice.into() }
    }
}

/// The results of one sampler. All fields may be empty: the page shows the others.
///
/// Figures are made of the groups of the tree: chains and intervals of `posterior`, divergences and energies
/// of `sample_stats` (the variables `diverging` and `energy`), checks of the variables that
/// `posterior_predictive` and `observed_data` have in common, and `prior`.
#[derive(Clone, Debug, Default)]
pub struct ReportedFit {
    /// The name, which distinguishes two fits.
    pub name: String,
    /// A description of the sampler and its settings.
    pub words: String,
    /// The numbers at the top of the page: six of them fit into two rows.
    pub tiles: Vec<Tile>,
    /// The problems of the fit.
    pub warnings: Vec<Warning>,
    /// The summary.
    pub rows: Vec<Row>,
    /// The elements of `tree` without a row, because they are constant or mirror another element. They are
    /// counted below the table, and have no figures.
    pub left_out: Vec<String>,
    /// The draws, by groups.
    pub tree: Tree,
    /// The function for the effective sample size of the bulk of draws, for the figures against draws,
    /// which need this function and `ess_tail`.
    pub ess_bulk: Option<Measure>,
    /// The function for the effective sample size of the tails of draws.
    pub ess_tail: Option<Measure>,
}

impl ReportedFit {
    pub(super) fn group(&self, name: &str) -> Option<&Dataset> {
        self.tree.get(name)
    }

    pub(super) fn posterior(&self) -> Option<&Dataset> {
        self.group(groups::POSTERIOR)
    }

    /// The required number of effective draws: 100 for each chain.
    pub(super) fn wanted(&self) -> f64 {
        let chains = self.posterior().map_or(0, Dataset::chains);
        100.0 * chains.max(1) as f64
    }

    /// The names of the elements without a row, of which no figure is made.
    pub(super) fn names_left_out(&self) -> HashSet<&str> {
        self.left_out.iter().map(String::as_str).collect()
    }

    pub(super) fn row(&self, name: &str) -> Option<&Row> {
        self.rows.iter().find(|row| row.name == name)
    }

    /// The units of an element of the posterior, if they are known.
    pub(super) fn units(&self, element: &str) -> Option<&str> {
        let posterior = self.posterior()?;
        let is_of =
            |name: &str| element.strip_prefix(name).is_some_and(|r| r.is_empty() || r.starts_with('['));
        let of = posterior.variables().iter().filter(|variable| is_of(&variable.name));
        // The name of one variable may begin with that of another: `a[b]` is a variable or an element.
        let own = of.max_by_key(|variable| variable.name.len())?;
        own.get_attribute("units")?.as_str()
    }

    /// Returns a statistic of the sampler for each draw, by its name.
    pub(super) fn statistic(&self, name: &str) -> Option<Quantity> {
        self.group(groups::SAMPLE_STATS)?.quantity(name)
    }

    /// Returns, for each transition of each chain, true if it diverged; empty if no transition diverged.
    pub(super) fn divergences(&self) -> Vec<Vec<bool>> {
        let Some(own) = self.statistic("diverging") else { return vec![] };
        let flags: Vec<Vec<bool>> =
            own.chains.iter().map(|chain| chain.iter().map(|value| *value == 1.0).collect()).collect();
        if flags.iter().flatten().any(|flag| *flag) { flags } else { vec![] }
    }
}
