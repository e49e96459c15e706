//! The nodes of an expression tree, one kind a file, all speaking the same verbs.
//!
//! There are three kinds. A *scalar* node is evaluated once per gradient. A *lane* node is evaluated register by
//! register and never stored. A *stored* node (a matrix-vector product, a gather's source, a sum) owns a range of
//! the workspace, claimed at `compile()`, and is read as if it were a leaf.

mod apply;
mod array;
mod at;
mod binary;
mod cells;
mod component;
mod constant;
mod counts;
mod cumulative_sum;
mod cut;
mod data;
mod data_table;
mod dot;
mod element;
mod fit;
mod folded;
mod grouped_dot;
mod indices;
mod known;
mod link;
mod list;
mod local;
mod log_density;
mod log_mix;
mod log_mix_each;
mod panels;
mod parameter;
mod pick;
mod reduce;
mod reshape;
mod row;
mod slice;
mod softmax;
mod splat;
mod stored;
mod summarise;
mod tiled;
mod times_vector;
mod tuple;
mod unary;
mod view;
mod walk;
mod whole;
mod window;

#[cfg(feature = "random")]
pub use apply::DrawWith;
pub(crate) use apply::functions_of_several;
pub use apply::{Apply, Function};
pub use at::At;
pub use binary::{Add, Affinity, Binary, BinaryFunction, Div, Mul, Powf, Sub};
pub use cells::Cells;
pub use component::{ComponentElement, ComponentIndex};
pub use constant::Constant;
pub use counts::Counts;
pub use cumulative_sum::CumulativeSum;
pub use cut::{Cut, Lower, Upper};
pub use data::{DataVector, Datum};
pub use data_table::DataTable;
pub use dot::Dot;
pub use element::Element;
pub use fit::{Append, Fit, Fitted, Prepend};
pub use grouped_dot::GroupedDot;
pub(crate) use known::Known;
pub use link::Link;
pub use list::{ArrayOf, List};
pub use local::Local;
pub use log_density::LogDensity;
pub use log_mix::LogMix;
pub use log_mix_each::LogMixEach;
pub use parameter::Parameter;
pub use pick::Pick;
pub use reduce::{Mean, Reduce, Reduction, Sum};
pub use reshape::Reshape;
pub use row::Row;
pub use slice::Slice;
pub use softmax::{Linear, Logarithmic, Softmax};
pub use splat::Splat;
pub use stored::Stored;
pub(crate) use stored::{collect, store};
pub use summarise::{LogSumExp, Statistic, Summarise, Variance};
pub use tiled::Tiled;
pub use times_vector::{AsWhole, InPanels, Multiplication, Multiplied, ProductWithVector, TimesVector};
pub use tuple::{MAX_ARGUMENTS, Packs, Tuple};
pub use unary::{Unary, UnaryFunction, functions};
pub use view::View;
pub(crate) use walk::{Visit, sweep};
pub use whole::Whole;
pub use window::{
    BlockOf, ColumnOf, ColumnsOf, Diagonal, RepeatedColumn, RepeatedRow, RowsOf, Strides, Transpose, Window,
};

use crate::compile::Compiler;
use crate::error::Error;
use crate::model::Factors;
use crate::name::VarSet;
#[cfg(feature = "random")]
use crate::predict::Drawing;
use crate::rewrite::{AffineRow, Cursor, Key};
use crate::scope::{Scope, any_free};
use crate::sealed::Sealed;
use crate::shape::{Shape, Sides, Size};
use crate::simd::{Block, Frame, Lane, Pack, Slot};
use pulp::Simd;

/// A node of an expression tree: a small `Copy` value whose type is the expression.
///
/// # Protocol
///
/// `bind` is called once, by `compile()`: the node checks itself and claims memory. A *sweep* over the node then
/// goes
///
/// ```text
/// begin                       scalars below are evaluated, stored nodes filled
///   begin_block               for each block of rows
///     forward, backward       for each register of the block, adjoints right after values
///   end_block
/// end                         adjoints of scalars and stored nodes go on to their children
/// ```
///
/// Without a gradient (`C::SETS.gradient` false) `backward`, `end_block` and `end` are not called. What is known
/// between `begin` and `end` lives in the node's `State`, what one register's `backward` needs of its `forward` in
/// its `Tape`: after inlining both are machine registers, and there is no tape in memory.
///
/// Every verb is generic in the scope `C`, the compile-time answer to "which gradients are wanted?", and in the
/// instruction set `S`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an expression of a model",
    note = "expressions are built from parameters, numbers and `data(…)` with operators and functions"
)]
pub trait Node: Sealed + TimesVector<Way: Multiplication<Self>> + Copy + Send + Sync {
    /// The shape of the value.
    type Shape: Shape;

