//! Values that are made of tracked ones, as wholes: what functions return.

use super::{Operand, Tracked};
use crate::native::Native;

/// A value that is made of tracked numbers.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not made of tracked numbers",
    note = "a tracked function returns numbers, and arrays, vectors and tuples of them"
)]
pub trait Values: Sized {
    /// The value without nodes.
    type Plain;

    /// The value with each of its numbers replaced, and its node.
    fn map(self, operand: &mut impl FnMut(Operand) -> Operand) -> Self;

    /// The value without nodes.
    fn plain(self) -> Self::Plain;
}

impl<T: Native> Values for Tracked<T> {
    type Plain = T;

    fn map(self, operand: &mut impl FnMut(Operand) -> Operand) -> Self {
        let Operand { node, value, is_fixed } = operand(self.operand());
        Self { value: T::of_number(value), node, is_fixed }
    }

    fn plain(self) -> T {
        self.value()
    }
}

impl<V: Values> Values for Vec<V> {
    type Plain = Vec<V::Plain>;

    fn map(self, operand: &mut impl FnMut(Operand) -> Operand) -> Self {
        self.into_iter().map(|value| value.map(operand)).collect()
    }

    fn plain(self) -> Vec<V::Plain> {
        self.into_iter().map(V::plain).collect()
    }
}

impl<V: Values> Values for Option<V> {
    type Plain = Option<V::Plain>;

    fn map(self, operand: &mut impl FnMut(Operand) -> Operand) -> Self {
        Option::map(self, |value| value.map(operand))
    }

    fn plain(self) -> Option<V::Plain> {
        Option::map(self, V::plain)
    }
}

impl<V: Values, const N: usize> Values for [V; N] {
    type Plain = [V::Plain; N];

    fn map(self, operand: &mut impl FnMut(Operand) -> Operand) -> Self {
        <[V; N]>::map(self, |value| value.map(operand))
    }

    fn plain(self) -> [V::Plain; N] {
        <[V; N]>::map(self, V::plain)
    }
}

macro_rules! tuples {
    ($(($($Value:ident)*))*) => {$(
        #[allow(non_snake_case, unused_variables, clippy::unused_unit)]
        impl<$($Value: Values),*> Values for ($($Value,)*) {
            type Plain = ($($Value::Plain,)*);

            fn map(self, operand: &mut impl FnMut(Operand) -> Operand) -> Self {
                let ($($Value,)*) = self;
                ($($Value.map(operand),)*)
            }

            fn plain(self) -> Self::Plain {
                let ($($Value,)*) = self;
                ($($Value.plain(),)*)
            }
        }
    )*};
}

tuples!(() (A) (A B) (A B C) (A B C D) (A B C D E) (A B C D E F));
