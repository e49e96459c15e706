//! A long statement in parts, which are evaluated at the same time. The order in which their sums are added
//! is that of the rows.

use super::FamilyLaw;
use crate::contract::family::Family;
use crate::contract::node::Tuple;
use crate::contract::scope::Scope;
use crate::contract::transform::Totals;
use crate::frame::Frame;
use crate::model::BoundVariable;
use crate::shape::Shape;
use crate::simd::{BLOCK_ROWS, Blocks, MAX_LANES};
use core::marker::PhantomData;
use pulp::{Simd, WithSimd};

/// Some rows of a statement, as a function of its own: it is called for each part, and where there is only
/// one.
struct ScoreRows<'a, 'b, F, Target, A, Sh, C> {
    law: &'a FamilyLaw<F, A, Sh>,
    frame: &'a mut Frame<'b>,
    start: usize,
    end: usize,
    sums: ([f64; MAX_LANES], f64),
    statement: PhantomData<(Target, C)>,
}

impl<F: Family, Target: BoundVariable, A: Tuple, Sh: Shape, C: Scope> WithSimd
    for ScoreRows<'_, '_, F, Target, A, Sh, C>
{
    type Output = ([f64; MAX_LANES], f64);

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> Self::Output {
        let mut totals = Totals::from_parts(simd, self.sums);
        let blocks = Blocks::between(simd, self.start, self.end, const { A::FACTS.blocked });
        // The terms that rows share go with the first.
        let with_shared = self.start == 0;
        self.law.score_blocks_by_counts::<Target, C, S, _>(
            simd,
            self.frame,
            &mut totals,
            blocks,
            with_shared,
        );
        totals.to_parts()
    }
}

impl<F: Family, A: Tuple, Sh: Shape> FamilyLaw<F, A, Sh> {
    /// True if there may be enough observations to split them.
    pub(crate) const HAS_PARTS: bool =
        A::EACH[0].is_data() && Sh::LENGTH.is_none() && !Sh::IS_SCALAR && !Sh::IS_MATRIX && !Self::HAS_TOTALS;

    /// Scores the rows, in parts if there are many.
    #[inline(always)]
    pub(crate) fn score_parts<Target: BoundVariable, C: Scope, S: Simd>(
        &self,
        simd: S,
        frame: &mut Frame<'_>,
        totals: &mut Totals<S>,
    ) {
        let length = self.length();
        if self.parts < 2 {
            let sums = totals.to_parts();
            let whole = ScoreRows {
                law: self,
                frame,
                start: 0,
                end: length,
                sums,
                statement: PhantomData::<(Target, C)>,
            };
            *totals = Totals::from_parts(simd, simd.vectorize(whole));
            return;
        }
        // Whole blocks, so that panels of matrices are not cut.
        let rows = length.div_ceil(self.parts).next_multiple_of(BLOCK_ROWS);
        frame.in_parts(
            |part, frame| {
                let (start, end) = (length.min(part * rows), length.min((part + 1) * rows));
                let sums = ([0.0; MAX_LANES], 0.0);
                if start == end {
                    return sums;
                }
                simd.vectorize(ScoreRows {
                    law: self,
                    frame,
                    start,
                    end,
                    sums,
                    statement: PhantomData::<(Target, C)>,
                })
            },
            |sums| {
                let part = Totals::from_parts(simd, sums);
                totals.add_all(&part);
            },
        );
    }
}