    /// The variables that the value depends on.
    const VARS: VarSet;

    /// True if the value stands in the workspace, at [`slot`](Self::slot).
    const IN_SLOT: bool = false;

    /// True if the node computes its value in a slot of its own, which may be a definition's: see
    /// [`settle`](Self::settle).
    const SETTLES: bool = false;

    /// True if the node needs its rows in blocks.
    const BLOCKED: bool = false;

    /// How tightly the written expression binds: 1 for sums, 2 for products, 3 for the rest.
    const PRECEDENCE: u8 = 3;

    /// True for a scalar repeated along a vector.
    const IS_SPLAT: bool = false;

    /// True if [`datum`](Self::datum) knows the value of every row.
    const IS_DATUM: bool = false;

    /// True for a column of data as it stands.
    const IS_COLUMN: bool = false;

    /// True if a row reads, beside what all rows share, only the data of this row: rows may then be merged and moved.
    const HAS_ROWS: bool = false;

    /// True if the value is [`affine`](Self::affine) in numbers that rows share, with data as weights, or may be: of a
    /// product of two such values the data decide.
    const IS_AFFINE: bool = false;

    /// True if all slopes of the affine form have data as factors, so that they may be 0.
    const IS_WEIGHTED: bool = Self::IS_DATUM;

    /// How the value depends on each of its variables, the others held.
    const LINK: Link = if Self::VARS.is_empty() { Link::Constant } else { Link::Other };

    /// The variables of which one row may read several elements.
    const MIXED: VarSet = Self::VARS;

    /// The variables of which a row may read an element that is not its own.
    const CROSSED: VarSet = Self::VARS;

    /// How the value, taken as a log density, depends on its variables.
    const FACTORS: Factors = Factors::unknown(&Self::VARS);

    /// What is known from `begin` to `end`.
    type State<S: Simd>;

    /// What the `backward` of one register needs to know of its `forward`.
    type Tape<S: Simd>: Copy;

    /// What is known of the number of rows and of columns.
    fn sides(&self) -> Sides;

    /// Appends the expression as a reader would write it.
    fn describe(&self, text: &mut String);

    /// Checks the node and claims its memory.
    fn bind(&mut self, compiler: &mut Compiler) -> Result<(), Error>;

    /// Checks the data below and computes what depends on data alone. Called once, by `compile()`, after `bind`.
    fn fold(&mut self, _compiler: &Compiler, _frame: &mut Frame<'_>) -> Result<(), Error> {
        Ok(())
    }

    /// An element's value, where the model holds it as a number.
    fn datum(&self, _index: usize) -> Option<f64> {
        None
    }

    /// An element's value, where data tell it whatever the variables are: 0 x is 0.
    fn known(&self, index: usize) -> Option<f64> {
        self.datum(index)
    }

