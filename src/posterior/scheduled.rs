//! The evaluation of a model of many statements as a [`Schedule`]. The functions here are not generic in
//! the model.

use super::Workspace;
use super::store::Store;
use crate::frame::Frame;
use crate::model::statement::{BoundModel, OUTLINED, Schedule};

/// The number of parameters and definitions from which on a model is a schedule. Around this number, if
/// statements differ in structure, a single function of all statements runs faster by a nanosecond or two
/// for each statement, and takes up to twice as long to compile.
const MANY: usize = 20;

/// True if the gradient of the model is a schedule: if the model has many statements and the user has not
/// requested a single function by the feature `fused`, or if statements are compiled as functions anyway.
pub(super) const fn is_scheduled<M: BoundModel>() -> bool {
    OUTLINED || (!cfg!(feature = "fused") && M::FACTS.lhs.len() + M::FACTS.defined.len() >= MANY)
}

impl Store {
    /// Runs the kernel of the gradient of a model that is a schedule.
    pub(super) fn run(
        &self,
        schedule: &Schedule,
        q: &[f64],
        gradient: &mut [f64],
        workspace: &mut Workspace,
    ) -> f64 {
        let takes_any_gradient = workspace.storage().takes_any_gradient;
        let (layout, highest) = (&self.layout, self.layout.highest_level);
        let Some(buffers) = self.buffers(q, gradient, workspace) else { return f64::NAN };
        let entered = Frame::enter(&layout.sizes, true, buffers, |frame| {
            let log_density = schedule.log_density(frame, highest);
            if !log_density.is_finite() {
                return f64::NEG_INFINITY;
            }
            let is_finite = schedule.pull_back(frame, highest);
            if is_finite || takes_any_gradient { log_density } else { f64::NEG_INFINITY }
        });
        entered.unwrap_or(f64::NAN)
    }
}
