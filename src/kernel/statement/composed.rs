//! [`ComposedNode`], the statement `variable |= law` of a law that is no plain distribution, as it runs: it adds
//! Σᵢ log p(yᵢ), the sum of a node, to the log density.

use super::equation::NeedsOf;
use super::variable::discrete;
use super::{BoundModel, BoundVariable, Edges, Level, Sum, Totals};
use crate::binding::Context;
use crate::conjugacy::Factors;
#[cfg(feature = "random")]
use crate::drawing::Sites;
#[cfg(feature = "random")]
use crate::drawing::{Drawing, Known, Observations, PartStatement, Simulation, Statement, Unknown};
use crate::error::Error;
use crate::name::VarSet;
use crate::node::BoundNode;
use crate::rewrite::Rows;
use crate::scope::{Scope, keeps_statement};
use crate::simd::Frame;
#[cfg(feature = "random")]
use crate::{
    scope::Value,
    shape::Shape,
    simd::{Blocks, for_lanes},
};
#[cfg(feature = "random")]
use pulp::Scalar;
use pulp::Simd;
use std::sync::Arc;

/// The statement that `Target` follows a law whose log density is `N`.
#[derive(Clone, Debug)]
pub struct ComposedNode<Target, N> {
    pub(crate) variable: Target,
    pub(crate) log_density: N,
    pub(crate) sum: Sum,
    /// The rows that are evaluated, if they are not those of the data: `fold` names elements of the data by them, and drops them.
    pub(crate) rows: Option<Arc<Rows>>,
    /// True if the log density of a vector is the sum of those of its elements, each of which is an element of the expression.
    #[cfg(feature = "random")]
    pub(crate) is_elementwise: bool,
    /// True if the law mentions the parameter of which its variable is a part.
    #[cfg(feature = "random")]
    pub(crate) reads_itself: bool,
    /// The statement as a reader would write it.
    pub(crate) text: String,
}

#[cfg(feature = "random")]
impl<Target: BoundVariable, N: BoundNode> ComposedNode<Target, N> {
    /// What must have values before the variable is drawn.
    const READS: VarSet = N::VARS.union(&Target::BOUNDS).without(&Target::TARGET);

    /// The log density of each observation.
    fn log_densities(&self, frame: &mut Frame<'_>) -> Vec<f64> {
        let rows = self
            .variable
            .sides()
            .columns
            .map(|columns| self.variable.sides().length().unwrap_or(1) / columns.max(1));
        if let Some(rows) = rows.filter(|_| N::Shape::IS_SCALAR) {
            let mut each = vec![0.0; rows];
            let _state = self.log_density.begin::<Value, Scalar>(Scalar::new(), frame);
            if self.log_density.log_densities(frame, &mut each) {
                return each;
            }
        }
        let mut each = vec![0.0; self.log_density.sides().length().unwrap_or(1)];
        self.sum.score_rows::<Value, Scalar, N, Target>(&self.log_density, Scalar::new(), frame, &mut each);
        each
    }
}

#[cfg(feature = "random")]
impl<Target: BoundVariable, N: BoundNode> PartStatement<Target> for ComposedNode<Target, N> {
    fn as_drawn(&self) -> Statement<'_, Target> {
        let (reads, text) = (const { &Self::READS }, &*self.text);
        let is_elementwise =
            self.is_elementwise && self.log_density.sides().length() == self.variable.sides().length();
        Statement { variable: &self.variable, reads, is_elementwise, text }
    }

    fn reads_itself(&self) -> bool {
        self.reads_itself
    }

    /// The log density reads the variable as well as the arguments, and does not tell them apart.
    fn rows(&self) -> Option<usize> {
        None
    }

    fn reads(&self, _: usize, _: &Frame<'_>, known: &mut Known<'_>) {
        known.need_all(const { &N::VARS });
    }

    fn draw_all(&self, frame: &mut Frame<'_>, values: &mut [f64], rng: &mut dyn rand::Rng) -> bool {
        draw_rows(&self.log_density, frame, values, rng)
    }

    fn draw_row(&self, _: usize, _: &mut Frame<'_>, _: &mut dyn rand::Rng) -> Option<f64> {
        None
    }
}

/// Draws from the law of which `node` is the log density, row by row: replaces the values.
#[cfg(feature = "random")]
fn draw_rows<N: BoundNode>(
    node: &N,
    frame: &mut Frame<'_>,
    values: &mut [f64],
    rng: &mut dyn rand::Rng,
) -> bool {
    let simd = Scalar::new();
    let mut state = node.begin::<Value, Scalar>(simd, frame);
    let rows = node.sides().length().unwrap_or(1);
    let width = values.len() / rows.max(1);
    let mut is_drawn = width > 0;
    for block in Blocks::new(simd, rows, N::BLOCKED) {
        node.begin_block::<Value, Scalar>(&mut state, frame, block);
        for_lanes!(lane in block => {
            let row = &mut values[lane.index * width..][..width];
            is_drawn = is_drawn && node.draw(&state, lane, &mut Drawing { frame, row, rng });
        });
    }
    is_drawn
}

impl<Target: BoundVariable, N: BoundNode> BoundModel for ComposedNode<Target, N> {
    const LHS: VarSet = Target::PARAMETER;
    const PARTS: VarSet = Target::PARTED;
    const DEFINED: VarSet = VarSet::EMPTY;
    const ALL: VarSet = N::VARS.union(&Target::BOUNDS);
    const DISCRETE: VarSet = discrete::<Target>();
    const HAS_EVIDENCE: bool = !Target::IS_PARAMETER;
    // The curve of a Markov chain, say, is one of all states.
    const FACTORS: Factors = if Target::IS_PART { Factors::unknown(&N::VARS) } else { N::FACTORS }
        .then(&Factors::unknown(&Target::BOUNDS));
    const EDGES: Edges = Target::EDGES;
    type Needs<C: Scope> = NeedsOf<N, C>;
    #[cfg(feature = "random")]
    type Inexact<Root: BoundModel> = Unknown<Self, Target, Root>;

    fn count<C: Scope>() -> usize {
        usize::from(const { keeps_statement::<C>(&N::VARS, &Target::TARGET) })
    }

    fn fold(&mut self, frame: &mut Frame<'_>) -> Result<(), Error> {
        let context = Context::of(&self.text);
        self.variable.fold(&context, frame)?;
        self.log_density.fold(&context.with_rows(self.rows.take()), frame)
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
        if const { keeps_statement::<C>(&N::VARS, &Target::TARGET) } {
            self.sum.score::<C, S, N, Target>(&self.log_density, simd, frame, totals);
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
        if const { keeps_statement::<C>(&N::VARS, &Target::TARGET) } {
            self.sum.score_rows::<C, S, N, Target>(&self.log_density, simd, frame, sums);
        }
    }

    #[cfg(feature = "random")]
    fn simulate(&self, simulation: &mut Simulation<'_>, frame: &mut Frame<'_>) -> Result<(), Error> {
        if const { Target::IS_PART } {
            return self.simulate_part(simulation, frame);
        }
        self.as_drawn().simulate(simulation, frame, |frame, values, rng| {
            draw_rows(&self.log_density, frame, values, rng)
        })
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
            sites.push::<Target::Owner>(owner.clone(), self.log_density.operands());
        }
    }
}