    /// The logarithms of a register of values, where they are known without computing them.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn logarithm<C: Scope, S: Simd>(&self, _: &Self::State<S>, _: &Frame<'_>, _: Lane<S>) -> Option<Pack<S>> {
        None
    }

    /// Adds what tells a row from others. Called only if the node [has rows](Self::HAS_ROWS).
    fn key(&self, _row: usize, _key: &mut Key) {}

    /// Adds one row of the affine form, times `weight`. Called only if there [is one](Self::IS_AFFINE).
    fn affine(&self, row: usize, weight: f64, form: &mut AffineRow) {
        form.offset(weight * self.datum(row).unwrap_or(f64::NAN));
    }

    /// In place of `bind`, for the coefficients of the affine form alone.
    fn bind_coefficients(&mut self, _compiler: &mut Compiler) -> Result<(), Error> {
        Ok(())
    }

    /// In place of `begin`: loads the coefficients of the affine form.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn load<C: Scope, S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        _cursor: &mut Cursor,
    ) -> Self::State<S> {
        self.begin::<C, S>(simd, frame)
    }

    /// In place of `end`: takes back the adjoints of the coefficients.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn unload<C: Scope, S: Simd>(
        &self,
        state: Self::State<S>,
        simd: S,
        frame: &mut Frame<'_>,
        _cursor: &mut Cursor,
    ) {
        self.end::<C, S>(state, simd, frame);
    }

    /// Where the arguments of an operation on whole values stand.
    fn operands(&self) -> [Slot; MAX_ARGUMENTS] {
        [Slot::default(); MAX_ARGUMENTS]
    }

    /// Where the value stands, if it is [`IN_SLOT`](Self::IN_SLOT).
    fn slot(&self) -> Slot {
        Slot::default()
    }

    /// The sides of the value, with constants where the shape knows them.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn size(&self) -> Size {
        Size::of(self).known::<Self::Shape>()
    }

    /// Gives the node, before `bind`, the slot to compute its value in. Called only if it [settles](Self::SETTLES).
    fn settle(&mut self, _slot: Slot) {}

    /// Starts a sweep.
    fn begin<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) -> Self::State<S>;

    /// Starts a block of rows.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn begin_block<C: Scope, S: Simd>(
        &self,
        _state: &mut Self::State<S>,
        _frame: &mut Frame<'_>,
        _block: Block<S>,
    ) {
    }

    /// The value in one register, and the tape for `backward`.
    fn forward<C: Scope, S: Simd>(
        &self,
        state: &Self::State<S>,
        frame: &Frame<'_>,
        lane: Lane<S>,
    ) -> (Pack<S>, Self::Tape<S>);

    /// Passes on the adjoint of one register. Called only where the node [is active](is_active).
    fn backward<C: Scope, S: Simd>(
        &self,
        state: &mut Self::State<S>,
        frame: &mut Frame<'_>,
        lane: Lane<S>,
        tape: Self::Tape<S>,
        adjoint: Pack<S>,
    );

    /// Ends a block of rows.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn end_block<C: Scope, S: Simd>(
        &self,
        _state: &mut Self::State<S>,
        _frame: &mut Frame<'_>,
        _block: Block<S>,
    ) {
    }

    /// Where the vector stands that the node picks elements of, and how many they are.
    #[cfg(feature = "random")]
    fn source(&self) -> Option<(Slot, usize)> {
        None
    }

    /// Draws from the law of which the node is the log density: replaces the part of the variable that belongs to a row. False if
    /// there are no draws.
    #[cfg(feature = "random")]
    fn draw(
        &self,
        _state: &Self::State<pulp::Scalar>,
        _lane: Lane<pulp::Scalar>,
        _to: &mut Drawing<'_, '_>,
    ) -> bool {
        false
    }

    /// Stores the log densities of single observations, where the node is the sum of so many and has begun. False if it is not.
    #[cfg(feature = "random")]
    fn log_densities(&self, _frame: &mut Frame<'_>, _each: &mut [f64]) -> bool {
        false
    }

    /// Ends a sweep.
    fn end<C: Scope, S: Simd>(&self, state: Self::State<S>, simd: S, frame: &mut Frame<'_>);
}

/// Whether the gradient of anything below `N` is wanted: a constant wherever it is asked.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub const fn is_active<C: Scope, N: Node>() -> bool {
    const { C::SETS.gradient && any_free::<C>(&N::VARS) }
}

/// The same for any node of a tuple.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub const fn any_active<C: Scope, A: Tuple>() -> bool {
    const { C::SETS.gradient && any_free::<C>(&A::VARS) }
}

/// Appends an operand, in brackets where it binds less tightly than `precedence`: 1 sums, 2 products, 3 the rest.
pub(crate) fn describe_operand<N: Node>(node: &N, precedence: u8, text: &mut String) {
    let brackets = N::PRECEDENCE < precedence;
    text.push_str(if brackets { "(" } else { "" });
    node.describe(text);
    text.push_str(if brackets { ")" } else { "" });
}

/// Appends a number as a reader would write it: without a long row of zeros.
pub(crate) fn describe_number(number: f64, text: &mut String) {
    let is_plain = number == 0.0 || (1e-5..1e16).contains(&number.abs()) || !number.is_finite();
    text.push_str(&if is_plain { number.to_string() } else { format!("{number:e}") });
}
