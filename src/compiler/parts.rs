//! The parts of a log density: how much work there is in each statement, and which part does it.
//!
//! Work is estimated in nanoseconds, from sizes alone: a clock would give statements to other parts in the
//! next run, and so other bits. The constants are orders of magnitude, whatever the law is: statements of
//! many rows are shared by all parts, and a clock decides whether parts run at the same time.

use crate::compiler::{Compiler, Split};
use crate::simd::BLOCK_ROWS;

/// The nanoseconds of a row, with the gradient, beside what its data and its memory take.
const ROW: f64 = 2.0;

/// The nanoseconds of a number that is packed, or claimed in the workspace.
const NUMBER: f64 = 0.5;

/// The nanoseconds of an element of a matrix that is multiplied or factored, for each row or column of the
/// smaller side.
const PRODUCT: f64 = 0.1;

/// Statements of fewer rows are not split: beginning and ending them in each part takes as long.
const SHORT: usize = 8 * BLOCK_ROWS;

/// Less work is not divided, in nanoseconds: to wake a thread takes some microseconds.
const LEAST: f64 = 20_000.0;

/// The nanoseconds in which a number of a variable is copied to a part, and its adjoint added up.
const COPIED: f64 = 2.0;

/// What the parts of a log density have to do.
#[derive(Clone, Debug, Default)]
pub(super) struct Work {
    /// The nanoseconds of each part so far.
    loads: Vec<f64>,
    /// The nanoseconds of operations in the statement that is being bound, beside what sizes tell.
    of_operations: f64,
    /// The nanoseconds of sparse factors in all statements so far.
    of_factors: f64,
    /// The numbers that were packed and claimed before that statement.
    numbers_before: usize,
    /// The nanoseconds of statements that a sum over a marginalised variable evaluates.
    of_sums: f64,
    /// True if an operation of the statement that is being bound can go over a share of its series.
    has_series: bool,
    /// True if elements of such a variable have other rows than those of their own numbers.
    has_owners: bool,
}

impl Work {
    pub fn of_parts(count: usize) -> Self {
        Self { loads: vec![0.0; if count > 1 { count } else { 0 }], ..Self::default() }
    }

    /// Gives work to all parts, or to the one that has least to do; its number.
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
    /// The numbers that have been packed and claimed.
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

    /// The numbers that are read and written in the time that sparse factors take.
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

    /// The nanoseconds of the statement that is being bound.
    fn nanoseconds(&self, rows: usize) -> f64 {
        let numbers = self.numbers() - self.work.numbers_before;
        ROW * rows as f64 + NUMBER * numbers as f64 + self.work.of_operations
    }

    /// The part of the statement that is being bound, or of its remainder; nothing if all parts share its
    /// rows.
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

    /// Tells that rows belong to elements of other numbers, so that no sum can go over some elements alone.
    pub(crate) fn has_owners(&mut self) {
        self.work.has_owners = true;
    }

    /// The part of a sum whose statements have been bound; nothing if all parts share its elements.
    pub(super) fn part_of_sum(&mut self, length: usize, count: usize, is_split: bool) -> Option<usize> {
        // Each value is evaluated forward, and then once more with the backward pass.
        let nanoseconds = core::mem::take(&mut self.work.of_sums) * 2.0 * count.max(1) as f64;
        let is_split = is_split && !self.work.has_owners && length >= SHORT;
        self.work.assign(nanoseconds, is_split)
    }

    /// The number of parts to which `copied` numbers of variables are copied, 0 if they would not pay.
    pub(super) fn parts_that_pay(&self, copied: usize) -> usize {
        let Work { loads, .. } = &self.work;
        let (sum, most) =
            loads.iter().fold((0.0, 0.0), |(sum, most), load| (sum + load, f64::max(most, *load)));
        let gained = sum - most - COPIED * (copied * loads.len()) as f64;
        if sum >= LEAST && gained > 0.2 * sum { loads.len() } else { 0 }
    }
}
