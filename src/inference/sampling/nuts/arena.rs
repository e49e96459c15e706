//! The memory of a sampler: vectors of one length, each in whole cache lines, row after row.

use crate::simd::{Aligned, MAX_LANES, Pack};
use core::cell::Cell;
use pulp::Simd;

/// The gradient that was asked for. It comes first, so that it can be borrowed beside a point.
pub(super) const GRADIENT: usize = 0;
/// The diagonal of the scales.
pub(super) const SCALES: usize = 1;
/// The scales times the step, backwards and forwards.
pub(super) const STEPS: usize = 2;
/// The points at which gradients are wanted next, at both ends.
pub(super) const POINTS: usize = 4;
/// The momenta half a step before those points.
pub(super) const MOMENTA: usize = 6;
/// The momenta at both ends of the trajectory.
pub(super) const ENDS: usize = 8;
/// The sum of all momenta of the trajectory; before its first step, the momenta.
pub(super) const SUM: usize = 10;
/// The momenta at the newest leaf, if it is not the first of a pair.
pub(super) const LAST: usize = 11;
/// The sum of the momenta of the newest part.
pub(super) const PART_SUM: usize = 12;
/// The gradient by whitened coordinates, where the scales are not a diagonal.
pub(super) const WHITE: usize = 13;
/// The velocity in whitened coordinates, where the scales are not a diagonal.
pub(super) const VELOCITY: usize = 14;
const FIXED: usize = 15;

/// Vectors of one length.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Arena {
    memory: Aligned,
    stride: usize,
    depth: usize,
}

impl Arena {
    /// Zeros, for trees of at most `depth` doublings, with some more rows behind those; nothing if there is no memory for them.
    pub fn new(dimension: usize, depth: usize, more: usize) -> Option<Self> {
        let stride = dimension.checked_next_multiple_of(MAX_LANES)?;
        let memory = Aligned::zeros(stride.checked_mul(FIXED + 5 * depth + 4 + more)?)?;
        Some(Self { memory, stride, depth })
    }

    /// The sum of the momenta of the part that waits at a level.
    #[inline(always)]
    pub fn sum_of(&self, level: usize) -> usize {
        FIXED + level
    }

    /// The last momenta of the part that waits at a level.
    #[inline(always)]
    pub fn last_of(&self, level: usize) -> usize {
        FIXED + self.depth + level
    }

    /// One of the rows for first momenta of parts, which levels pass on to each other.
    #[inline(always)]
    pub fn first(&self, number: usize) -> usize {
        FIXED + 2 * self.depth + number
    }

    /// A point that is kept.
    #[inline(always)]
    pub fn kept_point(&self, slot: usize) -> usize {
        FIXED + 3 * self.depth + slot
    }

    /// The gradient at a point that is kept.
    #[inline(always)]
    pub fn kept_gradient(&self, slot: usize) -> usize {
        FIXED + 4 * self.depth + 2 + slot
    }

    /// The first of the rows behind those of the tree.
    #[inline(always)]
    pub fn behind(&self) -> usize {
        FIXED + 5 * self.depth + 4
    }

    /// The numbers of a row, with the zeros behind them.
    #[inline(always)]
    pub fn row(&self, row: usize) -> &[f64] {
        &self.memory.as_slice()[row * self.stride..][..self.stride]
    }

    /// The numbers of a row.
    pub fn row_mut(&mut self, row: usize) -> &mut [f64] {
        &mut self.memory.as_mut_slice()[row * self.stride..][..self.stride]
    }

    /// A row other than [`GRADIENT`], and the gradient's.
    #[inline(always)]
    pub fn beside_gradient(&mut self, row: usize) -> (&[f64], &mut [f64]) {
        let (gradient, others) = self.memory.as_mut_slice().split_at_mut(self.stride);
        (&others[(row - 1) * self.stride..][..self.stride], gradient)
    }

    /// All rows as registers.
    #[inline(always)]
    pub fn registers<S: Simd>(&mut self, simd: S) -> Registers<'_, S> {
        let (registers, _) = S::as_mut_simd_f64s(self.memory.as_mut_slice());
        let cells = Cell::from_mut(registers).as_slice_of_cells();
        Registers { simd, cells, count: self.stride / S::F64_LANES }
    }
}

/// All rows, which may be read and written in any order.
#[derive(Clone, Copy)]
pub(super) struct Registers<'a, S: Simd> {
    simd: S,
    cells: &'a [Cell<S::f64s>],
    /// The number of registers in a row.
    pub count: usize,
}

impl<'a, S: Simd> Registers<'a, S> {
    /// A row.
    #[inline(always)]
    pub fn row(self, row: usize) -> Row<'a, S> {
        Row { simd: self.simd, cells: &self.cells[row * self.count..][..self.count] }
    }
}

/// A row as registers.
#[derive(Clone, Copy)]
pub(super) struct Row<'a, S: Simd> {
    simd: S,
    cells: &'a [Cell<S::f64s>],
}

impl<S: Simd> Row<'_, S> {
    #[inline(always)]
    pub fn get(self, register: usize) -> Pack<S> {
        Pack::new(self.simd, self.cells[register].get())
    }

    #[inline(always)]
    pub fn set(self, register: usize, value: Pack<S>) {
        self.cells[register].set(value.value);
    }

    /// A register that has just been stored in pieces, number by number: a load of all of it would wait until the stores have reached the
    /// cache, since processors forward a store only to loads within it.
    #[inline(always)]
    pub fn gather(self, register: usize) -> Pack<S> {
        let numbers = self.cells[register].as_ptr().cast::<f64>();
        let mut lanes = [0.0; MAX_LANES];
        for (lane, number) in lanes[..S::F64_LANES].iter_mut().enumerate() {
            // SAFETY: the register has `F64_LANES` numbers, and nothing writes to it meanwhile. Volatile, or the loads would become
            // one again.
            *number = unsafe { numbers.add(lane).read_volatile() };
        }
        Pack::from_array(self.simd, lanes)
    }
}
