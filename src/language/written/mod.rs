//! The expressions that a user writes, one kind a file.
//!
//! An expression borrows the user's data and is `Copy`. It knows its shape, its text and what its rows are
//! made of. [`bind`](Expression::bind) turns it into the [node](crate::node) that runs: the expression
//! `written::Binary` becomes the node `node::Binary` of its bound operands.

mod apply;
mod array;
mod binary;
mod cells;
mod checks;
mod component;
mod constant;
mod counts;
mod cumulative_sum;
mod cut;
mod data;
mod data_table;
mod describe;
mod dot;
mod expressions;
mod fit;
mod gather;
mod gather_by;
mod grouped_dot;
mod lagged;
mod lists;
mod local;
mod log_density;
mod log_mix;
mod log_mix_each;
mod log_sum_exp_of;
mod ode;
mod parameter;
mod probabilities;
mod process;
mod reduce;
mod scan;
mod scan_rows;
mod softmax;
mod splat;
mod stack_each;
mod steps;
mod stored;
mod sum_over;
mod summarise;
mod tiled;
mod times_vector;
mod unary;
mod view;
mod whole;
mod whole_number;
mod window;

pub use apply::Apply;
pub use binary::Binary;
pub use cells::Cells;
pub use component::{ComponentElement, ComponentIndex};
pub use constant::Constant;
pub use counts::Counts;
pub use cumulative_sum::CumulativeSum;
pub use cut::{Cut, Lower, Upper};
pub use data::DataVector;
pub use data_table::DataTable;
pub use describe::Describe;
pub(crate) use describe::{describe_number, describe_operand};
pub use dot::Dot;
pub use expressions::Expressions;
pub use fit::{Append, Fit, Fitted, Prepend};
pub use gather::Gather;
pub use gather_by::GatherBy;
pub use grouped_dot::GroupedDot;
pub use lagged::Lagged;
pub use lists::Lists;
pub use local::Local;
pub use log_density::LogDensity;
pub use log_mix::LogMix;
pub use log_mix_each::LogMixEach;
pub use log_sum_exp_of::LogSumExpOf;
pub use ode::{Jumping, JumpsOf, NoJumps, Ode, OdeNumber, OdePiece, OdeState, OdeTime};
pub use parameter::Parameter;
pub use probabilities::Probabilities;
pub(crate) use probabilities::broken;
pub use process::{FirstLaw, GivenValues, Past, Process, Start};
pub use reduce::Reduce;
use scan::describe_carry;
pub use scan::{Carry, History, Input, Scan};
pub use scan_rows::{RowCarry, RowHistory, RowInput, ScanRows};
pub use softmax::Softmax;
pub use splat::Splat;
pub use stack_each::StackEach;
pub use steps::Steps;
pub use stored::Stored;
pub use sum_over::SumOver;
pub use summarise::Summarise;
pub use tiled::Tiled;
pub use times_vector::{AsWhole, InPanels, Multiplication, Multiplied, ProductWithVector, TimesVector};
pub use unary::Unary;
pub use view::View;
pub use whole::Whole;
pub use whole_number::WholeNumber;
pub use window::Windowed;

use crate::binding::Compiler;
use crate::erase::Erase;
use crate::error::Error;
use crate::frame::Slot;
use crate::name::VarSet;
use crate::node::{BoundNode, Node};
use crate::rewrite::RowFacts;
use crate::sealed::Sealed;
use crate::shape::{Extent, Shape, Sides, Size};

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

    /// The expression without the names in its type, which is bound in its place: see
    /// [`erase`](crate::erase).
    type Erased: Expression<Shape = Self::Shape, Bound = <Self::Bound as Erase>::Erased>;

    /// The variables that the value depends on.
    const VARS: VarSet = <Self::Bound as Node>::VARS;

    /// True if the value stands in the model as numbers, which [`bind_divided`](Self::bind_divided) divides.
    const DIVIDES: bool = false;

    /// The expression without the names in its type.
    fn erase(self) -> Self::Erased;

    /// The facts known of the number of rows and of columns.
    fn sides(&self) -> Sides;

    /// The sides of the value, 1 where they are not known.
    fn size(&self) -> Size {
        self.sides().size()
    }

    /// The number of the value's elements, and their arrangement.
    fn extent(&self) -> Extent {
        self.size().extent::<Self::Shape>()
    }

    /// Checks the expression, claims its memory, packs its data, and makes the node that runs.
    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error>;

    /// Makes the node that computes no more than the first `rows` rows of the value, the first elements of a
    /// vector, if it is one that can do so. Nobody reads the others.
    fn bind_first_rows(self, _rows: usize, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        self.bind(compiler)
    }

    /// Makes the node that loads the coefficients of the [affine form](RowFacts::affine), and computes
    /// nothing else.
    fn bind_coefficients(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        self.bind(compiler)
    }

    /// Makes the node of the value with each element divided by a number, given its place, if the value
    /// stands in the model as numbers; of others as it is.
    fn bind_divided(
        self,
        _divisor: &dyn Fn(usize) -> f64,
        compiler: &mut Compiler,
    ) -> Result<Self::Bound, Error> {
        self.bind(compiler)
    }

    /// Makes the node that computes its value in a slot of another's, if it is one that
    /// [does](Node::COMPUTES_IN_PLACE).
    fn bind_into(self, _slot: Slot, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        self.bind(compiler)
    }
}
