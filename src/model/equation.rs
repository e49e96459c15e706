//! [`EqNode`], the statement `variable |= distribution`: it adds Σᵢ log p(yᵢ | arguments) to the log density.
//!
//! The adjoint of the log density is 1, so a statement's value, its partial derivatives and their way back to
//! parameters and definitions are one pass over its registers.

#[cfg(feature = "random")]
mod draw;
#[cfg(feature = "rayon")]
mod parts;
mod plan;
mod rows;
mod squares;

use super::variable::{Variable, discrete, target_complaint};
use super::{Edges, Factors, KeptRows, Level, Model, Totals};
use crate::compile::{Compiler, LEFT};
use crate::distribution::{
    Columns, Distribution, Family, Moving, Once, PerLane, Terms, WithData, any_moving, compute_columns,
    evaluate, first_broken, pull_back_columns, whole_arguments_are_data, with_known_logarithm,
};
use crate::error::Error;
use crate::expression::Expr;
#[cfg(feature = "random")]
use crate::gibbs::Sites;
use crate::graph::{LawSketch, Sketch};
use crate::name::{VarSet, Variables};
use crate::node::{Fit, Fitted, MAX_ARGUMENTS, Node, Packs, Prepend, Tuple, any_active};
#[cfg(feature = "random")]
use crate::predict::{
    Observations, Simulation,
    exact::{Undrawn, Unknown},
};
use crate::scope::{Scope, Value, keeps, keeps_statement};
use crate::shape::{LeftOf, Shape, Sides};
use crate::simd::{Blocks, Frame, Lane, Mask, Pack, each, for_lanes};
use core::marker::PhantomData;
use plan::Plan;
use pulp::{Scalar, Simd};

/// The statement `Target |= F(arguments)`, whose nodes `A` are the variable and the arguments, made to fit the
/// statement's shape `Sh`.
#[derive(Clone, Copy, Debug)]
pub struct EqNode<F, Target, A, Sh> {
    variable: Target,
    nodes: A,
    /// The number of rows that are evaluated.
    length: usize,
    /// The number of observations.
    observations: f64,
    /// Which rows count.
    kept: KeptRows,
    plan: Plan,
    /// The number under which the compiler keeps the rows; 0 if they are those of the data.
    kept_rows: usize,
    /// The number of parts that are evaluated at the same time.
    #[cfg(feature = "rayon")]
    parts: usize,
    /// The number of elements of one vector: all, or those of a row.
    width: usize,
    /// The terms of data alone.
    constant: f64,
    columns: Columns,
    /// The statement as the user wrote it, where the macro knows it.
    source: Option<&'static str>,
    family: PhantomData<fn() -> (F, Sh)>,
}

/// What can stand on the right of `|=` when `Target` stands on the left.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no distribution",
    label = "not a distribution",
    note = "what follows `|=` is a distribution such as `normal(0.0, 1.0)`; a definition is written `name = expression`"
)]
pub trait Follow<Target: Variable> {
    /// The statement.
    type Statement: Model;

