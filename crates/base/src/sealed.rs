//! The seal of the traits that this crate alone implements: [`Dimension`](crate::shape::Dimension) and
//! [`Tag`](crate::shape::Tag), whose sizes kernels trust without checks.

/// Implemented by types of this crate alone.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot implement this trait: only types of monomorph do",
    label = "a type of another crate",
    note = "compiled models read memory without bounds checks, at places and in sizes that types of this trait answer for"
)]
pub trait Sealed {}
