//! A long statement in parts, which are evaluated at the same time. The order in which their sums are added
//! is that of the rows.

use super::Rows;
use crate::contract::transform::Totals;
use crate::frame::Frame;
use crate::simd::{BLOCK_ROWS, Blocks, MAX_LANES};
use pulp::{Simd, WithSimd};

/// A log density as plain numbers: those of lanes, and what is no lane's.
type Sums = ([f64; MAX_LANES], f64);

/// Some rows of a statement, as a function of its own: it is called for each part, and where there is only
/// one.
struct ScoreRows<'a, 'b, R> {
    rows: &'a R,
    frame: &'a mut Frame<'b>,
    start: usize,
    end: usize,
    sums: Sums,
}

impl<R: Rows> WithSimd for ScoreRows<'_, '_, R> {
    type Output = Sums;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> Sums {
        let Self { rows, frame, start, end, sums } = self;
        let mut totals = Totals::from_parts(simd, sums);
        // What rows share goes with the first.
        let mut pass = rows.begin(simd, frame, &mut totals, start == 0);
        let blocks = Blocks::between(simd, start, end, const { R::BLOCKED });
        rows.go(frame, &mut totals, &mut pass, blocks);
        rows.end(simd, frame, &mut totals, pass);
        totals.to_parts()
    }
}

/// Scores rows, in `parts` parts.
#[inline(always)]
pub(crate) fn score_parts<R: Rows + Sync, S: Simd>(
    rows: &R,
    parts: usize,
    simd: S,
    frame: &mut Frame<'_>,
    totals: &mut Totals<S>,
) {
    let length = rows.length();
    if parts < 2 {
        let whole = ScoreRows { rows, frame, start: 0, end: length, sums: totals.to_parts() };
        *totals = Totals::from_parts(simd, simd.vectorize(whole));
        return;
    }
    // Whole blocks, so that panels of matrices are not cut.
    let height = length.div_ceil(parts).next_multiple_of(BLOCK_ROWS);
    frame.in_parts(
        |part, frame| {
            let (start, end) = (length.min(part * height), length.min((part + 1) * height));
            let sums = ([0.0; MAX_LANES], 0.0);
            if start == end {
                return sums;
            }
            simd.vectorize(ScoreRows { rows, frame, start, end, sums })
        },
        |sums| totals.add_all(&Totals::from_parts(simd, sums)),
    );
}
