//! The diagnosis of a point whose log density or gradient is not finite.

use super::{Posterior, Workspace};
use crate::contract::scope::Gradient;
use crate::contract::transform::Totals;
use crate::model::facts::Level;
use crate::model::statement::{Blame, BoundModel};
use pulp::Scalar;

impl<M: BoundModel> Posterior<M> {
    /// Names the statement whose log density or gradient is not finite at a point; `None` if all are
    /// finite. Discrete parameters have their values in the workspace.
    pub(crate) fn diagnose(&self, q: &[f64], workspace: &mut Workspace) -> Option<String> {
        let simd = Scalar::new();
        let mut unread = vec![0.0; q.len()];
        let mut frame = self.open(q, Some(&mut unread), workspace)?;
        let mut totals = Totals::new(simd);
        for level in 0..=self.store.layout.highest_level {
            self.model.constrain::<Gradient, Scalar>(simd, &mut frame, Level::Only(level), &mut totals);
        }
        if !totals.sum().is_finite() {
            let mut elements = self.store.layout.variables.iter().filter(|variable| !variable.is_defined);
            let outside = elements.find(|variable| {
                let values = (0..variable.size()).map(|index| frame.number(variable.slot.element(index)));
                values.into_iter().any(|value| !value.is_finite())
            });
            let whose = outside.map_or(String::new(), |variable| format!(" of `{}`", variable.name()));
            return Some(format!("the Jacobian of the transform{whose} to its support was not finite"));
        }
        self.model.define::<Gradient, Scalar>(simd, &mut frame);
        let mut blame = Blame::new(&self.store.layout.variables);
        self.model.blame::<Gradient>(&mut blame, &mut frame);
        blame.into_text()
    }
}
