//! The checks of expressions in `bind`, and their errors.

use crate::compiler::{Context, Index, LEFT};
use crate::contract::expression::Expression;
use crate::error::Error;

impl Context {
    /// Checks that two operands of one expression have the same length and the same number of columns.
    pub fn check_lengths(&self, left: &impl Expression, right: &impl Expression) -> Result<(), Error> {
        let name = |place: usize| if place == 0 { described(left) } else { described(right) };
        self.check_sides(&[left.sides(), right.sides()], &name)
    }

    /// Checks that two expressions have equal numbers of elements, in any arrangement.
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

    /// Checks that a vector has elements.
    pub fn check_not_empty(&self, node: &impl Expression) -> Result<(), Error> {
        self.check_not_empty_length(node.sides().length(), &|| described(node))
    }

    /// Checks that a vector has at least `least` elements.
    pub fn check_at_least(&self, node: &impl Expression, least: usize) -> Result<(), Error> {
        let found = node.sides().length().unwrap_or(1);
        if found >= least {
            return Ok(());
        }
        self.check_not_empty(node)?;
        Err(self.outside(
            format!("the length of {}", described(node)),
            None,
            found as f64,
            &format!("be at least {least}"),
        ))
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

    /// Checks that an observation is one of the `categories`, which are numbered from 0.
    pub fn check_category(
        &self,
        observed: &impl Expression,
        index: usize,
        categories: usize,
    ) -> Result<usize, Error> {
        let number = observed.datum(index).unwrap_or(f64::NAN);
        if is_category(number, categories) {
            return Ok(number as usize);
        }
        let index = observed.sides().length().map(|_| index);
        Err(self.outside(LEFT.to_owned(), index, number, &rule_of_category(categories)))
    }
}

/// True if a number is the number of one of `categories` categories, counted from 0.
pub(crate) fn is_category(number: f64, categories: usize) -> bool {
    number >= 0.0 && number < categories as f64 && number.fract() == 0.0
}

/// The rule for a number of one of `categories` categories, which a message puts after "must".
pub(crate) fn rule_of_category(categories: usize) -> String {
    format!("be a category, a whole number from 0 to {}", categories.saturating_sub(1))
}

/// The expression's text in backquotes.
fn described(expression: &impl Expression) -> String {
    let mut text = String::from("`");
    expression.describe(&mut text);
    text + "`"
}
