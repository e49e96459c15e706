//! A statement whose square of an affine form is a [`Quadratic`]:
//!
//! log p = −½ Q/σ² + the terms of the scale,  ∂/∂u = −½ ∂Q/∂u / σ²,  ∂/∂σ = Q/σ³ + …
//!
//! If each row has its own scale, from data, the weights of Q contain the scales, and σ is 1 here.

use super::FamilyLaw;
use crate::compiler::rewrite::{Cursor, Few, Quadratic};
use crate::contract::family::{Family, LOGARITHM, Once, Square, evaluate, with_known_logarithm};
use crate::contract::node::{Packs, Splats, Tuple, any_active, places};
use crate::contract::scope::{Scope, is_whole};
use crate::frame::{Frame, MAX_ARGUMENTS, Slot};
use crate::model::rows::Tally;
use crate::shape::Shape;
use crate::simd::{InstructionSet, Lane, Mask, Pack};
use pulp::Simd;

impl<F: Family, A: Tuple, Sh: Shape> FamilyLaw<F, A, Sh> {
    /// Adds the log density, and passes on adjoints.
    #[inline(always)]
    pub(crate) fn score_squares<C: Scope, S: Simd, T: Tally<S>>(
        &self,
        quadratic: &Quadratic,
        square: Square,
        simd: S,
        frame: &mut Frame<'_>,
        tally: &mut T,
    ) {
        if const { is_whole::<C>() }
            && let Some(few) = &quadratic.few
        {
            return match few.logarithms {
                Some(slot) if const { Self::HAS_LOG_SCALE } => {
                    self.score_few_of_logarithm::<C, S, T>(few, slot, simd, frame, tally);
                }
                _ => self.score_few::<C, S, T>(few, square, simd, frame, tally),
            };
        }
        let mut cursor = quadratic.coefficients();
        let mut state = self.nodes.load::<C, S>(square.location, simd, frame, &mut cursor);
        let splats = self.splats::<C, S>(&state, simd, frame);
        let (value, mut partials) = evaluate::<F::Terms, Once<A>, S>(simd, &splats);
        let count = Pack::splat(simd, self.observations);
        tally.add_shared(value, count);
        let weight = tally.weight_of_all(value.constant(1.0));

        let inverse = if const { places!(A, |node| node.is_splat) }[square.scale] {
            splats[square.scale].recip()
        } else {
            Pack::splat(simd, 1.0)
        };
        let precision = inverse * inverse;
        let scale = -(precision * weight).first();
        let gradient = const { any_active::<C, A>() };
        let squares = quadratic.evaluate(InstructionSet::of(simd), frame.lend_numbers(), scale, gradient);
        let exponent = precision * squares;
        tally.add_number(exponent * -0.5);
        if const { any_active::<C, A>() } {
            let first = Mask::first(simd, 1);
            for partial in &mut partials {
                *partial = first.select(*partial * count * weight, 0.0);
            }
            let by_scale = first.select(exponent * weight * inverse, 0.0);
            partials[square.scale] = partials[square.scale] + by_scale;
            // The coefficients pass the adjoint of the location on.
            partials[square.location] = Pack::zero(simd);
            self.nodes.backward_some::<Splats, C, S>(&mut state, frame, Lane::scalar(simd), partials);
            let mut cursor = quadratic.adjoints();
            self.nodes.unload::<C, S>(square.location, state, simd, frame, &mut cursor);
        }
    }

    /// Returns the packs of the arguments that all rows share, with every column that terms read of them.
    #[inline(always)]
    fn splats<C: Scope, S: Simd>(&self, state: &A::State<S>, simd: S, frame: &Frame<'_>) -> Packs<S> {
        let lane = Lane::scalar(simd);
        let splats = self.nodes.forward_some::<Splats, C, S>(state, frame, lane);
        with_known_logarithm::<F, A, C, S>(&self.nodes, state, frame, lane, Self::guard(splats))
    }

    /// Adds the log density, and the adjoints of the coefficients and of the scale to their slots.
    #[inline(always)]
    fn score_few<C: Scope, S: Simd, T: Tally<S>>(
        &self,
        few: &Few,
        square: Square,
        simd: S,
        frame: &mut Frame<'_>,
        tally: &mut T,
    ) {
        let state = self.nodes.load::<C, S>(square.location, simd, frame, &mut Cursor::idle());
        let splats = self.splats::<C, S>(&state, simd, frame);
        let (value, partials) = evaluate::<F::Terms, Once<A>, S>(simd, &splats);
        tally.add_shared(value, Pack::splat(simd, self.observations));
        let weight = tally.weight_of_all(value.constant(1.0)).first();
        let inverse = splats[square.scale].recip().first();
        let precision = inverse * inverse;
        let scale = -(precision * weight);
        let squares = few.squares::<C, A, S>(simd, frame, scale);
        let exponent = precision * squares;
        tally.add_number(Pack::splat(simd, exponent * -0.5));
        if const { any_active::<C, A>() } {
            let by_terms = partials[square.scale].first() * self.observations;
            frame.add_adjoint_number(few.scale, exponent.mul_add(inverse, by_terms) * weight);
        }
    }
}

impl<F: Family, A: Tuple, Sh: Shape> FamilyLaw<F, A, Sh> {
    /// True if the terms read the scale only through the square and its logarithm.
    const HAS_LOG_SCALE: bool = match (Self::AFFINE_SQUARE, F::FACTS.logarithm_of) {
        (Some(square), Some(place)) => square.scale == place && A::COUNT == 3,
        _ => false,
    };

    /// Adds the log density if log σ and 1/σ are computed by the transform: with −n log σ, ∂/∂ log σ = Q/σ²
    /// − n. No number is divided, and the scale needs no guard, because the transform has computed it.
    #[inline(always)]
    fn score_few_of_logarithm<C: Scope, S: Simd, T: Tally<S>>(
        &self,
        few: &Few,
        logarithms: Slot,
        simd: S,
        frame: &mut Frame<'_>,
        tally: &mut T,
    ) {
        let mut packs = [Pack::splat(simd, 1.0); MAX_ARGUMENTS];
        packs[LOGARITHM] = frame.value(simd, logarithms);
        let (value, _) = evaluate::<F::Terms, Once<A>, S>(simd, &packs);
        tally.add_shared(value, Pack::splat(simd, self.observations));
        let weight = tally.weight_of_all(value.constant(1.0)).first();
        let inverse = frame.number(logarithms.element(1));
        let precision = inverse * inverse;
        let squares = few.squares::<C, A, S>(simd, frame, -(precision * weight));
        let exponent = precision * squares;
        tally.add_number(Pack::splat(simd, exponent * -0.5));
        if const { any_active::<C, A>() } {
            frame.add_adjoint_number(logarithms, (exponent - self.observations) * weight);
        }
    }
}

impl Few {
    /// Returns the sum of squares, and adds its gradient if the scope needs the gradient of any of the nodes
    /// `A`. One or two coefficients are computed inline, because a call would take longer.
    #[inline(always)]
    fn squares<C: Scope, A: Tuple, S: Simd>(&self, simd: S, frame: &mut Frame<'_>, scale: f64) -> f64 {
        let gradient = const { any_active::<C, A>() };
        let of_pair = if gradient {
            self.squares_of_pair::<true, S>(simd, &mut frame.lend_numbers(), scale)
        } else {
            self.squares_of_pair::<false, S>(simd, &mut frame.lend_numbers(), scale)
        };
        match of_pair {
            Some(squares) => squares,
            None => self.evaluate(InstructionSet::of(simd), frame.lend_numbers(), scale, gradient),
        }
    }
}
