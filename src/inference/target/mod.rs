//! Log densities of one's own, which samplers move on as they do on posteriors.
//!
//! [`CustomTarget`] is what to write, [`CustomPosterior`] has the samplers. A density that is a part of a
//! model is an [operation](crate::custom::CustomOperation) instead.
//!
//! The chapter [Libraries of other programs](crate::guide::libraries) begins with a whole program.

mod beside_parts;
mod custom;
mod setters;
mod start;

pub(crate) use beside_parts::beside_parts;
pub use custom::{CustomPosterior, CustomTarget};
pub(crate) use setters::start_setters;
pub(crate) use start::{Start, Starts};

use crate::checkpoint;
use crate::checkpoint::Facts;
use crate::error::Error;
use crate::model::statement::BoundModel;
use crate::posterior::{Density, Posterior, VariableInfo, Workspace};
use crate::simd::InstructionSet;

/// A log density whose points have named values: what samplers and approximations ask of a posterior.
///
/// It is used as an object: the sampler is compiled once, with this crate, and not again for every model. The
/// indirect call costs about a nanosecond per gradient.
pub(crate) trait Target: Density {
    /// The instruction set of its kernels.
    fn arch(&self) -> InstructionSet;

    /// See [`Posterior::numbers`].
    fn numbers(&self) -> usize;

    /// The number of parts of a log density.
    #[cfg(feature = "rayon")]
    fn parts(&self) -> usize;

    /// See [`Posterior::variables`].
    fn variables(&self) -> Vec<VariableInfo>;

    /// See [`Posterior::constrain_into`].
    fn constrain_into(&self, q: &[f64], values: &mut [f64], workspace: &mut Workspace) -> Result<(), Error>;

    /// The facts that tell it from a posterior of other data.
    fn facts(&self) -> Facts;

    /// The name of a coordinate of the unconstrained point.
    fn coordinate_name(&self, coordinate: usize) -> String;

    /// Gives a parameter a value: see [`Posterior::place`].
    fn place(
        &self,
        name: &str,
        values: &[f64],
        point: &mut [f64],
        workspace: &mut Workspace,
    ) -> Result<(), Error>;

    /// The statement whose log density or whose gradient is not finite at a point, in words.
    fn diagnose(&self, q: &[f64], workspace: &mut Workspace) -> Option<String>;

    /// See [`Posterior::failed_solutions`].
    fn failed_solutions(&self, workspace: &Workspace) -> u64;

    /// The first coordinate by which the gradient is not finite where the log density is, and the slope
    /// there.
    fn infinite_slope(&self, q: &[f64], workspace: &mut Workspace) -> Option<(usize, f64)>;
}

impl<M: BoundModel> Target for Posterior<M> {
    fn arch(&self) -> InstructionSet {
        self.arch()
    }

    fn numbers(&self) -> usize {
        self.numbers()
    }

    #[cfg(feature = "rayon")]
    fn parts(&self) -> usize {
        self.parts()
    }

    fn variables(&self) -> Vec<VariableInfo> {
        self.variables()
    }

    fn failed_solutions(&self, workspace: &Workspace) -> u64 {
        self.failed_solutions(workspace)
    }

    fn constrain_into(&self, q: &[f64], values: &mut [f64], workspace: &mut Workspace) -> Result<(), Error> {
        self.constrain_into(q, values, workspace)
    }

    fn facts(&self) -> Facts {
        checkpoint::data_of(self, self.arch())
    }

    fn coordinate_name(&self, coordinate: usize) -> String {
        let Some(own) = self.coordinates().iter().find(|own| own.range.contains(&coordinate)) else {
            return format!("coordinate {coordinate} of the unconstrained point");
        };
        let place = coordinate - own.range.start;
        let info = self.variables().into_iter().find(|info| info.name == own.name);
        // A simplex has fewer coordinates than elements, and those of a matrix may stand in another order.
        let info = info.filter(|info| info.size() == own.range.len() && info.columns.is_none());
        match info.and_then(|info| info.element_names().nth(place)) {
            Some(name) => format!("`{name}`"),
            None => format!("`{}` (its coordinate {place})", own.name),
        }
    }

    fn place(
        &self,
        name: &str,
        values: &[f64],
        point: &mut [f64],
        workspace: &mut Workspace,
    ) -> Result<(), Error> {
        self.place(name, values, point, workspace)
    }

    fn diagnose(&self, q: &[f64], workspace: &mut Workspace) -> Option<String> {
        self.diagnose(q, workspace)
    }

    fn infinite_slope(&self, q: &[f64], workspace: &mut Workspace) -> Option<(usize, f64)> {
        self.infinite_slope(q, workspace)
    }
}
