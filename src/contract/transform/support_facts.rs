//! The facts that the type of a support knows.

use super::{Inside, SupportKind};

/// The facts about a support that its type knows. Each support states how it differs from
/// [`NONE`](Self::NONE).
#[derive(Clone, Copy)]
pub struct SupportFacts {
    /// The kind of support, which laws and conjugate updates tell apart.
    pub kind: SupportKind,

    /// True if consecutive rows are transformed as one long vector is.
    pub joins_rows: bool,

    /// True if each row of a matrix has its own coordinates, and the coordinates of a row stand before
    /// those of the next row.
    pub has_rows: bool,

    /// True if one element can be inside or outside independently of the others.
    pub is_elementwise: bool,

    /// True if a vector without elements is inside the support.
    pub may_be_empty: bool,

    /// The names of the laws for values on the support, if it has fewer dimensions than elements, so that
    /// independent elements are never inside.
    pub own_laws: Option<&'static str>,

    /// The way in which a draw of independent elements becomes a draw from their law on the support.
    pub inside: Inside,
}

impl SupportFacts {
    /// The facts of a support of which nothing is known: the elements are inside or outside together, and
    /// draws of independent elements are inside by chance.
    pub const NONE: Self = Self {
        kind: SupportKind::Other,
        joins_rows: false,
        has_rows: false,
        is_elementwise: false,
        may_be_empty: false,
        own_laws: None,
        inside: Inside::ByChance,
    };
}
