//! The functions of an expression that are undefined for some arguments. Messages name them where a log
//! density is NaN.

/// A set of functions that are undefined for some arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Undefined(u32);

/// Declares the set of each function by itself: `NAME, "what is undefined";`.
macro_rules! functions {
    ($($NAME:ident, $text:literal;)*) => {
        impl Undefined {
            functions!(@ 0; $($NAME, $text;)*);

            /// The text for each function, in the order of this table.
            const TEXTS: &'static [(Self, &'static str)] = &[$((Self::$NAME, $text)),*];
        }
    };
    (@ $place:expr; $NAME:ident, $text:literal; $($rest:tt)*) => {
        #[doc = $text]
        pub const $NAME: Self = Self(1 << ($place));
        functions!(@ $place + 1; $($rest)*);
    };
    (@ $place:expr;) => {};
}

functions! {
    LOG, "`log` or `ln` of a number below 0";
    LOG1P, "`log1p` of a number below −1";
    LOG1M, "`log1m` of a number above 1";
    LOG1M_EXP, "`log1m_exp` of a number above 0";
    LOGIT, "`logit` of a number outside of 0 to 1";
    INV_PHI, "`inv_phi` of a number outside of 0 to 1";
    SQRT, "`sqrt` of a number below 0";
    POWF, "`powf` of a number below 0";
    MATRIX, "a factor of a matrix that is not positive definite";
}

impl Undefined {
    /// The empty set.
    pub const NONE: Self = Self(0);

    /// The union of both sets.
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// True if the set contains all functions of another set.
    pub const fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// The set without the functions of another set.
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The text for each function in the set.
    pub(crate) fn texts(self) -> impl Iterator<Item = &'static str> {
        Self::TEXTS.iter().filter(move |(function, _)| self.has(*function)).map(|(_, text)| *text)
    }
}
