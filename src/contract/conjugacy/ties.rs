//! The elements of a variable that depend on each other given everything else.

/// The elements of a variable that depend on each other given everything else. Each kind includes those
/// before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ties {
    /// No element depends on another one.
    None,
    /// The elements of one row of a matrix depend on each other; a vector is one row.
    Rows,
    /// All elements may depend on each other.
    All,
}

impl Ties {
    /// The ties made by rows that read several elements, or not, and those of several rows of a matrix, or
    /// not.
    pub(crate) const fn of(is_mixed: bool, mixes_rows: bool) -> Self {
        match (is_mixed, mixes_rows) {
            (_, true) => Self::All,
            (true, false) => Self::Rows,
            (false, false) => Self::None,
        }
    }

    /// The ties of both.
    pub(crate) const fn and(self, other: Self) -> Self {
        if self as u8 > other as u8 { self } else { other }
    }

    /// The ties between the elements that a value is made of, if these may stand in other places: a row of
    /// the value is no row of theirs then.
    pub(crate) const fn through(self, is_crossed: bool) -> Self {
        if is_crossed && self.is(Self::Rows) { Self::All } else { self }
    }

    /// True if they are the same.
    pub(crate) const fn is(self, other: Self) -> bool {
        self as u8 == other as u8
    }
}
