//! Transposition of squares of numbers, one register for each row.

use super::{MAX_LANES, Mask, Pack};
use pulp::Simd;

/// Transposes as many registers as a register has lanes. The other registers are not changed.
///
/// Within each pair of rows blocks of one lane are exchanged, then blocks of two, and so on: each step maps
/// two registers to two registers.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub fn transpose<S: Simd>(mut rows: [Pack<S>; MAX_LANES]) -> [Pack<S>; MAX_LANES] {
    exchange::<1, S>(&mut rows);
    exchange::<2, S>(&mut rows);
    exchange::<4, S>(&mut rows);
    rows
}

/// Exchanges the upper lanes of a row with the lower lanes of the row `SIDE` places further down, in blocks
/// of `SIDE` lanes.
///
/// pulp's rotations load their permutation from a table that LLVM cannot see, which is useful here. If
/// lanes were named one by one, LLVM would find that each register of the result is a column, and would
/// build it number by number: in seven dependent instructions, or, for rows that were just loaded, by
/// gathering from memory.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn exchange<const SIDE: usize, S: Simd>(rows: &mut [Pack<S>; MAX_LANES]) {
    if const { Pack::<S>::LANES <= SIDE } {
        return;
    }
    for upper in 0..Pack::<S>::LANES {
        if upper & SIDE == 0 {
            let (above, below, simd) = (rows[upper], rows[upper + SIDE], rows[upper].simd);
            let is_lower = lower_lanes::<SIDE, S>(simd);
            let moved_up = Pack::new(simd, simd.rotate_right_f64s(below.value, SIDE));
            let moved_down = Pack::new(simd, simd.rotate_left_f64s(above.value, SIDE));
            rows[upper] = is_lower.select(above, moved_up);
            rows[upper + SIDE] = is_lower.select(moved_down, below);
        }
    }
}

/// Makes a mask of the first `SIDE` lanes in every group of twice as many.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn lower_lanes<const SIDE: usize, S: Simd>(simd: S) -> Mask<S> {
    let mut sides = [0.0; MAX_LANES];
    for (lane, side) in sides.iter_mut().enumerate() {
        *side = if lane & SIDE == 0 { 0.0 } else { 1.0 };
    }
    Pack::from_array(simd, sides).eq(0.0)
}

#[cfg(test)]
mod tests {
    use super::transpose;
    use crate::simd::InstructionSet;
    use crate::simd::{MAX_LANES, Pack};
    use pulp::{Simd, WithSimd};

    struct Square;

    impl WithSimd for Square {
        type Output = ();

        fn with_simd<S: Simd>(self, simd: S) {
            let mut square = [Pack::zero(simd); MAX_LANES];
            for (row, pack) in square.iter_mut().enumerate() {
                let mut numbers = [0.0; MAX_LANES];
                for (column, number) in numbers.iter_mut().enumerate() {
                    *number = (10 * row + column) as f64;
                }
                *pack = Pack::from_array(simd, numbers);
            }
            let turned = transpose(square);
            for (row, pack) in turned.iter().enumerate().take(Pack::<S>::LANES) {
                for (column, number) in pack.to_array().into_iter().enumerate().take(Pack::<S>::LANES) {
                    assert_eq!(number, (10 * column + row) as f64);
                }
            }
        }
    }

    #[test]
    fn rows_become_columns() {
        InstructionSet::best().dispatch(Square);
        Square.with_simd(pulp::Scalar::new());
        #[cfg(any(target_arch = "x86_64", target_arch = "x86"))]
        if let Some(simd) = pulp::x86::V3::try_new() {
            Simd::vectorize(simd, Square);
        }
    }
}
