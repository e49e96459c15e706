//! The results for a marginalised variable: its probabilities, or its distribution, given everything else,
//! at a known point.

mod constraints;
mod joint_posterior;
mod summed_out;
mod table;

pub(crate) use constraints::Constraints;
pub(crate) use joint_posterior::{JointPosterior, LatentNormal, NormalGroup};
pub(crate) use summed_out::Beside;
pub use summed_out::{SummedOut, VisitSummed};
pub(crate) use table::{PARAMETERS, POINTS, ROWS_OF_INTEGRAL, Table};
