//! The operands of an operator: a tracked number, or a reference to one, as with plain numbers.

use crate::native::Native;
use crate::track::Tracked;

/// A tracked number, or a reference to one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tracked number",
    note = "operators take tracked numbers: plain data come in as arguments of the tracked function"
)]
pub trait ToTracked<T> {
    /// Converts to a tracked number.
    fn to_tracked(self) -> Tracked<T>;
}

impl<T: Native> ToTracked<T> for Tracked<T> {
    #[inline]
    fn to_tracked(self) -> Self {
        self
    }
}

impl<T: Native> ToTracked<T> for &Tracked<T> {
    #[inline]
    fn to_tracked(self) -> Tracked<T> {
        *self
    }
}
