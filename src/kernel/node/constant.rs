//! A number: c, with ∂c = 0.

use crate::conjugacy::Dependence;
#[cfg(feature = "random")]
use crate::drawing::Drawn;
use crate::frame::Frame;
use crate::name::VarSet;
use crate::node::Coefficients;
use crate::node::Node;
use crate::scope::Scope;
use crate::shape::{Scalar, Sides};
use crate::simd::{Lane, Pack};
use pulp::Simd;

/// A number written in the model.
#[derive(Clone, Copy, Debug)]
pub struct Constant(pub f64);

impl Node for Constant {
    type Shape = Scalar;
    const VARS: VarSet = VarSet::EMPTY;
    const IN_LANES: bool = true;
    const ROWS_OF: Option<VarSet> = Some(VarSet::EMPTY);
    type State<S: Simd> = ();
    type Tape<S: Simd> = ();

    fn sides(&self) -> Sides {
        Sides::UNKNOWN
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn begin<C: Scope, S: Simd>(&self, _: S, _: &mut Frame<'_>) {}

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn forward<C: Scope, S: Simd>(&self, _: &(), _: &Frame<'_>, lane: Lane<S>) -> (Pack<S>, ()) {
        (Pack::splat(lane.simd, self.0), ())
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn backward<C: Scope, S: Simd>(&self, _: &mut (), _: &mut Frame<'_>, _: Lane<S>, _: (), _: Pack<S>) {}

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn end<C: Scope, S: Simd>(&self, _: (), _: S, _: &mut Frame<'_>) {}
}

impl Coefficients for Constant {
    const IS_DATUM: bool = true;
    const IS_AFFINE: bool = true;
}

impl Dependence for Constant {}

#[cfg(feature = "random")]
impl Drawn for Constant {}
