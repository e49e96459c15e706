//! The log density of a distribution as an expression, element by element: zᵢ = log p(yᵢ | xᵢ), with
//! ȳᵢ = z̄ᵢ ∂ log p/∂y and x̄ᵢ = z̄ᵢ ∂ log p/∂x.
//!
//! A statement `y |= distribution` needs no such node: there z̄ is 1, and terms of scalars are evaluated
//! once. In mixtures, truncations and weighted statements z̄ is something else.
//!
//! Outside the support of y the value is −∞, with partial derivatives 0; an argument outside its domain makes
//! it NaN. The terms of data alone are computed by `compile()` and kept with the data.

use crate::compiler::rewrite::RowFacts;
use crate::compiler::{Compiler, Context, Key};
use crate::contract::drawing::{Drawing, Drawn};
use crate::contract::expression::{Describe, Expression, Expressions, expression};
use crate::contract::family::{
    Columns, Domain, DrawsOf, Family, FamilyOfStatement, Moving, any_with_data, evaluate, moving_constant,
    pull_back_columns, with_known_complements, with_known_logarithm,
};
use crate::contract::node::{
    Coefficients, Facts, Node, Packs, RowCounts, Tuple, any_active, are_probabilities_of, for_data,
};
use crate::contract::scope::{Scope, Value};
use crate::erase::{Erase, erase};
use crate::error::Error;
use crate::frame::{Frame, MAX_ARGUMENTS, Packed};
use crate::node::verbs_with_partials;
use crate::sealed::{Sealed, sealed};
use crate::shape::{Shape, Sides};
use crate::simd::{Block, Lane, Mask, Pack};
use core::marker::PhantomData;
use monomorph_macros::inlined;
use pulp::{Scalar, Simd};

/// The log density of the family `F` at the first expression of `A`, given the other expressions, which all
/// have the shape `Sh`.
#[derive(Clone, Copy, Debug)]
pub struct LogDensity<F, A, Sh> {
    nodes: A,
    family: PhantomData<fn() -> (F, Sh)>,
}

impl<F: Family, A: Expressions, Sh: Shape> LogDensity<F, A, Sh> {
    /// The log density at the first expression.
    pub(crate) fn new(nodes: A) -> Self {
        Self { nodes, family: PhantomData }
    }
}

impl<F: Family, A: Expressions, Sh: Shape> Expression for LogDensity<F, A, Sh> {
    type Shape = Sh;
    type Bound = BoundLogDensity<F, A::Bound, Sh>;
    type Erased = LogDensity<F, A::Erased, Sh>;

    fn erase(self) -> Self::Erased {
        LogDensity { nodes: self.nodes.erase(), family: PhantomData }
    }

    fn sides(&self) -> Sides {
        Sides::common(&self.nodes.sides())
    }

    fn bind(self, compiler: &mut Compiler) -> Result<Self::Bound, Error> {
        let nodes = self.nodes.bind(compiler, Self::Bound::name_of)?;
        let sides =
            compiler.context().common_sides(&self.nodes.sides()[..A::COUNT], &Self::Bound::name_of)?;
        let rows = compiler.context().row_count(sides.length().unwrap_or(1));
        let columns = Columns::reserve::<F, A::Bound>(compiler, rows);
        let constants = if Self::Bound::HAS_CONSTANTS { compiler.reserve(rows) } else { Packed::default() };
        Ok(BoundLogDensity { nodes, sides, rows, constants, columns, family: PhantomData })
    }
}

impl<F: Family, A: Expressions, Sh: Shape> Describe for LogDensity<F, A, Sh> {
    fn describe(&self, text: &mut String) {
        text.push_str(F::FACTS.name);
        text.push('(');
        self.nodes.describe(1, text);
        text.push_str(").log_density(…)");
    }
}

