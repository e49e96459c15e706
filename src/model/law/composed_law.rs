//! [`ComposedLaw`], the law of a statement that is not a plain distribution: it adds Σᵢ log p(yᵢ), the sum
//! of a node, to the log density.

use crate::compiler::Context;
use crate::contract::conjugacy::Factors;
use crate::contract::drawing::{Drawing, Known, Manner};
use crate::contract::node::BoundNode;
use crate::contract::scope::{Scope, Value};
use crate::contract::transform::Totals;
use crate::erase::{Erase, erase};
use crate::error::Error;
use crate::frame::{Frame, MAX_ARGUMENTS, Slot};
use crate::model::drawing::{DrawnLaw, DrawnVariable};
use crate::model::facts::{LawFacts, VariableKind};
use crate::model::law::Sum;
use crate::model::rows::{EachRow, Points, Tally};
use crate::model::statement::{BoundLaw, BoundModel, BoundVariable, NeedsOf};
use crate::model::variable::Observed;
use crate::name::VarSet;
use crate::sealed::{Sealed, sealed};
use crate::shape::{Sides, Tag};
use crate::simd::{Blocks, Pack, for_lanes};
use pulp::{Scalar, Simd};
use rand::Rng;

/// The law whose log density is `N`.
#[derive(Clone, Debug)]
pub struct ComposedLaw<N> {
    pub(crate) log_density: N,
    pub(crate) sum: Sum,
    /// True if the log density of a vector is the sum of the log densities of its elements, each of which is
    /// an element of the expression.
    pub(crate) is_elementwise: bool,
    /// True if the law mentions the parameter of which its variable is a part.
    pub(crate) reads_itself: bool,
    /// The sum of the terms of data alone, and the part of it that is left out.
    pub(crate) constant: f64,
    pub(crate) dropped: f64,
}

erase! {
    [N: Erase] ComposedLaw<N> => ComposedLaw<N::Erased>, [N],
    { log_density, sum, is_elementwise, reads_itself, constant, dropped };
}

/// The log density reads the variable as well as the arguments, and does not distinguish them, so the law
/// has no facts about single rows.
impl<Target: BoundVariable, N: BoundNode> BoundLaw<Target> for ComposedLaw<N> {
    const FACTS: LawFacts = LawFacts {
        vars: N::FACTS.vars,
        whole: &VarSet::EMPTY,
        is_flat: false,
        is_normalised: true,
        couples_elements: N::FACTS.couples_elements && matches!(Target::FACTS.kind, VariableKind::Parameter),
        shows_limits: N::FACTS.shows_limits,
        undefined: N::FACTS.undefined,
    };
    // The curve of a Markov chain, for example, is a curve in all states together.
    const FACTORS: Factors =
        if Target::FACTS.is_part() { Factors::unknown(N::FACTS.vars) } else { N::FACTORS };
    type Needs<C: Scope> = NeedsOf<N, C>;
    type Undrawn<Root: BoundModel> = ();

    fn precompute(&mut self, _: &Target, context: &Context, frame: &mut Frame<'_>) -> Result<(), Error> {
        self.log_density.precompute(context, frame)?;
        let sum = self.sum;
        self.constant = self.log_density.data_terms(frame, &mut |frame, row| sum.counts(frame, row));
        Ok(())
    }

    fn drop_constants(&mut self) {
        self.dropped = self.constant;
    }

    #[inline(always)]
    fn score<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, totals: &mut Totals<S>) {
        if self.dropped != 0.0 && !self.sum.is_empty::<C, Target>() && self.sum.has_first_row(frame) {
            totals.add(Pack::splat(simd, -self.dropped));
        }
        self.sum.score_all::<C, S, N, Target>(&self.log_density, simd, frame, totals);
    }

    #[inline(always)]
    fn score_points<C: Scope, S: Simd>(&self, simd: S, points: &mut Points<'_, S>) {
        if self.dropped != 0.0 && !self.sum.is_empty::<C, Target>() {
            for point in points.each() {
                if self.sum.has_first_row(&point.frame) {
                    point.totals.add_plain(-self.dropped);
                }
            }
        }
        self.sum.score_points::<C, S, N, Target>(&self.log_density, simd, points);
    }

    #[inline(always)]
    fn score_rows<C: Scope, S: Simd, T: Tally<S>>(&self, simd: S, frame: &mut Frame<'_>, tally: &mut T) {
        self.sum.score::<C, S, N, Target, T>(&self.log_density, simd, frame, tally);
    }

    fn operands(&self) -> [Slot; MAX_ARGUMENTS] {
        self.log_density.operands()
    }
}

