//! [`FamilyLaw`], a distribution as the law of a statement: it adds Σᵢ log p(yᵢ | arguments) to the log
//! density.
//!
//! The adjoint of the log density is 1, so the law's value, its partial derivatives and the backward pass to
//! parameters and definitions are one pass over its registers.

mod data_terms;
mod draw;
mod each;
mod logarithms;
mod pass;
mod plan;
mod rows;
mod score;
mod squares;

use crate::sealed::{Sealed, sealed};
pub(crate) use data_terms::{DataTerms, name_of};
use draw::mentions;
pub(crate) use logarithms::OfLogarithms;
pub(crate) use plan::{Merged, Plan};

use crate::compiler::{Context, Cut};
use crate::contract::conjugacy::{Factors, Ties};
use crate::contract::drawing::{Known, Manner};
use crate::contract::family::{
    Columns, DrawsOf, Family, FamilyOfStatement, LARGE_COUNT, Property, Terms, any_moving,
    in_whole_arguments, moving_constant, with_known_complements, with_known_logarithm,
};
use crate::contract::node::{Packs, Tuple, for_data};
use crate::contract::scope::{Scope, is_whole};
use crate::contract::transform::Totals;
use crate::erase::{Erase, erase};
use crate::error::Error;
use crate::frame::{Frame, MAX_ARGUMENTS, Share, Slot};
use crate::model::drawing::{DrawnLaw, DrawnVariable};
use crate::model::exact::Undrawn;
use crate::model::facts::LawFacts;
use crate::model::law::ActiveRows;
use crate::model::rows::{Points, Tally};
use crate::model::statement::{BoundLaw, BoundModel, BoundVariable, NeedsOfAll};
use crate::name::VarSet;
use crate::shape::Shape;
use crate::simd::{Lane, Pack};
use core::marker::PhantomData;
use pulp::Simd;
use rand::Rng;

/// Returns true if the density of a family has a finite integral over all numbers.
const fn is_normalised<F: Family>() -> bool {
    let (mut is_normalised, mut place) = (true, 0);
    while place < F::FACTS.properties.len() {
        is_normalised &= !matches!(F::FACTS.properties[place], Property::Improper | Property::Periodic);
        place += 1;
    }
    is_normalised
}

/// The law `F(arguments)`. The nodes `A` are the variable and the arguments, made to fit the statement's
/// shape `Sh`.
#[derive(Clone, Debug)]
pub struct FamilyLaw<F, A, Sh> {
    pub(crate) nodes: A,
    /// The number of rows that are evaluated.
    pub(crate) length: usize,
    /// The number of observations.
    pub(crate) observations: f64,
    /// The rows that contribute to the density.
    pub(crate) kept: ActiveRows,
    pub(crate) plan: Plan,
    /// The pieces into which the rows are cut.
    pub(crate) cut: Cut,
    /// The number of elements of one vector: all elements, or the elements of a row.
    pub(crate) width: usize,
    /// The sum of the terms of data alone.
    pub(crate) constant: f64,
    /// True if all counts are data and none of them is large.
    pub(crate) counts_are_small: bool,
    pub(crate) columns: Columns,
    /// The place of the logarithms in which the law is linear, if a parameter computes them.
    pub(crate) known_logarithms: Option<Slot>,
    /// The law as a function of the logarithms at `known_logarithms`, if a parameter computes them.
    pub(crate) logarithms: Option<OfLogarithms>,
    pub(crate) family: PhantomData<fn() -> (F, Sh)>,
}

erase! {
    [F, A: Erase, Sh] FamilyLaw<F, A, Sh> => FamilyLaw<F, A::Erased, Sh>, [A],
        {
            nodes, length, observations, kept, plan, cut, width, constant, counts_are_small, columns,
            known_logarithms, logarithms
        };
}

impl<F: Family, A: Tuple, Sh: Shape> FamilyLaw<F, A, Sh> {
    /// True for a distribution of a vector as a whole, with a sum that is not constant.
    const HAS_TOTALS: bool = any_moving::<F::Totals, A>();

    /// True if the log density is a sum over elements.
    pub(crate) const IS_ELEMENTWISE: bool = F::Totals::READS.is_empty();