impl<F: Family, A: Expressions, Sh: Shape> RowFacts for LogDensity<F, A, Sh> {
    fn key(&self, row: usize, key: &mut Key) {
        self.nodes.key([true; MAX_ARGUMENTS], row, key);
    }
}

/// The log density of the family `F` at the first node of `A`, given the other nodes, which all have the
/// shape `Sh`.
#[derive(Clone, Copy, Debug)]
pub struct BoundLogDensity<F, A, Sh> {
    pub(crate) nodes: A,
    pub(crate) sides: Sides,
    /// The number of rows that `compile()` has kept.
    pub(crate) rows: usize,
    pub(crate) constants: Packed,
    pub(crate) columns: Columns,
    pub(crate) family: PhantomData<fn() -> (F, Sh)>,
}

erase! {
    [F, A: Erase, Sh] BoundLogDensity<F, A, Sh> => BoundLogDensity<F, A::Erased, Sh>,
        [A], { nodes, sides, rows, constants, columns };
}

impl<F: Family, A: Tuple, Sh: Shape> BoundLogDensity<F, A, Sh> {
    /// The facts about the family and the nodes, as plain values.
    const FACTS: FamilyOfStatement = FamilyOfStatement::of::<F, A>();

    /// True if `compile()` computes something from data.
    pub(crate) const HAS_CONSTANTS: bool = {
        let bounded = const { A::EACH[0].is_data() && !matches!(F::FACTS.arguments[0].domain, Domain::Real) };
        bounded || any_with_data::<F::Terms, A>() || !F::FACTS.rules.is_empty()
    };

    /// The name of the variable or an argument in messages.
    pub(crate) fn name_of(place: usize) -> String {
        match place {
            0 => format!("the variable of {}", F::FACTS.name),
            _ => format!("the argument `{}` of {}", F::FACTS.arguments[place].name, F::FACTS.name),
        }
    }

    /// The lanes in which data leave a positive probability for the variable, a whole number.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn are_possible<S: Simd>(&self, _: &A::State<S>, frame: &Frame<'_>, lane: Lane<S>) -> Mask<S> {
        frame.packed_of::<Sh, S>(lane, self.constants).gt(f64::NEG_INFINITY)
    }

    /// The terms of data alone for one element; −∞ if the variable's value is impossible.
    fn constant(
        &self,
        context: &Context,
        frame: &mut Frame<'_>,
        index: usize,
        packs: Packs<Scalar>,
    ) -> Result<f64, Error> {
        let (facts, values) = (const { &Self::FACTS }, &packs.map(Pack::first));
        if let Some((place, rule)) = facts.first_broken(values, 1) {
            let index = self.nodes.sides()[place].length().map(|_| index);
            return Err(context.outside(Self::name_of(place), index, values[place], rule));
        }
        let is_nothing = facts.is_nothing_at_end(&packs);
        let packs = self.columns.precompute::<F, A>(frame, index, packs);
        let value = (facts.terms)(&packs);
        let is_possible = facts.first_broken(values, 0).is_none() && !is_nothing;
        Ok(if is_possible { value } else { f64::NEG_INFINITY })
    }
}

#[inlined]
impl<F: Family, A: Tuple, Sh: Shape> Node for BoundLogDensity<F, A, Sh> {
    type Shape = Sh;
    const FACTS: Facts = Facts {
        blocked: A::FACTS.blocked,
        has_rows: A::FACTS.has_rows,
        measure: F::FACTS.arguments[0].domain.measure(),
        reads_other_rows: A::FACTS.reads_other_rows,
        aligned: A::FACTS.aligned,
        ..Facts::of(A::FACTS.vars).with(&A::FACTS)
    };
    type State<S: Simd> = A::State<S>;
    type Tape<S: Simd> = (A::Tape<S>, Packs<S>);

    fn sides(&self) -> Sides {
        self.sides
    }