impl<N: BoundNode> DrawnLaw for ComposedLaw<N> {
    fn log_densities(&self, variable: &dyn DrawnVariable, frame: &mut Frame<'_>) -> Vec<f64> {
        if let Some(each) = self.summed_log_densities(variable, frame) {
            return each;
        }
        let mut each = vec![0.0; self.log_density.sides().length().unwrap_or(1)];
        let mut rows = EachRow::new(Scalar::new(), &mut each);
        // Here no row is left out, whichever variable stands on the left.
        BoundLaw::<Observed<N::Shape>>::score_rows::<Value, _, _>(self, Scalar::new(), frame, &mut rows);
        each
    }

    fn is_elementwise(&self, variable: &dyn DrawnVariable) -> bool {
        self.is_elementwise
            && self.log_density.sides().length() == variable.sides().length()
            && const { !N::FACTS.is_sequential }
    }

    fn is_sequential(&self) -> bool {
        const { N::FACTS.is_sequential }
    }

    fn lengths(&self, frame: &mut Frame<'_>) -> Vec<usize> {
        self.log_density.lengths(frame)
    }

    fn rows_apart(&self, variable: &dyn DrawnVariable, _: &VarSet, frame: &mut Frame<'_>) -> usize {
        if const { N::FACTS.is_sequential } || self.reads_itself {
            return 1;
        }
        match self.log_density.sides().length() {
            Some(rows) => rows,
            None => self.summed_log_densities(variable, frame).map_or(1, |each| each.len()),
        }
    }

    fn reads_itself(&self, _: &VarSet) -> bool {
        self.reads_itself
    }

    fn rows(&self) -> Option<usize> {
        None
    }

    fn reads(&self, _: usize, _: &Frame<'_>, known: &mut Known<'_>) {
        known.need_all(N::FACTS.vars);
    }

    fn described(&self, _: usize, _: &mut Frame<'_>) -> Option<String> {
        None
    }

    fn draw_row(&self, _: usize, _: &mut Frame<'_>, _: &mut dyn Rng) -> Option<f64> {
        None
    }

    /// Draws row by row. A row returns a draw, not a value, so this loop differs from `sweep`.
    fn draw(&self, frame: &mut Frame<'_>, values: &mut [f64], manner: Manner, rng: &mut dyn Rng) -> bool {
        let simd = Scalar::new();
        let mut state = self.log_density.begin::<Value, Scalar>(simd, frame);
        let rows = self.log_density.sides().length().unwrap_or(1);
        let width = values.len() / rows.max(1);
        let mut is_drawn = width > 0;
        let Manner { is_observed, is_compared, .. } = manner;
        for block in Blocks::new(simd, rows, const { N::FACTS.blocked }) {
            self.log_density.begin_block::<Value, Scalar>(&mut state, frame, block);
            for_lanes!(lane in block => {
                let row = &mut values[lane.index * width..][..width];
                let known = manner.known.saturating_sub(lane.index * width).min(width);
                let mut row = Drawing { frame, row, is_observed, is_compared, known, rng };
                is_drawn = is_drawn && self.log_density.draw(&state, lane, &mut row);
            });
        }
        is_drawn
    }
}

impl<N: BoundNode> ComposedLaw<N> {
    /// Returns the log densities of rows of a matrix, or of elements of a vector, if the law computes them
    /// and its log density is their sum.
    fn summed_log_densities(&self, variable: &dyn DrawnVariable, frame: &mut Frame<'_>) -> Option<Vec<f64>> {
        let Sides { columns, .. } = variable.sides();
        let length = variable.sides().length().filter(|_| N::Shape::IS_SCALAR)?;
        let mut each = vec![0.0; length / columns.unwrap_or(1).max(1)];
        let _state = self.log_density.begin::<Value, Scalar>(Scalar::new(), frame);
        self.log_density.log_densities(frame, &mut each).then_some(each)
    }
}

sealed! {
    [N] ComposedLaw<N>;
}
