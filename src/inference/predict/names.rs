//! Names of data: those of the program's own text.

use crate::contract::sketch::name_of_data;
use crate::trace::interned;

/// The name of the data of a statement, another one than those that are taken: `y` of `data(&y) |= …`, or
/// `y#2`.
///
/// These names are made of its text, and of numbers of loops, so there are no more of them than
/// statements in its models.
pub(crate) fn name_of(statement: &str, is_taken: impl Fn(&str) -> bool) -> &'static str {
    free_name(&name_of_data(statement), is_taken)
}

/// The name, or it with a number behind it, `y#2`, if it is taken.
pub(super) fn free_name(plain: &str, is_taken: impl Fn(&str) -> bool) -> &'static str {
    let (mut name, mut number) = (plain.to_owned(), 2);
    while is_taken(&name) {
        name = format!("{plain}#{number}");
        number += 1;
    }
    interned(&name)
}