    fn precompute(&mut self, context: &Context, frame: &mut Frame<'_>) -> Result<(), Error> {
        self.nodes.precompute(context, frame)?;
        for_data(&self.nodes, self.rows, frame, &mut |frame, index, packs| {
            let constant = self.constant(context, frame, index, packs)?;
            if Self::HAS_CONSTANTS {
                frame.set_packed(self.constants.element(index), constant);
            }
            Ok(())
        })
    }

    fn data_terms(&self, frame: &mut Frame<'_>, counts: &mut RowCounts<'_>) -> f64 {
        let terms = |row| {
            let packed =
                if Self::HAS_CONSTANTS { frame.packed_number(self.constants.element(row)) } else { 0.0 };
            // −∞ is a valid log density but not a constant that may be left out.
            let packed = if packed.is_finite() { packed } else { 0.0 };
            (packed + const { moving_constant::<F, A>() }) * counts(frame, row)
        };
        (0..if Sh::IS_SCALAR { 1 } else { self.rows }).map(terms).sum()
    }

    fn forward<C: Scope, S: Simd>(
        &self,
        state: &A::State<S>,
        frame: &Frame<'_>,
        lane: Lane<S>,
    ) -> (Pack<S>, Self::Tape<S>) {
        let (packs, tape) = self.nodes.forward::<C, S>(state, frame, lane);
        let packs = F::guard::<A, S>(packs);
        let packs = with_known_complements::<F, A, C, S>(&self.nodes, state, frame, lane, packs);
        let packs = self.columns.load::<F, A, Sh, S>(frame, lane, packs);
        let packs = with_known_logarithm::<F, A, C, S>(&self.nodes, state, frame, lane, packs);
        let (mut value, partials) = evaluate::<F::Terms, Moving<A>, S>(lane.simd, &packs);
        let mut partials = pull_back_columns::<F, A, S>(&packs, partials);
        if const { Self::HAS_CONSTANTS } {
            let constant = frame.packed_of::<Sh, S>(lane, self.constants);
            // The value is −∞ also where other terms are NaN at an impossible value.
            let impossible = constant.eq(f64::NEG_INFINITY);
            value = impossible.select(constant, value + constant);
        }
        if const { !A::EACH[0].is_data() && !matches!(F::FACTS.arguments[0].domain, Domain::Real) } {
            let inside = F::FACTS.arguments[0].domain.inside(packs[0]);
            value = inside.select(value, f64::NEG_INFINITY);
        }
        let impossible = value.eq(f64::NEG_INFINITY);
        for partial in &mut partials {
            *partial = impossible.select(0.0, *partial);
        }
        (value, (tape, partials))
    }

    fn are_probabilities<C: Scope, S: Simd>(
        &self,
        state: &A::State<S>,
        frame: &Frame<'_>,
        lane: Lane<S>,
    ) -> Mask<S> {
        let are = const {
            let knows = F::FACTS.arguments[0].domain.is_discrete() && A::EACH[0].is_data();
            if knows { Self::are_possible::<S> } else { are_probabilities_of::<C, S, Self>() }
        };
        are(self, state, frame, lane)
    }

    verbs_with_partials!(A);
}

impl<F: Family, A: Tuple, Sh: Shape> Coefficients for BoundLogDensity<F, A, Sh> {}

impl<F: Family, A: Tuple, Sh: Shape> Drawn for BoundLogDensity<F, A, Sh> {
    fn draw(&self, state: &A::State<Scalar>, lane: Lane<Scalar>, to: &mut Drawing<'_, '_>) -> bool {
        let (packs, _) = self.nodes.forward::<Value, Scalar>(state, to.frame, lane);
        match (F::DRAWING, &mut *to.row) {
            (DrawsOf::Number(draw), [variable]) => {
                *variable = draw(&packs.map(Pack::first), to.rng);
                true
            }
            _ => false,
        }
    }
}

expression! {
    [F, A, Sh] LogDensity<F, A, Sh>;
}

sealed! {
    [F, A, Sh] BoundLogDensity<F, A, Sh>;
}
