//! Values by name.

use super::{Posterior, Workspace};
use crate::error::Error;
use crate::model::Model;
use crate::posterior::kernel::Values;

/// The name and the size of a parameter or a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VariableInfo {
    /// The name.
    pub name: &'static str,
    /// The number of elements; `None` for a scalar.
    pub length: Option<usize>,
    /// The number of elements in a row of a matrix, whose rows follow each other; `None` for everything else.
    pub columns: Option<usize>,
    /// True for a definition, false for a parameter.
    pub is_defined: bool,
    /// The first of its values among all values.
    pub offset: usize,
}

impl VariableInfo {
    /// The number of values.
    pub fn size(&self) -> usize {
        self.length.unwrap_or(1)
    }

    /// The names of the values: `mu`, or `eta[0]`, `eta[1]`, …, or `L[0,0]`, `L[0,1]`, …
    pub fn element_names(&self) -> impl Iterator<Item = String> + use<> {
        let Self { name, length, columns, .. } = *self;
        (0..self.size()).map(move |i| match (length, columns) {
            (None, _) => name.to_owned(),
            (Some(_), None) => format!("{name}[{i}]"),
            (Some(_), Some(columns)) => format!("{name}[{},{}]", i / columns, i % columns),
        })
    }
}

/// The constrained values of parameters, and the values of definitions, by name.
///
/// ```
/// use monomorph::prelude::*;
///
/// params! { tau: positive(), eta: vector(2) }
/// let model = model! {
///     tau |= half_cauchy(5.0),
///     eta |= normal(0.0, 1.0),
///     theta = tau * eta,
/// };
/// let posterior = model.compile()?;
/// let trace = posterior.constrain(&[0.0, 0.5, -2.0])?;
/// assert_eq!(trace.get("tau")?, [1.0]);
/// assert_eq!(trace.get("theta")?, [0.5, -2.0]);
/// # Ok::<(), monomorph::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Trace {
    pub(super) variables: Vec<VariableInfo>,
    pub(super) values: Vec<f64>,
}

impl Trace {
    /// The values of a variable.
    ///
    /// # Errors
    ///
    /// [`Error::UnknownName`] if there is no such variable.
    pub fn get(&self, name: &str) -> Result<&[f64], Error> {
        let variable = self.variables.iter().find(|variable| variable.name == name);
        let variable = variable.ok_or_else(|| unknown(name, &self.variables))?;
        Ok(&self.values[variable.offset..variable.offset + variable.size()])
    }

    /// All variables, parameters first.
    pub fn variables(&self) -> &[VariableInfo] {
        &self.variables
    }

    /// All values, in the order of the variables.
    pub fn values(&self) -> &[f64] {
        &self.values
    }
}

pub(super) fn unknown(name: &str, variables: &[VariableInfo]) -> Error {
    let known = variables.iter().map(|variable| variable.name.to_owned()).collect();
    Error::UnknownName { name: name.to_owned(), known }
}

impl<M: Model> Posterior<M> {
    /// The parameters, in the order of their coordinates, and then the definitions.
    pub fn variables(&self) -> Vec<VariableInfo> {
        let mut offset = 0;
        let variables = self.layout.variables.iter().map(|variable| {
            let info = VariableInfo {
                name: variable.name(),
                length: variable.extent.length(),
                columns: variable.extent.columns(),
                is_defined: variable.is_defined,
                offset,
            };
            offset += variable.size();
            info
        });
        variables.collect()
    }

    /// The names of the parameters' constrained values: `mu`, `eta[0]`, `eta[1]`, …
    ///
    /// A simplex, and a vector that sums to zero, have one unconstrained coordinate less than values.
    pub fn parameter_names(&self) -> Vec<String> {
        let parameters = self.variables().into_iter().filter(|variable| !variable.is_defined);
        parameters.flat_map(|variable| variable.element_names()).collect()
    }

    /// The number of values that [`constrain_into`](Self::constrain_into) writes.
    pub fn value_count(&self) -> usize {
        self.layout.variables.iter().map(|variable| variable.size()).sum()
    }

    /// The constrained values of the parameters and the values of the definitions at an unconstrained point, one
    /// after the other in the order of [`variables`](Self::variables).
    ///
    /// # Errors
    ///
    /// [`Error::LengthMismatch`] if `q` or `values` has the wrong length, and [`Error::ForeignWorkspace`].
    pub fn constrain_into(
        &self,
        q: &[f64],
        values: &mut [f64],
        workspace: &mut Workspace,
    ) -> Result<(), Error> {
        self.check_length("the unconstrained point", self.dimension(), q.len())?;
        self.check_length("the buffer for values", self.value_count(), values.len())?;
        if !self.fits(workspace) {
            return Err(Error::ForeignWorkspace);
        }
        let frame = self.open(q, &mut [], workspace);
        self.arch.dispatch(Values { model: &self.model, frame, highest: self.layout.highest_level });
        let stored = workspace.values.as_slice();
        let mut rest = values;
        for variable in &self.layout.variables {
            let (values, after) = rest.split_at_mut(variable.size());
            values.copy_from_slice(&stored[variable.slot.0..variable.slot.0 + variable.size()]);
            rest = after;
        }
        Ok(())
    }

    /// The same by name.
    ///
    /// # Errors
    ///
    /// [`Error::LengthMismatch`] if `q` has the wrong length.
    pub fn constrain(&self, q: &[f64]) -> Result<Trace, Error> {
        let mut values = vec![0.0; self.value_count()];
        self.constrain_into(q, &mut values, &mut self.workspace())?;
        Ok(Trace { variables: self.variables(), values })
    }
}
