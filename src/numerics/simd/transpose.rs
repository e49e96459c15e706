//! Squares of numbers, a register for each row, turned over.

use super::{MAX_LANES, Pack};
use pulp::Simd;

/// The transpose of as many registers as a register has lanes. What stands behind them is not touched.
///
/// Blocks of half the size change places within each pair of rows, and so on down to single lanes: each step makes two registers of two.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(crate) fn transpose<S: Simd>(mut rows: [Pack<S>; MAX_LANES]) -> [Pack<S>; MAX_LANES] {
    exchange::<4, S>(&mut rows);
    exchange::<2, S>(&mut rows);
    exchange::<1, S>(&mut rows);
    rows
}

/// Exchanges the upper lanes of a row with the lower ones of the row that is `SIDE` further down, in blocks of `SIDE` lanes.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn exchange<const SIDE: usize, S: Simd>(rows: &mut [Pack<S>; MAX_LANES]) {
    if const { Pack::<S>::LANES <= SIDE } {
        return;
    }
    for upper in 0..Pack::<S>::LANES {
        if upper & SIDE == 0 {
            let lower = upper + SIDE;
            let (above, below) = (rows[upper].to_array(), rows[lower].to_array());
            let (mut first, mut second) = ([0.0; MAX_LANES], [0.0; MAX_LANES]);
            for lane in 0..Pack::<S>::LANES {
                (first[lane], second[lane]) = if lane & SIDE == 0 {
                    (above[lane], above[lane + SIDE])
                } else {
                    (below[lane - SIDE], below[lane])
                };
            }
            rows[upper] = Pack::from_array(rows[upper].simd, first);
            rows[lower] = Pack::from_array(rows[lower].simd, second);
        }
    }
}
