//! Why a marginal likelihood cannot be estimated.

use std::fmt;

/// What keeps draws from giving a marginal likelihood.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum BridgeError {
    /// There are not as many numbers as chains of whole points.
    Length {
        /// The numbers that there are.
        found: usize,
        /// The chains.
        chains: usize,
        /// The coordinates of a point.
        dimension: usize,
    },
    /// There are too few draws of each chain, or in all for so many coordinates.
    TooFewDraws {
        /// How many there should be at least, of all chains together.
        least: usize,
        /// How many there are.
        found: usize,
    },
    /// The covariance of the draws is singular: coordinates do not move, or only together.
    Singular,
    /// The log density is no finite number at a draw, which is then none of this density.
    NotFinite {
        /// The draw, of all chains one after the other, from 0.
        draw: usize,
        /// The log density.
        value: f64,
    },
    /// The log density is −∞ at all draws of the proposal.
    NoOverlap,
    /// The draws are not distributed as the density says.
    OtherDraws {
        /// The slope by which draws grow more frequent with the density: 1 of draws of this density.
        slope: f64,
        /// Its standard error.
        se: f64,
    },
}

impl fmt::Display for BridgeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { found, chains, dimension } => {
                write!(f, "{found} numbers are no {chains} chains of points with {dimension} coordinates")
            }
            Self::TooFewDraws { least, found } => {
                write!(f, "{found} draws are too few for a marginal likelihood, which needs {least} at least")
            }
            Self::Singular => {
                write!(
                    f,
                    "the covariance of the draws is singular: some coordinates do not move, or only together"
                )
            }
            Self::NotFinite { draw, value } => {
                write!(f, "the log density is {value} at draw {draw}, which is then no draw of it")
            }
            Self::OtherDraws { slope, se } => {
                write!(
                    f,
                    "the draws are none of this density: they grow more frequent with it by a power of {slope:.2} \
                     (standard error {se:.2}), where it is 1. They are draws of other data or of another model, or \
                     chains that have not found the posterior"
                )
            }
            Self::NoOverlap => write!(f, "the log density is −∞ at all draws of the proposal"),
        }
    }
}

impl std::error::Error for BridgeError {}
