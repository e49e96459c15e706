//! The maps of a linear system: exponentials, and their application to states and adjoints.

use super::memory::{Linear, LinearForm};
use crate::frame::Frame;
use crate::linalg::{AffineLanes, Dense, EXPONENTIAL_BUFFERS, Matrices, exponential};
use monomorph_macros::inlined;
use pulp::Simd;

/// The places of the entries of one map.
#[derive(Clone, Copy)]
struct MapAt {
    form: LinearForm,
    /// The number of blocks of all maps, and the number of blocks before this map.
    count: usize,
    first: usize,
}

impl MapAt {
    /// Returns the places of the entries in a row and a column, for all blocks.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn entries(self, row: usize, column: usize) -> core::ops::Range<usize> {
        let first = (row * self.form.columns() + column) * self.count + self.first;
        first..first + self.form.blocks
    }
}

#[inlined(all)]
impl Linear {
    /// Returns the number of blocks of all maps.
    fn count(&self) -> usize {
        self.plan.maps.len() * self.form.blocks
    }

    fn at(&self, map: usize) -> MapAt {
        MapAt { form: self.form, count: self.count(), first: map * self.form.blocks }
    }

    /// Returns the places of the entries of a system.
    pub(crate) fn system(&self, system: usize) -> core::ops::Range<usize> {
        system * self.form.length()..(system + 1) * self.form.length()
    }

    /// Computes the state at the end of a leg from the state at its beginning: y ↦ E y + e.
    pub(crate) fn apply(&self, frame: &mut Frame<'_>, map: usize, leg: usize) {
        let (at, LinearForm { rows, blocks }) = (self.at(map), self.form);
        let width = self.form.width();
        let [maps, states] = self.parts(frame, [self.maps, self.states]);
        let (from, to) = states[leg * width..][..2 * width].split_at_mut(width);
        for (row, to) in to.chunks_exact_mut(blocks).enumerate() {
            to.copy_from_slice(&maps[at.entries(row, rows)]);
            for (column, from) in from.chunks_exact(blocks).enumerate() {
                for ((to, entry), from) in to.iter_mut().zip(&maps[at.entries(row, column)]).zip(from) {
                    *to += entry * from;
                }
            }
        }
    }

    /// Computes Ē += λ yᵀ, ē += λ, and λ ↦ Eᵀ λ, for a leg that begins at y.
    pub(crate) fn apply_back(&self, frame: &mut Frame<'_>, map: usize, leg: usize) {
        let (at, LinearForm { rows, blocks }) = (self.at(map), self.form);
        let width = self.form.width();
        let parts = [self.maps, self.map_adjoints, self.states, self.adjoint, self.adjoint_before];
        let [maps, map_adjoints, states, adjoint, before] = self.parts(frame, parts);
        let y = &states[leg * width..][..width];
        before.fill(0.0);
        for (row, of_row) in adjoint.chunks_exact(blocks).enumerate() {
            for (column, (y, before)) in
                y.chunks_exact(blocks).zip(before.chunks_exact_mut(blocks)).enumerate()
            {
                let entries = at.entries(row, column);
                let adjoints = &mut map_adjoints[entries.clone()];
                for ((adjoint, of_row), y) in adjoints.iter_mut().zip(of_row).zip(y) {
                    *adjoint += of_row * y;
                }
                for ((before, entry), of_row) in before.iter_mut().zip(&maps[entries]).zip(of_row) {
                    *before += entry * of_row;
                }
            }
            let adjoints = &mut map_adjoints[at.entries(row, rows)];
            adjoints.iter_mut().zip(of_row).for_each(|(adjoint, of_row)| *adjoint += of_row);
        }
    }

    /// Returns λ · (A y + b), with λ and y at the end of a leg.
    pub(crate) fn slope_of_length(&self, frame: &mut Frame<'_>, map: usize, leg: usize) -> f64 {
        let LinearForm { rows, blocks } = self.form;
        let (columns, width) = (self.form.columns(), self.form.width());
        let [systems, states, adjoint] = self.parts(frame, [self.systems, self.states, self.adjoint]);
        let system = &systems[self.system(self.plan.maps[map].0)];
        let y = &states[(leg + 1) * width..][..width];
        let mut sum = 0.0;
        for (place, adjoint) in adjoint.iter().enumerate() {
            let (row, block) = (place / blocks, place % blocks);
            let entry = |column: usize| system[(row * columns + column) * blocks + block];
            let terms = (0..rows).map(|column| entry(column) * y[column * blocks + block]);
            sum += adjoint * (terms.sum::<f64>() + entry(rows));
        }
        sum
    }

