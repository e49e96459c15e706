//! Operators: for (a, b) the derivatives are
//!
//! | | by a | by b |
//! |-|-|-|
//! | a + b | 1 | 1 |
//! | a − b | 1 | −1 |
//! | a · b | b | a |
//! | a / b | 1/b | −(a/b)/b |
//! | a % b | 1 | −trunc(a/b) |
//!
//! Whole numbers have none. Where Rust would panic, at an overflow or a division by 0, a value that is computed again is NaN.

use crate::native::Native;
use crate::track::{At, Primitive, Tracked};
use core::ops::{Add, Div, Mul, Neg, Not, Rem, Sub};

/// A number with operators.
#[diagnostic::on_unimplemented(
    message = "a tracked `{Self}` has no operators",
    note = "numbers are `f64` and whole numbers: `u64`, `i64`, `usize`, `u32`, `i32`"
)]
pub trait Number:
    Native
    + PartialOrd
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Rem<Output = Self>
{
    /// a + b
    const ADD: &'static Primitive;
    /// a − b
    const SUB: &'static Primitive;
    /// a · b
    const MUL: &'static Primitive;
    /// a / b
    const DIV: &'static Primitive;
    /// a % b
    const REM: &'static Primitive;
}

impl Number for f64 {
    const ADD: &'static Primitive = &Primitive::with_derivative(
        "+",
        |of| of[0] + of[1],
        |_, _, partials| partials.copy_from_slice(&[1.0, 1.0]),
    );
    const SUB: &'static Primitive = &Primitive::with_derivative(
        "-",
        |of| of[0] - of[1],
        |_, _, partials| partials.copy_from_slice(&[1.0, -1.0]),
    );
    const MUL: &'static Primitive = &Primitive::with_derivative(
        "*",
        |of| of[0] * of[1],
        |of, _, partials| partials.copy_from_slice(&[of[1], of[0]]),
    );
    const DIV: &'static Primitive = &Primitive::with_derivative(
        "/",
        |of| of[0] / of[1],
        |of, ratio, partials| partials.copy_from_slice(&[1.0 / of[1], -ratio / of[1]]),
    );
    const REM: &'static Primitive = &Primitive::with_derivative(
        "%",
        |of| of[0] % of[1],
        |of, _, partials| partials.copy_from_slice(&[1.0, -(of[0] / of[1]).trunc()]),
    );
}

/// The value of an operator of whole numbers: NaN where it is none.
fn checked<T: Native>(of: &[f64], operator: impl Fn(T, T) -> Option<T>) -> f64 {
    let is_known = of.iter().all(|number| !number.is_nan());
    let value = is_known.then(|| operator(T::of_number(of[0]), T::of_number(of[1]))).flatten();
    value.map_or(f64::NAN, T::to_number)
}

macro_rules! whole {
    ($($Whole:ty)*) => {$(
        impl Number for $Whole {
            const ADD: &'static Primitive = &Primitive::new("+", |of| checked(of, <$Whole>::checked_add));
            const SUB: &'static Primitive = &Primitive::new("-", |of| checked(of, <$Whole>::checked_sub));
            const MUL: &'static Primitive = &Primitive::new("*", |of| checked(of, <$Whole>::checked_mul));
            const DIV: &'static Primitive = &Primitive::new("/", |of| checked(of, <$Whole>::checked_div));
            const REM: &'static Primitive = &Primitive::new("%", |of| checked(of, <$Whole>::checked_rem));
        }
    )*};
}

whole!(u64 i64 usize u32 i32);

macro_rules! operators {
    ($($(#[$doc:meta])* $function:ident $CONSTANT:ident $operator:tt;)*) => {$(
        $(#[$doc])*
        #[inline]
        pub fn $function<T: Number>(a: Tracked<T>, b: Tracked<T>, at: At<'_>) -> Tracked<T> {
            at.primitive(T::$CONSTANT, &[a.operand(), b.operand()], a.value() $operator b.value())
        }
    )*};
}

operators! {
    /// a + b
    add ADD +;
    /// a − b
    sub SUB -;
    /// a · b
    mul MUL *;
    /// a / b
    div DIV /;
    /// a % b
    rem REM %;
}

/// −a
pub fn neg<T: Number + Neg<Output = T>>(a: Tracked<T>, at: At<'_>) -> Tracked<T> {
    const NEG: &Primitive =
        &Primitive::with_derivative("-", |of| -of[0], |_, _, partials| partials[0] = -1.0);
    at.primitive(NEG, &[a.operand()], -a.value())
}

/// Not a, of a `bool`.
pub fn not<T: Native + Not<Output = T>>(a: Tracked<T>, at: At<'_>) -> Tracked<T> {
    const NOT: &Primitive = &Primitive::new("!", |of| f64::from(u8::from(of[0] == 0.0)));
    at.primitive(NOT, &[a.operand()], !a.value())
}

/// `a as To`
///
/// From `f64` to `f64` the derivative is 1; a whole number has none.
pub fn cast<From: Native, To: Native>(a: Tracked<From>, at: At<'_>) -> Tracked<To> {
    let value = To::of_number(a.value().to_number());
    at.special(Cast::<From, To>::CAST, &[a.operand()], value)
}

/// The primitive of a cast.
struct Cast<From, To>(core::marker::PhantomData<(From, To)>);

impl<From: Native, To: Native> Cast<From, To> {
    const CAST: &'static Primitive = &Primitive::with_derivative(
        "as",
        |of| if of[0].is_nan() { of[0] } else { To::of_number(of[0]).to_number() },
        |_, _, partials| partials[0] = if From::IS_WHOLE || To::IS_WHOLE { 0.0 } else { 1.0 },
    );
}
