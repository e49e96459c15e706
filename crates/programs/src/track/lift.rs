//! Conversions of plain values to tracked values, which are then constants.

use super::Tracked;
use super::source::At;
use crate::native::Native;
use std::borrow::Cow;

/// A value that a function accepts as a tracked `T`: a tracked value, or a plain value, which becomes a
/// constant.
#[diagnostic::on_unimplemented(
    message = "a tracked function takes no `{Self}` where it wants `{T}`",
    note = "it takes the plain value, or a tracked one"
)]
pub trait IntoTracked<T> {
    /// Converts to a tracked value.
    fn into_tracked(self, at: At<'_>) -> Tracked<T>;
}

impl<T: Native> IntoTracked<T> for T {
    fn into_tracked(self, at: At<'_>) -> Tracked<T> {
        at.constant(self)
    }
}

impl<T: Native> IntoTracked<T> for Tracked<T> {
    fn into_tracked(self, _: At<'_>) -> Self {
        self
    }
}

/// Values that a function accepts as a tracked slice.
#[diagnostic::on_unimplemented(
    message = "a tracked function takes no `{Self}` where it wants a slice of `{T}`",
    note = "it takes a slice of plain values, or of tracked ones"
)]
pub trait IntoTrackedSlice<'a, T: Native> {
    /// Converts to tracked values.
    fn into_tracked_slice(self, at: At<'_>) -> Cow<'a, [Tracked<T>]>;
}

impl<'a, T: Native> IntoTrackedSlice<'a, T> for &'a [Tracked<T>] {
    fn into_tracked_slice(self, _: At<'_>) -> Cow<'a, [Tracked<T>]> {
        Cow::Borrowed(self)
    }
}

impl<'a, T: Native> IntoTrackedSlice<'a, T> for &'a Vec<Tracked<T>> {
    fn into_tracked_slice(self, _: At<'_>) -> Cow<'a, [Tracked<T>]> {
        Cow::Borrowed(self)
    }
}

impl<'a, T: Native> IntoTrackedSlice<'a, T> for &'a [T] {
    fn into_tracked_slice(self, at: At<'_>) -> Cow<'a, [Tracked<T>]> {
        self.iter().map(|&value| at.constant(value)).collect()
    }
}

impl<'a, T: Native> IntoTrackedSlice<'a, T> for &'a Vec<T> {
    fn into_tracked_slice(self, at: At<'_>) -> Cow<'a, [Tracked<T>]> {
        self.as_slice().into_tracked_slice(at)
    }
}

impl<'a, T: Native, const N: usize> IntoTrackedSlice<'a, T> for &'a [T; N] {
    fn into_tracked_slice(self, at: At<'_>) -> Cow<'a, [Tracked<T>]> {
        self.as_slice().into_tracked_slice(at)
    }
}

impl<'a, T: Native, const N: usize> IntoTrackedSlice<'a, T> for &'a [Tracked<T>; N] {
    fn into_tracked_slice(self, _: At<'_>) -> Cow<'a, [Tracked<T>]> {
        Cow::Borrowed(self)
    }
}

/// A value that a tracked function uses directly, such as a field or a constant: it is converted by its own
/// type.
pub trait Lift {
    /// The type of the tracked value.
    type Out;

    /// Converts to a tracked value.
    fn lift(self, at: At<'_>) -> Self::Out;
}

macro_rules! numbers {
    ($($Number:ty),*) => {$(
        impl Lift for $Number {
            type Out = Tracked<Self>;

            fn lift(self, at: At<'_>) -> Tracked<Self> {
                at.constant(self)
            }
        }
    )*};
}

monomorph_base::for_native_numbers!(numbers);

impl<T: Native> Lift for Tracked<T> {
    type Out = Self;

    fn lift(self, _: At<'_>) -> Self {
        self
    }
}

impl<T: Native> Lift for &[T] {
    type Out = Vec<Tracked<T>>;

    fn lift(self, at: At<'_>) -> Vec<Tracked<T>> {
        self.into_tracked_slice(at).into_owned()
    }
}

impl<L: Lift, const N: usize> Lift for [L; N] {
    type Out = [L::Out; N];

    fn lift(self, at: At<'_>) -> [L::Out; N] {
        self.map(|value| value.lift(at))
    }
}

impl<L: Lift> Lift for Vec<L> {
    type Out = Vec<L::Out>;

    fn lift(self, at: At<'_>) -> Vec<L::Out> {
        self.into_iter().map(|value| value.lift(at)).collect()
    }
}

macro_rules! tuples {
    ($(($($Value:ident)*))*) => {$(
        #[allow(non_snake_case)]
        impl<$($Value: Lift),*> Lift for ($($Value,)*) {
            type Out = ($($Value::Out,)*);

            fn lift(self, at: At<'_>) -> Self::Out {
                let ($($Value,)*) = self;
                ($($Value.lift(at),)*)
            }
        }
    )*};
}

tuples!((A) (A B) (A B C) (A B C D) (A B C D E) (A B C D E F));
