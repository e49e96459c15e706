//! Fits.

use super::{Row, Tile};
use crate::data::{Dataset, Quantity, Tree, groups};

/// A function of the draws of chains, such as an effective sample size.
pub type Measure = fn(&[&[f64]]) -> f64;

/// What is wrong, and what to do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Warning {
    /// What is wrong, in a few words.
    pub head: String,
    /// What it means and what to do.
    pub advice: String,
}

impl Warning {
    /// Makes a warning.
    pub fn new(head: impl Into<String>, advice: impl Into<String>) -> Self {
        Self { head: head.into(), advice: advice.into() }
    }
}

/// What one sampler has left behind. All of it may be empty: the page shows what there is.
///
/// Figures are made of the groups of the tree: chains and intervals of `posterior`, divergences and energies
/// of `sample_stats` (the variables `diverging` and `energy`), checks of the variables that
/// `posterior_predictive` and `observed_data` have in common, and `prior`.
#[derive(Clone, Debug, Default)]
pub struct Fit {
    /// The name, by which two fits are told apart.
    pub name: String,
    /// The sampler with its settings, in words.
    pub words: String,
    /// The numbers at the top of the page: six of them fit into two rows.
    pub tiles: Vec<Tile>,
    /// What is wrong.
    pub warnings: Vec<Warning>,
    /// The summary.
    pub rows: Vec<Row>,
    /// The draws, by groups.
    pub tree: Tree,
    /// The effective sample size of the bulk of draws, for the figures of it against draws.
    pub ess_bulk: Option<Measure>,
    /// The effective sample size of the tails of draws.
    pub ess_tail: Option<Measure>,
}

impl Fit {
    pub(super) fn group(&self, name: &str) -> Option<&Dataset> {
        self.tree.get(name)
    }

    pub(super) fn posterior(&self) -> Option<&Dataset> {
        self.group(groups::POSTERIOR)
    }

    /// The effective draws that are wanted: 100 for each chain.
    pub(super) fn wanted(&self) -> f64 {
        let chains = self.posterior().map_or(0, Dataset::chains);
        100.0 * chains.max(1) as f64
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
        // A name may begin like another one: `a[b]` is a variable or an element.
        let own = of.max_by_key(|variable| variable.name.len())?;
        own.get_attribute("units")?.as_str()
    }

    /// What the sampler says of each draw, under some name.
    pub(super) fn statistic(&self, name: &str) -> Option<Quantity> {
        self.group(groups::SAMPLE_STATS)?.quantity(name)
    }

    /// Whether each transition diverged; empty where none did.
    pub(super) fn divergences(&self) -> Vec<Vec<bool>> {
        let Some(own) = self.statistic("diverging") else { return vec![] };
        let flags: Vec<Vec<bool>> =
            own.chains.iter().map(|chain| chain.iter().map(|value| *value == 1.0).collect()).collect();
        if flags.iter().flatten().any(|flag| *flag) { flags } else { vec![] }
    }
}
