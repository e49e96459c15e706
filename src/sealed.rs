//! The traits that only this crate can implement.
//!
//! Kernels access memory through a frame without bounds checks, at places that the compiler has handed out
//! and with sizes and shapes that types guarantee. A type of another crate could name a place that is not
//! its own, or report different sizes at different times, so none of these traits can be implemented
//! elsewhere. [`Sealed`] is implemented beside each type, or here for expressions, nodes, statements and
//! supports.

/// A trait that only types of this crate implement. `Of` distinguishes groups of tuples and of other types
/// whose implementations would overlap.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot implement this trait: only types of monomorph do",
    label = "a type of another crate",
    note = "compiled models read memory without bounds checks, at places and in sizes that types of this trait compute: a type of another crate could compute wrong ones"
)]
pub trait Sealed<Of = ()> {}

/// The arguments of functions and distributions that a user has written.
pub enum OfArguments {}

/// The initial carry of a scan, and its inputs.
pub enum OfCarries {}

/// The result of a step of a scan.
pub enum OfSteps {}

/// Expressions that can be joined.
pub enum OfJoins {}

/// Terms of functions of any number of expressions.
pub enum OfTerms {}

/// Weights and components of mixtures.
pub enum OfMixtures {}

/// Expressions that can be points of a Gaussian process.
pub enum OfPoints {}

macro_rules! sealed {
    ($([$($parameter:tt)*] $Type:ty;)*) => {$(
        impl<$($parameter)*> Sealed for $Type {}
    )*};
}

pub(crate) use sealed;

sealed! {
    // tuples and arrays of expressions and of nodes: no other crate can implement a trait of this crate for
    // them
    [N, const COUNT: usize] [N; COUNT];
    [] ();
    [A] (A,);
    [A, B] (A, B);
    [A, B, C] (A, B, C);
    [A, B, C, D] (A, B, C, D);
    [A, B, C, D, E] (A, B, C, D, E);
    [A, B, C, D, E, F] (A, B, C, D, E, F);
    [A, B, C, D, E, F, G, H] (A, B, C, D, E, F, G, H);
}
