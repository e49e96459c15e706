//! The evaluation of a model's statements in parts, which may run at the same time.

use crate::contract::scope::Scope;
use crate::contract::transform::Totals;
use crate::frame::{Frame, Sums};
use crate::model::rows::{Points, score_in_parts, score_points_in_parts};
use crate::model::statement::{BoundModel, call_with_points, no_score};
use core::marker::PhantomData;
use pulp::{Simd, WithSimd};

/// Evaluates the statements of a model, as a function of its own that is called for each part, or once if
/// there are no parts.
struct Statements<'a, 'b, M, C> {
    model: &'a M,
    frame: &'a mut Frame<'b>,
    sums: Sums,
    scope: PhantomData<C>,
}

impl<M: BoundModel, C: Scope> WithSimd for Statements<'_, '_, M, C> {
    type Output = Sums;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> Sums {
        // A frame that no other function can access stays in registers.
        let (mut totals, mut frame) = (Totals::from_parts(simd, self.sums), self.frame.lend());
        self.model.score::<C, S>(simd, &mut frame, &mut totals);
        totals.to_parts()
    }
}

/// Adds the log densities of all statements, and passes on adjoints. A scope with a focus keeps few
/// statements, so that copying all variables to parts would take longer than it saves: it has no parts.
#[inline(always)]
pub(super) fn score<M: BoundModel, C: Scope, S: Simd>(
    model: &M,
    simd: S,
    frame: &mut Frame<'_>,
    totals: &mut Totals<S>,
) {
    let score = const {
        match (M::FACTS.has_density, C::SETS.focus) {
            (false, _) => no_score,
            (true, Some(_)) => M::score::<C, S>,
            (true, None) => score_all::<M, C, S>,
        }
    };
    score(model, simd, frame, totals);
}

#[inline(always)]
fn score_all<M: BoundModel, C: Scope, S: Simd>(
    model: &M,
    simd: S,
    frame: &mut Frame<'_>,
    totals: &mut Totals<S>,
) {
    score_in_parts::<C, S>(simd, frame, totals, |frame, sums| {
        simd.vectorize(Statements { model, frame, sums, scope: PhantomData::<C> })
    });
}

/// Adds the log densities of all statements at several points, and passes on adjoints.
#[inline(always)]
pub(super) fn score_points<M: BoundModel, C: Scope, S: Simd>(model: &M, simd: S, points: &mut Points<'_, S>) {
    score_points_in_parts(simd, points, |points| call_with_points::<C, S, M>(model, simd, points));
}
