//! The memory of a sampler: vectors of one length, each in whole cache lines, row after row.

use crate::simd::{Aligned, MAX_LANES, Pack};
use core::cell::Cell;
use pulp::Simd;

/// The row of the diagonal of the scales.
pub(super) const SCALES: usize = 0;
/// The first of two rows with the scales times the step, backwards and forwards.
pub(super) const STEPS: usize = 1;
/// The first of two rows with the momenta half a step before the next points, at both ends.
pub(super) const MOMENTA: usize = 3;
/// The first of two rows with the momenta at both ends of the trajectory.
pub(super) const ENDS: usize = 5;
/// The row of the sum of all momenta of the trajectory; before its first step, of the momenta.
pub(super) const SUM: usize = 7;
/// The row of the gradient by whitened coordinates, if the scales are not a diagonal.
pub(super) const WHITE: usize = 8;
/// The row of the velocity in whitened coordinates, if the scales are not a diagonal.
pub(super) const VELOCITY: usize = 9;
const FIXED: usize = 10;

/// The number of slots besides those of the levels: for the trajectory's point, for the next points at both
/// ends, and a free one.
pub(super) const MORE_SLOTS: usize = 4;

/// Vectors of one length. After the fixed rows come the rows of the tree, each kind with a row for every
/// level and a few more; then the slots, which hold a point and its gradient each; then other rows.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Arena {
    memory: Aligned,
    stride: usize,
    depth: usize,
    /// The memory for solutions with a sparse factor, if there is one.
    scratch: Vec<f64>,
}

impl Arena {
    /// Allocates zeros for trees of at most `depth` doublings, with `more` rows after them. Returns `None`
    /// if there is not enough memory.
    pub fn new(dimension: usize, depth: usize, more: usize) -> Option<Self> {
        let stride = dimension.checked_next_multiple_of(MAX_LANES)?;
        let memory = Aligned::zeros(stride.checked_mul(FIXED + 5 * depth + 2 + 2 * MORE_SLOTS + more)?)?;
        Some(Self { memory, stride, depth, scratch: Vec::new() })
    }

    /// The row with a number among the rows for the sums of momenta of parts; levels and the newest part
    /// exchange the numbers of their rows.
    #[inline(always)]
    pub fn sum(&self, number: usize) -> usize {
        FIXED + number
    }

    /// The row with a number among the rows for the last momenta of parts; levels and the newest part
    /// exchange the numbers of their rows.
    #[inline(always)]
    pub fn last(&self, number: usize) -> usize {
        FIXED + self.depth + 1 + number
    }

    /// The row with a number among the rows for the first momenta of parts; levels exchange the numbers of
    /// their rows.
    #[inline(always)]
    pub fn first(&self, number: usize) -> usize {
        FIXED + 2 * self.depth + 2 + number
    }

    /// The row of the gradient of a slot.
    #[inline(always)]
    pub fn gradient(&self, slot: usize) -> usize {
        FIXED + 3 * self.depth + 2 + slot
    }

    /// The row of the point of a slot.
    #[inline(always)]
    pub fn point(&self, slot: usize) -> usize {
        FIXED + 4 * self.depth + 2 + MORE_SLOTS + slot
    }

    /// The first row after the slots.
    #[inline(always)]
    pub fn behind(&self) -> usize {
        FIXED + 5 * self.depth + 2 + 2 * MORE_SLOTS
    }

    /// The numbers of a row, with the zeros after them.
    #[inline(always)]
    pub fn row(&self, row: usize) -> &[f64] {
        &self.memory.as_slice()[row * self.stride..][..self.stride]
    }

    /// The numbers of a row.
    pub fn row_mut(&mut self, row: usize) -> &mut [f64] {
        &mut self.memory.as_mut_slice()[row * self.stride..][..self.stride]
    }

    /// Sets the length of the memory for solutions with a sparse factor.
    pub fn set_scratch(&mut self, length: usize) {
        self.scratch.resize(length, 0.0);
    }

    /// The numbers of a row, and the memory for solutions.
    #[inline(always)]
    pub fn row_and_scratch(&mut self, row: usize) -> (&mut [f64], &mut [f64]) {
        (&mut self.memory.as_mut_slice()[row * self.stride..][..self.stride], &mut self.scratch)
    }

    /// Copies a row to another.
    #[inline(always)]
    pub fn copy(&mut self, from: usize, to: usize) {
        let from = from * self.stride;
        self.memory.as_mut_slice().copy_within(from..from + self.stride, to * self.stride);
    }

    /// The point of a slot, and its gradient.
    #[inline(always)]
    pub fn slot_mut(&mut self, slot: usize) -> (&mut [f64], &mut [f64]) {
        let (stride, first, gradient) = (self.stride, self.point(0), self.gradient(slot));
        let (before, points) = self.memory.as_mut_slice().split_at_mut(first * stride);
        (&mut points[slot * stride..][..stride], &mut before[gradient * stride..][..stride])
    }

    /// All rows as registers.
    #[inline(always)]
    pub fn registers<S: Simd>(&mut self, simd: S) -> Registers<'_, S> {
        let (registers, _) = S::as_mut_simd_f64s(self.memory.as_mut_slice());
        let cells = Cell::from_mut(registers).as_slice_of_cells();
        Registers { simd, cells, count: self.stride / S::F64_LANES }
    }
}

/// All rows; they may be read and written in any order.
#[derive(Clone, Copy)]
pub(super) struct Registers<'a, S: Simd> {
    simd: S,
    cells: &'a [Cell<S::f64s>],
    /// The number of registers in a row.
    pub count: usize,
}

impl<'a, S: Simd> Registers<'a, S> {
    /// The registers of a row.
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

    /// Loads a register that has just been stored number by number. A load of the whole register would wait
    /// until the stores have reached the cache, since processors forward a store only to loads within it.
    #[inline(always)]
    pub fn gather(self, register: usize) -> Pack<S> {
        let numbers = self.cells[register].as_ptr().cast::<f64>();
        let mut lanes = [0.0; MAX_LANES];
        for (lane, number) in lanes[..S::F64_LANES].iter_mut().enumerate() {
            // SAFETY: the register has `F64_LANES` numbers, and nothing writes to it meanwhile. Volatile, or
            // the loads would become one again.
            *number = unsafe { numbers.add(lane).read_volatile() };
        }
        Pack::from_array(self.simd, lanes)
    }
}
