//! The warnings about draws and their summary.

use super::SummaryRow;
use super::diagnostics::MIN_DRAWS;
use crate::error::Error;
use core::fmt;

/// The largest R-hat of chains that have mixed (Vehtari et al. 2021).
const RHAT: f64 = 1.01;

/// The R-hat below which an excess over `RHAT` may be chance if chains have some hundreds of draws: in
/// antithetic chains, whose draws alternate around the median, the folded draws |x − median| are
/// correlated, so that their R-hat is larger.
const RHAT_BY_CHANCE: f64 = 1.05;

/// The number of effective draws per chain below which the diagnostics themselves are not reliable (Vehtari
/// et al. 2021).
const ESS_PER_CHAIN: usize = 100;

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
    /// Solutions of differential equations that failed, or failed searches for the mode of a Laplace
    /// approximation.
    FailedSolutions {
        /// The number of failed solutions in all evaluations.
        count: u64,
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
}

/// Returns the number of rows whose excess is positive, and the row with the largest excess; `None` if
/// there is no such row. A NaN does not count: an element that never changes needs no warning.
fn worst(rows: &[SummaryRow], excess: impl Fn(&SummaryRow) -> f64) -> Option<(usize, &SummaryRow)> {
    let over: Vec<_> = rows.iter().filter(|row| excess(row) > 0.0 && !row.is_constant()).collect();
    let largest = over.iter().max_by(|a, b| excess(a).total_cmp(&excess(b)))?;
    Some((over.len(), largest))
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Divergences { count, transitions } => write!(
                f,
                "{count} of {transitions} transitions diverged: the step size was too long for a strongly \
                 curved part of the posterior, so the draws may miss that part and every estimate may be \
                 biased. Reparameterise (a hierarchy that is centred, non-centred, and the other way round \
                 where each group has many observations; a tighter prior), let the step size adapt to each \
                 place with `walnuts(0.5)`, or raise `target_accept` (0.8 by default; to 0.95, then 0.99)."
            ),
            Self::NotMoved { chains } => {
                let numbers: Vec<String> = chains.iter().map(ToString::to_string).collect();
                write!(
                    f,
                    "the chains with the numbers {} have not moved: all draws of each are equal, and their \
                     estimates mean nothing. Near these points the log density is lost in rounding, infinite \
                     or NaN: look for matrices that are nearly singular, priors that are far too wide, and \
                     predictors that are not scaled.",
                    numbers.join(", ")
                )
            }
            Self::NoDensity { count, of, reason } => write!(
                f,
                "at {count} of {of} points where transitions diverged there was no log density, and a \
                 shorter step does not help: {reason}. If a parameter can have values at which its law has \
                 no density, declare it more narrowly in `params!`: bounds, `cov_matrix(k)` or \
                 `corr_matrix(k)`. Otherwise check the values that are computed from parameters: a matrix, \
                 such as that of a Gaussian process, may need a small number added to its diagonal."
            ),
            Self::FailedSolutions { count } => write!(
                f,
                "{count} solutions of differential equations, or searches for the mode of a Laplace \
                 approximation, failed, most of them on the way to the posterior as a rule: they grew without \
                 bound, took more than `max_steps`, or found no mode, and the log density there counted as \
                 minus infinity. If draws come near such points, priors reach too far, or the equation is \
                 stiff (`.stiff()`; an equation that is solved by exponentials, as `posterior.explain()` says, \
                 takes no steps and has no need of it)."
            ),
            Self::MaxDepth { count, transitions, max_depth } => write!(
                f,
                "{count} of {transitions} transitions used all 2^{max_depth} - 1 leapfrog steps that the \
                 maximal tree depth allows, and stopped before they turned back: the draws are valid, but \
                 more correlated than they need be. Rescale or reparameterise strongly correlated \
                 parameters, or raise `max_depth`."
            ),
            Self::LowEnergyExchange { chain, e_bfmi } => write!(
                f,
                "chain {chain} moves slowly between energies (E-BFMI {e_bfmi:.2}, should be above 0.3): \
                 the posterior has heavy tails or a funnel, and its tails may be explored badly. \
                 Reparameterise, or take priors with lighter tails."
            ),
            Self::Rhat { count, elements, worst, value } => {
                write!(
                    f,
                    "R-hat is above {RHAT} for {count} of {elements} quantities, most for `{worst}` ({value:.3}): "
                )?;
                f.write_str(if *value < RHAT_BY_CHANCE {
                    "the chains may not agree. If each has some hundreds of draws, so small an excess may be \
                     chance: take more draws. If the excess stays, the chains mix slowly."
                } else {
                    "the chains do not agree on the distribution, so the numbers above are not yet those of \
                     the posterior. Run longer. If R-hat does not fall, look for several modes, as mixtures \
                     have (begin all chains at one of them by `.initial`), or for a parameter that the data \
                     do not determine."
                })
            }
            Self::TooFewDraws { draws_per_chain, wanted } => {
                let draws = if *draws_per_chain == 1 { "draw" } else { "draws" };
                write!(
                    f,
                    "each chain has {draws_per_chain} {draws}, too few to judge: from {wanted} draws on \
                     R-hat, effective sample sizes and standard errors say whether the numbers above can \
                     be believed. Take more draws."
                )
            }
            Self::Ess { part, count, elements, worst, value, wanted } => write!(
                f,
                "the {part} effective sample size is below {wanted} (100 per chain) for {count} of \
                 {elements} quantities, least for `{worst}` ({value:.0}): {} and R-hat are not reliable. \
                 Take more draws.",
                if *part == "tail" { "its 5 % and 95 % quantiles" } else { "its mean, median" }
            ),
            Self::ChainFailed { reason } => {
                write!(f, "a chain failed, and only the draws of the other chains remain. {reason}")
            }
            Self::Interrupted { draws, wanted, left_out } => {
                write!(f, "the run was interrupted: each chain has {draws} of {wanted} draws")?;
                match left_out {
                    0 => f.write_str("."),
                    1 => f.write_str(", and 1 chain that had fewer was left out."),
                    _ => write!(f, ", and {left_out} chains that had fewer were left out."),
                }
            }
            Self::NotReached { element, ess, rhat } => write!(
                f,
                "the run came to its limit of draws before all quantities had {ess} effective draws and an \
                 R-hat of {rhat}: `{element}` has not. Allow more draws."
            ),
            Self::ImportanceWeights { khat: f64::INFINITY, ess, .. } => write!(
                f,
                "too few draws have weights of their own to judge whether the weighted draws are reliable; \
                 they are worth {ess:.0} draws at most. Take more draws."
            ),
            Self::ImportanceWeights { khat, threshold, ess } => write!(
                f,
                "the importance weights have the Pareto shape k-hat {khat:.2} (should be below \
                 {threshold:.2}), so these draws miss a part of the posterior that matters, and their \
                 means may be far off; they are worth {ess:.0} draws at most. Sample with NUTS, which may \
                 begin at them, or reparameterise."
            ),
            Self::PathFailed { reason } => {
                write!(f, "a path failed, and only the draws of the other paths remain: {reason}.")
            }
            Self::NotSaved { path, reason } => {
                write!(f, "{path} is not complete: {reason}. The draws in memory are complete.")
            }
        }
    }
}