    /// Makes the statement. `source` is its text, for messages.
    fn statement(self, variable: Target, source: Option<&'static str>) -> Self::Statement;
}

impl<Target: Node> Expr<Target> {
    /// The statement `self |= distribution`; `source` is its text, for messages.
    #[inline(never)]
    pub fn follow<D: Follow<Target>>(self, distribution: D, source: Option<&'static str>) -> D::Statement
    where
        Target: Variable,
    {
        let () = <D::Statement as Model>::CHECKED;
        distribution.statement(self.0, source)
    }
}

/// The variable and the arguments of a distribution.
type With<Target, Arguments> = <Arguments as Prepend<Target>>::Output;

impl<F: Family, Target: Variable, Arguments> Follow<Target> for Distribution<F, Arguments>
where
    Arguments: Prepend<Target>,
    With<Target, Arguments>: Fit,
    Target::Shape: LeftOf<<With<Target, Arguments> as Fit>::Shape>,
{
    type Statement =
        EqNode<F, Target, Fitted<With<Target, Arguments>>, <With<Target, Arguments> as Fit>::Shape>;

    fn statement(self, variable: Target, source: Option<&'static str>) -> Self::Statement {
        EqNode::new(variable, self.arguments.prepend(variable).lift(), source)
    }
}

/// Does not compile if the variable cannot follow the family, or an argument is what it cannot be.
#[track_caller]
const fn check<F: Family, Target: Variable, A: Tuple>() {
    target_complaint::<Target>(F::ARGUMENTS[0].domain.is_discrete()).refuse();
    whole_arguments_are_data::<F, A>().refuse();
}

/// The variables `N::VARS` if the scope keeps a statement of them, none if it does not.
pub struct NeedsOf<N, C>(PhantomData<fn() -> (N, C)>);

impl<N: Node, C: Scope> Variables for NeedsOf<N, C> {
    const SET: VarSet = if keeps::<C>(&N::VARS) { N::VARS } else { VarSet::EMPTY };
}

/// The same for a tuple of nodes.
pub struct NeedsOfAll<A, C>(PhantomData<fn() -> (A, C)>);

impl<A: Tuple, C: Scope> Variables for NeedsOfAll<A, C> {
    const SET: VarSet = if keeps::<C>(&A::VARS) { A::VARS } else { VarSet::EMPTY };
}

impl<F: Family, Target: Variable, A: Tuple, Sh: Shape> EqNode<F, Target, A, Sh> {
    /// True for a distribution of a vector as a whole, where a sum may change.
    const HAS_TOTALS: bool = any_moving::<F::Totals, A>();

    /// True if the log density is a sum over elements.
    const IS_ELEMENTWISE: bool = F::Totals::READS.is_empty();

    /// The statement of these nodes, which fit the shape `Sh`.
    pub(crate) fn new(variable: Target, nodes: A, source: Option<&'static str>) -> Self {
        let () = Self::CHECKED;
        Self {
            variable,
            nodes,
            length: 1,
            observations: 1.0,
            kept: KeptRows::all(1),
            plan: Plan::AsWritten,
            kept_rows: 0,
            #[cfg(feature = "rayon")]
            parts: 1,
            width: 1,
            constant: 0.0,
            columns: Columns::default(),
            source,
            family: PhantomData,
        }
    }

    /// The statement as a reader would write it.
    fn text(&self) -> String {
        if let Some(source) = self.source {
            return source.to_owned();
        }
        let mut text = String::new();
        self.variable.describe(&mut text);
        text.push_str(" |= ");
        text.push_str(F::NAME);
        text.push('(');
        self.nodes.describe(1, &mut text);
        text.push(')');
        text
    }

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

    /// The statement of a single observation.
    #[inline(always)]
    fn score_scalar<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, totals: &mut Totals<S>) {
        let mut state = self.nodes.begin::<C, S>(simd, frame);
        let lane = Lane::scalar(simd);
        let (packs, tape) = self.nodes.forward::<C, S>(&state, frame, lane);
        let packs = self.prepare::<C, S>(&state, frame, lane, packs);
        let (value, partials) = evaluate::<F::Terms, PerLane<A>, S>(simd, &packs);
        let mut partials = pull_back_columns::<F, A, S>(&packs, partials);
        totals.add(value);
        if const { Self::HAS_TOTALS } {
            // The sum of a single element is the element.
            let (value, by_sums) = evaluate::<F::Totals, Moving<A>, S>(simd, &packs);
            totals.add(value);
            for (partial, by_sum) in partials.iter_mut().zip(by_sums) {
                *partial = *partial + by_sum;
            }
        }
        if const { any_active::<C, A>() } {
            self.nodes.backward::<C, S>(&mut state, frame, lane, tape, partials);
            self.nodes.end::<C, S>(state, simd, frame);
        }
    }

    /// The statement of many observations.
    #[inline(always)]
    fn score_vector<C: Scope, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, totals: &mut Totals<S>) {
        #[cfg(feature = "rayon")]
        if const { Self::HAS_PARTS } {
            return self.score_parts::<C, S>(simd, frame, totals);
        }
        self.score_rows::<C, S>(simd, frame, totals, self.blocks(simd), true);
    }

