//! The state of a chain: the values of all parameters, and the corresponding unconstrained point.

use crate::contract::scope::Scope;
use crate::contract::transform::Normals;
use crate::error::Error;
use crate::model::BoundVariable;
use crate::model::statement::BoundModel;
use crate::posterior::{Posterior, Slots, Workspace};

/// The values of one chain.
pub(super) struct State<'a, M> {
    pub posterior: &'a Posterior<M>,
    pub workspace: Workspace,
    /// The unconstrained point. Some nodes read a logarithm from it, so it moves with the values.
    pub point: Vec<f64>,
    /// A vector as long as the point, which a frame borrows in the place of the point while the point is
    /// written; its numbers are not used.
    pub unread: Vec<f64>,
}

impl<M: BoundModel> State<'_, M> {
    /// The values of a parameter.
    pub fn get<Target: BoundVariable>(&mut self, variable: &Target) -> &mut [f64] {
        self.workspace.values_mut(variable.slot().0, variable.extent().size())
    }

    /// Sets a parameter. Returns an error if a value is outside its support.
    pub fn set<Target: BoundVariable>(&mut self, variable: &Target, values: &[f64]) -> Result<(), Error> {
        self.get(variable).copy_from_slice(values);
        let Self { posterior, workspace, point, unread } = self;
        posterior.with_frame(unread, workspace, |frame| variable.unconstrain(frame, point))
    }

    /// Returns the orthogonal projection of a vector onto the linear subspace of a parameter's values. The
    /// parameter does not change.
    pub fn project<Target: BoundVariable>(
        &mut self,
        variable: &Target,
        vector: &[f64],
    ) -> Result<Vec<f64>, Error> {
        let own = self.get(variable).to_vec();
        self.get(variable).copy_from_slice(vector);
        let Self { posterior, workspace, unread, .. } = self;
        let (means, scales) = (vec![0.0; vector.len()], vec![1.0; vector.len()]);
        posterior.with_frame(unread, workspace, |frame| {
            variable.bring_inside(frame, Normals { means: &means, scales: &scales });
            Ok(())
        })?;
        let projected = self.get(variable).to_vec();
        self.get(variable).copy_from_slice(&own);
        Ok(projected)
    }

    /// Restores the values of the elements of a parameter that have been given values.
    pub fn restore<Target: BoundVariable>(&mut self, variable: &Target) -> Result<(), Error> {
        let Self { posterior, workspace, unread, .. } = self;
        posterior.with_frame(unread, workspace, |frame| {
            variable.restore(frame);
            Ok(())
        })
    }

    /// Returns the elements of a parameter that have been given values, in order.
    pub fn known_elements<Target: BoundVariable>(&mut self, variable: &Target) -> Result<Vec<usize>, Error> {
        let Self { posterior, workspace, unread, .. } = self;
        posterior.with_frame(unread, workspace, |frame| Ok(variable.known_elements(frame)))
    }

    /// Computes the point of all values. Returns an error if a value is outside its support, which another
    /// value may bound.
    pub fn renew_point(&mut self) -> Result<(), Error> {
        let Self { posterior, workspace, point, unread } = self;
        posterior.with_frame(unread, workspace, |frame| posterior.model().unconstrain(frame, point))
    }

    /// Returns the log density of the statements that the scope keeps.
    pub fn log_density<C: Scope>(&mut self) -> f64 {
        self.posterior.conditional::<C>(&self.point, &mut self.workspace)
    }

    /// Returns the slopes of the log density by the elements of a parameter.
    pub fn slopes<C: Scope, Target: BoundVariable>(&mut self, variable: &Target) -> &[f64] {
        let (start, length) = (variable.slot().0, variable.extent().size());
        self.workspace.adjoints_mut(start, length).fill(0.0);
        self.posterior.conditional::<C>(&self.point, &mut self.workspace);
        self.workspace.adjoints_mut(start, length)
    }
}
