//! The race of all metrics on one posterior.

use crate::posteriordb::case::{Case, Model, Task};
use monomorph::draws::Draws;
use monomorph::draws::diagnostics::ess_bulk;
use monomorph::prelude::*;
use monomorph::sampling::Metric;
use std::path::Path;

/// The metrics, the first of which is what the others are compared with.
pub const METRICS: [Metric; 5] =
    [Metric::Diagonal, Metric::Fisher, Metric::Dense, Metric::LowRank, Metric::Auto];

const SEEDS: [u64; 3] = [1, 2, 3];

/// With more coordinates the dense metric is left out: the triangle alone takes longer than most gradients.
const DENSE: usize = 100;

/// Posteriors that are left out, with the reason.
pub const LEFT_OUT: [(&str, &str); 2] = [
    ("mnist_100-nn_rbm1bJ10", "8 000 coordinates: a run takes hours"),
    ("ovarian-logistic_regression_rhs", "3 000 coordinates and deep trees: a run takes an hour"),
];

/// What one metric did, over all seeds.
#[derive(Clone, Copy, Default)]
pub struct Finish {
    pub ess: f64,
    pub warmup: u64,
    pub sampling: u64,
    pub divergences: usize,
}

impl Finish {
    /// The ESS of 1 000 gradients, warmup included.
    pub fn rate(self) -> f64 {
        1e3 * self.ess / (self.warmup + self.sampling) as f64
    }
}

/// A posterior's line of the table.
pub struct Row {
    pub name: String,
    pub dimension: usize,
    /// By metric; nothing where it was left out.
    pub finishes: Vec<Option<Finish>>,
}

/// What was measured.
pub struct Race {
    names: Vec<String>,
    pub rows: Vec<Row>,
}

impl Race {
    /// A race of the posteriors whose name has one of some words in it, or of all.
    pub fn new(names: Vec<String>) -> Self {
        Self { names, rows: Vec::new() }
    }

    pub fn posterior(&mut self, pack: &Path, name: &str, model: impl FnOnce(&Case, &mut Self)) {
        let is_wanted = self.names.is_empty() || self.names.iter().any(|word| name.contains(word.as_str()));
        let is_left_out = LEFT_OUT.iter().any(|(posterior, _)| *posterior == name);
        if !is_wanted || is_left_out {
            return;
        }
        let case = Case::open(pack, name);
        let before = self.rows.len();
        model(&case, self);
        // Where a posterior has two models, the second is another way to write it.
        self.rows.truncate(before + 1);
        self.rows[before].name = name.to_owned();
    }
}

impl Task for Race {
    fn run(&mut self, model: impl Model) {
        let posterior = model.compile().expect("the model compiles");
        let dimension = posterior.dimension();
        let finishes = METRICS.map(|metric| {
            if metric == Metric::Dense && dimension > DENSE {
                return None;
            }
            let mut sum = Finish::default();
            for seed in SEEDS {
                let fit = posterior.nuts().metric(metric).seed(seed).progress(false).run().ok()?;
                let (ess, divergences) = (smallest_ess(fit.draws()), fit.divergences());
                let warmup: u64 = fit.chains().iter().map(|chain| chain.warmup_leapfrogs()).sum();
                let sampling: u64 = fit.chains().iter().map(|chain| chain.leapfrogs()).sum();
                println!(
                    "{dimension} {metric:?} seed {seed}: ESS {ess:.0}, gradients {warmup} + {sampling}, \
                     {divergences} divergences, {:.2} s",
                    fit.elapsed().as_secs_f64()
                );
                sum.ess += ess;
                sum.warmup += warmup;
                sum.sampling += sampling;
                sum.divergences += divergences;
            }
            Some(sum)
        });
        self.rows.push(Row { name: String::new(), dimension, finishes: finishes.to_vec() });
    }
}

/// Elements that are constant, such as the zeros of a Cholesky factor, have an ESS of NaN, which `min` passes
/// over.
fn smallest_ess(draws: &Draws) -> f64 {
    let variables = draws.variables();
    let parameters = variables.iter().filter(|variable| !variable.is_defined).map(|variable| variable.size());
    let sizes = draws.columns().take(parameters.sum()).map(|(_, column)| ess_bulk(&column.chains()));
    sizes.fold(f64::INFINITY, f64::min)
}
