//! Trees of groups.

use super::{Attributes, Dataset, get, set};
use crate::json::Json;

/// The names of the groups that ArviZ knows.
pub mod groups {
    /// Draws of the parameters given the data.
    pub const POSTERIOR: &str = "posterior";
    /// The statistics of the sampler for each draw: energy, depth, divergences.
    pub const SAMPLE_STATS: &str = "sample_stats";
    /// The log likelihood of each observation at each draw.
    pub const LOG_LIKELIHOOD: &str = "log_likelihood";
    /// The log prior density at each draw.
    pub const LOG_PRIOR: &str = "log_prior";
    /// Data drawn anew at each draw of the posterior.
    pub const POSTERIOR_PREDICTIVE: &str = "posterior_predictive";
    /// Draws of the parameters before the data.
    pub const PRIOR: &str = "prior";
    /// Data drawn anew at each draw of the prior.
    pub const PRIOR_PREDICTIVE: &str = "prior_predictive";
    /// The data that the model conditions on.
    pub const OBSERVED_DATA: &str = "observed_data";
    /// Data that the model does not explain: predictors, sizes, known scales.
    pub const CONSTANT_DATA: &str = "constant_data";
    /// Draws of the parameters during warmup.
    pub const WARMUP_POSTERIOR: &str = "warmup_posterior";
    /// The statistics of the sampler for each draw of warmup.
    pub const WARMUP_SAMPLE_STATS: &str = "warmup_sample_stats";
    /// Draws of the posterior in the unconstrained coordinates of the sampler.
    pub const UNCONSTRAINED_POSTERIOR: &str = "unconstrained_posterior";

    /// The names of all groups.
    pub const ALL: [&str; 12] = [
        POSTERIOR,
        SAMPLE_STATS,
        LOG_LIKELIHOOD,
        LOG_PRIOR,
        POSTERIOR_PREDICTIVE,
        PRIOR,
        PRIOR_PREDICTIVE,
        OBSERVED_DATA,
        CONSTANT_DATA,
        WARMUP_POSTERIOR,
        WARMUP_SAMPLE_STATS,
        UNCONSTRAINED_POSTERIOR,
    ];
}

/// Groups by name, which ArviZ calls inference data, and xarray a data tree.
///
/// ```
/// use monomorph_report::data::{Dataset, Tree, Variable, groups};
///
/// let tree = Tree::new()
///     .attribute("inference_library", "monomorph")
///     .with(groups::CONSTANT_DATA, Dataset::new().with(Variable::scalar("n", vec![8_i64]))?);
/// assert!(tree.get(groups::CONSTANT_DATA).is_some());
/// assert!(tree.get(groups::POSTERIOR).is_none());
/// # Ok::<(), monomorph_report::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[must_use = "a tree has no effect outside a store or a page"]
pub struct Tree {
    pub(super) groups: Vec<(String, Dataset)>,
    /// Facts about the whole tree: library, version, seed, time, settings of the sampler.
    pub attributes: Attributes,
}

impl Tree {
    /// Makes a tree without groups.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the tree with a group, which replaces one of the same name.
    pub fn with(mut self, group: &str, dataset: Dataset) -> Self {
        self.insert(group, dataset);
        self
    }

    /// Returns the tree with an attribute.
    pub fn attribute(mut self, name: &str, value: impl Into<Json>) -> Self {
        set(&mut self.attributes, name, value.into());
        self
    }

    /// Adds a group; it replaces one of the same name.
    pub fn insert(&mut self, group: &str, dataset: Dataset) {
        match self.groups.iter_mut().find(|(own, _)| own == group) {
            Some((_, own)) => *own = dataset,
            None => self.groups.push((group.into(), dataset)),
        }
    }

    /// The dataset of a group.
    pub fn get(&self, group: &str) -> Option<&Dataset> {
        self.groups.iter().find(|(own, _)| own == group).map(|(_, dataset)| dataset)
    }

    /// All groups with their names, in the order in which they were added.
    pub fn groups(&self) -> impl ExactSizeIterator<Item = (&str, &Dataset)> {
        self.groups.iter().map(|(name, dataset)| (name.as_str(), dataset))
    }

    /// The value of an attribute.
    pub fn get_attribute(&self, name: &str) -> Option<&Json> {
        get(&self.attributes, name)
    }
}
