//! The bound node of a function of several arguments.

use super::function::{DrawWith, Function};
use super::verbs::verbs_with_partials;
use crate::compiler::Context;
use crate::contract::drawing::{Drawing, Drawn};
use crate::contract::family::with_complements_of_nodes;
use crate::contract::law::Measure;
use crate::contract::node::{
    Coefficients, Facts, Node, Packs, RowCounts, Tuple, any_active, are_probabilities_of, for_data, places,
};
use crate::contract::scope::{Scope, Value};
use crate::erase::{Erase, erase};
use crate::error::Error;
use crate::frame::Frame;
use crate::sealed::{Sealed, sealed};
use crate::shape::{Shape, Sides};
use crate::simd::{Block, Lane, Mask, Pack};
use core::marker::PhantomData;
use monomorph_macros::inlined;
use pulp::{Scalar, Simd};

/// `F` of the elements of the nodes `A`, which all have the shape `Sh`.
#[derive(Clone, Copy, Debug)]
pub struct BoundApply<F, A, Sh> {
    nodes: A,
    sides: Sides,
    /// The number of rows that `compile()` has kept in the statement.
    rows: usize,
    function: PhantomData<fn() -> (F, Sh)>,
}

erase! {
    [F, A: Erase, Sh] BoundApply<F, A, Sh> => BoundApply<F, A::Erased, Sh>, [A], { nodes, sides, rows };
}

impl<F: Function, A: Tuple, Sh: Shape> BoundApply<F, A, Sh> {
    /// Applies a function to nodes, given the number of rows and columns they share, and the number of rows
    /// of the statement.
    pub(crate) fn new(nodes: A, sides: Sides, rows: usize) -> Self {
        Self { nodes, sides, rows, function: PhantomData }
    }

    /// The place of the argument that is a log density, if the value is this log density truncated, limited
    /// or weighted.
    const DENSITY: Option<usize> = match (F::PASSES, F::DRAW) {
        (Some((place, _)), _) | (None, DrawWith::Node(place)) => Some(place),
        _ => None,
    };

    /// True if the value can be the logarithm of a probability though the argument is a log density: at
    /// limits, and for flagged observations.
    const SHOWS_ATOMS: bool = matches!(F::DRAW, DrawWith::Limited(..) | DrawWith::Compared(..));

    /// The measure of the log density.
    const MEASURE: Measure = match Self::DENSITY {
        Some(place) if matches!(A::EACH[place].measure, Measure::Densities) && Self::SHOWS_ATOMS => {
            Measure::Both
        }
        Some(place) => A::EACH[place].measure,
        // The log density of a law written by a user is a function of its variable.
        None if matches!(F::DRAW, DrawWith::Values(_)) => F::ARGUMENTS[0].domain.measure(),
        None => Measure::Densities,
    };

    /// The lanes in which the value is the logarithm of a probability: the argument that is a log density is
    /// the logarithm of a probability there, or the value does not contain this argument.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn inherited<C: Scope, S: Simd>(&self, state: &A::State<S>, frame: &Frame<'_>, lane: Lane<S>) -> Mask<S> {
        let density = const { if let Some(place) = Self::DENSITY { place } else { 0 } };
        let are = self.nodes.are_probabilities::<C, S>(density, state, frame, lane);
        let (packs, _) = self.nodes.forward::<C, S>(state, frame, lane);
        let (value, partials) = F::value_and_partials::<A, S>(&packs);
        let replaced = if const { Self::SHOWS_ATOMS } { are | partials[density].eq(0.0) } else { are };
        // Outside of bounds the probability is 0.
        replaced & value.gt(f64::NEG_INFINITY)
    }

    /// The name of an argument in messages.
    pub(crate) fn name_of(place: usize) -> String {
        format!("the argument `{}` of {}", F::ARGUMENTS[place].name, F::NAME)
    }
}

#[inlined]
impl<F: Function, A: Tuple, Sh: Shape> Node for BoundApply<F, A, Sh> {
    type Shape = Sh;
    const FACTS: Facts = Facts {
        blocked: A::FACTS.blocked,
        has_rows: A::FACTS.has_rows,
        read_at_begin: A::FACTS.read_at_begin,
        measure: Self::MEASURE,
        reads_other_rows: A::FACTS.reads_other_rows,
        aligned: A::FACTS.aligned,
        aligned_rows: A::FACTS.aligned_rows,
        shows_limits: matches!(F::DRAW, DrawWith::Limited(..)),
        ..Facts::of(A::FACTS.vars).with(&A::FACTS)
    };
    type State<S: Simd> = A::State<S>;
    type Tape<S: Simd> = (A::Tape<S>, Packs<S>);

    fn sides(&self) -> Sides {
        self.sides
    }

