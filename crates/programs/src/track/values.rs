//! Values that consist of tracked numbers and can be returned by functions.

use super::{Nodes, Tracked};
use crate::native::Native;

/// A value that consists of tracked numbers, and has a plain form.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not made of tracked numbers",
    note = "a tracked function returns numbers, and arrays, vectors and tuples of them"
)]
pub trait Values: Nodes {
    /// The type of the value without nodes.
    type Plain;

    /// Returns the value without nodes.
    fn plain(&self) -> Self::Plain;
}

impl<T: Native> Values for Tracked<T> {
    type Plain = T;

    fn plain(&self) -> T {
        self.value()
    }
}

impl<V: Values> Values for Vec<V> {
    type Plain = Vec<V::Plain>;

    fn plain(&self) -> Vec<V::Plain> {
        self.iter().map(V::plain).collect()
    }
}

impl<V: Values> Values for Option<V> {
    type Plain = Option<V::Plain>;

    fn plain(&self) -> Option<V::Plain> {
        self.as_ref().map(V::plain)
    }
}

impl<V: Values, const N: usize> Values for [V; N] {
    type Plain = [V::Plain; N];

    fn plain(&self) -> [V::Plain; N] {
        self.each_ref().map(V::plain)
    }
}

macro_rules! tuples {
    ($(($($Value:ident)*))*) => {$(
        #[allow(non_snake_case, clippy::unused_unit)]
        impl<$($Value: Values),*> Values for ($($Value,)*) {
            type Plain = ($($Value::Plain,)*);

            fn plain(&self) -> Self::Plain {
                let ($($Value,)*) = self;
                ($($Value.plain(),)*)
            }
        }
    )*};
}

tuples!(() (A) (A B) (A B C) (A B C D) (A B C D E) (A B C D E F));
