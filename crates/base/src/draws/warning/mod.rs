//! The warnings about draws and their summary.

mod apart;
mod of_sampler;
#[cfg(feature = "report")]
pub(super) mod stored;
mod text;

pub use apart::ChainsApart;
pub use of_sampler::e_bfmi;

use super::SummaryRow;
use super::diagnostics::MIN_DRAWS;
use crate::error::Error;

/// The largest R-hat of chains that have mixed (Vehtari et al. 2021).
const RHAT: f64 = 1.01;

/// The number of effective draws per chain below which the diagnostics themselves are not reliable (Vehtari
/// et al. 2021).
const ESS_PER_CHAIN: usize = 100;

/// The most elements in which chains that lie apart are searched for.
const EXAMINED: usize = 100;

/// A reason not to trust a summary; its text also says what to do.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Warning {
    /// Trajectories that diverged.
    Divergences {
        /// The number of trajectories that diverged.
        count: usize,
        /// The number of all transitions, over all chains.
        transitions: usize,
        /// False if all parameters are known to be scalars, so that no group has an effect of its own.
        #[cfg_attr(feature = "serde", serde(default = "of_sampler::unknown"))]
        may_have_effects: bool,
    },
    /// Chains that never moved: all draws of such a chain are equal.
    NotMoved {
        /// The numbers of the chains.
        chains: Vec<usize>,
    },
    /// Trajectories that diverged because they left the set where the log density is finite.
    NoDensity {
        /// The number of diverged trajectories that ended at a point without a finite log density.
        count: usize,
        /// The number of diverged trajectories that were examined.
        of: usize,
        /// The error of the statement that has no log density at one of these points.
        reason: String,
    },
    /// Trajectories that were cut short at the largest depth.
    MaxDepth {
        /// The number of trajectories that were cut short.
        count: usize,
        /// The number of all transitions, over all chains.
        transitions: usize,
        /// The largest depth.
        max_depth: u32,
    },
    /// A chain whose momentum resampling changes the energy too little in each transition.
    LowEnergyExchange {
        /// The number of the chain, from 0.
        chain: usize,
        /// The estimated Bayesian fraction of missing information of the chain.
        #[cfg_attr(feature = "serde", serde(with = "super::any_number"))]
        e_bfmi: f64,
    },
    /// Elements whose R-hat is too large.
    Rhat {
        /// The number of elements whose R-hat is too large.
        count: usize,
        /// The number of all elements.
        elements: usize,
        /// The element with the largest R-hat.
        worst: String,
        /// The R-hat of the worst element.
        #[cfg_attr(feature = "serde", serde(with = "super::any_number"))]
        value: f64,
        /// The chains that lie apart; `None` if the chains cannot be told apart.
        #[cfg_attr(feature = "serde", serde(default))]
        apart: Option<ChainsApart>,
    },
    /// So few draws of each chain that they cannot be judged: R-hat, effective sample sizes and standard
    /// errors are NaN.
    TooFewDraws {
        /// The number of draws of each chain.
        draws_per_chain: usize,
        /// The smallest number of draws from which the diagnostics are computed.
        wanted: usize,
    },
    /// Elements whose effective sample size is too small.
    Ess {
        /// `bulk` or `tail`.
        part: String,
        /// The number of elements whose effective sample size is too small.
        count: usize,
        /// The number of all elements.
        elements: usize,
        /// The element with the smallest effective sample size.
        worst: String,
        /// The effective sample size of the worst element, in draws.
        #[cfg_attr(feature = "serde", serde(with = "super::any_number"))]
        value: f64,
        /// The size that it should have, in draws.
        wanted: usize,
    },
    /// A chain that failed, so that only the draws of the other chains remain.
    ChainFailed {
        /// The error of the chain, with the number of the chain.
        reason: String,
    },
    /// Solutions of differential equations that failed.
    FailedSolutions {
        /// The number of failed solutions in all evaluations, including warmup.
        count: u64,
        /// The number of failed solutions in warmup.
        #[cfg_attr(feature = "serde", serde(default))]
        in_warmup: u64,
    },
    /// Searches for the mode of a Laplace approximation that failed.
    FailedModes {
        /// The number of failed searches in all evaluations, including warmup.
        count: u64,
        /// The number of failed searches in warmup.
        in_warmup: u64,
    },
    /// A run that was interrupted.
    Interrupted {
        /// The number of draws of each chain that were kept.
        draws: usize,
        /// The number of draws of each chain that were requested.
        wanted: usize,
        /// The number of chains that were omitted, because they had too few draws.
        left_out: usize,
    },
    /// A run that should continue until every element has enough effective draws, but reached its limit of
    /// draws before.
    NotReached {
        /// An element that has too few effective draws, or whose R-hat is too large.
        element: String,
        /// The number of effective draws that was requested.
        #[cfg_attr(feature = "serde", serde(with = "super::any_number"))]
        ess: f64,
        /// The R-hat that was requested.
        #[cfg_attr(feature = "serde", serde(with = "super::any_number"))]
        rhat: f64,
    },
    /// Importance weights with a tail so heavy that estimates from the weighted draws are not reliable.
    ImportanceWeights {
        /// The shape k̂ of the tail.
        khat: f64,
        /// The largest k̂ with which this number of draws gives reliable estimates.
        threshold: f64,
        /// The number of independent draws that are worth as much as the weighted draws.
        ess: f64,
    },
    /// A path of an approximation that failed, so that only the draws of the other paths remain.
    PathFailed {
        /// The error of the path, with the number of the path.
        reason: String,
    },
    /// Draws of a chain that could not be written to its file.
    NotSaved {
        /// The file.
        path: String,
        /// The message of the operating system.
        reason: String,
    },
}

