//! Modes, and distributions that approximate the posterior: fast results before sampling, and starts for
//! it.

mod affine;
mod approximation;
mod ascent;
mod dense;
mod evaluator;
mod flat;
mod hessian;
mod laplace;
pub(crate) mod lbfgs;
mod newton;
mod optimise;
pub(crate) mod pathfinder;
pub(crate) mod printed;
mod problem;
mod rows;
mod units;
mod weighted;

pub use approximation::Approximation;
pub use ascent::Stopped;
pub use laplace::Laplace;
pub use optimise::{Mode, ModeRow, Optimise};
pub use pathfinder::{PathSummary, Pathfinder};
pub use rows::ApproximationRow;
pub(crate) use rows::{find_row, rows};
pub(crate) use weighted::{at_places, log_ratios, resample, smoothed_weights};

#[doc(hidden)]
pub use evaluator::{Densities, Several};
#[doc(hidden)]
pub use problem::{Valued, WithJacobian};
