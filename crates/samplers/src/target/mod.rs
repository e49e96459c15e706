//! Log densities of one's own, which samplers move on as they do on posteriors.
//!
//! [`CustomTarget`] is what to write, [`CustomPosterior`] has the samplers. A density that is a part of a
//! model is an operation instead.
//!
//! The chapter *Libraries of other programs* of the guide begins with a whole program.

mod beside_parts;
mod custom;
mod setters;
mod start;

#[doc(hidden)]
pub use beside_parts::beside_parts;
pub use custom::{CustomPosterior, CustomTarget};
#[doc(hidden)]
pub use setters::start_setters;
#[doc(hidden)]
pub use start::{Start, Starts};

use crate::checkpoint::Facts;
use crate::density::Density;
use crate::error::Error;
use crate::simd::InstructionSet;
use crate::trace::VariableInfo;
use crate::workspace::Workspace;

/// A log density whose points have named values: what samplers and approximations ask of a posterior.
///
/// It is used as an object: the sampler is compiled once, with this crate, and not again for every model. The
/// indirect call costs about a nanosecond per gradient.
pub trait Target: Density {
    /// The instruction set of its kernels.
    fn arch(&self) -> InstructionSet;

    /// The least number of numbers that a gradient reads and writes, which tells dear gradients from cheap
    /// ones without a clock.
    fn numbers(&self) -> usize;

    /// The number of parts of a log density.
    fn parts(&self) -> usize;

    /// The variables whose values draws hold: the parameters, then the definitions.
    fn variables(&self) -> Vec<VariableInfo>;

    /// Writes the values of all variables at a point.
    fn constrain_into(&self, q: &[f64], values: &mut [f64], workspace: &mut Workspace) -> Result<(), Error>;

    /// The facts that tell it from a posterior of other data.
    fn facts(&self) -> Facts;

    /// The name of a coordinate of the unconstrained point.
    fn coordinate_name(&self, coordinate: usize) -> String;

    /// Changes the coordinates of one parameter in a point, so that the parameter has these values.
    fn place(
        &self,
        name: &str,
        values: &[f64],
        point: &mut [f64],
        workspace: &mut Workspace,
    ) -> Result<(), Error>;

    /// The statement whose log density or whose gradient is not finite at a point, in words.
    fn diagnose(&self, q: &[f64], workspace: &mut Workspace) -> Option<String>;

    /// The number of equations without a solution since the workspace was made.
    fn failed_solutions(&self, workspace: &Workspace) -> u64;

    /// The first coordinate by which the gradient is not finite where the log density is, and the slope
    /// there.
    fn infinite_slope(&self, q: &[f64], workspace: &mut Workspace) -> Option<(usize, f64)>;
}

/// The number of numbers of a posterior whose data do not fit the caches of a core: 16 megabytes. Below it
/// several points gain nothing from one pass.
#[doc(hidden)]
pub const BEYOND_CACHES: usize = 1 << 21;
