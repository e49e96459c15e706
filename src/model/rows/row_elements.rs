//! The element of a variable to which each row of a statement belongs, if it is not the element with the
//! row's number: a category that many rows share is marginalised with the sum of their log densities, and
//! its probability is the adjoint of each of these rows.

use crate::compiler::{Compiler, RowsOfElements, StatementNames};
use crate::error::Error;
use crate::frame::{Frame, PackedIndices, Scratch};

/// The elements of a marginalised variable, one for each row of a statement.
#[derive(Clone, Copy, Debug)]
pub struct RowElements {
    /// The element that each row reads.
    pub(crate) elements: PackedIndices,
    /// The number of rows.
    pub(crate) rows: usize,
    /// Working memory with a number for each row.
    pub(crate) scratch: Scratch,
}

impl RowElements {
    /// Returns the elements for the rows of the statement with these names, which is being bound; `None` if
    /// each row belongs to the element with the row's number.
    pub(crate) fn bind(
        rows: usize,
        names: &StatementNames,
        compiler: &mut Compiler,
    ) -> Result<Option<Self>, Error> {
        let owners = compiler.owners(rows, names)?;
        if owners.is_some() {
            compiler.has_owners();
        }
        Ok(owners.map(|RowsOfElements { elements, rows, scratch }| Self { elements, rows, scratch }))
    }

    /// Returns the element that each row reads.
    pub(crate) fn elements(&self, frame: &Frame<'_>) -> Vec<usize> {
        (0..self.rows).map(|row| frame.index(self.elements, row)).collect()
    }

    /// Adds each row's number, and `shared`, to the number of its element in `sums`.
    pub(crate) fn add_up(&self, frame: &mut Frame<'_>, shared: f64, sums: Scratch) {
        for row in 0..self.rows {
            let value = frame.scratch_number(self.scratch.element(row)) + shared;
            let element = sums.element(frame.index(self.elements, row));
            frame.set_scratch_number(element, frame.scratch_number(element) + value);
        }
    }

    /// Copies the number of each row's element in `numbers` to the row, and returns the sum over all rows.
    pub(crate) fn spread(&self, frame: &mut Frame<'_>, numbers: Scratch) -> f64 {
        let mut sum = 0.0;
        for row in 0..self.rows {
            let number = frame.scratch_number(numbers.element(frame.index(self.elements, row)));
            frame.set_scratch_number(self.scratch.element(row), number);
            sum += number;
        }
        sum
    }
}
