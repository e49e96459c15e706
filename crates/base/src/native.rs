//! Numbers as Rust has them.

/// A number as Rust has it: `bool`, a whole number or `f64`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no number",
    note = "numbers are `f64`, `bool`, `u64`, `i64`, `usize`, `u32` and `i32`; a tracked function gets all else as arguments"
)]
pub trait Native: Copy + PartialEq + core::fmt::Debug + Send + Sync + 'static {
    /// True if all values are whole numbers, true as 1.
    const IS_WHOLE: bool;

    /// The number, true as 1.
    fn to_number(self) -> f64;

    /// The value that is this number.
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

/// Calls a macro with all types that are [`Native`]: a trait of another crate that has more implementations
/// cannot be implemented for all of them at once.
#[doc(hidden)]
#[macro_export]
macro_rules! for_native_numbers {
    ($numbers:ident) => {
        $numbers!(f64, bool, u64, i64, usize, u32, i32);
    };
}
