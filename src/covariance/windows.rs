//! A covariance whose inverse is a sum over windows of a few variables. Windows that are overlaps of others
//! count negatively:
//!
//!   Σ⁻¹ = Σ_w s_w Σ_w⁻¹,   log |Σ| = Σ_w s_w log |Σ_w|,   s_w = ±1,
//!
//! where Σ_w are rows and columns of Σ, and each inverse is placed at the window's variables. This holds if
//! two neighbouring windows are independent given the variables that they share (a Markov chain of windows,
//! or junction tree: Lauritzen 1996, "Graphical Models", §5.3). One window of all variables is a covariance
//! without structure.
//!
//! Windows that are alike, which are shifted copies with the same Σ_w, are factorised once. All elements of
//! all Σ_w are numbers of a table, which the covariance's own formula computes; the adjoint of the table
//! receives Σ̄_w = ½ s_w (Σₘ wₘ zₘ zₘᵀ − c Σ_w⁻¹).

use crate::contract::operation::Setup;
use crate::covariance::compressed::{compress, count};
use crate::covariance::rows::weigh;
use crate::covariance::{Claim, Given, Residuals, Site, Task};
use crate::frame::{PackedIndices, scratch};
use crate::linalg::{
    Operand, Sizes, Triangle, add_gram, add_product, add_scaled, dot, factor_with_log_determinant,
    inverse_of_factored, solve_rows,
};
use pulp::Simd;

/// Windows with the same matrix Σ_w.
#[derive(Clone, Debug)]
pub(super) struct Alike {
    /// True if the windows are overlaps of others.
    pub is_overlap: bool,
    /// The place in the table of each element of Σ_w, row after row.
    pub table: Vec<usize>,
    /// The places of the variables of each window.
    pub places: Vec<Vec<usize>>,
}

/// All windows of a covariance, packed by `compile()`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Windows {
    packed: PackedIndices,
    kinds: usize,
}

/// Windows with the same matrix, after packing.
#[derive(Clone, Copy)]
struct PackedAlike<'a> {
    size: usize,
    sign: f64,
    table: &'a [u32],
    /// The places of the variables, window after window.
    places: &'a [u32],
}

scratch! {
    /// The memory of windows with the same matrix.
    struct WindowsScratch(
        kind: PackedAlike<'_>, task: Task;
        size = kind.size,
        kept = kind.kept(task),
        repeats = kind.repeats(),
        rows = task.rows,
    ) {
        /// U and the inverse.
        factor: size * size,
        inverse: size * size,
        /// The solutions of the kept rows.
        kept: kept * size,
        /// The solutions of rows, window by window, and these times their weights.
        rows: repeats * rows * size,
        weighted: repeats * rows * size,
        weights: repeats * rows,
    }
}

impl PackedAlike<'_> {
    fn repeats(self) -> usize {
        self.places.len() / self.size
    }

    /// Returns the number of kept rows of observations.
    fn kept(self, task: Task) -> usize {
        count(task.observations * self.repeats(), self.size)
    }

    fn claim(self, task: Task) -> Claim {
        Claim { memory: WindowsScratch::length(self, task), kept: self.kept(task) * self.size }
    }
}

impl Windows {
    /// Packs the windows.
    pub fn bind(setup: &mut Setup<'_>, task: Task, all: &[Alike]) -> (Self, Claim) {
        let mut numbers = Vec::new();
        for alike in all {
            let size = alike.places[0].len();
            numbers.extend([size, alike.places.len(), usize::from(alike.is_overlap)]);
            numbers.extend(&alike.table);
            numbers.extend(alike.places.iter().flatten());
        }
        let packed: Vec<u32> = numbers.iter().map(|&number| number as u32).collect();
        let mut claim = Claim::default();
        let unplaced = Self { packed: PackedIndices::default(), kinds: all.len() };
        for kind in unplaced.iter(&packed) {
            let own = kind.claim(task);
            claim = Claim { memory: claim.memory + own.memory, kept: claim.kept + own.kept };
        }
        (Self { packed: setup.pack_indices(numbers), kinds: all.len() }, claim)
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn iter(self, indices: &[u32]) -> impl Iterator<Item = PackedAlike<'_>> {
        let mut rest = &indices[self.packed.0..];
        (0..self.kinds).map(move |_| {
            let [size, repeats, is_overlap] = [rest[0], rest[1], rest[2]].map(|number| number as usize);
            let (table, after) = rest[3..].split_at(size * size);
            let (places, after) = after.split_at(repeats * size);
            rest = after;
            PackedAlike { size, sign: if is_overlap == 1 { -1.0 } else { 1.0 }, table, places }
        })
    }

    /// Keeps observed residuals window by window.
    pub fn keep(self, given: Given<'_>, residuals: &[f64], mut kept: &mut [f64]) {
        for kind in self.iter(given.indices) {
            let mut rows = Vec::new();
            for row in residuals.chunks_exact(given.task.dimension) {
                rows.extend(kind.places.iter().map(|&place| row[place as usize]));
            }
            let (own, rest) = kept.split_at_mut(kind.kept(given.task) * kind.size);
            compress(&rows, kind.size, own);
            kept = rest;
        }
    }

