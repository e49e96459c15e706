//! The parts of a log density: an estimate of the work in each statement, and the choice of the part that
//! evaluates it.
//!
//! Work is estimated in nanoseconds, from sizes alone: a measurement would give statements to other parts
//! in the next run, and so other rounding errors. The constants are orders of magnitude, for any law:
//! statements of many rows are shared by all parts, and a measurement decides only whether parts run at the
//! same time.

use crate::compiler::{Compiler, Split};
use crate::simd::BLOCK_ROWS;

/// The nanoseconds for a row, with the gradient, in addition to its data and its memory.
const ROW: f64 = 2.0;

/// The nanoseconds for a number that is packed, or claimed in the workspace.
const NUMBER: f64 = 0.5;

/// The nanoseconds for an element of a matrix that is multiplied or factorised, for each row or column of
/// the smaller side.
const PRODUCT: f64 = 0.1;

/// The number of rows below which parts do not share a statement, because beginning and ending the statement
/// in each part would take as long as the rows.
const SHORT: usize = 8 * BLOCK_ROWS;

/// The work in nanoseconds below which a log density is not divided: to wake a thread takes some
/// microseconds.
const LEAST: f64 = 20_000.0;

/// The nanoseconds to copy a number of a variable to a part, and to add up its adjoint.
const COPIED: f64 = 2.0;

/// The work of the parts of a log density.
#[derive(Clone, Debug, Default)]
pub(super) struct Work {
    /// The nanoseconds of work that each part has so far.
    loads: Vec<f64>,
    /// The nanoseconds of operations in the statement that is being bound, in addition to the estimate from
    /// sizes.
    of_operations: f64,
    /// The nanoseconds of sparse factors in all statements so far.
    of_factors: f64,
    /// The number of numbers that were packed and claimed before the statement that is being bound.
    numbers_before: usize,
    /// The nanoseconds of statements that are evaluated in a sum over a marginalised variable.
    of_sums: f64,
    /// True if an operation of the statement that is being bound can evaluate a share of its series.
    has_series: bool,
    /// True if some row belongs to an element of a marginalised variable whose number is not the number of
    /// the row.
    has_owners: bool,
}

impl Work {
    pub fn of_parts(count: usize) -> Self {
        Self { loads: vec![0.0; if count > 1 { count } else { 0 }], ..Self::default() }
    }

    /// Gives the work to all parts if `is_split` is true, otherwise to the part that has the least work so
    /// far. Returns the number of this part; `None` if all parts share the work, or if there are no parts.
    fn assign(&mut self, nanoseconds: f64, is_split: bool) -> Option<usize> {
        if self.loads.is_empty() {
            return None;
        }
        if is_split {
            let share = nanoseconds / self.loads.len() as f64;
            self.loads.iter_mut().for_each(|load| *load += share);
            return None;
        }
        let (part, load) = self.loads.iter_mut().enumerate().min_by(|(_, a), (_, b)| a.total_cmp(b))?;
        *load += nanoseconds;
        Some(part)
    }
}

impl Compiler {
    /// The number of numbers that have been packed and claimed.
    fn numbers(&self) -> usize {
        self.packing.bytes() / size_of::<f64>() + self.claims.numbers()
    }

    /// Begins to count the work of a statement.
    pub(super) fn start_work(&mut self) {
        (self.work.numbers_before, self.work.of_operations) = (self.numbers(), 0.0);
        self.work.has_series = false;
    }

    /// Counts the work of an operation on a matrix of these sides, in the statement that is being bound.
    pub(crate) fn count_product(&mut self, rows: usize, columns: usize) {
        self.work.of_operations += PRODUCT * rows as f64 * columns as f64 * rows.min(columns) as f64;
    }

    /// Counts the work of a sparse factor and its inverse, in the statement that is being bound. A factor
    /// takes `multiplications`, and the elements of the inverse twice as many.
    pub(crate) fn count_factor(&mut self, multiplications: usize) {
        let nanoseconds = 3.0 * PRODUCT * multiplications as f64;
        self.work.of_operations += nanoseconds;
        self.work.of_factors += nanoseconds;
    }

    /// The work of sparse factors, as the number of numbers that a gradient could read and write in the same
    /// time.
    pub(super) fn numbers_of_factors(&self) -> usize {
        (self.work.of_factors / NUMBER) as usize
    }

    /// The number of parts that may evaluate a share each of the series of an operation, with `length`
    /// observations, in the statement that is being bound.
    pub(crate) fn parts_of_series(&mut self, length: usize) -> usize {
        let parts = if length >= SHORT { self.options.parts.max(1) } else { 1 };
        self.work.has_series |= parts > 1;
        parts
    }

    /// The estimated nanoseconds of the statement that is being bound.
    fn nanoseconds(&self, rows: usize) -> f64 {
        let numbers = self.numbers() - self.work.numbers_before;
        ROW * rows as f64 + NUMBER * numbers as f64 + self.work.of_operations
    }

    /// The part that evaluates the statement that is being bound; `None` if all parts share its rows, if a
    /// sum over a marginalised variable evaluates it, or if there are no parts.
    pub(super) fn part_of_statement(&mut self, rows: usize, split: Split) -> Option<usize> {
        let nanoseconds = self.nanoseconds(rows);
        let is_split = match split {
            Split::Not => false,
            Split::Rows | Split::Vectors(_) => rows >= SHORT,
            Split::Series => self.work.has_series,
        };
        self.start_work();
        if self.first_summed().is_some() {
            self.work.of_sums += nanoseconds;
            return None;
        }
        self.work.assign(nanoseconds, is_split)
    }

    /// Records that a row belongs to an element whose number is not the number of the row, so that a sum over
    /// the elements cannot be split into sums over some of them.
    pub(crate) fn has_owners(&mut self) {
        self.work.has_owners = true;
    }

    /// The part that evaluates a sum whose statements have been bound; `None` if all parts share the elements
    /// of the sum, or if there are no parts.
    pub(super) fn part_of_sum(&mut self, length: usize, count: usize, is_split: bool) -> Option<usize> {
        // Each value is evaluated forward, and then once more with the backward pass.
        let nanoseconds = core::mem::take(&mut self.work.of_sums) * 2.0 * count.max(1) as f64;
        let is_split = is_split && !self.work.has_owners && length >= SHORT;
        self.work.assign(nanoseconds, is_split)
    }

    /// The number of parts, to each of which `copied` numbers of variables are copied; 0 if parts would not
    /// be faster.
    pub(super) fn parts_that_pay(&self, copied: usize) -> usize {
        let Work { loads, .. } = &self.work;
        let (sum, most) =
            loads.iter().fold((0.0, 0.0), |(sum, most), load| (sum + load, f64::max(most, *load)));
        let gained = sum - most - COPIED * (copied * loads.len()) as f64;
        if sum >= LEAST && gained > 0.2 * sum { loads.len() } else { 0 }
    }
}
