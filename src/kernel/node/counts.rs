//! The number of times that each category was observed: cₖ = the number of i with yᵢ = k, with ∂c = 0.
//!
//! The likelihood of categories depends on their counts alone, so its cost is that of the categories, not
//! that of the observations.

use crate::conjugacy::Dependence;
#[cfg(feature = "random")]
use crate::drawing::Drawn;
use crate::frame::{Frame, Packed};
use crate::name::VarSet;
use crate::node::Coefficients;
use crate::node::Node;
use crate::scope::Scope;
use crate::shape::{Dyn, Sides, Vector};
use crate::simd::{Lane, Pack};
use pulp::Simd;

/// Packed counts of observations, one for each category.
#[derive(Clone, Copy, Debug)]
pub struct Counts {
    categories: usize,
    packed: Packed,
}

impl Counts {
    /// The leaf for the counts of `categories` categories, which stand at this place.
    pub(crate) fn new(packed: Packed, categories: usize) -> Self {
        Self { categories, packed }
    }
}

impl Node for Counts {
    type Shape = Vector<Dyn>;
    const VARS: VarSet = VarSet::EMPTY;
    type State<S: Simd> = ();
    type Tape<S: Simd> = ();

    fn sides(&self) -> Sides {
        Sides::vector(self.categories)
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn begin<C: Scope, S: Simd>(&self, _: S, _: &mut Frame<'_>) {}

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn forward<C: Scope, S: Simd>(&self, _: &(), frame: &Frame<'_>, lane: Lane<S>) -> (Pack<S>, ()) {
        (frame.packed(lane.simd, self.packed.element(lane.index)), ())
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn backward<C: Scope, S: Simd>(&self, _: &mut (), _: &mut Frame<'_>, _: Lane<S>, _: (), _: Pack<S>) {}

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn end<C: Scope, S: Simd>(&self, _: (), _: S, _: &mut Frame<'_>) {}
}

impl Coefficients for Counts {}

impl Dependence for Counts {}

#[cfg(feature = "random")]
impl Drawn for Counts {}
