//! The log density of a distribution as an expression, element by element. The maths is in
//! [`node::LogDensity`](crate::node::LogDensity).

use super::{Describe, Expression, Expressions};
use crate::binding::Compiler;
use crate::distribution::Family;
use crate::error::Error;
use crate::family::Columns;
use crate::frame::Packed;
use crate::node::{self, MAX_ARGUMENTS};
use crate::rewrite::{Key, RowFacts};
use crate::shape::{Shape, Sides};
use core::marker::PhantomData;

/// The log density of the family `F` at the first expression of `A`, given the others, which all fit the
/// shape `Sh`.
#[derive(Clone, Copy, Debug)]
pub struct LogDensity<F, A, Sh> {
    nodes: A,
    family: PhantomData<fn() -> (F, Sh)>,
}

impl<F: Family, A: Expressions, Sh: Shape> LogDensity<F, A, Sh> {
    /// The log density at the first expression.
    pub(crate) fn new(nodes: A) -> Self {
        Self { nodes, family: PhantomData }
    }
}

impl<F: Family, A: Expressions, Sh: Shape> Expression for LogDensity<F, A, Sh> {
    type Shape = Sh;
    type Bound = node::LogDensity<F, A::Bound, Sh>;
    type Erased = LogDensity<F, A::Erased, Sh>;

    fn erase(self) -> Self::Erased {
        LogDensity { nodes: self.nodes.erase(), family: PhantomData }
    }

    fn sides(&self) -> Sides {
        Sides::common(&self.nodes.sides())
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        let nodes = self.nodes.bind(compiler, Self::Bound::name_of)?;
        let sides =
            compiler.context().common_sides(&self.nodes.sides()[..A::COUNT], &Self::Bound::name_of)?;
        let rows = compiler.context().row_count(sides.length().unwrap_or(1));
        let columns = Columns::reserve::<F, A::Bound>(compiler, rows);
        let constants = if Self::Bound::HAS_CONSTANTS { compiler.reserve(rows) } else { Packed::default() };
        Ok(node::LogDensity { nodes, sides, rows, constants, columns, family: PhantomData })
    }
}

impl<F: Family, A: Expressions, Sh: Shape> Describe for LogDensity<F, A, Sh> {
    fn describe(&self, text: &mut String) {
        text.push_str(F::NAME);
        text.push('(');
        self.nodes.describe(1, text);
        text.push_str(").log_density(…)");
    }
}

impl<F: Family, A: Expressions, Sh: Shape> RowFacts for LogDensity<F, A, Sh> {
    fn key(&self, row: usize, key: &mut Key) {
        self.nodes.key([true; MAX_ARGUMENTS], row, key);
    }
}