    /// The observations of some blocks of rows; with them, or not, the terms that rows share.
    #[inline(always)]
    fn score_rows<C: Scope, S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        totals: &mut Totals<S>,
        blocks: Blocks<S>,
        with_shared: bool,
    ) {
        let mut state = self.nodes.begin::<C, S>(simd, frame);
        if with_shared {
            let splats = self.nodes.splats::<C, S>(&state, frame, simd);
            let lane = Lane::scalar(simd);
            let splats = self.prepare::<C, S>(&state, frame, lane, splats);
            let (value, partials) = evaluate::<F::Terms, Once<A>, S>(simd, &splats);
            let mut partials = pull_back_columns::<F, A, S>(&splats, partials);
            let count = Pack::splat(simd, self.observations);
            totals.add(value * count);
            if const { any_active::<C, A>() } {
                for partial in &mut partials {
                    *partial = *partial * count;
                }
                let first = Lane { mask: Mask::first(simd, 1), ..Lane::scalar(simd) };
                self.nodes.backward_splats::<C, S>(&mut state, frame, first, partials);
            }
        }

        let mut sums = [Pack::zero(simd); MAX_ARGUMENTS];
        for block in blocks {
            self.nodes.begin_block::<C, S>(&mut state, frame, block);
            for_lanes!(lane in block => {
                let lane = self.kept.lane::<C, Target, S>(frame, lane);
                let (packs, tape) = self.nodes.forward::<C, S>(&state, frame, lane);
                let packs = self.prepare::<C, S>(&state, frame, lane, packs);
                if const { Self::HAS_TOTALS } {
                    for (sum, pack) in sums.iter_mut().zip(packs) {
                        *sum = lane.accumulate(*sum, pack);
                    }
                }
                let (value, partials) = evaluate::<F::Terms, PerLane<A>, S>(simd, &packs);
                let partials = pull_back_columns::<F, A, S>(&packs, partials);
                let (value, partials) = self.weigh(frame, lane, &packs, value, partials);
                totals.add_lanes(lane, value);
                if const { any_active::<C, A>() } {
                    self.nodes.backward::<C, S>(&mut state, frame, lane, tape, partials);
                }
            });
            if const { any_active::<C, A>() } {
                self.nodes.end_block::<C, S>(&mut state, frame, block);
            }
            if const { Self::HAS_TOTALS && Sh::IS_MATRIX } {
                let row = Blocks::once(block);
                self.score_totals::<C, S>(row, frame, totals, &mut state, sums);
                sums = [Pack::zero(simd); MAX_ARGUMENTS];
            }
        }
        if const { Self::HAS_TOTALS && !Sh::IS_MATRIX } {
            self.score_totals::<C, S>(self.blocks(simd), frame, totals, &mut state, sums);
        }
        if const { any_active::<C, A>() } {
            self.nodes.end::<C, S>(state, simd, frame);
        }
    }

    /// The value and the partial derivatives of rows that stand for several: w f(ȳ) − ½ Σ (y − ȳ)²/σ².
    #[inline(always)]
    fn weigh<S: Simd>(
        &self,
        frame: &Frame<'_>,
        lane: Lane<S>,
        packs: &Packs<S>,
        value: Pack<S>,
        partials: Packs<S>,
    ) -> (Pack<S>, Packs<S>) {
        let Plan::Rows(merged) = self.plan else { return (value, partials) };
        if const { !Self::HAS_ROWS } {
            return (value, partials);
        }
        let weight = frame.packed(lane.simd, merged.weights.element(lane.index));
        let mut value = value * weight;
        let mut partials = each(partials, |partial| partial * weight);
        if let Some(square) = const { Self::SQUARE } {
            let inverse = packs[square.scale].recip();
            let deviations = frame.packed(lane.simd, merged.deviations.element(lane.index));
            let exponent = deviations * inverse * inverse;
            value = exponent.mul_add(-0.5, value);
            partials[square.scale] = exponent.mul_add(inverse, partials[square.scale]);
        }
        (value, partials)
    }

    /// The blocks of the statement: its vectors one by one, where it is a distribution of a vector and has rows of them.
    #[inline(always)]
    fn blocks<S: Simd>(&self, simd: S) -> Blocks<S> {
        if const { Self::HAS_TOTALS && Sh::IS_MATRIX } {
            Blocks::of(simd, self.length(), self.width)
        } else {
            Blocks::new(simd, self.length(), A::BLOCKED)
        }
    }

    /// The terms of the sums of one vector: each element has the adjoint of its sum, so there is a second pass for them.
    #[inline(always)]
    fn score_totals<C: Scope, S: Simd>(
        &self,
        blocks: Blocks<S>,
        frame: &mut Frame<'_>,
        totals: &mut Totals<S>,
        state: &mut A::State<S>,
        sums: Packs<S>,
    ) {
        let simd = blocks.simd();
        let sums = each(sums, |lanes| Pack::splat(simd, lanes.sum()));
        let (value, partials) = evaluate::<F::Totals, Moving<A>, S>(simd, &sums);
        totals.add(value);
        if const { any_active::<C, A>() } {
            for block in blocks {
                self.nodes.begin_block::<C, S>(state, frame, block);
                for_lanes!(lane in block => {
                    let (_, tape) = self.nodes.forward::<C, S>(state, frame, lane);
                    self.nodes.backward::<C, S>(state, frame, lane, tape, partials);
                });
                self.nodes.end_block::<C, S>(state, frame, block);
            }
        }
    }

    /// Adds the terms of data alone of the observation `index`.
    fn fold_row(
        &mut self,
        compiler: &Compiler,
        index: usize,
        packs: Packs<Scalar>,
        sums: &mut Packs<Scalar>,
    ) -> Result<(), Error> {
        let simd = Scalar::new();
        let (value, _) = evaluate::<F::Terms, WithData<A>, Scalar>(simd, &packs);
        self.constant += value.first();
        if !value.first().is_finite() {
            let index = self.variable.sides().length().map(|_| index);
            let rule = "have a positive density";
            return Err(compiler.outside(Self::name_of(0), index, packs[0].first(), rule));
        }
        for (sum, number) in sums.iter_mut().zip(packs) {
            *sum = *sum + number;
        }
        if (index + 1).is_multiple_of(self.width) {
            let (value, _) = evaluate::<F::Totals, WithData<A>, Scalar>(simd, sums);
            self.constant += value.first();
            *sums = [Pack::zero(simd); MAX_ARGUMENTS];
        }
        Ok(())
    }

    /// Checks the observation `index`, given the values of the nodes that are data.
    fn check(&self, compiler: &Compiler, index: usize, values: &[f64; MAX_ARGUMENTS]) -> Result<(), Error> {
        let Some((place, rule)) = first_broken::<F, A>(values, 0) else { return Ok(()) };
        let index = self.nodes.sides()[place].length().map(|_| index);
        Err(compiler.outside(Self::name_of(place), index, values[place], rule))
    }

    /// What messages call the variable or an argument.
    fn name_of(place: usize) -> String {
        match place {
            0 => LEFT.to_owned(),
            _ => format!("the argument `{}` of {}", F::ARGUMENTS[place].name, F::NAME),
        }
    }
}

