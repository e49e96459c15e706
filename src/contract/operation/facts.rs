//! What the type of an operation knows.

use super::Affinity;
use crate::contract::conjugacy::{Curve, Link, Ties};
use crate::frame::MAX_ARGUMENTS;

/// What an operation tells those who ask its type. Each operation says how it differs from
/// [`NONE`](Self::NONE).
#[derive(Clone, Copy)]
pub struct OperationFacts {
    /// The dependence of the value on each argument, where conjugate updates know it.
    pub links: &'static [Link],

    /// The curve of the value, taken as a log density, as a function of an argument, where conjugate updates
    /// know it.
    pub curves: &'static [(usize, Curve)],

    /// The effect of the operation on arguments that are affine: the value is affine in all at once, or in
    /// each while the others are held.
    pub affinity: Affinity,

    /// The elements of an argument that depend on each other in a value that is quadratic in them.
    pub ties: Ties,

    /// The arguments that are read element by element: an element of the value reads the one with its index.
    pub own: &'static [usize],

    /// The arguments that are read row by row: a row of the value reads the one with its number.
    pub own_rows: &'static [usize],

    /// True for the log density of a vector, the first argument, that can be marginalised together with it:
    /// the operation then begins its working memory with a table of log densities, a row for each value, and
    /// leaves probabilities there in the backward pass.
    pub couples_elements: bool,

    /// True if the value is a number that is added up over series, which are columns of the first argument:
    /// `forward` and `backward` go over the share of the series that the operands name.
    pub has_series: bool,

    /// True if a column of the value is made of the same elements of all arguments.
    pub is_by_columns: bool,

    /// The name in messages of each argument that must be a symmetric matrix, or several below each other,
    /// since the operation reads a triangle of the argument.
    pub symmetric: [Option<&'static str>; MAX_ARGUMENTS],

    /// True if `draw` goes on behind values that there are already.
    pub continues: bool,

    /// True if what `draw` draws are numbers of laws, of which the first argument has the log densities, a
    /// row for each.
    pub chooses: bool,
}

impl OperationFacts {
    /// Nothing is known of the operation: each element of the value may depend on all elements of all
    /// arguments, and on none of them by a formula that others could use.
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
        continues: false,
        chooses: false,
    };
}
