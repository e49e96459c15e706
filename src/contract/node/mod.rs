//! The nodes of an expression tree, one kind in each file. All have the same functions.
//!
//! There are three kinds. A *scalar* node is evaluated once per gradient. A *lane* node is evaluated register
//! by register and never stored. A *stored* node (a matrix-vector product, a gather's source, a sum) owns a
//! range of the workspace, claimed at `compile()`, and is read as if it were a leaf.

mod array;
mod coefficients;
mod companion;
mod facts;
mod facts_of_list;
mod in_slot;
mod list;
mod pick;
mod question;
mod selection;
mod tapes;
mod tuple;
mod tuples;
mod undefined;
mod walk;

pub use crate::compiler::Companion;
use crate::compiler::Context;
use crate::contract::conjugacy::Factors;
use crate::contract::scope::{Scope, any_free};
use crate::error::Error;
pub use crate::frame::MAX_ARGUMENTS;
use crate::frame::{Frame, Slot};
use crate::sealed::Sealed;
use crate::shape::{Shape, Sides, Size};
use crate::simd::{Block, Lane, Mask, Pack};
pub use coefficients::Coefficients;
pub use companion::{Beside, Logarithms, Rests};
pub(crate) use companion::{complement, rest_of};
pub use facts::Facts;
pub(crate) use facts::joined;
pub(crate) use facts_of_list::{assert_few, places};
pub(crate) use in_slot::{collect, store, store_rests};
pub use list::{ArrayOf, List};
pub(crate) use pick::{
    are_probabilities_of, backward_of, end_block_of, end_of, nothing, precompute_nothing, value_of,
};
use pulp::Simd;
pub use question::{Question, QuestionInSweep};
pub use selection::{EqualRows, Selection, Splats};
pub use tapes::Tapes;
pub(crate) use tapes::{collect_from_tapes, keeps_tapes, store_with_tapes, tapes_length};
pub use tuple::{Packs, Tuple};
pub use undefined::Undefined;
pub use walk::RowCounts;
pub(crate) use walk::{Visit, for_data, for_values, for_values_with, sweep, sweep_over};

