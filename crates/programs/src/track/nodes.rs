//! The nodes of values that consist of tracked numbers, which joins and calls change in place.

use super::source::At;
use super::{Kind, NodeId, Operand, Tracked};
use crate::native::Native;

/// Values that consist of tracked numbers, also behind references.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not made of tracked numbers",
    note = "tracked functions take, return and assign numbers, and arrays, vectors and tuples of them"
)]
pub trait Nodes {
    /// Reads every number with `read`.
    fn read(&self, read: &mut dyn FnMut(Operand));

    /// Replaces every number and its node by the result of `other`.
    fn replace(&mut self, other: &mut dyn FnMut(Operand) -> Operand);

    /// Gives every number another node.
    fn set_nodes(&mut self, node: &mut dyn FnMut(Operand) -> NodeId) {
        self.replace(&mut |operand| Operand { node: node(operand), ..operand });
    }

    /// Makes every number depend on the branches around the step, because an arm of a branch may have
    /// assigned it.
    fn join_at(&mut self, at: At<'_>) {
        if at.tape.depth() > 0 && at.tape.is_on() {
            let join = |operand: Operand| at.tape.record(Kind::Join, operand.value, &[operand], at.source);
            self.set_nodes(&mut { join });
        }
    }
}

impl<T: Native> Nodes for Tracked<T> {
    fn read(&self, read: &mut dyn FnMut(Operand)) {
        read(self.operand());
    }

    fn replace(&mut self, other: &mut dyn FnMut(Operand) -> Operand) {
        let before = self.operand();
        let Operand { node, value, is_fixed } = other(before);
        (self.node, self.is_fixed) = (node, is_fixed);
        // A value that has not changed is not converted, because a large whole number does not fit exactly
        // into `f64`.
        if value != before.value {
            self.value = T::of_number(value);
        }
    }
}

impl<N: Nodes> Nodes for [N] {
    fn read(&self, read: &mut dyn FnMut(Operand)) {
        self.iter().for_each(|value| value.read(read));
    }

    fn replace(&mut self, other: &mut dyn FnMut(Operand) -> Operand) {
        self.iter_mut().for_each(|value| value.replace(other));
    }
}

impl<N: Nodes> Nodes for Vec<N> {
    fn read(&self, read: &mut dyn FnMut(Operand)) {
        self.as_slice().read(read);
    }

    fn replace(&mut self, other: &mut dyn FnMut(Operand) -> Operand) {
        self.as_mut_slice().replace(other);
    }
}

impl<N: Nodes, const LENGTH: usize> Nodes for [N; LENGTH] {
    fn read(&self, read: &mut dyn FnMut(Operand)) {
        self.as_slice().read(read);
    }

    fn replace(&mut self, other: &mut dyn FnMut(Operand) -> Operand) {
        self.as_mut_slice().replace(other);
    }
}

impl<N: Nodes> Nodes for Option<N> {
    fn read(&self, read: &mut dyn FnMut(Operand)) {
        self.as_slice().read(read);
    }

    fn replace(&mut self, other: &mut dyn FnMut(Operand) -> Operand) {
        self.as_mut_slice().replace(other);
    }
}

macro_rules! tuples {
    ($(($($Value:ident)*))*) => {$(
        #[allow(non_snake_case, unused_variables)]
        impl<$($Value: Nodes),*> Nodes for ($($Value,)*) {
            fn read(&self, read: &mut dyn FnMut(Operand)) {
                let ($($Value,)*) = self;
                $($Value.read(read);)*
            }

            fn replace(&mut self, other: &mut dyn FnMut(Operand) -> Operand) {
                let ($($Value,)*) = self;
                $($Value.replace(other);)*
            }
        }
    )*};
}

tuples!(() (A) (A B) (A B C) (A B C D) (A B C D E) (A B C D E F));
