//! The variables of a posterior, and their values at a point.

use super::store::check_length;
use super::{Posterior, VariableInfo, Workspace};
use crate::contract::scope::{Scope, Value};
use crate::error::Error;
use crate::model::statement::BoundModel;
use crate::posterior::kernel::Values;
use crate::posterior::scheduled::is_scheduled;
use crate::trace;
use crate::trace::{Trace, VarName};
use core::marker::PhantomData;

impl<M: BoundModel> Posterior<M> {
    /// The parameters, in the order of their coordinates, and then the definitions.
    pub fn variables(&self) -> Vec<VariableInfo> {
        self.store.variables()
    }

    /// The names of the parameters' constrained values: `mu`, `eta[0]`, `eta[1]`, …, and `m[0,0]`,
    /// `m[1,0]`, … for a matrix, in column order.
    ///
    /// A simplex, and a vector that sums to zero, have one unconstrained coordinate less than values.
    pub fn parameter_names(&self) -> Vec<String> {
        self.store.parameter_names()
    }

    /// The number of values that [`constrain_into`](Self::constrain_into) writes.
    pub fn value_count(&self) -> usize {
        self.store.value_count()
    }

    /// Stores the constrained values of the parameters and the values of the definitions at an
    /// unconstrained point in `values`, one after the other in the order of [`variables`](Self::variables)
    /// and their [`element_names`](VariableInfo::element_names), where the elements of a matrix are in
    /// column order.
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
        check_length("the unconstrained point", self.dimension(), q.len())?;
        check_length("the buffer for values", self.value_count(), values.len())?;
        self.set_all_variables(q, workspace)?;
        self.store.copy_values(values, workspace);
        Ok(())
    }

    /// Returns the log density as [`value`](Self::value) does, and stores the values that
    /// [`constrain_into`](Self::constrain_into) writes.
    ///
    /// The kernel of the log density alone leaves these values in the workspace. The kernel of the
    /// gradient, which a schedule runs, may not.
    pub(crate) fn value_with_values(
        &self,
        q: &[f64],
        values: &mut [f64],
        workspace: &mut Workspace,
    ) -> Result<f64, Error> {
        let log_density = self.value(q, workspace);
        self.values_after(q, values, workspace)?;
        Ok(log_density)
    }

    /// Stores the values that [`constrain_into`](Self::constrain_into) writes, for the point at which the
    /// workspace was last used.
    pub(crate) fn values_after(
        &self,
        q: &[f64],
        values: &mut [f64],
        workspace: &mut Workspace,
    ) -> Result<(), Error> {
        if const { is_scheduled::<M>() } {
            self.constrain_into(q, values, workspace)?;
        } else {
            self.store.copy_values(values, workspace);
        }
        Ok(())
    }

    /// Computes all values from an unconstrained point, and leaves them in the workspace.
    pub(crate) fn set_all_variables(&self, q: &[f64], workspace: &mut Workspace) -> Result<(), Error> {
        let set_variables = const {
            if is_scheduled::<M>() { Self::set_scheduled_variables } else { Self::set_variables::<Value> }
        };
        set_variables(self, q, workspace)
    }

    fn set_scheduled_variables(&self, q: &[f64], workspace: &mut Workspace) -> Result<(), Error> {
        let frame = &mut self.open(q, None, workspace).ok_or(Error::ForeignWorkspace)?;
        if let Some(schedule) = &self.schedule {
            schedule.set_variables(frame, self.store.layout.highest_level);
        }
        Ok(())
    }

    /// Computes the values that a scope needs from an unconstrained point, and leaves them in the workspace.
    pub(crate) fn set_variables<C: Scope>(&self, q: &[f64], workspace: &mut Workspace) -> Result<(), Error> {
        let Some(frame) = self.open(q, None, workspace) else { return Err(Error::ForeignWorkspace) };
        let highest = self.store.layout.highest_level;
        self.store.arch.dispatch(Values { model: &self.model, frame, highest, scope: PhantomData::<C> });
        Ok(())
    }

    /// The constrained values of the parameters and the values of the definitions at an unconstrained
    /// point, by name.
    ///
    /// # Errors
    ///
    /// [`Error::LengthMismatch`] if `q` has the wrong length.
    pub fn constrain(&self, q: &[f64]) -> Result<Trace, Error> {
        let mut values = vec![0.0; self.value_count()];
        self.constrain_into(q, &mut values, &mut self.workspace())?;
        self.trace_of(&values)
    }

    /// Makes a trace from values that stand one after the other in the order of
    /// [`variables`](Self::variables) and their [`element_names`](VariableInfo::element_names): the values
    /// of the parameters and the definitions, or of the parameters alone.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { mu: real(), eta: vector(2) }
    /// let model = model! { mu |= normal(0.0, 1.0), eta |= normal(mu, 1.0) };
    /// let posterior = model.compile()?;
    /// let trace = posterior.trace_of(&[0.5, 1.0, 2.0])?;
    /// assert_eq!(trace, Trace::new().with("mu", 0.5)?.with("eta", [1.0, 2.0])?);
    /// assert_eq!(posterior.values_of(&trace)?, [0.5, 1.0, 2.0]);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::LengthMismatch`] if the number of values is neither the number of elements of all variables
    /// nor that of all parameters.
    pub fn trace_of(&self, values: &[f64]) -> Result<Trace, Error> {
        let mut variables = self.variables();
        if values.len() != self.value_count() {
            variables.retain(|variable| !variable.is_defined);
        }
        let expected = variables.iter().map(VariableInfo::size).sum();
        check_length("the values of a trace", expected, values.len())?;
        let entries = variables.iter().map(|variable| {
            let values = &values[variable.offset..][..variable.size()];
            (VarName::of_variable(variable.name), trace::Value::of_names(variable.extent(), values))
        });
        Ok(Trace::from_entries(entries.collect()))
    }
}
