//! A number: c, with ∂c = 0.

use crate::compiler::Compiler;
use crate::compiler::rewrite::RowFacts;
use crate::contract::drawing::Drawn;
use crate::contract::expression::expression;
use crate::contract::expression::{Describe, Expression, describe_number};
use crate::contract::node::{Coefficients, Facts, Node};
use crate::contract::scope::Scope;
use crate::erase::keep_names;
use crate::error::Error;
use crate::frame::Frame;
use crate::name::VarSet;
use crate::sealed::{Sealed, sealed};
use crate::shape::{Scalar, Sides};
use crate::simd::{Lane, Pack};
use monomorph_macros::inlined;
use pulp::Simd;

/// A number written in the model.
#[derive(Clone, Copy, Debug)]
pub struct Constant(pub f64);

impl Expression for Constant {
    type Shape = Scalar;
    type Bound = BoundConstant;
    type Erased = Self;
    const DIVIDES: bool = true;

    fn erase(self) -> Self::Erased {
        self
    }

    fn sides(&self) -> Sides {
        Sides::UNKNOWN
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        compiler.context().check_finite_number(self.0)?;
        Ok(BoundConstant(self.0))
    }

    fn bind_divided(
        self,
        divisor: &dyn Fn(usize) -> f64,
        compiler: &mut Compiler,
    ) -> Result<Self::Bound, Error> {
        Self(self.0 / divisor(0)).bind(compiler)
    }

    fn bind_coefficients(self, _: &mut Compiler) -> Result<Self::Bound, Error> {
        Ok(BoundConstant(self.0))
    }
}

impl Describe for Constant {
    fn describe(&self, text: &mut String) {
        describe_number(self.0, text);
    }
}

impl RowFacts for Constant {
    fn datum(&self, _: usize) -> Option<f64> {
        Some(self.0)
    }
}

/// A number written in the model.
#[derive(Clone, Copy, Debug)]
pub struct BoundConstant(pub f64);

#[inlined]
impl Node for BoundConstant {
    type Shape = Scalar;
    const FACTS: Facts = Facts {
        in_lanes: true,
        rows_of: Some(&VarSet::EMPTY),
        is_datum: true,
        is_weighted: true,
        is_affine: true,
        ..Facts::of_data()
    };
    type State<S: Simd> = ();
    type Tape<S: Simd> = ();

    fn sides(&self) -> Sides {
        Sides::UNKNOWN
    }

    fn begin<C: Scope, S: Simd>(&self, _: S, _: &mut Frame<'_>) {}

    fn forward<C: Scope, S: Simd>(&self, _: &(), _: &Frame<'_>, lane: Lane<S>) -> (Pack<S>, ()) {
        (Pack::splat(lane.simd, self.0), ())
    }

    fn backward<C: Scope, S: Simd>(&self, _: &mut (), _: &mut Frame<'_>, _: Lane<S>, _: (), _: Pack<S>) {}

    fn end<C: Scope, S: Simd>(&self, _: (), _: S, _: &mut Frame<'_>) {}
}

impl Coefficients for BoundConstant {}

impl Drawn for BoundConstant {}

expression! {
    [] Constant;
}

sealed! {
    [] BoundConstant;
}

keep_names! {
    [] BoundConstant;
}
