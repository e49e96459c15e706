//! A function of several expressions, element by element. The maths is in
//! [`BoundApply`](crate::node::BoundApply).

use crate::compiler::rewrite::{Predictor, RowFacts};
use crate::compiler::{Compiler, Key, Part};
use crate::contract::expression::expression;
use crate::contract::expression::{Describe, Expression, Expressions};
use crate::contract::family::Domain;
use crate::error::Error;
use crate::frame::MAX_ARGUMENTS;
use crate::node::{BoundApply, Function};
use crate::shape::{Shape, Sides};
use core::marker::PhantomData;

/// `F` of the elements of the expressions `A`, which all have the shape `Sh`.
#[derive(Clone, Copy, Debug)]
pub struct Apply<F, A, Sh> {
    nodes: A,
    function: PhantomData<fn() -> (F, Sh)>,
}

impl<F: Function, A: Expressions, Sh: Shape> Apply<F, A, Sh> {
    /// Applies a function.
    pub(crate) fn new(nodes: A) -> Self {
        Self { nodes, function: PhantomData }
    }
}

impl<F: Function, A: Expressions, Sh: Shape> Expression for Apply<F, A, Sh> {
    type Shape = Sh;
    type Bound = BoundApply<F, A::Bound, Sh>;
    type Erased = Apply<F, A::Erased, Sh>;

    fn erase(self) -> Self::Erased {
        Apply::new(self.nodes.erase())
    }

    fn sides(&self) -> Sides {
        Sides::common(&self.nodes.sides())
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        let name_of = BoundApply::<F, A::Bound, Sh>::name_of;
        let part = |place: usize| Part::new(name_of(place), F::ARGUMENTS[place].domain == Domain::Extended);
        let nodes = self.nodes.bind(compiler, part)?;
        let sides = compiler.context().common_sides(&self.nodes.sides()[..A::COUNT], &name_of)?;
        let rows = sides.length().map_or(1, |length| compiler.context().row_count(length));
        Ok(BoundApply::new(nodes, sides, rows))
    }
}

impl<F: Function, A: Expressions, Sh: Shape> Describe for Apply<F, A, Sh> {
    fn describe(&self, text: &mut String) {
        text.push_str(F::NAME);
        text.push('(');
        self.nodes.describe(0, text);
        text.push(')');
    }
}

impl<F: Function, A: Expressions, Sh: Shape> RowFacts for Apply<F, A, Sh> {
    fn key(&self, row: usize, key: &mut Key) {
        self.nodes.key([true; MAX_ARGUMENTS], row, key);
    }

    fn predictors_within(&self, found: &mut Vec<Predictor>) {
        for part in self.nodes.parts() {
            found.extend(part.predictors().iter().chain(part.predictors_within()).cloned());
        }
    }
}

expression! {
    [F, A, Sh] Apply<F, A, Sh>;
}
