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
    /// The ties that follow from the rows: `is_mixed` if a row reads several elements, `mixes_rows` if it
    /// reads elements of several rows of a matrix.
    pub(crate) const fn of(is_mixed: bool, mixes_rows: bool) -> Self {
        match (is_mixed, mixes_rows) {
            (_, true) => Self::All,
            (true, false) => Self::Rows,
            (false, false) => Self::None,
        }
    }

    /// The larger of two kinds of ties.
    pub(crate) const fn and(self, other: Self) -> Self {
        if self as u8 > other as u8 { self } else { other }
    }

    /// The ties between the elements from which a value is computed, given the ties between the elements of
    /// the value. If elements may stand in other places (`is_crossed`), a row of the value is not a row of
    /// these elements, so that ties within rows become ties between all elements.
    pub(crate) const fn through(self, is_crossed: bool) -> Self {
        if is_crossed && self.is(Self::Rows) { Self::All } else { self }
    }

    /// True if both ties are equal.
    pub(crate) const fn is(self, other: Self) -> bool {
        self as u8 == other as u8
    }
}
