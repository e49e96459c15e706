//! The supertrait that seals the traits which only this crate implements:
//! [`Dimension`](crate::shape::Dimension) and [`Tag`](crate::shape::Tag), whose sizes kernels trust without
//! checks.

/// A supertrait that only types of this crate implement.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot implement this trait: only types of monomorph do",
    label = "a type of another crate",
    note = "compiled models read memory without bounds checks, at places and in sizes that types of this trait compute: a type of another crate could compute wrong ones"
)]
pub trait Sealed {}