impl<F: Family, Target: Variable, A: Tuple, Sh: Shape> Model for EqNode<F, Target, A, Sh> {
    const LHS: VarSet = Target::TARGET;
    const DEFINED: VarSet = VarSet::EMPTY;
    const ALL: VarSet = A::VARS.union(&Target::BOUNDS);
    const DISCRETE: VarSet = discrete::<Target>();
    const HAS_EVIDENCE: bool = !Target::IS_PARAMETER;
    const FACTORS: Factors = Factors::of::<A>(F::CURVES, false).then(&Factors::unknown(&Target::BOUNDS));
    const EDGES: Edges = Target::EDGES;
    const CHECKED: () = check::<F, Target, A>();
    type Needs<C: Scope> = NeedsOfAll<A, C>;
    #[cfg(feature = "random")]
    type Inexact<Root: Model> = (Unknown<Self, Target, Root>, Undrawn<F, Target, Root>);

    fn count<C: Scope>() -> usize {
        usize::from(const { keeps_statement::<C>(&A::VARS, &Target::TARGET) })
    }

    fn bind(&mut self, compiler: &mut Compiler) -> Result<(), Error> {
        compiler.start_statement(self.text());
        self.variable.bind_target(compiler)?;
        // A rewrite needs lengths that fit, so what does not fit is found by the first pass, which makes none.
        self.length = Sides::common(&self.nodes.sides()).length().unwrap_or(1);
        self.observations = self.length as f64;
        self.bind_nodes(compiler)?;
        #[cfg(feature = "rayon")]
        if const { Self::HAS_PARTS } && !matches!(self.plan, Plan::Squares(_)) {
            self.parts = compiler.parts_of(self.length);
        }
        let names = |place: usize| Self::name_of(place);
        let sides = compiler.common_sides(&self.nodes.sides()[..A::COUNT], &names)?;
        self.width = sides.columns.or(sides.length()).unwrap_or(1);
        self.kept = KeptRows::bind(&self.variable, self.length, Self::IS_ELEMENTWISE, compiler)?;
        if const { Target::IS_PARAMETER } {
            self.observations = self.kept.count as f64;
        }
        Ok(())
    }

