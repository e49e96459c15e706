//! A fit as a tree of groups with the names of ArviZ.

use super::fit::Fit;
use super::settings::Settings;
use super::statistics::{ChainStatistics, DrawStatistics};
use crate::draws::of_run;
use crate::error::Error;
use monomorph_report::data::{Dataset, Tree, Values, Variable, groups};
use monomorph_report::zarr::Entry;
use std::path::Path;

/// The statistics of draws, with the names that ArviZ uses.
pub(super) const STATISTICS: [(&str, Statistic); 8] = [
    ("lp", Statistic::Real(|draw| draw.log_density)),
    ("acceptance_rate", Statistic::Real(|draw| draw.acceptance)),
    ("step_size", Statistic::Real(|draw| draw.step_size)),
    ("tree_depth", Statistic::Integer(|draw| i64::from(draw.tree_depth))),
    ("n_steps", Statistic::Integer(|draw| i64::try_from(draw.leapfrogs).unwrap_or(i64::MAX))),
    ("diverging", Statistic::Bool(|draw, _| draw.divergent)),
    ("energy", Statistic::Real(|draw| draw.energy)),
    ("reached_max_treedepth", Statistic::Bool(|draw, settings| draw.tree_depth >= settings.max_depth)),
];

/// A function that returns one statistic of a draw, with the type of the statistic.
#[derive(Clone, Copy)]
pub(super) enum Statistic {
    Real(fn(&DrawStatistics) -> f64),
    Integer(fn(&DrawStatistics) -> i64),
    Bool(fn(&DrawStatistics, &Settings) -> bool),
}

/// Returns the statistics as variables; the draws come chain after chain.
pub(super) fn statistics<'d>(
    chains: usize,
    draws: impl ExactSizeIterator<Item = &'d DrawStatistics> + Clone,
    settings: &Settings,
) -> Dataset {
    let mut dataset = Dataset::draws(chains, draws.len().checked_div(chains).unwrap_or(0));
    for (name, statistic) in STATISTICS {
        let draws = draws.clone();
        let values: Values = match statistic {
            Statistic::Real(of) => draws.map(of).collect::<Vec<_>>().into(),
            Statistic::Integer(of) => draws.map(of).collect::<Vec<_>>().into(),
            Statistic::Bool(of) => draws.map(|draw| of(draw, settings)).collect::<Vec<_>>().into(),
        };
        let added = dataset.add(Variable::new(name, ["chain", "draw"], values));
        added.expect("there are as many statistics as draws, and each has a name of its own");
    }
    dataset
}

/// Adds the settings of the run to the tree as attributes.
pub(super) fn with_settings(tree: Tree, settings: &Settings) -> Tree {
    let run = &settings.run.chains;
    tree.attribute("sampler", "NUTS")
        .attribute("seed", run.seed.to_string())
        .attribute("tuning_steps", run.warmup as f64)
        .attribute("max_depth", f64::from(settings.max_depth))
        .attribute("target_accept", settings.target_accept)
}

/// The statistics of a draw, grouped by type.
#[derive(Default)]
pub(super) struct Numbers {
    reals: [f64; STATISTICS.len()],
    integers: [i64; STATISTICS.len()],
    truths: [bool; STATISTICS.len()],
}

impl Numbers {
    pub fn of(draw: &DrawStatistics, settings: &Settings) -> Self {
        let mut numbers = Self::default();
        for (place, (_, statistic)) in STATISTICS.iter().enumerate() {
            match statistic {
                Statistic::Real(of) => numbers.reals[place] = of(draw),
                Statistic::Integer(of) => numbers.integers[place] = of(draw),
                Statistic::Bool(of) => numbers.truths[place] = of(draw, settings),
            }
        }
        numbers
    }

    pub fn entries(&self) -> [Entry<'_>; STATISTICS.len()] {
        std::array::from_fn(|place| match STATISTICS[place].1 {
            Statistic::Real(_) => Entry::Real(std::slice::from_ref(&self.reals[place])),
            Statistic::Integer(_) => Entry::Integer(std::slice::from_ref(&self.integers[place])),
            Statistic::Bool(_) => Entry::Bool(std::slice::from_ref(&self.truths[place])),
        })
    }
}

impl Fit {
    /// The fit as a tree of groups with the names of ArviZ: `posterior` and `sample_stats`, and with
    /// [`save_warmup`](super::Nuts::save_warmup) `warmup_posterior` and `warmup_sample_stats`. Other groups
    /// are added as datasets, since a fit does not contain its model.
    ///
    /// | group | function |
    /// |-|-|
    /// | `log_likelihood` | `pointwise_log_likelihood` |
    /// | `log_prior` | `pointwise_log_prior` |
    /// | `posterior_predictive` | `predict` |
    /// | `prior`, `prior_predictive` | `sample_prior`, split by [`Dataset::split`] |
    /// | `unconstrained_posterior` | `unconstrained` |
    /// | `observed_data`, `constant_data` | [`Dataset::of_columns`] |
    ///
    /// ```
    /// use monomorph::prelude::*;
    /// use monomorph::report::groups;
    ///
    /// let y = [0.3, -0.4, 1.2];
    /// params! { mu: real() }
    /// let model = model! { mu |= normal(0.0, 1.0), data(&y) |= normal(mu, 1.0) };
    /// let posterior = model.compile()?;
    /// let fit = posterior.nuts().chains(2).warmup(100).draws(50).seed(1).run()?;
    /// let tree = fit.tree().with(groups::PRIOR, model.sample_prior(100, 1)?.dataset());
    /// let store = std::env::temp_dir().join("monomorph-doc-fit.zarr");
    /// tree.to_zarr(&store)?;
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn tree(&self) -> Tree {
        let statistics = |of: fn(&ChainStatistics) -> &[DrawStatistics]| {
            let draws: Vec<&DrawStatistics> = self.chains().iter().flat_map(of).collect();
            statistics(self.chains().len(), draws.into_iter(), &self.settings)
        };
        let mut tree = Tree::new()
            .with(groups::POSTERIOR, self.draws().dataset())
            .with(groups::SAMPLE_STATS, statistics(ChainStatistics::draws));
        if let Some(warmup) = self.warmup_draws() {
            tree.insert(groups::WARMUP_POSTERIOR, warmup.dataset());
            tree.insert(groups::WARMUP_SAMPLE_STATS, statistics(ChainStatistics::warmup_draws));
        }
        with_settings(of_run(tree, self.draws()), &self.settings)
            .attribute("sampling_time", self.elapsed().as_secs_f64())
    }

    /// Writes the fit to a Zarr store that ArviZ opens, with the groups of [`tree`](Self::tree).
    ///
    /// # Errors
    ///
    /// [`Error::Results`] with the path of the store.
    pub fn to_zarr(&self, path: impl AsRef<Path>) -> Result<(), Error> {
        Ok(self.tree().to_zarr(path)?)
    }
}
