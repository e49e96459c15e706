//! Methods of whole numbers, which have no derivatives. Where Rust would panic, a replayed value is NaN.

use super::arithmetic::checked;
use crate::track::{At, Primitive, Tracked};

/// Writes the method `a.name(b)`, given the types of a, b and the value, and a function for the replay,
/// which returns `None` where Rust would panic.
macro_rules! method {
    ($Whole:ident, $Other:ident, $Value:ident, $name:ident, $again:expr) => {
        impl Tracked<$Whole> {
            #[doc = concat!("`a.", stringify!($name), "(b)`")]
            ///
            /// # Panics
            ///
            /// If the method of the plain number would panic.
            pub fn $name(self, other: Tracked<$Other>, at: At<'_>) -> Tracked<$Value> {
                const FUNCTION: &Primitive =
                    &Primitive::new(stringify!($name), |of| checked::<$Whole, $Other, $Value>(of, $again));
                let value = self.value().$name(other.value());
                at.primitive(FUNCTION, &[self.operand(), other.operand()], value)
            }
        }
    };
}

macro_rules! whole {
    ($($Whole:ident)*) => {$(
        method!($Whole, $Whole, $Whole, min, |a, b| Some(a.min(b)));
        method!($Whole, $Whole, $Whole, max, |a, b| Some(a.max(b)));
        method!($Whole, $Whole, $Whole, saturating_add, |a, b| Some(a.saturating_add(b)));
        method!($Whole, $Whole, $Whole, saturating_sub, |a, b| Some(a.saturating_sub(b)));
        method!($Whole, $Whole, $Whole, rem_euclid, |a, b| a.checked_rem_euclid(b));
        method!($Whole, $Whole, $Whole, div_euclid, |a, b| a.checked_div_euclid(b));
        method!($Whole, u32, $Whole, pow, |a, b| a.checked_pow(b));
    )*};
}

whole!(u64 usize u32 i64 i32);

macro_rules! without_sign {
    ($($Whole:ident)*) => {$(
        method!($Whole, $Whole, $Whole, abs_diff, |a, b| Some(a.abs_diff(b)));
        method!($Whole, $Whole, $Whole, div_ceil, |a, b| (b != 0).then(|| a.div_ceil(b)));
        method!($Whole, $Whole, bool, is_multiple_of, |a, b| Some(a.is_multiple_of(b)));
    )*};
}

without_sign!(u64 usize u32);

macro_rules! with_sign {
    ($($Whole:ident)*) => {$(
        impl Tracked<$Whole> {
            /// `a.abs()`
            ///
            /// # Panics
            ///
            /// If the method of the plain number would panic.
            pub fn abs(self, at: At<'_>) -> Self {
                const FUNCTION: &Primitive = &Primitive::new("abs", |of| {
                    checked::<$Whole, $Whole, $Whole>(&[of[0], of[0]], |a, _| a.checked_abs())
                });
                at.primitive(FUNCTION, &[self.operand()], self.value().abs())
            }
        }
    )*};
}

with_sign!(i64 i32);
