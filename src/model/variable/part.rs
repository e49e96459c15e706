//! A part of a parameter on the left of a statement as it runs: some of its elements, which the statement
//! draws and scores.
//!
//! The log density of the statement is that of an expression, as in `increment(law.log_density(part))`. But
//! each parameter must be computed from the unconstrained point once, with its log Jacobian, and its adjoint
//! must be passed back once. So one of the statements about its parts *owns* it: the first that is bound,
//! unless there is a statement about the whole, `mu |= flat()`. The type does not determine the owner, so a
//! branch does, in statements about parts only.

use crate::compiler::Context;
use crate::contract::scope::Scope;
use crate::contract::transform::{BoundSupport, Selection, Totals};
use crate::erase::keep_names;
use crate::error::Error;
use crate::frame::{Frame, Slot};
use crate::model::drawing::DrawnVariable;
use crate::model::facts::{Level, VariableFacts, VariableKind};
use crate::model::statement::BoundVariable;
use crate::model::variable::Parameter;
use crate::name::Name;
use crate::sealed::{Sealed, sealed};
use crate::shape::{Extent, Shape, Sides};
use core::marker::PhantomData;
use pulp::Simd;

/// Elements of the parameter `Whole` on the left of a statement, as a value of the shape `Sh`.
#[derive(Clone, Copy, Debug)]
pub struct Part<Whole, Sh> {
    whole: Whole,
    /// True if this statement computes the parameter from the unconstrained point.
    owns: bool,
    sides: Sides,
    /// The indices of the elements in the parameter, in the order of the part.
    elements: Selection,
    shape: PhantomData<fn() -> Sh>,
}

keep_names! {
    [Whole, Sh] Part<Whole, Sh>;
}

impl<Whole: BoundVariable, Sh: Shape> Part<Whole, Sh> {
    /// Returns the part with these elements of a parameter.
    pub(crate) fn new(whole: Whole, owns: bool, sides: Sides, elements: Selection) -> Self {
        Self { whole, owns, sides, elements, shape: PhantomData }
    }
}

impl<Var: Name, Whole: Shape, Sup: BoundSupport, Sh: Shape> BoundVariable
    for Part<Parameter<Var, Whole, Sup>, Sh>
{
    type Shape = Sh;
    type Owner = Parameter<Var, Whole, Sup>;
    const FACTS: VariableFacts =
        VariableFacts::parameter::<Var, Whole>(VariableKind::Part, &Sup::VARS, Sup::FACTS);

    fn owner(&self) -> Option<&Self::Owner> {
        self.owns.then_some(&self.whole)
    }

    fn precompute(&mut self, context: &Context, frame: &mut Frame<'_>) -> Result<(), Error> {
        // Each statement checks the bounds, since each checks that its own draws are inside them.
        self.whole.precompute(context, frame)
    }

    #[inline(always)]
    fn constrain<C: Scope, S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        level: Level,
        totals: &mut Totals<S>,
    ) {
        if self.owns {
            self.whole.constrain::<C, S>(simd, frame, level, totals);
        }
    }

    #[inline(always)]
    fn pull_back<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, level: Level) {
        if self.owns {
            self.whole.pull_back::<C, S>(simd, frame, level);
        }
    }
}

impl<Var: Name, Whole: Shape, Sup: BoundSupport, Sh: Shape> DrawnVariable
    for Part<Parameter<Var, Whole, Sup>, Sh>
{
    fn sides(&self) -> Sides {
        self.sides
    }

    fn extent(&self) -> Extent {
        self.sides.size().extent::<Sh>()
    }

    fn slot(&self) -> Slot {
        self.whole.slot()
    }

    fn elements(&self, frame: &Frame<'_>) -> Vec<usize> {
        self.elements.elements(frame)
    }

    fn whole_size(&self) -> usize {
        self.whole.extent().size()
    }

    fn check_whole(&self, frame: &mut Frame<'_>, point: &mut [f64]) -> Result<(), Error> {
        if const { Sup::FACTS.is_elementwise } { Ok(()) } else { self.whole.unconstrain(frame, point) }
    }

    fn check_elements(&self, frame: &mut Frame<'_>, first: usize, count: usize) -> Result<(), Error> {
        if const { !Sup::FACTS.is_elementwise } {
            return Ok(());
        }
        self.whole.check_elements_of(self.elements.part(first, count), frame)
    }

    fn nudge_inside(&self, frame: &mut Frame<'_>, rng: &mut dyn rand::Rng) {
        if const { !Sup::FACTS.is_elementwise } {
            self.whole.nudge_inside(frame, rng);
        }
    }

    fn nudge_elements_inside(
        &self,
        frame: &mut Frame<'_>,
        first: usize,
        count: usize,
        rng: &mut dyn rand::Rng,
    ) {
        if const { Sup::FACTS.is_elementwise } {
            self.whole.nudge_elements_inside_of(self.elements.part(first, count), frame, rng);
        }
    }

    fn unconstrain(&self, frame: &mut Frame<'_>, point: &mut [f64]) -> Result<(), Error> {
        if self.owns { self.whole.unconstrain(frame, point) } else { Ok(()) }
    }
}

sealed! {
    [Whole, Sh] Part<Whole, Sh>;
}
