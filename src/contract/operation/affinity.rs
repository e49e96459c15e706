//! The effect of functions and operations on affine forms.

/// The effect of a function of two arguments on affine forms.
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
