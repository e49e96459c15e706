//! The stages of an explicit method, which need no solution of equations: K = f(t, X) at a known X.

use super::BoundOde;
use super::method::RungeKutta;
use crate::contract::node::{Node, Tuple};
use crate::contract::scope::Scope;
use crate::frame::Frame;
use crate::shape::Shape;
use crate::time::RowSteps;
use crate::time::unfold::rows::Sweep;
use monomorph_macros::inlined;
use pulp::Simd;

#[inlined]
impl<Initial: Tuple, Time: Node, Jumped: Tuple, Slopes: RowSteps, Method: RungeKutta, Sh: Shape>
    BoundOde<Initial, Time, Jumped, Slopes, Method, Sh>
{
    /// Replaces `prepare_equations`, and does nothing.
    pub(crate) fn prepare_nothing<S: Simd>(&self, _: S, _: &mut Frame<'_>, _: f64, _: f64) -> bool {
        true
    }

    /// Replaces `solve_stage`: evaluates the stages of an explicit method.
    pub(crate) fn evaluate_explicit<C: Scope, S: Simd>(
        &self,
        sweep: &mut Sweep<Slopes, S>,
        simd: S,
        frame: &mut Frame<'_>,
        stage: usize,
        _: f64,
    ) -> bool {
        self.evaluate::<C, S>(sweep, simd, frame, stage);
        true
    }

    /// Replaces `pass_equation`, and does nothing.
    pub(crate) fn pass_no_equation<S: Simd>(&self, _: S, _: &mut Frame<'_>, _: usize, _: f64) {}
}
