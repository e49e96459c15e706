//! [`EqNode`], the statement `variable |= distribution` as it runs: it adds Σᵢ log p(yᵢ | arguments) to the log density.
//!
//! The adjoint of the log density is 1, so a statement's value, its partial derivatives and their way back to
//! parameters and definitions are one pass over its registers.

mod data_terms;
#[cfg(feature = "random")]
mod draw;
#[cfg(feature = "rayon")]
mod parts;
mod plan;
mod rows;
mod score;
mod squares;

pub(crate) use data_terms::{DataTerms, name_of};
pub(crate) use plan::{Merged, Plan};

use super::variable::discrete;
use super::{BoundModel, BoundVariable, Edges, KeptRows, Level, Totals};
use crate::binding::Context;
use crate::conjugacy::Factors;
use crate::distribution::{Columns, Family, Terms, any_moving, with_known_logarithm};
#[cfg(feature = "random")]
use crate::drawing::Sites;
#[cfg(feature = "random")]
use crate::drawing::{Observations, PartStatement, Simulation, Undrawn, Unknown};
use crate::error::Error;
use crate::name::{VarSet, Variables};
use crate::node::{Node, Packs, Tuple};
use crate::rewrite::Rows;
use crate::scope::{Scope, Value, keeps, keeps_statement};
use crate::shape::Shape;
use crate::simd::{Blocks, Frame, Lane, Pack, for_lanes};
use core::marker::PhantomData;
use pulp::{Scalar, Simd};
use std::sync::Arc;

/// The statement `Target |= F(arguments)`, whose nodes `A` are the variable and the arguments, made to fit the
/// statement's shape `Sh`.
#[derive(Clone, Debug)]
pub struct EqNode<F, Target, A, Sh> {
    pub(crate) variable: Target,
    pub(crate) nodes: A,
    /// The number of rows that are evaluated.
    pub(crate) length: usize,
    /// The number of observations.
    pub(crate) observations: f64,
    /// Which rows count.
    pub(crate) kept: KeptRows,
    pub(crate) plan: Plan,
    /// The rows that are evaluated, if they are not those of the data: `fold` names elements of the data by them, and drops them.
    pub(crate) rows: Option<Arc<Rows>>,
    /// The number of parts that are evaluated at the same time.
    #[cfg(feature = "rayon")]
    pub(crate) parts: usize,
    /// The number of elements of one vector: all, or those of a row.
    pub(crate) width: usize,
    /// The terms of data alone.
    pub(crate) constant: f64,
    pub(crate) columns: Columns,
    /// The statement as a reader would write it.
    pub(crate) text: String,
    pub(crate) family: PhantomData<fn() -> (F, Sh)>,
}

/// The variables `N::VARS` if the scope keeps a statement of them, none if it does not.
pub struct NeedsOf<N, C>(PhantomData<fn() -> (N, C)>);

impl<N: Node, C: Scope> Variables for NeedsOf<N, C> {
    const SET: VarSet = if keeps::<C>(&N::VARS) { N::VARS } else { VarSet::EMPTY };
}

/// The variables `A::VARS` of a tuple of nodes if the scope keeps a statement of them, none if it does not.
pub struct NeedsOfAll<A, C>(PhantomData<fn() -> (A, C)>);

impl<A: Tuple, C: Scope> Variables for NeedsOfAll<A, C> {
    const SET: VarSet = if keeps::<C>(&A::VARS) { A::VARS } else { VarSet::EMPTY };
}

impl<F: Family, Target: BoundVariable, A: Tuple, Sh: Shape> EqNode<F, Target, A, Sh> {
    /// True for a distribution of a vector as a whole, where a sum may change.
    const HAS_TOTALS: bool = any_moving::<F::Totals, A>();

    /// True if the log density is a sum over elements.
    pub(crate) const IS_ELEMENTWISE: bool = F::Totals::READS.is_empty();

    /// The packs with NaN where a variable or an argument that is no data is outside its domain.
    #[inline(always)]
    fn guard<S: Simd>(packs: Packs<S>) -> Packs<S> {
        let mut packs = F::guard::<A, S>(packs);
        if const { !A::IS_DATA[0] } {
            packs[0] = F::ARGUMENTS[0].domain.guard(packs[0]);
        }
        packs
    }

    /// The packs, guarded, with everything that terms read.
    #[inline(always)]
    fn prepare<C: Scope, S: Simd>(
        &self,
        state: &A::State<S>,
        frame: &Frame<'_>,
        lane: Lane<S>,
        packs: Packs<S>,
    ) -> Packs<S> {
        let packs = self.columns.load::<F, A, Sh, S>(frame, lane, Self::guard(packs));
        with_known_logarithm::<F, A, C, S>(&self.nodes, state, frame, lane, packs)
    }

    /// The number of observations, a constant where the shape knows it.
    #[inline(always)]
    fn length(&self) -> usize {
        if const { Self::HAS_ROWS } { self.length } else { const { Sh::LENGTH }.unwrap_or(self.length) }
    }
}

