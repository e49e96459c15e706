//! The reasons why a marginal likelihood cannot be estimated.

use std::fmt;

/// A reason why draws do not give a marginal likelihood.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum BridgeError {
    /// The length of the list of draws is not a multiple of the number of chains times the dimension.
    Length {
        /// The length of the list of draws.
        found: usize,
        /// The number of chains.
        chains: usize,
        /// The number of coordinates of a point.
        dimension: usize,
    },
    /// There are too few draws in each chain, or too few in all for the number of coordinates.
    TooFewDraws {
        /// The least number of draws, of all chains together, that is enough.
        least: usize,
        /// The number of draws.
        found: usize,
    },
    /// The covariance of the draws is singular: some coordinates are constant or linearly dependent.
    Singular,
    /// The log density is not finite at a draw, so the draw does not come from this density.
    NotFinite {
        /// The index of the draw, from 0, chain after chain.
        draw: usize,
        /// The log density.
        value: f64,
    },
    /// The log density is −∞ at all draws of the proposal.
    NoOverlap,
    /// The draws do not have the distribution of the density.
    OtherDraws {
        /// The estimated power of the density that the draws follow: 1 for draws from the density itself.
        slope: f64,
        /// The standard error of the slope.
        se: f64,
    },
}

impl fmt::Display for BridgeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { found, chains, dimension } => {
                write!(
                    f,
                    "{found} numbers do not make {chains} chains of points with {dimension} coordinates"
                )
            }
            Self::TooFewDraws { least, found } => {
                write!(f, "{found} draws are too few for a marginal likelihood, which needs {least} at least")
            }
            Self::Singular => {
                write!(
                    f,
                    "the covariance of the draws is singular: some coordinates are constant or dependent"
                )
            }
            Self::NotFinite { draw, value } => {
                write!(f, "the log density is {value} at draw {draw}, so the draw does not come from it")
            }
            Self::OtherDraws { slope, se } => {
                write!(
                    f,
                    "the draws do not come from this density: they have the density's power {slope:.2} \
                     (standard error {se:.2}), which should be 1. They are draws given other data or of \
                     another model, or the chains have not found the posterior"
                )
            }
            Self::NoOverlap => write!(f, "the log density is −∞ at all draws of the proposal"),
        }
    }
}

impl std::error::Error for BridgeError {}
