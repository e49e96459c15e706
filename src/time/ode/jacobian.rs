//! The derivative of the right-hand side by the state, J = ∂f/∂y, at the current point: a unit adjoint of a
//! slope becomes a row of J.

use super::BoundOde;
use super::method::RungeKutta;
use crate::contract::node::{Node, Tuple};
use crate::contract::scope::{Recompute, Reuse, Scope, Sets};
use crate::frame::Frame;
use crate::name::VarSet;
use crate::sealed::Sealed;
use crate::shape::Shape;
use crate::time::RowSteps;
use crate::time::unfold::rows::CARRY;
use crate::time::unfold::scope::Within;
use core::marker::PhantomData;
use pulp::Simd;

/// The scope `C` in which only the state changes.
pub(crate) struct OfState<C>(PhantomData<fn() -> C>);

impl<C> Sealed for OfState<C> {}

impl<C: Scope> Scope for OfState<C> {
    const SETS: Sets = Sets { gradient: true, changing: Some(&CARRY), held: &VarSet::EMPTY, ..C::SETS };
}

impl<Initial: Tuple, Time: Node, Jumped: Tuple, Slopes: RowSteps, Method: RungeKutta, Sh: Shape>
    BoundOde<Initial, Time, Jumped, Slopes, Method, Sh>
{
    /// Calls `visit` for each row of J, which is then the adjoint of the point. If the state consists of
    /// runs of `blocks` consecutive elements, and a slope reads only the elements with its own index in each
    /// run, the adjoints of a whole run are computed together, and a row stands for the run. The adjoints of
    /// a stage's slopes are overwritten.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn for_rows_of_jacobian<C: Scope, S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        (stage, blocks): (usize, usize),
        mut visit: impl FnMut(&mut Frame<'_>, usize),
    ) {
        let pass = const {
            if Slopes::IS_STEPWISE {
                Self::pass_alone::<OfState<Within<Recompute<C>, false>>, S>
            } else {
                // Values that were computed before all evaluations are kept, and so are their adjoints so
                // far.
                Self::pass_alone::<OfState<Within<Reuse<C>, false>>, S>
            }
        };
        let (width, seed) = (self.width(), self.slope(stage));
        for element in 0..width {
            frame.set_adjoint_number(self.at(seed, element), 0.0);
        }
        for row in 0..width / blocks {
            let own = row * blocks..(row + 1) * blocks;
            own.clone().for_each(|element| frame.set_adjoint_number(self.at(seed, element), 1.0));
            pass(self, simd, frame, stage);
            own.for_each(|element| frame.set_adjoint_number(self.at(seed, element), 0.0));
            visit(frame, row);
        }
    }
}