impl<F: Family, Target: BoundVariable, A: Tuple, Sh: Shape> BoundModel for EqNode<F, Target, A, Sh> {
    const LHS: VarSet = Target::PARAMETER;
    const PARTS: VarSet = Target::PARTED;
    const FLAT: VarSet = if F::IS_FLAT && !Target::IS_PART { Target::PARAMETER } else { VarSet::EMPTY };
    const DEFINED: VarSet = VarSet::EMPTY;
    const ALL: VarSet = A::VARS.union(&Target::BOUNDS);
    const DISCRETE: VarSet = discrete::<Target>();
    const HAS_EVIDENCE: bool = !Target::IS_PARAMETER;
    const FACTORS: Factors = Factors::of::<A>(F::CURVES, false).then(&Factors::unknown(&Target::BOUNDS));
    const EDGES: Edges = Target::EDGES;
    type Needs<C: Scope> = NeedsOfAll<A, C>;
    #[cfg(feature = "random")]
    type Inexact<Root: BoundModel> = (Unknown<Self, Target, Root>, Undrawn<F, Target, Root>);

    fn count<C: Scope>() -> usize {
        usize::from(const { keeps_statement::<C>(&A::VARS, &Target::TARGET) })
    }

    fn fold(&mut self, frame: &mut Frame<'_>) -> Result<(), Error> {
        let context = Context::of(&self.text);
        self.variable.fold(&context, frame)?;
        self.nodes.fold(&context.clone().with_rows(self.rows.take()), frame)?;
        // The data of a rewritten statement have been checked when it was bound.
        if const { !A::IS_DATA[0] && A::COUNT == 1 } || !matches!(self.plan, Plan::AsWritten) {
            return Ok(());
        }
        let simd = Scalar::new();
        let mut terms = DataTerms::<F, A>::new(self.variable.sides(), self.nodes.sides(), self.width);
        let mut state = self.nodes.begin::<Value, Scalar>(simd, frame);
        for block in Blocks::new(simd, self.length, A::BLOCKED) {
            self.nodes.begin_block::<Value, Scalar>(&mut state, frame, block);
            for_lanes!(lane in block => {
                let packs = self.nodes.data::<Value, Scalar>(&state, frame, lane);
                terms.check(&context, lane.index, &packs)?;
                let packs = self.columns.fold::<F, A>(frame, lane.index, packs);
                if self.kept.has(frame, lane.index) {
                    terms.add(&context, lane.index, &packs)?;
                }
            });
        }
        self.constant = terms.constant;
        Ok(())
    }

    fn drop_constants(&mut self) {
        self.constant = 0.0;
    }

    #[inline(always)]
    fn constrain<C: Scope, S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        level: Level,
        totals: &mut Totals<S>,
    ) {
        self.variable.constrain::<C, S>(simd, frame, level, totals);
    }

    #[inline(always)]
    fn score<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, totals: &mut Totals<S>) {
        if const { !keeps_statement::<C>(&A::VARS, &Target::TARGET) } || self.kept.is_empty::<C, Target>() {
            return;
        }
        totals.add(Pack::splat(simd, self.constant));
        // A constant as condition: other statements do not compile the squares.
        if const { Self::AFFINE_SQUARE.is_some() }
            && let (Some(square), Plan::Squares(quadratic)) = (Self::AFFINE_SQUARE, &self.plan)
        {
            return self.score_squares::<C, S>(quadratic, square, simd, frame, totals);
        }
        if const { Sh::IS_SCALAR } {
            self.score_scalar::<C, S>(simd, frame, totals);
        } else {
            self.score_vector::<C, S>(simd, frame, totals);
        }
    }

    #[inline(always)]
    fn pull_back<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, level: Level) {
        self.variable.pull_back::<C, S>(simd, frame, level);
    }

    fn unconstrain(&self, frame: &mut Frame<'_>, point: &mut [f64]) -> Result<(), Error> {
        self.variable.unconstrain(frame, point)
    }

    #[inline(always)]
    fn score_rows<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, sums: &mut [f64]) {
        if const { keeps_statement::<C>(&A::VARS, &Target::TARGET) } {
            self.add_rows::<C, S>(simd, frame, sums);
        }
    }

    #[cfg(feature = "random")]
    fn simulate(&self, simulation: &mut Simulation<'_>, frame: &mut Frame<'_>) -> Result<(), Error> {
        if const { Target::IS_PART } {
            return self.simulate_part(simulation, frame);
        }
        let draw = |frame: &mut Frame<'_>, values: &mut [f64], rng: &mut dyn rand::Rng| {
            self.draw(frame, values, rng)
        };
        self.as_drawn().simulate(simulation, frame, draw)
    }

    #[cfg(feature = "random")]
    fn observe(&self, observations: &mut Observations, frame: &mut Frame<'_>) {
        observations.observe(&self.variable, &self.text, frame, |frame| self.log_densities(frame));
    }

    #[cfg(feature = "random")]
    fn sites(&self, sites: &mut impl Sites) {
        if const { Target::IS_PARAMETER }
            && let Some(owner) = self.variable.owner()
        {
            sites.push::<Target::Owner>(owner.clone(), self.nodes.slots());
        }
    }
}
