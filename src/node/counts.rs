//! The number of times that each category was observed: cₖ = the number of i with yᵢ = k, with ∂c = 0.
//!
//! The likelihood of categories depends only on their counts, so its cost grows with the number of
//! categories and not with the number of observations.

use crate::compiler::Compiler;
use crate::compiler::rewrite::RowFacts;
use crate::contract::drawing::Drawn;
use crate::contract::expression::expression;
use crate::contract::expression::{Describe, Expression};
use crate::contract::node::{Coefficients, Facts, Node};
use crate::contract::scope::Scope;
use crate::erase::keep_names;
use crate::error::Error;
use crate::frame::{Frame, Packed};
use crate::sealed::{Sealed, sealed};
use crate::shape::{Dyn, Sides, Vector};
use crate::simd::{Lane, Pack};
use monomorph_macros::inlined;
use pulp::Simd;

/// The counts of the observations `Observed`, whole numbers from 0 to the number of categories minus one.
#[derive(Clone, Copy, Debug)]
pub struct Counts<Observed> {
    observed: Observed,
    categories: usize,
}

impl<Observed: Expression> Counts<Observed> {
    /// Counts observations in `categories` categories.
    pub(crate) fn new(observed: Observed, categories: usize) -> Self {
        Self { observed, categories }
    }
}

impl<Observed: Expression> Expression for Counts<Observed> {
    type Shape = Vector<Dyn>;
    type Bound = BoundCounts;
    type Erased = Self;

    fn erase(self) -> Self::Erased {
        self
    }

    fn sides(&self) -> Sides {
        Sides::vector(self.categories)
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        let mut counts = vec![0.0; self.categories];
        for index in 0..self.observed.sides().length().unwrap_or(1) {
            let category = compiler.context().check_category(&self.observed, index, self.categories)?;
            counts[category] += 1.0;
        }
        Ok(BoundCounts::new(compiler.pack_numbers(counts), self.categories))
    }

    fn bind_coefficients(self, _: &mut Compiler) -> Result<Self::Bound, Error> {
        Ok(BoundCounts::new(Packed::default(), self.categories))
    }
}

impl<Observed: Expression> Describe for Counts<Observed> {
    fn describe(&self, text: &mut String) {
        self.observed.describe(text);
    }
}

impl<Observed: Expression> RowFacts for Counts<Observed> {}

/// Packed counts of observations, one for each category.
#[derive(Clone, Copy, Debug)]
pub struct BoundCounts {
    categories: usize,
    packed: Packed,
}

impl BoundCounts {
    /// The leaf for the counts of `categories` categories, packed at `packed`.
    pub(crate) fn new(packed: Packed, categories: usize) -> Self {
        Self { categories, packed }
    }
}

#[inlined]
impl Node for BoundCounts {
    type Shape = Vector<Dyn>;
    const FACTS: Facts = Facts::of_data();
    type State<S: Simd> = ();
    type Tape<S: Simd> = ();

    fn sides(&self) -> Sides {
        Sides::vector(self.categories)
    }

    fn begin<C: Scope, S: Simd>(&self, _: S, _: &mut Frame<'_>) {}

    fn forward<C: Scope, S: Simd>(&self, _: &(), frame: &Frame<'_>, lane: Lane<S>) -> (Pack<S>, ()) {
        (frame.packed(lane.simd, self.packed.element(lane.index)), ())
    }

    fn backward<C: Scope, S: Simd>(&self, _: &mut (), _: &mut Frame<'_>, _: Lane<S>, _: (), _: Pack<S>) {}

    fn end<C: Scope, S: Simd>(&self, _: (), _: S, _: &mut Frame<'_>) {}
}

impl Coefficients for BoundCounts {}

impl Drawn for BoundCounts {}

expression! {
    [Observed] Counts<Observed>;
}

sealed! {
    [] BoundCounts;
}

keep_names! {
    [] BoundCounts;
}
