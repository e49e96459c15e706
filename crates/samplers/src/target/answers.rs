//! [`Answers`]: the functions of a posterior that samplers need besides the log density. The trait grows
//! with the samplers and has no public name, which seals [`Target`](super::Target).

use crate::checkpoint::Facts;
use crate::density::Density;
use crate::error::Error;
use crate::simd::InstructionSet;
use crate::workspace::Workspace;

/// The functions of a posterior that samplers and approximations need.
///
/// They use it as a trait object, so they are compiled once, with this crate, and not again for every
/// model.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot implement this trait: only posteriors of monomorph do",
    label = "a type of another crate",
    note = "a log density of one's own is a `CustomTarget`, of which `CustomPosterior` makes a posterior"
)]
pub trait Answers: Density {
    /// The instruction set of the posterior's kernels.
    fn arch(&self) -> InstructionSet;

    /// The least count of numbers that a gradient reads and writes. It separates expensive gradients from
    /// cheap ones without a clock.
    fn numbers(&self) -> usize;

    /// The number of parts in which a log density is evaluated.
    fn parts(&self) -> usize;

    /// The facts that identify the posterior and its data.
    fn facts(&self) -> Facts;

    /// The name of an unconstrained coordinate.
    fn coordinate_name(&self, coordinate: usize) -> String;

    /// Changes the coordinates of one parameter in a point so that the parameter has the given values.
    fn place(
        &self,
        name: &str,
        values: &[f64],
        point: &mut [f64],
        workspace: &mut Workspace,
    ) -> Result<(), Error>;

    /// Returns the statement whose log density or gradient is not finite at a point, in words.
    fn diagnose(&self, q: &[f64], workspace: &mut Workspace) -> Option<String>;

    /// The number of solutions of differential equations, and the number of searches for the mode of a
    /// Laplace approximation, that failed since the workspace was made.
    fn failures(&self, workspace: &Workspace) -> [u64; 2];

    /// Returns the first coordinate by which the gradient is not finite although the log density is finite,
    /// and the slope there.
    fn infinite_slope(&self, q: &[f64], workspace: &mut Workspace) -> Option<(usize, f64)>;
}
