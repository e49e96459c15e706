//! The targets of samplers: posteriors of any models, and the user's own log densities.
//!
//! [`Target`] is a posterior whose type does not name its model. For a user's own density, [`CustomTarget`]
//! is the trait to implement, and [`CustomPosterior`] has the samplers. A density that is a part of a model
//! is an [operation](crate::custom::CustomOperation) instead.
//!
//! The chapter [Libraries of other programs](crate::guide::libraries) begins with a whole program.

#[doc(inline)]
pub use monomorph_samplers::target::{CustomPosterior, CustomTarget, Target};

use crate::checkpoint::{Checksum, Facts, facts_of};
use crate::error::Error;
use crate::model::statement::BoundModel;
use crate::posterior::{Posterior, VariableInfo, Workspace};
use crate::simd::InstructionSet;
use monomorph_samplers::target::Answers;

impl<M: BoundModel> Target for Posterior<M> {
    fn variables(&self) -> Vec<VariableInfo> {
        self.variables()
    }

    fn constrain_into(&self, q: &[f64], values: &mut [f64], workspace: &mut Workspace) -> Result<(), Error> {
        self.constrain_into(q, values, workspace)
    }
}

impl<M: BoundModel> Answers for Posterior<M> {
    fn arch(&self) -> InstructionSet {
        self.arch()
    }

    fn numbers(&self) -> usize {
        self.numbers()
    }

    fn parts(&self) -> usize {
        self.parts()
    }

    fn failures(&self, workspace: &Workspace) -> [u64; 2] {
        self.failures(workspace)
    }

    fn facts(&self) -> Facts {
        data_of(self, self.arch())
    }

    fn coordinate_name(&self, coordinate: usize) -> String {
        let Some(own) = self.coordinates().iter().find(|own| own.range.contains(&coordinate)) else {
            return format!("coordinate {coordinate} of the unconstrained point");
        };
        let place = coordinate - own.range.start;
        let info = self.variables().into_iter().find(|info| info.name == own.name);
        // A simplex has fewer coordinates than elements, and the coordinates of a matrix may be in another
        // order.
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

/// Returns the facts about a posterior: a hash of its data, the instructions of its kernels, and the version
/// of the library.
pub(crate) fn data_of<M>(posterior: &Posterior<M>, arch: InstructionSet) -> Facts {
    let (numbers, indices) = posterior.constants();
    let mut data = Checksum::default();
    numbers.into_iter().for_each(|numbers| data.add_numbers(numbers));
    indices.iter().for_each(|index| data.add(&index.to_le_bytes()));
    facts_of(data, arch)
}
