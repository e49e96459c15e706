//! The checks of expressions and statements in `bind` and of nodes in `precompute`, and their errors.

use crate::compiler::memory::MOST;
use crate::compiler::{Context, Index};
use crate::error::Error;
use faer::MatRef;
use monomorph_base::shape::{Extent, Sides};

impl Context {
    /// Checks that two things have the same length.
    pub fn check_same_length(
        &self,
        expected_by: &str,
        expected: usize,
        found_in: &str,
        found: usize,
    ) -> Result<(), Error> {
        if expected == found {
            return Ok(());
        }
        Err(Error::LengthMismatch {
            statement: self.statement(),
            expected_by: expected_by.to_owned(),
            expected,
            found_in: found_in.to_owned(),
            found,
        })
    }

    /// The number of rows and of columns that a statement's variable and arguments, or the arguments of a
    /// function, have in common.
    pub fn common_sides(&self, all: &[Sides], name: &dyn Fn(usize) -> String) -> Result<Sides, Error> {
        self.check_sides(all, name)?;
        Ok(Sides::common(all))
    }

    /// Does what [`common_sides`](Self::common_sides) does for sequences of steps, which must have at least
    /// one step.
    pub fn common_sides_of_steps(
        &self,
        all: &[Sides],
        name: &dyn Fn(usize) -> String,
    ) -> Result<Sides, Error> {
        let common = self.common_sides(all, name)?;
        let first = all.iter().position(|sides| sides.length().is_some());
        self.check_not_empty_length(common.length(), &|| name(first.unwrap_or(0)))?;
        Ok(common)
    }

    /// Checks that all values whose sides are known have the same length and the same number of columns.
    pub(crate) fn check_sides(&self, all: &[Sides], name: &dyn Fn(usize) -> String) -> Result<(), Error> {
        self.check_all_equal(all.iter().map(|sides| sides.length()), name)?;
        let row_of = |place| format!("a row of {}", name(place));
        self.check_all_equal(all.iter().map(|sides| sides.columns), &row_of)
    }

    /// Checks that all lengths that are known are equal.
    fn check_all_equal(
        &self,
        lengths: impl Iterator<Item = Option<usize>>,
        name: &dyn Fn(usize) -> String,
    ) -> Result<(), Error> {
        let mut known = lengths.enumerate().filter_map(|(place, length)| Some((place, length?)));
        let Some((first, expected)) = known.next() else { return Ok(()) };
        known.try_for_each(|(place, found)| {
            if found == expected {
                Ok(())
            } else {
                self.check_same_length(&name(first), expected, &name(place), found)
            }
        })
    }

    pub(crate) fn check_not_empty_length(
        &self,
        length: Option<usize>,
        what: &dyn Fn() -> String,
    ) -> Result<(), Error> {
        if length == Some(0) {
            return Err(Error::Empty { statement: self.statement(), what: what() });
        }
        Ok(())
    }

    /// Checks that the numbers of the part that is being bound are finite, or infinite where the part
    /// allows it.
    pub fn check_finite(&self, numbers: &[f64]) -> Result<(), Error> {
        match numbers.iter().position(|&number| !self.takes(number)) {
            None => Ok(()),
            Some(index) => Err(self.not_finite("data", Some(index), numbers[index])),
        }
    }

    /// Checks that all numbers are finite.
    pub(crate) fn check_all_finite(&self, what: &str, numbers: &[f64]) -> Result<(), Error> {
        let Some(index) = numbers.iter().position(|number| !number.is_finite()) else { return Ok(()) };
        Err(Error::NotFinite {
            statement: self.statement(),
            what: what.to_owned(),
            index: Some(index),
            value: numbers[index],
        })
    }

    /// Checks that a single number of the part that is being bound is finite, or infinite where the part
    /// allows it.
    pub fn check_finite_number(&self, number: f64) -> Result<(), Error> {
        if self.takes(number) { Ok(()) } else { Err(self.not_finite("a number", None, number)) }
    }

    /// An entry of a matrix, which must be finite.
    pub(super) fn check_cell(
        &self,
        matrix: MatRef<'_, f64>,
        row: usize,
        column: usize,
    ) -> Result<f64, Error> {
        let number = matrix[(row, column)];
        if number.is_finite() {
            return Ok(number);
        }
        Err(Error::NotFinite {
            statement: self.statement(),
            what: format!("row {row} of the matrix in {}", self.part()),
            index: Some(column),
            value: number,
        })
    }

    /// Checks an index into `length` elements; messages call it `what`.
    pub fn check_index_of(
        &self,
        what: impl FnOnce() -> String,
        position: Option<usize>,
        index: impl Index,
        length: usize,
    ) -> Result<u32, Error> {
        // Packed indices have 32 bits; an index beyond these is an error, instead of another element.
        let inside = index.to_usize().filter(|&index| index < length);
        if let Some(packed) = inside.and_then(|index| u32::try_from(index).ok()) {
            return Ok(packed);
        }
        Err(self.index_out_of_range(what(), position, index.to_f64(), length))
    }

    /// Checks that `length` numbers can be claimed.
    pub(crate) fn check_room(&self, length: usize, what: impl FnOnce() -> String) -> Result<(), Error> {
        if length <= MOST { Ok(()) } else { Err(self.too_large(what())) }
    }

    /// Checks that a value has no more elements than can be claimed.
    pub(super) fn check_extent(&self, name: &str, extent: Extent) -> Result<(), Error> {
        self.check_room(extent.size(), || match extent {
            Extent::Matrix { columns, .. } => format!("`{name}`, a matrix with {columns} columns,"),
            _ => format!("`{name}`, a vector of length {},", extent.size()),
        })
    }
}
