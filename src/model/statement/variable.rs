//! [`BoundVariable`], the variable on the left of `|=` as it runs.

use crate::compiler::Context;
use crate::contract::law::Measure;
use crate::contract::scope::Scope;
use crate::contract::transform::{SupportKind, Totals};
use crate::error::Error;
use crate::frame::Frame;
use crate::model::drawing::DrawnVariable;
use crate::model::facts::{Level, VariableFacts};
use crate::name::{Text, VarSet};
use crate::sealed::Sealed;
use crate::shape::Shape;
use pulp::Simd;

/// The variable on the left of a statement, as it runs.
pub trait BoundVariable: DrawnVariable + Sealed + Clone + Send + Sync + 'static {
    /// The shape.
    type Shape: Shape;

    /// The parameter as a whole, for a parameter and for a part of one.
    type Owner: BoundVariable;

    /// The facts that are known while the program is compiled.
    const FACTS: VariableFacts;

    /// Returns the parameter as a whole, if this statement computes it from the unconstrained point.
    fn owner(&self) -> Option<&Self::Owner> {
        None
    }

    /// Returns the lowest value of a discrete parameter and the number of its values; `None` for other
    /// variables.
    fn integers(&self) -> Option<(f64, usize)> {
        None
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
}

/// Returns the complaint about a variable that cannot follow a law with this measure; the text is empty if
/// it can.
pub(crate) const fn target_complaint<Target: BoundVariable>(measure: Measure) -> Text {
    let is_discrete = matches!(measure, Measure::Probabilities);
    let VariableFacts { target, bounds, support, .. } = Target::FACTS;
    let var = target.first();
    if !target.is_disjoint(bounds) {
        return VarSet::complain(var, "stands in its own bound");
    }
    if measure.is_both() {
        return VarSet::complain(
            var,
            "cannot follow a law that gives single points a probability and has a density elsewhere: it would have no density; only data can",
        );
    }
    if Target::FACTS.is_definition() && is_discrete {
        return VarSet::complain(var, "is a definition and cannot follow a distribution of whole numbers");
    }
    let is_integer = support.kind.is(SupportKind::Integers);
    if is_integer && !is_discrete {
        return VarSet::complain(var, "is a whole number and cannot follow a continuous distribution");
    }
    VarSet::complain(
        if is_discrete && !is_integer { var } else { None },
        "is continuous and cannot follow a distribution of whole numbers: declare it with binary(), category(k) or integer(a, b)",
    )
}