    /// Replaces variables and arguments outside their domain by NaN, unless they are data.
    #[inline(always)]
    fn guard<S: Simd>(packs: Packs<S>) -> Packs<S> {
        let mut packs = F::guard::<A, S>(packs);
        if const { !A::EACH[0].is_data() } {
            packs[0] = F::FACTS.arguments[0].domain.guard(packs[0]);
        }
        packs
    }

    /// The known facts about the family and the nodes, as plain values.
    pub(crate) const FACTS: FamilyOfStatement = FamilyOfStatement::of::<F, A>();

    /// Returns true if the variable and all arguments that must be whole numbers are data, and none is large
    /// in any evaluated row.
    fn sees_small_counts(&self, frame: &mut Frame<'_>) -> bool {
        let facts = const { &Self::FACTS };
        let mut are_small = facts.counts_are_data();
        let rows = if are_small { self.length } else { 0 };
        let outcome = for_data(&self.nodes, rows, frame, &mut |_, _, packs| {
            are_small &= facts.counts().all(|place| packs[place].first() < LARGE_COUNT);
            Ok(())
        });
        outcome.is_ok() && are_small
    }

    /// Returns the guarded packs with their complements.
    #[inline(always)]
    fn guarded<C: Scope, S: Simd>(
        &self,
        state: &A::State<S>,
        frame: &Frame<'_>,
        lane: Lane<S>,
        packs: Packs<S>,
    ) -> Packs<S> {
        let packs = Self::guard(packs);
        with_known_complements::<F, A, C, S>(&self.nodes, state, frame, lane, packs)
    }

    /// Returns the guarded packs with every column that terms read, except a logarithm.
    #[inline(always)]
    fn with_columns<C: Scope, S: Simd>(
        &self,
        state: &A::State<S>,
        frame: &Frame<'_>,
        lane: Lane<S>,
        packs: Packs<S>,
    ) -> Packs<S> {
        let packs = self.guarded::<C, S>(state, frame, lane, packs);
        self.columns.load::<F, A, Sh, S>(frame, lane, packs)
    }

    /// Returns the guarded packs with every column that terms read.
    #[inline(always)]
    fn prepare<C: Scope, S: Simd>(
        &self,
        state: &A::State<S>,
        frame: &Frame<'_>,
        lane: Lane<S>,
        packs: Packs<S>,
    ) -> Packs<S> {
        let packs = self.with_columns::<C, S>(state, frame, lane, packs);
        with_known_logarithm::<F, A, C, S>(&self.nodes, state, frame, lane, packs)
    }

    /// Returns the number of observations, as a constant if the shape has it.
    #[inline(always)]
    fn length(&self) -> usize {
        if const { Self::HAS_ROWS } { self.length } else { const { Sh::LENGTH }.unwrap_or(self.length) }
    }
}

impl<F: Family, Target: BoundVariable, A: Tuple, Sh: Shape> BoundLaw<Target> for FamilyLaw<F, A, Sh> {
    const FACTS: LawFacts = LawFacts {
        vars: A::FACTS.vars,
        whole: &in_whole_arguments::<F, A>(),
        is_flat: F::FACTS.is_flat(),
        is_normalised: is_normalised::<F>(),
        couples_elements: false,
        shows_limits: false,
        undefined: A::FACTS.undefined,
    };
    const FACTORS: Factors = Factors::of::<A>(F::FACTS.curves, Ties::None);
    type Needs<C: Scope> = NeedsOfAll<A, C>;
    type Undrawn<Root: BoundModel> = Undrawn<F, Target, Root>;

