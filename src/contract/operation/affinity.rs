//! The affine form of a function or operation, given arguments in affine form.

/// The way in which a function of two arguments keeps values affine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Affinity {
    /// x + s y
    Sum(f64),
    /// x y
    Product,
    /// x / y
    Quotient,
    /// Anything else.
    Curved,
}
