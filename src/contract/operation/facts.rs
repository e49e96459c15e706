//! The facts that the type of an operation knows.

use super::Affinity;
use crate::contract::conjugacy::{Curve, Link, Ties};
use crate::frame::MAX_ARGUMENTS;
use crate::labels::SideLevels;
use crate::shape::MatrixForm;

/// The facts about an operation that its type knows. Each operation states how it differs from
/// [`NONE`](Self::NONE).
#[derive(Clone, Copy)]
pub struct OperationFacts {
    /// The dependence of the value on each argument, where it is known for conjugate updates.
    pub links: &'static [Link],

    /// The curve of the value, taken as a log density, as a function of an argument, by place, where it is
    /// known for conjugate updates.
    pub curves: &'static [(usize, Curve)],

    /// The way in which the operation keeps values affine: the value is affine in all affine arguments
    /// together, or in each of them while the others are held.
    pub affinity: Affinity,

    /// The ties between the elements of an argument in a value that is quadratic in them.
    pub ties: Ties,

    /// The places of arguments that are read element by element: an element of the value reads the element
    /// with its index.
    pub own: &'static [usize],

    /// The places of arguments that are read row by row: a row of the value reads the row with its number.
    pub own_rows: &'static [usize],

    /// True for the log density of a vector, the first argument, together with which the vector can be
    /// marginalised. The working memory of such an operation begins with a table of log densities, one row
    /// for each value of an element, and the backward pass stores probabilities there.
    pub couples_elements: bool,

    /// True if the value is a number that is a sum over series, the columns of the first argument.
    /// `forward` and `backward` then evaluate the share of the series that the operands name.
    pub has_series: bool,

    /// True if each column of the value depends only on the same column of each argument.
    pub is_by_columns: bool,

    /// The name in messages of each argument that must be a symmetric matrix, or several such matrices
    /// below each other, since the operation reads only one triangle of it.
    pub symmetric: [Option<&'static str>; MAX_ARGUMENTS],

    /// The names of the rows and columns of the value, given those of the first argument, if the argument is
    /// a variable and the rows of the value are not [its own](Self::own_rows).
    pub levels: fn(SideLevels) -> SideLevels,

    /// The form of the value, given that of the first argument, if the argument is a variable.
    pub form: fn(MatrixForm) -> MatrixForm,

    /// True if `draw` can continue a series after values that exist already.
    pub continues: bool,

    /// True if `draw` draws numbers of laws. The first argument has the log densities of the laws, one row
    /// for each.
    pub chooses: bool,
}

impl OperationFacts {
    /// The facts of an operation of which nothing is known: each element of the value may depend on all
    /// elements of all arguments, by no formula that other code can use.
    pub const NONE: Self = Self {
        links: &[],
        curves: &[],
        affinity: Affinity::Curved,
        ties: Ties::None,
        own: &[],
        own_rows: &[],
        couples_elements: false,
        has_series: false,
        is_by_columns: false,
        symmetric: [None; MAX_ARGUMENTS],
        levels: |_| SideLevels::NONE,
        form: |_| MatrixForm::General,
        continues: false,
        chooses: false,
    };
}
