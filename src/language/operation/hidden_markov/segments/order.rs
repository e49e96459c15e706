//! The order of segments in memory: a register for each state in each step, whose lanes are segments.

use super::super::Columns;
use super::Segments;
use crate::simd::{MAX_LANES, Pack, transpose};
use pulp::Simd;

/// The registers of working memory.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn registers<S: Simd>(numbers: &mut [f64]) -> &mut [S::f64s] {
    S::as_mut_simd_f64s(numbers).0
}

/// The `COUNT` registers from a place on.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(super) fn load<const COUNT: usize, S: Simd>(simd: S, numbers: &[f64], place: usize) -> [Pack<S>; COUNT] {
    let registers = &S::as_simd_f64s(numbers).0[place * COUNT..][..COUNT];
    let mut packs = [Pack::zero(simd); COUNT];
    for index in 0..COUNT {
        packs[index].value = registers[index];
    }
    packs
}

/// Stores the `COUNT` registers from a place on.
#[cfg_attr(not(monomorph_outlined), inline(always))]
pub(super) fn store<const COUNT: usize, S: Simd>(numbers: &mut [f64], place: usize, packs: [Pack<S>; COUNT]) {
    let registers = &mut registers::<S>(numbers)[place * COUNT..][..COUNT];
    for index in 0..COUNT {
        registers[index] = packs[index].value;
    }
}

impl<const K: usize> Segments<'_, K> {
    /// Brings rows of log densities into the order of segments, by squares: some steps of all segments of a round.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(super) fn divide_rows<S: Simd>(&mut self, simd: S, log_densities: Columns<'_>) {
        let (lanes, steps, length) = (Pack::<S>::LANES, self.steps, self.length);
        let weights = registers::<S>(self.weights);
        for (state, row) in log_densities.rows(0..length).enumerate() {
            for round in 0..self.rounds {
                for first in (0..steps).step_by(lanes) {
                    let mut square = [Pack::zero(simd); MAX_LANES];
                    for (lane, pack) in square[..lanes].iter_mut().enumerate() {
                        let start = ((round * lanes + lane) * steps + first).min(length);
                        pack.value = match S::as_simd_f64s(&row[start..(start + lanes).min(length)]) {
                            ([register], _) => *register,
                            (_, rest) => simd.partial_load_f64s(rest),
                        };
                    }
                    let square = transpose(square);
                    for step in first..(first + lanes).min(steps) {
                        weights[(round * steps + step) * K + state] = square[step - first].value;
                    }
                }
            }
        }
    }

    /// Brings the probabilities of the states into the order of time, a row for each state. A register that reaches beyond its segment
    /// stores what does not belong there, before what does is stored.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(super) fn join_rows<S: Simd>(&self, simd: S, rows: &mut [f64]) {
        let (lanes, steps, length) = (Pack::<S>::LANES, self.steps, self.length);
        let weights = S::as_simd_f64s(self.weights).0;
        for (state, row) in rows.chunks_exact_mut(length).enumerate() {
            for round in 0..self.rounds {
                for first in (0..steps).step_by(lanes).rev() {
                    let mut square = [Pack::zero(simd); MAX_LANES];
                    for step in first..(first + lanes).min(steps) {
                        square[step - first].value = weights[(round * steps + step) * K + state];
                    }
                    let square = transpose(square);
                    for (lane, pack) in square[..lanes].iter().enumerate() {
                        let start = ((round * lanes + lane) * steps + first).min(length);
                        match S::as_mut_simd_f64s(&mut row[start..(start + lanes).min(length)]) {
                            ([register], _) => *register = pack.value,
                            (_, rest) => simd.partial_store_f64s(rest, pack.value),
                        }
                    }
                }
            }
        }
    }
}
