//! Rust's own types of numbers.

/// Rust's own types of numbers: `bool`, whole numbers and `f64`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a number",
    note = "numbers are `f64`, `bool`, `u64`, `i64`, `usize`, `u32` and `i32`; a tracked function gets all else as arguments"
)]
pub trait Native: Copy + PartialEq + core::fmt::Debug + Send + Sync + 'static {
    /// True if all values are whole numbers; `true` counts as 1.
    const IS_WHOLE: bool;

    /// Converts to `f64`; `true` becomes 1.
    fn to_number(self) -> f64;

    /// Converts from `f64`; every number but 0 becomes `true`.
    fn of_number(number: f64) -> Self;
}

impl Native for f64 {
    const IS_WHOLE: bool = false;

    fn to_number(self) -> f64 {
        self
    }

    fn of_number(number: f64) -> Self {
        number
    }
}

impl Native for bool {
    const IS_WHOLE: bool = true;

    fn to_number(self) -> f64 {
        f64::from(u8::from(self))
    }

    fn of_number(number: f64) -> Self {
        number != 0.0
    }
}

macro_rules! whole {
    ($($Whole:ty),*) => {$(
        impl Native for $Whole {
            const IS_WHOLE: bool = true;

            fn to_number(self) -> f64 {
                self as f64
            }

            fn of_number(number: f64) -> Self {
                number as $Whole
            }
        }
    )*};
}

whole!(u64, i64, usize, u32, i32);

/// Calls a macro with all types that are [`Native`]. Another crate needs it to implement a trait for each
/// of them, because a blanket implementation would conflict with others.
#[doc(hidden)]
#[macro_export]
macro_rules! for_native_numbers {
    ($numbers:ident) => {
        $numbers!(f64, bool, u64, i64, usize, u32, i32);
    };
}
