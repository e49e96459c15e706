//! Moves one parameter of a point to given values.

use super::store::check_length;
use super::{Posterior, Workspace, storage_of};
use crate::error::Error;
use crate::frame::{Frame, MAX_ARGUMENTS, Slot};
use crate::model::BoundVariable;
use crate::model::statement::{BoundModel, Sites};

impl<M: BoundModel> Posterior<M> {
    /// Gives a parameter a value, in the order of its elements: changes its coordinates, or the value of a
    /// discrete parameter in the workspace. Other parameters keep their coordinates, also if this parameter
    /// is in their bounds.
    ///
    /// Returns an error if the name is not that of a parameter or if the parameter has a given value, for a
    /// wrong number of values, and for a value outside the support.
    pub(crate) fn place(
        &self,
        name: &str,
        values: &[f64],
        point: &mut [f64],
        workspace: &mut Workspace,
    ) -> Result<(), Error> {
        let is_free = |name: &str| !self.store().holds(name);
        let parameters = || self.store.layout.variables.iter().filter(|variable| !variable.is_defined);
        let Some(variable) = parameters().find(|variable| variable.name() == name && is_free(name)) else {
            let known = parameters().map(|variable| variable.name().to_owned()).filter(|name| is_free(name));
            return Err(Error::UnknownName { name: name.to_owned(), known: known.collect() });
        };
        check_length(&format!("the value of `{name}`"), variable.size(), values.len())?;
        // The parameter's bounds may be other parameters.
        self.set_all_variables(point, workspace)?;
        let start = variable.slot.0;
        storage_of(workspace).values.as_mut_slice()[start..start + values.len()].copy_from_slice(values);
        let unread = vec![0.0; point.len()];
        self.with_frame(&unread, workspace, |frame| {
            let mut placing = Placing { name, frame, point, result: Ok(()) };
            self.model.sites(&mut placing);
            placing.result.map_err(|error| self.store.with_indices(error))
        })
    }
}

/// Computes the coordinates of the parameter named `name` when it is visited.
struct Placing<'a, 'b> {
    name: &'a str,
    frame: &'a mut Frame<'b>,
    point: &'a mut [f64],
    result: Result<(), Error>,
}

impl Sites for Placing<'_, '_> {
    fn remove(&mut self, _: &str) {}

    fn push<Target: BoundVariable>(&mut self, variable: Target, _: [Slot; MAX_ARGUMENTS]) {
        if Target::FACTS.name == self.name {
            self.result = variable.unconstrain(self.frame, self.point);
        }
    }
}