    /// Returns log |Σ|, or NaN, given the table.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn factor<S: Simd>(self, simd: S, site: Site<'_>, table: &[f64]) -> f64 {
        let Site { given, mut memory } = site;
        let mut log_determinant = 0.0;
        for kind in self.iter(given.indices) {
            let WindowsScratch { factor, .. } = WindowsScratch::split_off(&mut memory, kind, given.task);
            let rows = factor.chunks_exact_mut(kind.size).zip(kind.table.chunks_exact(kind.size));
            for (row, (numbers, places)) in rows.enumerate() {
                for (number, &place) in numbers[row..].iter_mut().zip(&places[row..]) {
                    *number = table[place as usize];
                }
            }
            let log = factor_with_log_determinant(simd, factor, kind.size);
            log_determinant += kind.sign * kind.repeats() as f64 * log;
        }
        log_determinant
    }

    /// Solves for rows, and stores their squares, as
    /// [`BoundStructure::solve`](crate::covariance::BoundStructure::solve) does.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn solve<S: Simd>(
        self,
        simd: S,
        site: Site<'_>,
        rows: &mut [f64],
        squares: &mut [f64],
        is_gradient: bool,
    ) -> f64 {
        let Site { given, mut memory, .. } = site;
        let (task, mut kept, mut total) = (given.task, given.kept, 0.0);
        squares.fill(0.0);
        // Every window reads the residuals before they are replaced.
        let mut first = &mut *memory;
        for kind in self.iter(given.indices) {
            let own = WindowsScratch::split_off(&mut first, kind, task);
            let mut windows = own.rows.chunks_exact_mut(kind.size);
            for row in rows.chunks_exact(task.dimension) {
                // The order matters: `zip` takes from its first iterator before it sees that the second has
                // ended.
                for (places, window) in kind.places.chunks_exact(kind.size).zip(&mut windows) {
                    window.iter_mut().zip(places).for_each(|(number, &place)| *number = row[place as usize]);
                }
            }
        }
        rows.fill(0.0);
        for kind in self.iter(given.indices) {
            let own = WindowsScratch::split_off(&mut memory, kind, task);
            let (own_kept, kept_rest) = kept.split_at(own.kept.len());
            kept = kept_rest;
            own.kept.copy_from_slice(own_kept);
            let upper = Triangle::upper(own.factor, kind.size);
            solve_rows(simd, upper.transpose(), own.kept);
            solve_rows(simd, upper.transpose(), own.rows);
            total += kind.sign * dot(simd, own.kept, own.kept);
            for (place, window) in own.rows.chunks_exact(kind.size).enumerate() {
                squares[place / kind.repeats()] += kind.sign * dot(simd, window, window);
            }
            if !is_gradient {
                continue;
            }
            solve_rows(simd, upper, own.kept);
            solve_rows(simd, upper, own.rows);
            let mut windows = own.rows.chunks_exact(kind.size);
            for row in rows.chunks_exact_mut(task.dimension) {
                // The order matters: `zip` takes from its first iterator before it sees that the second has
                // ended.
                for (places, window) in kind.places.chunks_exact(kind.size).zip(&mut windows) {
                    for (number, &place) in window.iter().zip(places) {
                        row[place as usize] += kind.sign * number;
                    }
                }
            }
        }
        total
    }

    /// Adds the Σ̄_w to the adjoint of the table. Both triangles are added to the places of the upper one.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn pull_back<S: Simd>(self, simd: S, site: Site<'_>, rows: Residuals<'_>, table_adjoint: &mut [f64]) {
        let Site { given, mut memory, .. } = site;
        let task = given.task;
        for kind in self.iter(given.indices) {
            let own = WindowsScratch::split_off(&mut memory, kind, task);
            let (size, repeats) = (kind.size, kind.repeats());
            for (place, weight) in own.weights.iter_mut().enumerate() {
                *weight = rows.weights[place / repeats];
            }
            weigh(own.rows, own.weights, size, own.weighted);
            inverse_of_factored(simd, own.inverse, own.factor, size);
            // The factor is not needed any more, so its memory is reused.
            let adjoint = own.factor;
            adjoint.fill(0.0);
            add_scaled(simd, adjoint, -0.5 * kind.sign * repeats as f64 * rows.count, own.inverse);
            add_gram(simd, adjoint, 0.5 * kind.sign * rows.weight, own.kept, size);
            let sizes = Sizes { rows: size, depth: own.weights.len(), columns: size };
            let (solved, weighted) = (Operand::Transposed(own.rows), Operand::Plain(own.weighted));
            add_product(simd, adjoint, 0.5 * kind.sign, solved, weighted, sizes);
            let lines = adjoint.chunks_exact(size).zip(kind.table.chunks_exact(size));
            for (row, (numbers, places)) in lines.enumerate() {
                table_adjoint[places[row] as usize] += numbers[row];
                for (number, &place) in numbers[row + 1..].iter().zip(&places[row + 1..]) {
                    table_adjoint[place as usize] += 2.0 * number;
                }
            }
        }
    }
}
