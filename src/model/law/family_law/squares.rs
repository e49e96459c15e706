//! A statement whose square of an affine form is a [`Quadratic`]:
//!
//! log p = −½ Q/σ² + the terms of the scale,  ∂/∂u = −½ ∂Q/∂u / σ²,  ∂/∂σ = Q/σ³ + …
//!
//! With a scale for each row, from data, σ is in the weights of Q and 1 here.

use super::FamilyLaw;
use crate::compiler::rewrite::Quadratic;
use crate::contract::family::{Family, Once, Square, evaluate, with_known_logarithm};
use crate::contract::node::{Splats, Tuple, any_active, places};
use crate::contract::scope::Scope;
use crate::frame::Frame;
use crate::model::rows::Tally;
use crate::shape::Shape;
use crate::simd::{Lane, Mask, Pack};
use pulp::Simd;

impl<F: Family, A: Tuple, Sh: Shape> FamilyLaw<F, A, Sh> {
    /// Adds the log density and passes on adjoints.
    #[inline(always)]
    pub(crate) fn score_squares<C: Scope, S: Simd, T: Tally<S>>(
        &self,
        quadratic: &Quadratic,
        square: Square,
        simd: S,
        frame: &mut Frame<'_>,
        tally: &mut T,
    ) {
        let mut cursor = quadratic.coefficients();
        let mut state = self.nodes.load::<C, S>(square.location, simd, frame, &mut cursor);
        let splats = self.nodes.forward_some::<Splats, C, S>(&state, frame, Lane::scalar(simd));
        let splats = with_known_logarithm::<F, A, C, S>(
            &self.nodes,
            &state,
            frame,
            Lane::scalar(simd),
            Self::guard(splats),
        );
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
        let squares = if const { any_active::<C, A>() } {
            quadratic.evaluate::<true, S>(simd, frame, -(precision * weight))
        } else {
            quadratic.evaluate::<false, S>(simd, frame, -precision)
        };
        // A share of the sum of squares in each lane.
        let exponents = squares * precision;
        tally.add_rows(frame, Lane::scalar(simd), exponents * -0.5);
        if const { any_active::<C, A>() } {
            let first = Mask::first(simd, 1);
            for partial in &mut partials {
                *partial = first.select(*partial * count * weight, 0.0);
            }
            partials[square.scale] = (exponents * weight).mul_add(inverse, partials[square.scale]);
            // The coefficients pass the adjoint of the location on.
            partials[square.location] = Pack::zero(simd);
            self.nodes.backward_some::<Splats, C, S>(&mut state, frame, Lane::scalar(simd), partials);
            let mut cursor = quadratic.adjoints();
            self.nodes.unload::<C, S>(square.location, state, simd, frame, &mut cursor);
        }
    }
}