    fn sketch(&self, sketch: &mut Sketch) {
        let law = LawSketch::of::<F>(self.nodes.parts());
        sketch.follows(self.variable.sketch_target(), law, self.text());
    }

    fn fold(&mut self, compiler: &Compiler, frame: &mut Frame<'_>) -> Result<(), Error> {
        let of_rows = compiler.at_rows(self.text(), self.kept_rows);
        let compiler = &compiler.at_statement(self.text());
        self.variable.fold_target(compiler, frame)?;
        self.nodes.fold(&of_rows, frame)?;
        let simd = Scalar::new();
        if const { !A::IS_DATA[0] && A::COUNT == 1 } {
            return Ok(());
        }
        let mut sums = [Pack::zero(simd); MAX_ARGUMENTS];
        if !matches!(self.plan, Plan::AsWritten) {
            for row in 0..self.observations as usize {
                let known = |place: usize| if A::IS_DATA[place] { self.datum(place, row) } else { 0.0 };
                let packs = core::array::from_fn(|place| Pack::splat(simd, known(place)));
                self.check(compiler, row, &packs.map(Pack::first))?;
                self.fold_row(compiler, row, compute_columns::<F, A, Scalar>(packs), &mut sums)?;
            }
            return Ok(());
        }
        let mut state = self.nodes.begin::<Value, Scalar>(simd, frame);
        for block in Blocks::new(simd, self.length, A::BLOCKED) {
            self.nodes.begin_block::<Value, Scalar>(&mut state, frame, block);
            for_lanes!(lane in block => {
                let packs = self.nodes.data::<Value, Scalar>(&state, frame, lane);
                self.check(compiler, lane.index, &packs.map(Pack::first))?;
                let packs = self.columns.fold::<F, A>(frame, lane.index, packs);
                if self.kept.has(frame, lane.index) {
                    self.fold_row(compiler, lane.index, packs, &mut sums)?;
                }
            });
        }
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
        let draw = |frame: &mut Frame<'_>, values: &mut [f64], rng: &mut dyn rand::Rng| {
            self.draw(frame, values, rng)
        };
        self.as_drawn(&|| self.text()).simulate(simulation, frame, draw)
    }

    #[cfg(feature = "random")]
    fn observe(&self, observations: &mut Observations, frame: &mut Frame<'_>) {
        observations.observe(&self.variable, || self.text(), frame, |frame| self.log_densities(frame));
    }

    #[cfg(feature = "random")]
    fn sites<'s, Root: Model + 's>(&self, sites: &mut Sites<'s, Root>)
    where
        Self: 's,
    {
        if const { Target::IS_PARAMETER } {
            sites.push::<Target>(self.variable, self.nodes.slots());
        }
    }
}
