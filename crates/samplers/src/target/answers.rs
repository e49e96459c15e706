//! [`Answers`] to what samplers ask of a posterior, beside the values at a point. The trait grows with them and
//! has no public name, which seals [`Target`](super::Target).

use crate::checkpoint::Facts;
use crate::density::Density;
use crate::error::Error;
use crate::simd::InstructionSet;
use crate::workspace::Workspace;

/// What samplers and approximations ask of a posterior.
///
/// It is an object to them: they are compiled once, with this crate, and not again for every model.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot implement this trait: only posteriors of monomorph do",
    label = "a type of another crate",
    note = "a log density of one's own is a `CustomTarget`, of which `CustomPosterior` makes a posterior"
)]
pub trait Answers: Density {
    /// The instruction set of its kernels.
    fn arch(&self) -> InstructionSet;

    /// The least number of numbers that a gradient reads and writes, which tells dear gradients from cheap
    /// ones without a clock.
    fn numbers(&self) -> usize;

    /// The number of parts of a log density.
    fn parts(&self) -> usize;

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
