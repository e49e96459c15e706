//! How often each category was observed: cₖ = the number of i with yᵢ = k, with ∂c = 0.
//!
//! The likelihood of categories depends on their counts alone, so its cost is that of the categories, not that of
//! the observations.

use crate::compile::Compiler;
use crate::error::Error;
use crate::name::VarSet;
use crate::node::Node;
use crate::scope::Scope;
use crate::shape::{Dyn, Sides, Vector};
use crate::simd::{Frame, Lane, Pack, Packed};
use pulp::Simd;

/// The counts of the observations `Observed`, numbers from 0 to the number of categories less one.
#[derive(Clone, Copy, Debug)]
pub struct Counts<Observed> {
    observed: Observed,
    categories: usize,
    packed: Packed,
}

impl<Observed: Node> Counts<Observed> {
    /// Counts observations in so many categories.
    pub(crate) fn new(observed: Observed, categories: usize) -> Self {
        Self { observed, categories, packed: Packed::default() }
    }
}

impl<Observed: Node> Node for Counts<Observed> {
    type Shape = Vector<Dyn>;
    const VARS: VarSet = VarSet::EMPTY;
    type State<S: Simd> = ();
    type Tape<S: Simd> = ();

    fn sides(&self) -> Sides {
        Sides::vector(self.categories)
    }

    fn describe(&self, text: &mut String) {
        self.observed.describe(text);
    }

    fn bind(&mut self, compiler: &mut Compiler) -> Result<(), Error> {
        compiler.check_not_empty(&self.observed)?;
        let mut counts = vec![0.0; self.categories];
        for index in 0..self.observed.sides().length().unwrap_or(1) {
            let category = compiler.check_category(&self.observed, index, self.categories)?;
            counts[category] += 1.0;
        }
        self.packed = compiler.pack_numbers(counts);
        Ok(())
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
