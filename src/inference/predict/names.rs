//! Names of data, which are taken from the program's text.

use crate::contract::sketch::name_of_data;
use crate::trace::interned;

/// Returns a name for the data of a statement that is not taken: `y` for `data(&y) |= …`, or `y#2`.
///
/// The names consist of the program's text and of numbers of loops, so there are no more of them than
/// statements in the program's models.
pub(crate) fn name_of(statement: &str, is_taken: impl Fn(&str) -> bool) -> &'static str {
    free_name(&name_of_data(statement), is_taken)
}

/// Returns the name `plain` if it is free, otherwise the name with the first free number, such as `y#2`.
pub(super) fn free_name(plain: &str, is_taken: impl Fn(&str) -> bool) -> &'static str {
    let (mut name, mut number) = (plain.to_owned(), 2);
    while is_taken(&name) {
        name = format!("{plain}#{number}");
        number += 1;
    }
    interned(&name)
}
