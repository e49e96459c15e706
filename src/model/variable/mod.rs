//! The variable on the left of a statement as it runs: a parameter, which is taken from the unconstrained
//! point and gives its adjoint back, or data.

mod observed;
mod parameter;
mod parameter_passes;
mod parameter_place;
mod written;

#[cfg_attr(doc, doc(hidden))]
pub use observed::Observed;
#[cfg_attr(doc, doc(hidden))]
pub use parameter::Parameter;
#[cfg_attr(doc, doc(hidden))]
pub use written::Variable;

use crate::compiler::Context;
use crate::contract::law::Measure;
use crate::contract::scope::Scope;
use crate::contract::transform::{Normals, SupportFacts, SupportKind, Totals};
use crate::error::Error;
use crate::frame::{Frame, Slot};
use crate::model::statement::{Edges, Level};
use crate::name::{Text, VarSet};
use crate::sealed::Sealed;
use crate::shape::{Extent, Shape, Sides};
use core::ops::Range;
use pulp::Simd;

/// The variable on the left of a statement, as it runs.
pub trait BoundVariable: Sealed + Clone + Send + Sync + 'static {
    /// The shape.
    type Shape: Shape;

    /// The parameter that stands on the left as a whole, and of which this is a part.
    type Owner: BoundVariable;

    /// The parameter or the definition, or nothing for data.
    const TARGET: VarSet = VarSet::EMPTY;

    /// The parameter.
    const PARAMETER: VarSet = if Self::IS_PARAMETER { Self::TARGET } else { VarSet::EMPTY };

    /// The parameter, if this is a part of it.
    const PARTED: VarSet = if Self::IS_PART { Self::TARGET } else { VarSet::EMPTY };

    /// The variables in a parameter's bounds.
    const BOUNDS: VarSet = VarSet::EMPTY;

    /// The variables on which a parameter depends by its bounds.
    const EDGES: Edges = match Self::TARGET.first() {
        Some(parameter) => Edges::of(parameter, &Self::BOUNDS),
        None => Edges::NONE,
    };

    /// True for a parameter, and for a part of one.
    const IS_PARAMETER: bool = false;

    /// True for a part of a parameter.
    const IS_PART: bool = false;

    /// True for a definition.
    const IS_DEFINITION: bool = false;

    /// The facts of the support of a parameter; those of none for what is no parameter.
    const SUPPORT: SupportFacts = SupportFacts::NONE;

    /// A parameter's name.
    const NAME: &'static str = "";

    /// The facts known of the number of rows and of columns.
    fn sides(&self) -> Sides;

    /// The number of its elements, and their arrangement.
    fn extent(&self) -> Extent {
        self.sides().size().extent::<Self::Shape>()
    }

    /// The parameter as a whole, if it is this statement that takes it from the unconstrained point.
    fn owner(&self) -> Option<&Self::Owner> {
        None
    }

    /// The place of a parameter, also of one of which this is a part.
    fn slot(&self) -> Slot {
        Slot::default()
    }

    /// The elements of the parameter that the variable consists of.
    fn elements(&self, _frame: &Frame<'_>) -> Vec<usize> {
        (0..self.extent().size()).collect()
    }

    /// The number of elements of the parameter.
    fn whole_size(&self) -> usize {
        self.extent().size()
    }

    /// True if all elements of a parameter stand in parts of it on the left of other statements.
    fn is_filled(&self) -> bool {
        false
    }

    /// Checks that a parameter of which this is a part is inside its support, if that is one of all elements
    /// together.
    fn check_whole(&self, _: &mut Frame<'_>, _point: &mut [f64]) -> Result<(), Error> {
        Ok(())
    }

    /// Checks that some elements of a part, from one of them on, are inside the support, if that does not
    /// depend on the others.
    fn check_elements(&self, _: &mut Frame<'_>, _first: usize, _count: usize) -> Result<(), Error> {
        Ok(())
    }

    /// An observation, where the compiler was told to keep them.
    fn observation(&self, _index: usize) -> Option<f64> {
        None
    }

    /// The lowest of the whole numbers that a discrete parameter may be, and how many they are.
    fn integers(&self) -> Option<(f64, usize)> {
        None
    }

    /// The places of a parameter's coordinates in the unconstrained point.
    fn coordinates(&self) -> Range<usize> {
        0..0
    }

    /// True if the support goes from 0 on, or from 0 to 1.
    fn is_standard(&self) -> bool {
        true
    }

    /// Precomputes and checks a parameter's support.
    fn precompute(&mut self, _context: &Context, _frame: &mut Frame<'_>) -> Result<(), Error> {
        Ok(())
    }

    /// Computes a parameter of this level from the unconstrained point, and adds its log Jacobian.
    #[inline(always)]
    fn constrain<C: Scope, S: Simd>(&self, _: S, _: &mut Frame<'_>, _: Level, _: &mut Totals<S>) {}

    /// Turns the adjoint of a parameter of this level into the gradient of its coordinates and the adjoints
    /// of its bounds.
    #[inline(always)]
    fn pull_back<C: Scope, S: Simd>(&self, _: S, _: &mut Frame<'_>, _: Level) {}

    /// Puts the elements of a parameter that have been given values back.
    fn restore(&self, _: &mut Frame<'_>) {}

    /// The elements of a parameter that have been given values, in order.
    fn known_elements(&self, _: &Frame<'_>) -> Vec<usize> {
        Vec::new()
    }

    /// The places of the elements that were seen, of a variable of which some may not have been; nothing of
    /// any other.
    fn seen_elements(&self, _: &Frame<'_>) -> Option<Vec<usize>> {
        None
    }

    /// Moves the drawn elements of a parameter that rounding has put on a bound to the next number inside:
    /// all of it, also where this is a part.
    fn nudge_inside(&self, _: &mut Frame<'_>, _: &mut dyn rand::Rng) {}

    /// Moves `count` elements of a part, from `first` on, inside of the support, if it does not tie them to
    /// others.
    fn settle_elements(&self, _: &mut Frame<'_>, _first: usize, _count: usize, _: &mut dyn rand::Rng) {}

    /// Brings a draw of independent elements inside a parameter's support. False if that would not be a draw
    /// of their law there.
    fn bring_inside(&self, _: &mut Frame<'_>, _law: Normals<'_>) -> bool {
        false
    }

    /// Computes a parameter's coordinates from its value.
    fn unconstrain(&self, _: &mut Frame<'_>, _: &mut [f64]) -> Result<(), Error> {
        Ok(())
    }
}

/// The complaint about a parameter that cannot follow a law of these numbers; empty if it can.
pub(crate) const fn target_complaint<Target: BoundVariable>(measure: Measure) -> Text {
    let is_discrete = matches!(measure, Measure::Probabilities);
    if !Target::TARGET.is_disjoint(&Target::BOUNDS) {
        return VarSet::complain(Target::TARGET.first(), "stands in its own bound");
    }
    if measure.is_both() {
        return VarSet::complain(
            Target::TARGET.first(),
            "cannot follow a law that gives single points a probability and has a density elsewhere: it would have no density; only data can",
        );
    }
    if Target::IS_DEFINITION && is_discrete {
        return VarSet::complain(
            Target::TARGET.first(),
            "is a definition and cannot follow a distribution of whole numbers",
        );
    }
    let is_integer = Target::SUPPORT.kind.is(SupportKind::Integers);
    if is_integer && !is_discrete {
        return VarSet::complain(
            Target::TARGET.first(),
            "is a whole number and cannot follow a continuous distribution",
        );
    }
    VarSet::complain(
        if is_discrete && !is_integer { Target::TARGET.first() } else { None },
        "is continuous and cannot follow a distribution of whole numbers: declare it with binary(), category(k) or integer(a, b)",
    )
}
