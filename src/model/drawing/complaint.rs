//! A complaint about a statement that is known when the program is compiled.

use crate::name::Text;

/// A complaint that is known when the program is compiled; empty if there is none.
#[doc(hidden)]
pub trait Complaint {
    /// The text of the complaint.
    const TEXT: Text;
}

impl Complaint for () {
    const TEXT: Text = Text::EMPTY;
}

impl<First: Complaint, Second: Complaint> Complaint for (First, Second) {
    const TEXT: Text = if First::TEXT.is_empty() { Second::TEXT } else { First::TEXT };
}
