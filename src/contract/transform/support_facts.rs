//! What the type of a support knows.

use super::{Inside, SupportKind};

/// What a support tells those who ask its type. Each support says how it differs from [`NONE`](Self::NONE).
#[derive(Clone, Copy)]
pub struct SupportFacts {
    /// The supports that laws and conjugate pairs tell apart.
    pub kind: SupportKind,

    /// True if rows one after the other are transformed as one long vector is.
    pub joins_rows: bool,

    /// True if each row of a matrix has coordinates of its own, those of one row before those of the next.
    pub has_rows: bool,

    /// True if whether an element is inside does not depend on the others.
    pub is_elementwise: bool,

    /// True if a vector without elements is inside.
    pub may_be_empty: bool,

    /// The names of laws of values on the support, if it has fewer dimensions than elements, so that
    /// independent elements are never inside.
    pub own_laws: Option<&'static str>,

    /// The way in which a draw of independent elements becomes one of their law on the support.
    pub inside: Inside,
}

impl SupportFacts {
    /// A support of which nothing is known: whether an element is inside depends on all others, and draws of
    /// independent elements are inside by chance.
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
