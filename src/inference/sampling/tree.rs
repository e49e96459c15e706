//! A fit as the tree of groups that ArviZ knows.

use super::fit::Fit;
use super::settings::Settings;
use super::statistics::DrawStatistics;
use crate::draws::library;
use crate::error::Error;
use monomorph_report::data::{Dataset, Tree, Values, Variable, groups};
use std::path::Path;

/// The statistics of draws under the names that ArviZ gives them.
pub(super) const STATISTICS: [(&str, StatisticOf); 8] = [
    ("lp", |draw, _| Statistic::Real(draw.log_density)),
    ("acceptance_rate", |draw, _| Statistic::Real(draw.acceptance)),
    ("step_size", |draw, _| Statistic::Real(draw.step_size)),
    ("tree_depth", |draw, _| Statistic::Integer(i64::from(draw.tree_depth))),
    ("n_steps", |draw, _| Statistic::Integer(i64::try_from(draw.leapfrogs).unwrap_or(i64::MAX))),
    ("diverging", |draw, _| Statistic::Bool(draw.divergent)),
    ("energy", |draw, _| Statistic::Real(draw.energy)),
    ("reached_max_treedepth", |draw, settings| Statistic::Bool(draw.tree_depth >= settings.max_depth)),
];

/// Tells one statistic of a draw.
type StatisticOf = fn(&DrawStatistics, &Settings) -> Statistic;

/// One statistic of one draw.
#[derive(Clone, Copy, Debug)]
pub(super) enum Statistic {
    Real(f64),
    Integer(i64),
    Bool(bool),
}

/// The statistics as variables, of draws that stand chain after chain.
pub(super) fn statistics(chains: usize, draws: &[&DrawStatistics], settings: &Settings) -> Dataset {
    let mut dataset = Dataset::draws(chains, draws.len().checked_div(chains).unwrap_or(0));
    for (name, of) in STATISTICS {
        let values: Values = match of(&NOTHING, settings) {
            Statistic::Real(_) => {
                draws.iter().map(|draw| real(of(draw, settings))).collect::<Vec<_>>().into()
            }
            Statistic::Integer(_) => {
                draws.iter().map(|draw| integer(of(draw, settings))).collect::<Vec<_>>().into()
            }
            Statistic::Bool(_) => {
                draws.iter().map(|draw| truth(of(draw, settings))).collect::<Vec<_>>().into()
            }
        };
        let added = dataset.add(Variable::new(name, ["chain", "draw"], values));
        debug_assert!(added.is_ok(), "{added:?}");
    }
    dataset
}

/// A draw of which the kinds of statistics are read.
pub(super) const NOTHING: DrawStatistics = DrawStatistics {
    log_density: 0.0,
    acceptance: 0.0,
    step_size: 0.0,
    tree_depth: 0,
    leapfrogs: 0,
    divergent: false,
    energy: 0.0,
};

fn real(statistic: Statistic) -> f64 {
    match statistic {
        Statistic::Real(number) => number,
        Statistic::Integer(number) => number as f64,
        Statistic::Bool(truth) => f64::from(u8::from(truth)),
    }
}

fn integer(statistic: Statistic) -> i64 {
    real(statistic) as i64
}

fn truth(statistic: Statistic) -> bool {
    real(statistic) != 0.0
}

/// The tree with what the settings say of the run.
pub(super) fn with_settings(tree: Tree, settings: &Settings) -> Tree {
    let run = &settings.run.chains;
    library(tree)
        .attribute("sampler", "NUTS")
        .attribute("seed", run.seed.to_string())
        .attribute("tuning_steps", run.warmup as f64)
        .attribute("max_depth", f64::from(settings.max_depth))
        .attribute("target_accept", settings.target_accept)
}

impl Fit {
    /// The fit as a tree of groups: `posterior` and `sample_stats`, under the names that ArviZ knows. Other
    /// groups join it as datasets of draws.
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
        let draws: Vec<&DrawStatistics> = self.chains().iter().flat_map(|chain| chain.draws()).collect();
        let tree = Tree::new()
            .with(groups::POSTERIOR, self.draws().dataset())
            .with(groups::SAMPLE_STATS, statistics(self.draws().chains(), &draws, &self.settings));
        with_settings(tree, &self.settings).attribute("sampling_time", self.elapsed().as_secs_f64())
    }

    /// Writes the fit to a Zarr store that ArviZ opens: [`tree`](Self::tree) has the groups.
    ///
    /// # Errors
    ///
    /// [`Error::Results`], naming the file.
    pub fn to_zarr(&self, path: impl AsRef<Path>) -> Result<(), Error> {
        Ok(self.tree().to_zarr(path)?)
    }
}
