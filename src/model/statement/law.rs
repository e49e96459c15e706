//! [`BoundLaw`], what stands on the right of `|=` as it runs.

use crate::compiler::Context;
use crate::contract::conjugacy::Factors;
use crate::contract::drawing::{Known, Manner};
use crate::contract::node::{Node, Tuple, Undefined};
use crate::contract::scope::{Scope, is_summed, keeps};
use crate::contract::transform::Totals;
use crate::error::Error;
use crate::frame::{Frame, MAX_ARGUMENTS, Slot};
use crate::model::BoundVariable;
use crate::model::drawing::Complaint;
use crate::model::statement::rows::score_each_point;
use crate::model::statement::{BoundModel, Points, Tally};
use crate::name::{VarSet, Variables};
use crate::sealed::Sealed;
use core::marker::PhantomData;
use pulp::Simd;
use rand::Rng;

/// The law of the variable `Target` as it runs: a statement asks it for the log density and its backward
/// pass, and for draws. The law holds what it reads, the variable's values included.
pub trait BoundLaw<Target: BoundVariable>: Sealed + Clone + Send + Sync + 'static {
    /// The variables that the log density depends on.
    const VARS: VarSet;

    /// The variables in arguments that must be whole.
    const WHOLE: VarSet = VarSet::EMPTY;

    /// True for `flat()`, beside which parts of its variable may stand on the left.
    const IS_FLAT: bool = false;

    /// False for a density without a finite integral over all numbers.
    const IS_NORMALISED: bool = true;

    /// True if the law ties the elements of a parameter so that they are [marginalised
    /// together](crate::contract::operation::OperationFacts::couples_elements).
    const COUPLES_ELEMENTS: bool = false;

    /// True if a draw is a limit as often as the law goes beyond it; of others those on a limit are there by
    /// rounding.
    const SHOWS_LIMITS: bool = false;

    /// The functions in its arguments that have no value for some numbers.
    const UNDEFINED: Undefined;

    /// The curves of the log density as a function of single variables.
    const FACTORS: Factors;

    /// The variables that the law mentions, if the scope keeps its statement.
    type Needs<C: Scope>: Variables;

    /// The complaint that keeps the variable from being drawn in the model `Root`.
    #[doc(hidden)]
    type Undrawn<Root: BoundModel>: Complaint;

    /// Checks data and computes what depends on data alone. `context` names the rows that are evaluated.
    fn precompute(
        &mut self,
        variable: &Target,
        context: &Context,
        frame: &mut Frame<'_>,
    ) -> Result<(), Error>;

    /// Leaves out what `precompute` has computed.
    fn drop_constants(&mut self) {}

    /// Adds the log density, and passes on adjoints.
    fn score<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, totals: &mut Totals<S>);

    /// Adds the log density at each of several points, and passes on adjoints.
    #[inline(always)]
    fn score_points<C: Scope, S: Simd>(&self, simd: S, points: &mut Points<'_, S>) {
        score_each_point(self, simd, points, Self::score::<C, S>);
    }

    /// Tells the tally each row's log density, and the terms of data alone apart from them, and passes on the
    /// adjoints that it gives back.
    fn score_rows<C: Scope, S: Simd, T: Tally<S>>(&self, simd: S, frame: &mut Frame<'_>, tally: &mut T);

    /// The log density of each observation.
    fn log_densities(&self, variable: &Target, frame: &mut Frame<'_>) -> Vec<f64>;

    /// The places of the law's arguments, of those that are in the workspace.
    fn operands(&self) -> [Slot; MAX_ARGUMENTS];

    /// True if every element is drawn for itself.
    fn is_elementwise(&self, variable: &Target) -> bool;

    /// True if elements are drawn in order, each after those that it reads.
    fn is_sequential(&self) -> bool;

    /// The lengths of the series that stand one after the other in the variable, if they are several.
    fn lengths(&self, _frame: &mut Frame<'_>) -> Vec<usize> {
        Vec::new()
    }

    /// The number of rows that are drawn each for itself; 1 if the law draws all values together.
    fn rows_apart(&self, variable: &Target, frame: &mut Frame<'_>) -> usize;

    /// True if the law mentions the parameter of which its variable is a part.
    fn reads_itself(&self) -> bool;

    /// The number of rows, if the law knows what each of them reads.
    fn rows(&self) -> Option<usize> {
        None
    }

    /// Asks what the law reads of a parameter for a row.
    fn reads(&self, _row: usize, _frame: &Frame<'_>, known: &mut Known<'_>) {
        known.need_all(const { &Self::VARS });
    }

    /// Replaces the values of the variable by drawn ones; false if the law cannot be drawn from. A law that
    /// draws elements in order takes the first [`known`](Manner::known) of them as they are, the others need
    /// not.
    fn draw(&self, frame: &mut Frame<'_>, values: &mut [f64], manner: Manner, rng: &mut dyn Rng) -> bool;

    /// The family and the numbers of its arguments in a row, where the law is one of numbers.
    fn described(&self, _row: usize, _frame: &mut Frame<'_>) -> Option<String> {
        None
    }

    /// One row drawn alone, where that is possible.
    fn draw_row(&self, _row: usize, _frame: &mut Frame<'_>, _rng: &mut dyn Rng) -> Option<f64> {
        None
    }
}

/// The variables `N::VARS` if the scope keeps a statement of them, none if it does not.
pub struct NeedsOf<N, C>(PhantomData<fn() -> (N, C)>);

impl<N: Node, C: Scope> Variables for NeedsOf<N, C> {
    const SET: VarSet = if keeps::<C>(N::FACTS.vars) && !is_summed::<C>(N::FACTS.vars) {
        *N::FACTS.vars
    } else {
        VarSet::EMPTY
    };
}

/// The variables `A::VARS` of a tuple of nodes if the scope keeps a statement of them, none if it does not.
pub struct NeedsOfAll<A, C>(PhantomData<fn() -> (A, C)>);

impl<A: Tuple, C: Scope> Variables for NeedsOfAll<A, C> {
    const SET: VarSet = if keeps::<C>(A::FACTS.vars) && !is_summed::<C>(A::FACTS.vars) {
        *A::FACTS.vars
    } else {
        VarSet::EMPTY
    };
}
