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

use crate::target::Target;
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

impl dyn Target + '_ {
    /// The Laplace approximation of this posterior; [`run`](Laplace::run) makes its draws. It evaluates the
    /// kernel of the gradient for each draw, which takes about twice as long as the log density alone.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { mu: real() }
    /// let posterior: Box<dyn Target> = Box::new(model! { mu |= normal(3.0, 2.0) }.compile()?);
    /// let laplace = posterior.laplace().draws(2000).seed(1).run()?;
    /// assert!((laplace.row("mu")?.mean - 3.0).abs() < 0.2);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn laplace(&self) -> Laplace<'_> {
        Laplace::new(Densities::OfGradient(self))
    }

    /// Pathfinder for this posterior; [`run`](Pathfinder::run) makes its draws. It evaluates the kernel of
    /// the gradient for each draw, which takes about twice as long as the log density alone.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { mu: real() }
    /// let posterior: Box<dyn Target> = Box::new(model! { mu |= normal(3.0, 2.0) }.compile()?);
    /// let first = posterior.pathfinder().seed(1).run()?;
    /// let fit = posterior.nuts().warmup(200).draws(100).initial_draws(first.draws()).run()?;
    /// println!("{}", fit.summary());
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn pathfinder(&self) -> Pathfinder<'_> {
        Pathfinder::new(Densities::OfGradient(self))
    }
}