    fn precompute(
        &mut self,
        variable: &Target,
        context: &Context,
        frame: &mut Frame<'_>,
    ) -> Result<(), Error> {
        self.nodes.precompute(context, frame)?;
        let sees_small_counts: fn(&Self, &mut Frame<'_>) -> bool =
            const { if F::FACTS.has_large_counts { Self::sees_small_counts } else { |_, _| false } };
        self.counts_are_small = sees_small_counts(self, frame);
        if const { Self::LINEAR_IN_LOGARITHMS.is_some() } {
            self.sum_factors(frame);
        }
        // The data of a rewritten statement were checked when it was bound.
        if const { !A::EACH[0].is_data() && A::COUNT == 1 } || !matches!(self.plan, Plan::AsWritten) {
            return Ok(());
        }
        let facts = const { &Self::FACTS };
        let mut terms = DataTerms::new(facts, variable.sides(), self.nodes.sides(), self.width);
        for_data(&self.nodes, self.length, frame, &mut |frame, index, packs| {
            terms.check(context, index, &packs)?;
            let packs = self.columns.precompute::<F, A>(frame, index, packs);
            if self.kept.has(frame, index) { terms.add(context, index, &packs) } else { Ok(()) }
        })?;
        self.columns.precompute_sums::<F, A>(frame, self.length, self.width);
        self.constant = terms.constant;
        Ok(())
    }

    fn drop_constants(&mut self) {
        self.constant = -self.observations * const { moving_constant::<F, A>() };
    }

    #[inline(always)]
    fn score<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, totals: &mut Totals<S>) {
        if self.kept.is_empty::<C, Target>() {
            return;
        }
        if Share::MAY_BE_PART {
            let Some(rows) = self.cut.rows(frame, self.length()) else { return };
            if const { Self::HAS_ROWS_TO_SHARE } && !matches!(self.plan, Plan::Squares(_)) {
                return self.score_some::<Target, C, S>(rows, simd, frame, totals);
            }
        }
        totals.add(Pack::splat(simd, self.constant));
        if const { Self::LINEAR_IN_LOGARITHMS.is_some() && is_whole::<C>() }
            && let Some(logarithms) = &self.logarithms
        {
            return if const { C::SETS.gradient } {
                logarithms.score::<true, S>(simd, frame, totals)
            } else {
                logarithms.score::<false, S>(simd, frame, totals)
            };
        }
        self.score_all::<Target, C, S, _>(simd, frame, totals);
    }

    #[inline(always)]
    fn score_points<C: Scope, S: Simd>(&self, simd: S, points: &mut Points<'_, S>) {
        self.score_points_of::<Target, C, S>(simd, points);
    }

    #[inline(always)]
    fn score_rows<C: Scope, S: Simd, T: Tally<S>>(&self, simd: S, frame: &mut Frame<'_>, tally: &mut T) {
        self.score_each::<Target, C, S, T>(simd, frame, tally);
    }

    fn operands(&self) -> [Slot; MAX_ARGUMENTS] {
        self.nodes.slots()
    }
}

impl<F: Family, A: Tuple, Sh: Shape> DrawnLaw for FamilyLaw<F, A, Sh> {
    fn log_densities(&self, variable: &dyn DrawnVariable, frame: &mut Frame<'_>) -> Vec<f64> {
        self.log_densities_of(variable, frame)
    }

    fn is_elementwise(&self, _: &dyn DrawnVariable) -> bool {
        matches!(F::DRAWING, DrawsOf::Number(_) | DrawsOf::Picked(_))
    }

    fn rows_apart(&self, _: &dyn DrawnVariable, target: &VarSet, _: &mut Frame<'_>) -> usize {
        let is_apart = matches!(F::DRAWING, DrawsOf::Vector(_)) && !self.reads_itself(target);
        if is_apart { self.length } else { 1 }
    }

    fn lengths(&self, _: &mut Frame<'_>) -> Vec<usize> {
        Vec::new()
    }

    fn reads_itself(&self, target: &VarSet) -> bool {
        mentions::<A>(target)
    }

    fn rows(&self) -> Option<usize> {
        Some(self.length)
    }

    fn reads(&self, row: usize, frame: &Frame<'_>, known: &mut Known<'_>) {
        (1..A::COUNT).for_each(|place| self.nodes.reads(place, row, frame, known));
    }

    fn is_sequential(&self) -> bool {
        false
    }

    fn draw(&self, frame: &mut Frame<'_>, values: &mut [f64], _: Manner, rng: &mut dyn Rng) -> bool {
        self.draw_all(frame, values, rng)
    }

    fn described(&self, row: usize, frame: &mut Frame<'_>) -> Option<String> {
        self.described_row(row, frame)
    }

    fn draw_row(&self, row: usize, frame: &mut Frame<'_>, rng: &mut dyn Rng) -> Option<f64> {
        self.draw_one(row, frame, rng)
    }
}

sealed! {
    [F, A, Sh] FamilyLaw<F, A, Sh>;
}
