//! What expressions and statements check in `bind`, nodes in `fold`, and the errors that they give.

use super::Context;
use super::context::LEFT;
use super::memory::MOST;
use crate::error::Error;
use crate::expression::Index;
use crate::shape::{Extent, Sides};
use crate::written::Expression;
use faer::MatRef;

impl Context {
    /// Checks that two operands of one expression have one length, and rows of one length.
    pub fn check_lengths(&self, left: &impl Expression, right: &impl Expression) -> Result<(), Error> {
        let name = |place: usize| if place == 0 { described(left) } else { described(right) };
        self.check_sides(&[left.sides(), right.sides()], &name)
    }

    /// Checks that two things have one length.
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

    /// Checks that two expressions have equal numbers of elements, however these are arranged.
    pub fn check_counts(&self, left: &impl Expression, right: &impl Expression) -> Result<(), Error> {
        let [expected, found] = [left.sides(), right.sides()].map(|sides| sides.length().unwrap_or(1));
        self.check_same_length(&described(left), expected, &described(right), found)
    }

    /// Checks that a matrix is square.
    pub fn check_square(&self, node: &impl Expression) -> Result<(), Error> {
        let [row, column] = ["row", "column"].map(|side| format!("a {side} of {}", described(node)));
        let size = node.size();
        self.check_same_length(&row, size.columns, &column, size.rows)
    }

    /// Checks that a matrix has one column for each element of the vector that it multiplies.
    pub fn check_columns(
        &self,
        product: &impl Expression,
        columns: usize,
        vector: &impl Expression,
    ) -> Result<(), Error> {
        let row = format!("a row of the matrix in {}", described(product));
        self.check_same_length(&row, columns, &described(vector), vector.sides().length().unwrap_or(1))
    }

    /// Checks that there is one column index for each row index.
    pub fn check_pairs(&self, cells: &impl Expression, rows: usize, columns: usize) -> Result<(), Error> {
        let slice = format!("the slice of rows in {}", described(cells));
        self.check_same_length(&slice, rows, "the slice of columns", columns)
    }

    /// The sides that a statement's variable and arguments share, or the arguments of a function.
    pub fn common_sides(&self, all: &[Sides], name: &dyn Fn(usize) -> String) -> Result<Sides, Error> {
        self.check_sides(all, name)?;
        let first = all.iter().position(|sides| sides.length().is_some());
        let common = Sides::common(all);
        self.check_not_empty_length(common.length(), &|| name(first.unwrap_or(0)))?;
        Ok(common)
    }

    /// Checks that all have one length, and rows of one length.
    fn check_sides(&self, all: &[Sides], name: &dyn Fn(usize) -> String) -> Result<(), Error> {
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

    /// Checks that a vector has elements.
    pub fn check_not_empty(&self, node: &impl Expression) -> Result<(), Error> {
        self.check_not_empty_length(node.sides().length(), &|| described(node))
    }

    /// Checks that a vector has at least `least` elements.
    pub fn check_at_least(&self, node: &impl Expression, least: usize) -> Result<(), Error> {
        let found = node.sides().length().unwrap_or(1);
        self.check_not_empty(node)?;
        if found >= least {
            return Ok(());
        }
        Err(self.outside(
            format!("the length of {}", described(node)),
            None,
            found as f64,
            &format!("be at least {least}"),
        ))
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

    /// Checks that numbers of the part that is being bound are finite.
    pub fn check_finite(&self, numbers: &[f64]) -> Result<(), Error> {
        match numbers.iter().position(|number| !number.is_finite()) {
            None => Ok(()),
            Some(index) => Err(self.not_finite("data", Some(index), numbers[index])),
        }
    }

    /// Checks that all of some numbers are finite.
    pub(crate) fn check_all_finite(&self, what: &str, numbers: &[f64]) -> Result<(), Error> {
        let Some(index) = numbers.iter().position(|number| !number.is_finite()) else { return Ok(()) };
        Err(Error::NotFinite {
            statement: self.statement(),
            what: what.to_owned(),
            index: Some(index),
            value: numbers[index],
        })
    }

    /// Checks that a single number of the part that is being bound is finite.
    pub fn check_finite_number(&self, number: f64) -> Result<(), Error> {
        if number.is_finite() { Ok(()) } else { Err(self.not_finite("a number", None, number)) }
    }

    /// A number of a matrix, which must be finite.
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

    /// Checks an index into `length` elements.
    pub fn check_index(
        &self,
        node: &impl Expression,
        position: Option<usize>,
        index: impl Index,
        length: usize,
    ) -> Result<u32, Error> {
        self.check_index_of(|| described(node), position, index, length)
    }

    /// Checks an index into `length` elements of what messages call `what`.
    pub fn check_index_of(
        &self,
        what: impl FnOnce() -> String,
        position: Option<usize>,
        index: impl Index,
        length: usize,
    ) -> Result<u32, Error> {
        // Packed indices have 32 bits; a longer vector than they reach is an error and no other element.
        let inside = index.to_usize().filter(|&index| index < length);
        if let Some(packed) = inside.and_then(|index| u32::try_from(index).ok()) {
            return Ok(packed);
        }
        Err(self.index_out_of_range(what(), position, index.to_f64(), length))
    }

    /// Checks that an observation is one of the `categories`, which are numbered from 0.
    pub fn check_category(
        &self,
        observed: &impl Expression,
        index: usize,
        categories: usize,
    ) -> Result<usize, Error> {
        let number = observed.datum(index).unwrap_or(f64::NAN);
        if number >= 0.0 && number < categories as f64 && number.fract() == 0.0 {
            return Ok(number as usize);
        }
        let index = observed.sides().length().map(|_| index);
        let rule = format!("be a category, a whole number from 0 to {}", categories - 1);
        Err(self.outside(LEFT.to_owned(), index, number, &rule))
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

/// The expression in quotes.
fn described(expression: &impl Expression) -> String {
    let mut text = String::from("`");
    expression.describe(&mut text);
    text + "`"
}