/// A node of an expression tree that runs. It holds places and sizes; its type is the computation.
///
/// # Protocol
///
/// `compile()` makes nodes of [written expressions](crate::contract::expression) and calls `precompute` once.
/// A *sweep* over a node then goes
///
/// ```text
/// begin                       scalars below are evaluated, stored nodes filled
///   begin_block               for each block of rows
///     forward, backward       for each register of the block, adjoints right after values
///   end_block
/// end                         adjoints of scalars and stored nodes go on to their children
/// ```
///
/// Without a gradient (`C::SETS.gradient` false) `backward`, `end_block` and `end` are not called. The
/// `State` of a node holds the numbers that are known between `begin` and `end`, and the `Tape` of a
/// register the numbers that its `backward` needs from its `forward`. After inlining both are machine
/// registers: the only tapes in memory are those of [dear](Tapes::Dear) definitions.
///
/// Every function is generic in the scope `C`, which decides at compile time which gradients are computed,
/// and in the instruction set `S`.
pub trait Node: Sealed + Clone + Send + Sync + 'static {
    /// The shape of the value.
    type Shape: Shape;

    /// The facts that the type of the node knows.
    const FACTS: Facts;

    /// The dependence of the value, taken as a log density, on its variables. It has room for the factors
    /// of a whole model and only Gibbs sampling reads it, so it is not part of the facts.
    const FACTORS: Factors = Factors::unknown(Self::FACTS.vars);

    /// The numbers that are known from `begin` to `end`.
    type State<S: Simd>;

    /// The numbers that the `backward` of one register needs of its `forward`.
    type Tape<S: Simd>: Copy;

    /// The known facts about the number of rows and of columns.
    fn sides(&self) -> Sides;

    /// The number of rows and of columns of the value; a constant where the shape has it.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn size(&self) -> Size {
        self.sides().size().known::<Self::Shape>()
    }

    /// The place of the value, if it [is in a slot](Facts::in_slot).
    fn slot(&self) -> Slot {
        Slot::default()
    }

    /// The slots of the arguments of an operation on whole values.
    fn operands(&self) -> [Slot; MAX_ARGUMENTS] {
        [Slot::default(); MAX_ARGUMENTS]
    }

    /// Checks the data of the node and its children, and computes what depends only on data. `compile()`
    /// calls it once.
    fn precompute(&mut self, _context: &Context, _frame: &mut Frame<'_>) -> Result<(), Error> {
        Ok(())
    }

    /// The sum of the terms that depend only on data, if the values are log densities and their data terms
    /// are known. Each row counts as often as `_counts` returns.
    fn data_terms(&self, _frame: &mut Frame<'_>, _counts: &mut RowCounts<'_>) -> f64 {
        0.0
    }

    /// Starts a sweep.
    fn begin<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>) -> Self::State<S>;

    /// Starts a block of rows.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn begin_block<C: Scope, S: Simd>(&self, _: &mut Self::State<S>, _: &mut Frame<'_>, _: Block<S>) {}

    /// The value in one register, and the tape for `backward`.
    fn forward<C: Scope, S: Simd>(
        &self,
        state: &Self::State<S>,
        frame: &Frame<'_>,
        lane: Lane<S>,
    ) -> (Pack<S>, Self::Tape<S>);

    /// The companion `K` of a register of values, if it is known.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn companion<K: Beside, C: Scope, S: Simd>(
        &self,
        _: &Self::State<S>,
        _: &Frame<'_>,
        _: Lane<S>,
    ) -> Option<Pack<S>> {
        None
    }

    /// The lanes in which a value, a log density, is the logarithm of a probability, where
    /// [`Facts::measure`] does not decide it.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn are_probabilities<C: Scope, S: Simd>(
        &self,
        state: &Self::State<S>,
        frame: &Frame<'_>,
        lane: Lane<S>,
    ) -> Mask<S> {
        let are = const { are_probabilities_of::<C, S, Self>() };
        are(self, state, frame, lane)
    }

    /// The squares of a register of values, if they [are roots](Facts::is_root).
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn square<C: Scope, S: Simd>(&self, _: &Self::State<S>, _: &Frame<'_>, _: Lane<S>) -> Option<Pack<S>> {
        None
    }

    /// Passes on the adjoint of the squares of one register, instead of the adjoint of the values, if they
    /// [are roots](Facts::is_root).
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn backward_of_square<C: Scope, S: Simd>(
        &self,
        _: &mut Self::State<S>,
        _: &mut Frame<'_>,
        _: Lane<S>,
        _: Self::Tape<S>,
        _: Pack<S>,
    ) {
    }

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
    fn end_block<C: Scope, S: Simd>(&self, _: &mut Self::State<S>, _: &mut Frame<'_>, _: Block<S>) {}

    /// Ends a sweep.
    fn end<C: Scope, S: Simd>(&self, state: Self::State<S>, simd: S, frame: &mut Frame<'_>);
}

/// A node with all functions that the kernel, rewrites and draws call.
pub trait BoundNode: Node + Coefficients + crate::contract::drawing::Drawn {}

impl<N: Coefficients + crate::contract::drawing::Drawn> BoundNode for N {}

/// True if the gradient of a variable that `N` reads is wanted: a constant in every kernel.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub const fn is_active<C: Scope, N: Node>() -> bool {
    const { C::SETS.gradient && any_free::<C>(N::FACTS.vars) }
}

/// True if the gradient of a variable that a node of the tuple `A` reads is wanted.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub const fn any_active<C: Scope, A: Tuple>() -> bool {
    const { C::SETS.gradient && any_free::<C>(A::FACTS.vars) }
}
