//! The context of a message: the statement, its part, and the element of the data.

use crate::compiler::{RowFirsts, Rows};
use crate::error::Error;
use std::sync::Arc;

/// The name that messages use for the variable on the left of a statement.
pub(crate) use crate::error::LEFT;

/// A part of a statement, such as an argument.
#[derive(Clone, Debug, Default)]
pub struct Part {
    /// The name of the part in messages.
    name: String,
    /// True if the part's data may be infinite.
    is_extended: bool,
}

impl Part {
    /// A part with this name, whose data may be infinite if `is_extended` is true.
    pub(crate) fn new(name: String, is_extended: bool) -> Self {
        Self { name, is_extended }
    }
}

impl From<String> for Part {
    fn from(name: String) -> Self {
        Self::new(name, false)
    }
}

/// The context of a statement's errors: the facts that messages contain besides the error itself.
///
/// In `bind` the compiler owns it, and changes it from statement to statement and from part to part.
/// `precompute` gets a context that the bound statement makes from its text and its rows, which it has
/// kept.
#[derive(Clone, Debug, Default)]
pub struct Context {
    statement: String,
    /// The part of the statement, while it is bound.
    part: Part,
    /// The rows of data from which the rows of the statement are made, if they are not the rows of the data
    /// themselves. Messages name elements of the data.
    rows: Option<Arc<Rows>>,
}

impl Context {
    /// The context of a statement with this text, whose rows are those of its data.
    pub(crate) fn of(text: &str) -> Self {
        Self { statement: text.to_owned(), ..Self::default() }
    }

    /// Starts a part of the statement, such as an argument.
    pub(super) fn start_part(&mut self, part: Part) {
        self.part = part;
    }

    /// The context of the statement with these rows.
    pub(crate) fn with_rows(self, rows: Option<Arc<Rows>>) -> Self {
        Self { rows, ..self }
    }

    /// The context of an expression whose elements are not the rows of the statement.
    pub(crate) fn outside_rows(&self) -> Self {
        self.clone().with_rows(None)
    }

    /// Replaces the rows of the statement, and returns the rows before.
    pub(super) fn replace_rows(&mut self, rows: Option<Arc<Rows>>) -> Option<Arc<Rows>> {
        core::mem::replace(&mut self.rows, rows)
    }

    /// The statement.
    pub(crate) fn statement(&self) -> String {
        self.statement.clone()
    }

    /// The part of the statement that is being bound.
    pub(crate) fn part(&self) -> String {
        self.part.name.clone()
    }

    /// True if a number may be among the data of the part: if it is finite, or if the part may be infinite
    /// and the number is not NaN.
    pub(super) fn takes(&self, number: f64) -> bool {
        number.is_finite() || self.part.is_extended && !number.is_nan()
    }

    /// The rows of the statement, if they are not those of its data.
    pub(crate) fn rows(&self) -> Option<&Rows> {
        self.rows.as_deref()
    }

    /// The number of rows of the statement, if the data have `data` rows.
    pub(crate) fn row_count(&self, data: usize) -> usize {
        self.rows().map_or(data, Rows::len)
    }

    /// For each row of the statement, the first of the `data` rows of data from which it is made.
    pub(crate) fn row_firsts(&self, data: usize) -> RowFirsts {
        RowFirsts::new(self.rows(), data)
    }

    /// The error for a number outside the set in which it must be.
    pub fn outside(&self, what: String, index: Option<usize>, value: f64, rule: &str) -> Error {
        let of_data = |row: usize| self.rows().and_then(|rows| rows.firsts().nth(row)).unwrap_or(row);
        let index = index.map(of_data);
        Error::OutsideSupport { statement: self.statement(), what, index, value, rule: rule.to_owned() }
    }

    /// The error for a number that is NaN or infinite. The message names the content of the part, unless
    /// the part is the left of a statement.
    pub(super) fn not_finite(&self, content: &str, index: Option<usize>, value: f64) -> Error {
        let part = self.part();
        let what = if part == LEFT { part } else { format!("{content} in {part}") };
        Error::NotFinite { statement: self.statement(), what, index, value }
    }

    /// The error for an index that is not below `length`.
    pub(super) fn index_out_of_range(
        &self,
        what: String,
        position: Option<usize>,
        index: f64,
        length: usize,
    ) -> Error {
        Error::IndexOutOfRange { statement: self.statement(), what, position, index, length }
    }

    /// The error for arguments that a function refuses.
    pub(crate) fn refused(&self, function: &'static str, reason: String) -> Error {
        Error::Refused { statement: self.statement(), function, reason }
    }

    /// The error for a length that does not fit a parameter.
    pub fn wrong_length(&self, what: &str, expected: usize, found: usize) -> Error {
        Error::LengthMismatch {
            statement: self.statement(),
            expected_by: "the parameter".to_owned(),
            expected,
            found_in: what.to_owned(),
            found,
        }
    }

    /// The error for something that is too large.
    pub(super) fn too_large(&self, what: String) -> Error {
        Error::TooLarge { statement: self.statement(), what }
    }

    /// The error for a part that is too large.
    pub(super) fn part_too_large(&self) -> Error {
        self.too_large(self.part())
    }
}
