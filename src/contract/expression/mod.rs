//! The expressions that a user writes, one kind in each file.
//!
//! An expression borrows the user's data and is `Copy`. It has a shape, a text and the affine form of its
//! rows. [`bind`](Expression::bind) turns it into the [node](crate::contract::node) that runs: the
//! expression `written::Binary` becomes the node `node::Binary` of its bound operands.

mod array;
mod describe;
mod expressions;
mod fit;
mod lists;
mod times_vector;

use crate::compiler::Compiler;
use crate::compiler::rewrite::RowFacts;
use crate::contract::node::{BoundNode, Node};
use crate::erase::Erase;
use crate::error::Error;
use crate::frame::Slot;
use crate::name::VarSet;
use crate::sealed::Sealed;
use crate::shape::{Extent, Shape, Sides, Size};
pub use describe::Describe;
pub(crate) use describe::{describe_number, describe_operand};
pub use expressions::Expressions;
pub use fit::{Append, Fit, Fitted, Prepend};
pub use lists::Lists;
pub use times_vector::{AsWhole, InPanels, Multiplication, ProductWithVector, TimesVector};

/// An expression as it is written: a small `Copy` value whose type is the expression.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an expression of a model",
    note = "expressions are built from parameters, numbers and `data(…)` with operators and functions"
)]
pub trait Expression:
    Sealed + Describe + RowFacts + TimesVector<Multiplication: Multiplication<Self>> + Copy + Send + Sync
{
    /// The shape of the value.
    type Shape: Shape;

    /// The node that computes the value.
    type Bound: BoundNode + Erase<Erased: BoundNode>;

    /// The expression without the names in its type, which is bound in place of the expression: see
    /// [`erase`](crate::erase).
    type Erased: Expression<Shape = Self::Shape, Bound = <Self::Bound as Erase>::Erased>;

    /// The variables that the value depends on.
    const VARS: &'static VarSet = <Self::Bound as Node>::FACTS.vars;

    /// True if the model contains the value as numbers, which [`bind_divided`](Self::bind_divided) can
    /// divide.
    const DIVIDES: bool = false;

    /// The expression without the names in its type.
    fn erase(self) -> Self::Erased;

    /// The known facts about the number of rows and of columns.
    fn sides(&self) -> Sides;

    /// The number of rows and of columns of the value, 1 where it is not known.
    fn size(&self) -> Size {
        self.sides().size()
    }

    /// The number of the value's elements, and their arrangement.
    fn extent(&self) -> Extent {
        self.size().extent::<Self::Shape>()
    }

    /// Checks the expression, claims its memory, packs its data, and makes the node that runs.
    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error>;

    /// Makes the node that computes only the first `rows` rows of the value, or the first elements of a
    /// vector, if the kind of expression allows it. The other rows are never read.
    fn bind_first_rows(self, _rows: usize, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        self.bind(compiler)
    }

    /// Makes the node that loads the coefficients of the [affine form](RowFacts::affine), and computes
    /// nothing else.
    fn bind_coefficients(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        self.bind(compiler)
    }

    /// Makes the node of the value with each element divided by `divisor(place)`, if the model contains the
    /// value as numbers; otherwise the node of the undivided value.
    fn bind_divided(
        self,
        _divisor: &dyn Fn(usize) -> f64,
        compiler: &mut Compiler,
    ) -> Result<Self::Bound, Error> {
        self.bind(compiler)
    }

    /// Makes the node that computes its value in the slot of another node, if it [computes in
    /// place](crate::contract::node::Facts::computes_in_place).
    fn bind_into(self, _slot: Slot, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        self.bind(compiler)
    }
}

/// Seals expressions, and declares that they are multiplied as whole matrices.
macro_rules! expression {
    ($([$($parameter:tt)*] $Type:ty;)*) => {$(
        impl<$($parameter)*> $crate::sealed::Sealed for $Type {}

        impl<$($parameter)*> $crate::contract::expression::TimesVector for $Type {
            type Multiplication = $crate::contract::expression::AsWhole;
        }
    )*};
}

pub(crate) use expression;