impl Warning {
    /// Makes the warning that draws are not in a file.
    #[doc(hidden)]
    pub fn not_saved(error: Error) -> Self {
        match error {
            Error::Io { path, reason, .. } => Self::NotSaved { path, reason },
            other => Self::NotSaved { path: String::new(), reason: other.to_string() },
        }
    }

    /// Returns the warnings that follow from the rows alone.
    pub(super) fn of_rows(rows: &[SummaryRow], chains: usize, draws_per_chain: usize) -> Vec<Self> {
        let elements = rows.len();
        if draws_per_chain < MIN_DRAWS && elements > 0 {
            return vec![Self::TooFewDraws { draws_per_chain, wanted: MIN_DRAWS }];
        }
        let wanted = ESS_PER_CHAIN * chains;
        let rhat = worst(rows, |row| row.rhat - RHAT).map(|(count, row)| Self::Rhat {
            count,
            elements,
            worst: row.name.clone(),
            value: row.rhat,
            apart: None,
        });
        let ess = |part: &str, size: fn(&SummaryRow) -> f64| {
            let found = worst(rows, move |row| wanted as f64 - size(row));
            found.map(|(count, row)| Self::Ess {
                part: part.to_owned(),
                count,
                elements,
                worst: row.name.clone(),
                value: size(row),
                wanted,
            })
        };
        let ess = [ess("bulk", |row| row.ess_bulk), ess("tail", |row| row.ess_tail)];
        rhat.into_iter().chain(ess.into_iter().flatten()).collect()
    }

    /// Adds to a warning about R-hat the chains that lie apart in the element with the largest R-hat in which
    /// any do, given the draws of an element by its name, chain after chain.
    pub(super) fn find_chains_apart(
        &mut self,
        rows: &[SummaryRow],
        draws_per_chain: usize,
        draws: impl Fn(&str) -> Option<Vec<f64>>,
    ) {
        let Self::Rhat { apart, .. } = self else { return };
        let mut high: Vec<_> = rows.iter().filter(|row| row.rhat > RHAT && !row.is_constant()).collect();
        high.sort_by(|one, other| other.rhat.total_cmp(&one.rhat));
        *apart = high.iter().take(EXAMINED).find_map(|row| {
            let draws = draws(&row.name)?;
            ChainsApart::of(&row.name, &draws.chunks_exact(draws_per_chain).collect::<Vec<_>>())
        });
    }
}

/// Returns the number of rows whose excess is positive, and the row with the largest excess; `None` if
/// there is no such row. A NaN does not count: an element that never changes needs no warning.
fn worst(rows: &[SummaryRow], excess: impl Fn(&SummaryRow) -> f64) -> Option<(usize, &SummaryRow)> {
    let over: Vec<_> = rows.iter().filter(|row| excess(row) > 0.0 && !row.is_constant()).collect();
    let largest = over.iter().max_by(|a, b| excess(a).total_cmp(&excess(b)))?;
    Some((over.len(), largest))
}
