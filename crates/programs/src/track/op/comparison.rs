//! Comparisons, which return a `bool` and have no derivatives.

use super::ToTracked;
use crate::native::Native;
use crate::track::{At, Primitive, Tracked};

macro_rules! comparisons {
    ($($(#[$doc:meta])* $function:ident $sign:literal $operator:tt;)*) => {$(
        $(#[$doc])*
        #[inline]
        pub fn $function<T: Native + PartialOrd>(
            a: impl ToTracked<T>,
            b: impl ToTracked<T>,
            at: At<'_>,
        ) -> Tracked<bool> {
            let (a, b) = (a.to_tracked(), b.to_tracked());
            const COMPARE: &Primitive = &Primitive::new($sign, |of| {
                // If an operand cannot be computed again, neither can the comparison: a branch on it stops
                // the replay.
                if of[0].is_nan() || of[1].is_nan() {
                    f64::NAN
                } else {
                    f64::from(u8::from(of[0] $operator of[1]))
                }
            });
            at.primitive(COMPARE, &[a.operand(), b.operand()], a.value() $operator b.value())
        }
    )*};
}

comparisons! {
    /// a < b
    lt "<" <;
    /// a ≤ b
    le "<=" <=;
    /// a > b
    gt ">" >;
    /// a ≥ b
    ge ">=" >=;
    /// a = b
    eq "==" ==;
    /// a ≠ b
    ne "!=" !=;
}
