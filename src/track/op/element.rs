//! Elements of slices.
//!
//! The element v[i] of a known index is computed from i and the element; of an index that depends on choices it is computed from i and all
//! elements, since with another i it would be another. Its derivative is 1 by the element that was chosen.

use crate::native::Native;
use crate::track::{At, Nodes, Operand, Primitive, Tracked};

/// v[i], where i is always the same.
const ELEMENT: &Primitive =
    &Primitive::with_derivative("[]", |of| of[1], |_, _, partials| partials.copy_from_slice(&[0.0, 1.0]));

/// v[i], where i is one of many.
const CHOSEN: &Primitive = &Primitive::with_derivative(
    "[]",
    |of| of.get(1 + of[0] as usize).copied().unwrap_or(f64::NAN),
    |of, _, partials| {
        if let Some(partial) = partials.get_mut(1 + of[0] as usize) {
            *partial = 1.0;
        }
    },
);

/// Values that stand in a slice, which gives one of them by its index.
///
/// Plain numbers, of a constant of the program say, become constants of the list.
pub trait Elements: Sized {
    /// What an element is for the list.
    type Element;

    /// The element with an index.
    fn element(of: &[Self], index: Tracked<usize>, at: At<'_>) -> Self::Element;
}

impl<T: Native> Elements for Tracked<T> {
    type Element = Self;

    fn element(of: &[Self], index: Tracked<usize>, at: At<'_>) -> Self {
        let element = of[index.value()];
        if !at.tape.is_on() {
            return element;
        }
        if index.operand().is_fixed {
            return at.special(ELEMENT, &[index.operand(), element.operand()], element.value());
        }
        let elements = of.iter().map(|element| element.operand());
        let operands: Vec<Operand> = core::iter::once(index.operand()).chain(elements).collect();
        at.special(CHOSEN, &operands, element.value())
    }
}

impl<T: Native> Elements for T {
    type Element = Tracked<T>;

    fn element(of: &[T], index: Tracked<usize>, at: At<'_>) -> Tracked<T> {
        if index.operand().is_fixed {
            return at.constant(of[index.value()]);
        }
        let tracked: Vec<Tracked<T>> = of.iter().map(|&value| at.constant(value)).collect();
        Tracked::element(&tracked, index, at)
    }
}

impl<E: Copy, const N: usize> Elements for [E; N] {
    type Element = Self;

    fn element(of: &[Self], index: Tracked<usize>, at: At<'_>) -> Self {
        of[position(index, at)]
    }
}

/// `v[i]`
///
/// # Panics
///
/// Where the slice would: behind the last element.
pub fn index<E: Elements>(elements: &[E], index: Tracked<usize>, at: At<'_>) -> E::Element {
    E::element(elements, index, at)
}

/// `v[i] = x`
///
/// An index that depends on choices is a branch, on which all elements depend: with another i, another one would be assigned.
///
/// # Panics
///
/// Where the slice would: behind the last element.
pub fn set_index<N: Nodes>(elements: &mut [N], index: Tracked<usize>, value: N, at: At<'_>) {
    if index.operand().is_fixed {
        elements[index.value()] = value;
        return;
    }
    let depth = at.tape.depth();
    elements[at.jump(index)] = value;
    elements.join_at(at);
    at.tape.close(depth);
}

/// Makes an element depend on the branches around it, if there is one with this index.
pub fn join_element<N: Nodes>(elements: &mut [N], index: Tracked<usize>, at: At<'_>) {
    if let Some(element) = elements.get_mut(index.value()) {
        element.join_at(at);
    }
}

/// An index as Rust takes it: one that depends on choices is a branch.
pub fn position<T: Native>(index: Tracked<T>, at: At<'_>) -> T {
    if index.operand().is_fixed { index.value() } else { at.jump(index) }
}

/// The plain values.
pub fn values<T: Native>(elements: &[Tracked<T>]) -> Vec<T> {
    elements.iter().map(|element| element.value()).collect()
}

/// The elements as a list reads them.
pub fn operands<T: Native>(elements: &[Tracked<T>]) -> Vec<Operand> {
    elements.iter().map(|element| element.operand()).collect()
}

/// The numbers as values.
pub fn plain<T: Native>(numbers: &[f64]) -> Vec<T> {
    numbers.iter().map(|&number| T::of_number(number)).collect()
}
