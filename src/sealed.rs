//! The traits that this crate alone implements.
//!
//! Verbs reach memory through a frame without bounds checks, at places that the compiler has handed out and
//! with sizes and shapes that types answer for. A type of another crate could name a place that is not its
//! own, or answer one size here and another there, so none of these traits can be implemented elsewhere.
//! [`Sealed`] is implemented beside each type, or here for expressions, nodes, statements and supports.

/// Implemented by types of this crate alone. `Of` tells apart groups of tuples and of other types that would
/// overlap.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot implement this trait: only types of monomorph do",
    label = "a type of another crate",
    note = "compiled models read memory without bounds checks, at places and in sizes that types of this trait answer for"
)]
pub trait Sealed<Of = ()> {}

/// Arguments of pieces of a user's own.
pub enum OfArguments {}

/// The beginning of the carry of a scan, and its inputs.
pub enum OfCarries {}

/// The result of a step of a scan.
pub enum OfSteps {}

/// Expressions that can be put together.
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
    // tuples and arrays, of expressions and of nodes: no other crate can implement a trait of this one for
    // any of them
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