    fn precompute(&mut self, context: &Context, frame: &mut Frame<'_>) -> Result<(), Error> {
        self.nodes.precompute(context, frame)?;
        let sides = self.nodes.sides();
        for_data(&self.nodes, self.rows, frame, &mut |_, row, packs| {
            for place in (0..A::COUNT).filter(|&place| const { places!(A, |node| node.is_data()) }[place]) {
                let (number, domain) = (packs[place].first(), F::ARGUMENTS[place].domain);
                if !domain.contains(number) {
                    let index = sides[place].length().map(|_| row);
                    return Err(context.outside(Self::name_of(place), index, number, domain.rule()));
                }
            }
            let values = packs.map(Pack::first);
            if let Some((place, rule)) = F::broken_rule(&values, const { &places!(A, |node| node.is_data()) })
            {
                let index = sides[place].length().map(|_| row);
                return Err(context.outside(Self::name_of(place), index, values[place], rule));
            }
            Ok(())
        })
    }

    fn data_terms(&self, frame: &mut Frame<'_>, counts: &mut RowCounts<'_>) -> f64 {
        let Some((place, deciding)) = F::PASSES else { return 0.0 };
        let is_data = const { places!(A, |node| node.is_data()) };
        if !deciding.iter().all(|&place| is_data[place]) {
            return 0.0;
        }
        // The partial derivative shows whether the argument is a term of the value, and is computed from
        // data alone.
        let mut shares = vec![1.0; self.rows];
        let outcome = for_data(&self.nodes, self.rows, frame, &mut |_, row, packs| {
            let (_, partials) = F::value_and_partials::<A, Scalar>(&packs);
            if !deciding.is_empty() {
                shares[row] = partials[place].first();
            }
            Ok(())
        });
        debug_assert!(outcome.is_ok());
        self.nodes.data_terms(place, frame, &mut |frame, row| shares[row] * counts(frame, row))
    }

    fn forward<C: Scope, S: Simd>(
        &self,
        state: &A::State<S>,
        frame: &Frame<'_>,
        lane: Lane<S>,
    ) -> (Pack<S>, Self::Tape<S>) {
        let (packs, tape) = self.nodes.forward::<C, S>(state, frame, lane);
        let packs = if const { F::COMPLEMENTS.is_empty() } {
            packs
        } else {
            with_complements_of_nodes::<A, C, S>(F::COMPLEMENTS, &self.nodes, state, frame, lane, packs)
        };
        let (value, partials) = F::value_and_partials::<A, S>(&packs);
        (value, (tape, partials))
    }

    fn are_probabilities<C: Scope, S: Simd>(
        &self,
        state: &A::State<S>,
        frame: &Frame<'_>,
        lane: Lane<S>,
    ) -> Mask<S> {
        let are = const {
            let inherits = Self::DENSITY.is_some() && Self::MEASURE.has_probabilities();
            if inherits { Self::inherited::<C, S> } else { are_probabilities_of::<C, S, Self>() }
        };
        are(self, state, frame, lane)
    }

    verbs_with_partials!(A);
}

impl<F: Function, A: Tuple, Sh: Shape> Coefficients for BoundApply<F, A, Sh> {}

impl<F: Function, A: Tuple, Sh: Shape> Drawn for BoundApply<F, A, Sh> {
    fn reads(&self, row: usize, frame: &Frame<'_>, known: &mut crate::contract::drawing::Known<'_>) {
        (0..A::COUNT).for_each(|place| self.nodes.reads(place, row, frame, known));
    }

    fn draw(&self, state: &A::State<Scalar>, lane: Lane<Scalar>, to: &mut Drawing<'_, '_>) -> bool {
        let (packs, _) = self.nodes.forward::<Value, Scalar>(state, to.frame, lane);
        let values = packs.map(Pack::first);
        match F::DRAW {
            DrawWith::Nothing => false,
            DrawWith::Node(place) => self.nodes.draw(place, state, lane, to),
            DrawWith::Limited(place, see) => {
                let is_drawn = self.nodes.draw(place, state, lane, to);
                to.row.iter_mut().for_each(|drawn| *drawn = see(*drawn, &values));
                is_drawn
            }
            DrawWith::Compared(place, see) => {
                let observed = to.row.first().copied().filter(|_| to.is_compared && to.row.len() == 1);
                let is_drawn = self.nodes.draw(place, state, lane, to);
                if let Some(observed) = observed {
                    to.row[0] = see(to.row[0], observed, &values);
                }
                is_drawn
            }
            DrawWith::Values(draw) => {
                let mut draw = |drawn: &mut f64| draw(&values, to.rng).map(|value| *drawn = value);
                to.row.iter_mut().all(|drawn| draw(drawn).is_some())
            }
        }
    }
}

sealed! {
    [F, A, Sh] BoundApply<F, A, Sh>;
}
