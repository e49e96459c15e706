//! Operators. Their derivatives with respect to a and b are
//!
//! | | by a | by b |
//! |-|-|-|
//! | a + b | 1 | 1 |
//! | a − b | 1 | −1 |
//! | a · b | b | a |
//! | a / b | 1/b | −(a/b)/b |
//! | a % b | 1 | −trunc(a/b) |
//!
//! Operators of whole numbers have no derivatives. Where Rust would panic, at an overflow or a division by
//! 0, a replayed value is NaN.

use super::ToTracked;
use crate::native::Native;
use crate::track::{At, Primitive, Tracked};
use core::ops::{Add, BitAnd, BitOr, BitXor, Div, Mul, Neg, Not, Rem, Sub};

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

/// Computes an operator of whole numbers in `f64`; NaN where the operator would panic.
pub(super) fn checked<A: Native, B: Native, Value: Native>(
    of: &[f64],
    operator: impl Fn(A, B) -> Option<Value>,
) -> f64 {
    let is_known = of.iter().all(|number| !number.is_nan());
    let value = is_known.then(|| operator(A::of_number(of[0]), B::of_number(of[1]))).flatten();
    value.map_or(f64::NAN, Value::to_number)
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
    ($Number:ident $($(#[$doc:meta])* $function:ident $CONSTANT:ident $operator:tt;)*) => {$(
        $(#[$doc])*
        #[inline]
        pub fn $function<T: $Number>(a: impl ToTracked<T>, b: impl ToTracked<T>, at: At<'_>) -> Tracked<T> {
            let (a, b) = (a.to_tracked(), b.to_tracked());
            at.primitive(T::$CONSTANT, &[a.operand(), b.operand()], a.value() $operator b.value())
        }
    )*};
}

operators! {
    Number
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
pub fn neg<T: Number + Neg<Output = T>>(a: impl ToTracked<T>, at: At<'_>) -> Tracked<T> {
    let a = a.to_tracked();
    const NEG: &Primitive =
        &Primitive::with_derivative("-", |of| -of[0], |_, _, partials| partials[0] = -1.0);
    at.primitive(NEG, &[a.operand()], -a.value())
}

/// The primitive of `!`.
struct Inverse<T>(core::marker::PhantomData<T>);

impl<T: Native + Not<Output = T>> Inverse<T> {
    const NOT: &'static Primitive =
        &Primitive::new("!", |of| if of[0].is_nan() { of[0] } else { (!T::of_number(of[0])).to_number() });
}

/// `!a`
pub fn not<T: Native + Not<Output = T>>(a: impl ToTracked<T>, at: At<'_>) -> Tracked<T> {
    let a = a.to_tracked();
    at.primitive(Inverse::<T>::NOT, &[a.operand()], !a.value())
}

/// The types of values that `&`, `|` and `^` take: `bool` and whole numbers.
#[diagnostic::on_unimplemented(message = "a tracked `{Self}` has no bits")]
pub trait Bits: Native + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self> {
    /// a & b
    const AND: &'static Primitive;
    /// a | b
    const OR: &'static Primitive;
    /// a ^ b
    const XOR: &'static Primitive;
}

macro_rules! bits {
    ($($Bits:ty)*) => {$(
        impl Bits for $Bits {
            const AND: &'static Primitive =
                &Primitive::new("&", |of| checked(of, |a: $Bits, b: $Bits| Some(a & b)));
            const OR: &'static Primitive =
                &Primitive::new("|", |of| checked(of, |a: $Bits, b: $Bits| Some(a | b)));
            const XOR: &'static Primitive =
                &Primitive::new("^", |of| checked(of, |a: $Bits, b: $Bits| Some(a ^ b)));
        }
    )*};
}

bits!(bool u64 i64 usize u32 i32);

operators! {
    Bits
    /// `a & b`, both of which are computed.
    bit_and AND &;
    /// `a | b`, both of which are computed.
    bit_or OR |;
    /// `a ^ b`
    bit_xor XOR ^;
}

/// `a as To`
///
/// The derivative is 1 from `f64` to `f64`; a cast from or to a whole number has no derivative.
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