    /// Computes all maps.
    pub(crate) fn make_maps<S: Simd>(&self, simd: S, frame: &mut Frame<'_>) {
        let (side, lanes) = (self.form.columns(), S::F64_LANES);
        match side {
            2 => self.make_with(&AffineLanes::<S, 2>::new(simd, side), lanes, frame),
            3 => self.make_with(&AffineLanes::<S, 3>::new(simd, side), lanes, frame),
            4 => self.make_with(&AffineLanes::<S, 4>::new(simd, side), lanes, frame),
            _ if self.count() == 1 => self.make_with(&Dense { simd, side }, 1, frame),
            _ => self.make_with(&AffineLanes::<S, 0>::new(simd, side), lanes, frame),
        }
    }

    /// Adds [Ā b̄] of all systems to their adjoints.
    pub(crate) fn pass_maps<S: Simd>(&self, simd: S, frame: &mut Frame<'_>) {
        let (side, lanes) = (self.form.columns(), S::F64_LANES);
        match side {
            2 => self.pass_with(&AffineLanes::<S, 2>::new(simd, side), lanes, frame),
            3 => self.pass_with(&AffineLanes::<S, 3>::new(simd, side), lanes, frame),
            4 => self.pass_with(&AffineLanes::<S, 4>::new(simd, side), lanes, frame),
            _ if self.count() == 1 => self.pass_with(&Dense { simd, side }, 1, frame),
            _ => self.pass_with(&AffineLanes::<S, 0>::new(simd, side), lanes, frame),
        }
    }

    fn make_with(&self, matrices: &impl Matrices, lanes: usize, frame: &mut Frame<'_>) {
        let (count, side) = (self.count(), self.form.columns());
        let [systems, maps, lengths, buffers] =
            self.parts(frame, [self.systems, self.maps, self.lengths, self.buffers]);
        for first in (0..count).step_by(lanes) {
            let used = lanes.min(count - first);
            let buffers = &mut buffers[..EXPONENTIAL_BUFFERS * side * side * lanes];
            self.fill((first, lanes), systems, lengths, &mut buffers[..side * side * lanes]);
            let map = exponential(matrices, buffers);
            for (entry, numbers) in map.chunks_exact(lanes).take(self.form.rows * side).enumerate() {
                maps[entry * count + first..][..used].copy_from_slice(&numbers[..used]);
            }
        }
    }

    /// Passes on the adjoints C̄ of all maps to their systems. The adjoint of an exponential is L(Xᵀ, C̄) =
    /// L(X, C̄ᵀ)ᵀ, and the last row of X = h [A b; 0 0] is as [`AffineLanes`] requires.
    fn pass_with(&self, matrices: &impl Matrices, lanes: usize, frame: &mut Frame<'_>) {
        let (count, side, LinearForm { rows, blocks }) = (self.count(), self.form.columns(), self.form);
        let parts = [self.systems, self.system_adjoints, self.map_adjoints, self.lengths, self.buffers];
        let [systems, system_adjoints, map_adjoints, lengths, buffers] = self.parts(frame, parts);
        let length = side * side * lanes;
        for first in (0..count).step_by(lanes) {
            let used = lanes.min(count - first);
            let buffers = &mut buffers[..2 * EXPONENTIAL_BUFFERS * length];
            let (matrix, direction) = buffers[..2 * length].split_at_mut(length);
            self.fill((first, lanes), systems, lengths, matrix);
            direction.fill(0.0);
            for row in 0..rows {
                for column in 0..side {
                    let adjoints = &map_adjoints[(row * side + column) * count + first..][..used];
                    direction[(column * side + row) * lanes..][..used].copy_from_slice(adjoints);
                }
            }
            let slopes = &exponential(matrices, buffers)[length..];
            let (mut map, mut block) = (first / blocks, first % blocks);
            for lane in 0..used {
                let (system, length) = (self.plan.maps[map].0, lengths[map]);
                let adjoints = &mut system_adjoints[self.system(system)];
                for row in 0..rows {
                    for column in 0..side {
                        let slope = slopes[(column * side + row) * lanes + lane];
                        adjoints[(row * side + column) * blocks + block] += length * slope;
                    }
                }
                block += 1;
                (map, block) = if block == blocks { (map + 1, 0) } else { (map, block) };
            }
        }
    }

    /// Fills `matrix` with h [A b; 0 0] of some blocks of maps, one in each lane, and with zeros in lanes
    /// after the last.
    fn fill(&self, (first, lanes): (usize, usize), systems: &[f64], lengths: &[f64], matrix: &mut [f64]) {
        let (count, LinearForm { blocks, .. }) = (self.count(), self.form);
        matrix.fill(0.0);
        let (mut map, mut block) = (first / blocks, first % blocks);
        for lane in 0..lanes.min(count - first) {
            let (system, length) = (self.plan.maps[map].0, lengths[map]);
            let numbers = systems[self.system(system)][block..].iter().step_by(blocks);
            for (entry, number) in matrix[lane..].iter_mut().step_by(lanes).zip(numbers) {
                *entry = length * number;
            }
            block += 1;
            (map, block) = if block == blocks { (map + 1, 0) } else { (map, block) };
        }
    }
}
