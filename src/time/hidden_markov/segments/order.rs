//! The order of segments in memory: a register for each state in each step, whose lanes are segments.

use super::super::Columns;
use super::Segments;
use crate::simd::{MAX_LANES, Pack, transpose};
use monomorph_macros::inlined;
use pulp::Simd;

/// Returns the registers of working memory.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn registers<S: Simd>(numbers: &mut [f64]) -> &mut [S::f64s] {
    S::as_mut_simd_f64s(numbers).0
}

/// Returns the `COUNT` registers from a place on.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(crate) fn load<const COUNT: usize, S: Simd>(simd: S, numbers: &[f64], place: usize) -> [Pack<S>; COUNT] {
    let registers = &S::as_simd_f64s(numbers).0[place * COUNT..][..COUNT];
    let mut packs = [Pack::zero(simd); COUNT];
    for index in 0..COUNT {
        packs[index].value = registers[index];
    }
    packs
}

/// Stores the `COUNT` registers from a place on.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(crate) fn store<const COUNT: usize, S: Simd>(numbers: &mut [f64], place: usize, packs: [Pack<S>; COUNT]) {
    let registers = &mut registers::<S>(numbers)[place * COUNT..][..COUNT];
    for index in 0..COUNT {
        registers[index] = packs[index].value;
    }
}

#[inlined]
impl<const K: usize> Segments<'_, K> {
    /// Copies rows of log densities in the order of segments, by squares: some steps of all segments of a
    /// round. If segments are shorter than the squares, the squares extend into the next segments.
    pub(crate) fn divide_rows<S: Simd>(&mut self, simd: S, log_densities: Columns<'_>) {
        let (lanes, cut) = (Pack::<S>::LANES, self.cut);
        let weights = registers::<S>(self.weights);
        for round in 0..cut.rounds {
            let starts = cut.starts(round);
            for state in 0..K {
                let row = log_densities.row(state, cut.length);
                for first in (0..cut.room).step_by(lanes) {
                    let mut square = [Pack::zero(simd); MAX_LANES];
                    for lane in 0..lanes {
                        let start = (starts[lane] + first).min(cut.length);
                        square[lane].value =
                            match S::as_simd_f64s(&row[start..(start + lanes).min(cut.length)]) {
                                ([register], _) => *register,
                                (_, rest) => simd.partial_load_f64s(rest),
                            };
                    }
                    let square = transpose(square);
                    let place = (round * cut.room + first) * K + state;
                    let weights = &mut weights[place..][..(lanes - 1) * K + 1];
                    for step in 0..lanes {
                        weights[step * K] = square[step].value;
                    }
                }
            }
        }
    }

    /// Copies the probabilities of the states in the order of time, a row for each state. A register that
    /// extends beyond its segment stores wrong numbers there, which the right numbers then overwrite; after
    /// the last row there is room for it.
    pub(crate) fn join_rows<S: Simd>(&self, simd: S, rows: &mut [f64]) {
        let (lanes, cut) = (Pack::<S>::LANES, self.cut);
        let weights = S::as_simd_f64s(self.weights).0;
        for first in (0..cut.room).step_by(lanes).rev() {
            for round in 0..cut.rounds {
                let starts = cut.starts(round);
                for state in 0..K {
                    let mut square = [Pack::zero(simd); MAX_LANES];
                    let place = (round * cut.room + first) * K + state;
                    let weights = &weights[place..][..(lanes - 1) * K + 1];
                    for step in 0..lanes {
                        square[step].value = weights[step * K];
                    }
                    let square = transpose(square);
                    let rows = &mut rows[state * cut.length + first..];
                    for lane in 0..lanes {
                        S::as_mut_simd_f64s(&mut rows[starts[lane]..][..lanes]).0[0] = square[lane].value;
                    }
                }
            }
        }
    }
}
