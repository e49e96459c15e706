//! Elements of slices, and loops over them.
//!
//! The element v[i] of a known index is computed from i and the element; of an index that depends on choices it is computed from i and all
//! elements, since with another i it would be another. Its derivative is 1 by the element that was chosen.

use crate::native::Native;
use crate::track::{At, Operand, Primitive, Tracked};

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

/// Something with elements: what is tracked by element, and plain slices of data.
pub trait Elements {
    /// What an element is.
    type Element;

    /// How many there are.
    fn count(&self) -> usize;

    /// The element with an index.
    ///
    /// # Panics
    ///
    /// Where the slice would: behind the last element.
    fn element(&self, index: Tracked<usize>, at: At<'_>) -> Self::Element;
}

impl<T: Native> Elements for [Tracked<T>] {
    type Element = Tracked<T>;

    fn count(&self) -> usize {
        self.len()
    }

    fn element(&self, index: Tracked<usize>, at: At<'_>) -> Tracked<T> {
        let element = self[index.value()];
        if !at.tape.is_on() {
            return element;
        }
        if index.operand().is_fixed {
            return at.special(ELEMENT, &[index.operand(), element.operand()], element.value());
        }
        let elements = self.iter().map(|element| element.operand());
        let operands: Vec<Operand> = core::iter::once(index.operand()).chain(elements).collect();
        at.special(CHOSEN, &operands, element.value())
    }
}

impl<T: Clone> Elements for [Vec<T>] {
    type Element = Vec<T>;

    fn count(&self) -> usize {
        self.len()
    }

    /// The row: which one it is, is a branch.
    fn element(&self, index: Tracked<usize>, at: At<'_>) -> Vec<T> {
        self[at.jump(index)].clone()
    }
}

impl<E: Elements + ?Sized> Elements for &E {
    type Element = E::Element;

    fn count(&self) -> usize {
        (**self).count()
    }

    fn element(&self, index: Tracked<usize>, at: At<'_>) -> E::Element {
        (**self).element(index, at)
    }
}

impl<T> Elements for Vec<T>
where
    [T]: Elements,
{
    type Element = <[T] as Elements>::Element;

    fn count(&self) -> usize {
        self.len()
    }

    fn element(&self, index: Tracked<usize>, at: At<'_>) -> Self::Element {
        self.as_slice().element(index, at)
    }
}

impl<T, const N: usize> Elements for [T; N]
where
    [T]: Elements,
{
    type Element = <[T] as Elements>::Element;

    fn count(&self) -> usize {
        N
    }

    fn element(&self, index: Tracked<usize>, at: At<'_>) -> Self::Element {
        self.as_slice().element(index, at)
    }
}

/// `v[i]`
///
/// # Panics
///
/// Where the slice would: behind the last element.
pub fn index<V: Elements + ?Sized>(elements: &V, index: Tracked<usize>, at: At<'_>) -> V::Element {
    elements.element(index, at)
}

/// `v[i] = x`
///
/// An index that depends on choices is a branch: which element is another one, the list cannot show otherwise.
///
/// # Panics
///
/// Where the slice would: behind the last element.
pub fn set_index<T>(elements: &mut [T], index: Tracked<usize>, value: T, at: At<'_>) {
    let place = if index.operand().is_fixed { index.value() } else { at.jump(index) };
    elements[place] = value;
}

/// `v.len()`: it is the same however choices fall that do not change the branches.
pub fn len<V: Elements + ?Sized>(elements: &V, at: At<'_>) -> Tracked<usize> {
    at.constant(elements.count())
}

/// The elements one after the other.
pub fn each<T: Copy>(elements: &[T]) -> impl Iterator<Item = T> + '_ {
    elements.iter().copied()
}

/// The numbers of a range, one after the other: how many there are, is a branch.
pub struct Rounds<'a, T: Native> {
    first: Tracked<T>,
    next: f64,
    end: f64,
    at: At<'a>,
}

impl<T: Native> Iterator for Rounds<'_, T> {
    type Item = Tracked<T>;

    fn next(&mut self) -> Option<Tracked<T>> {
        const NEXT: &Primitive = &Primitive::new("..", |of| of[0] + of[1]);
        if self.next >= self.end {
            return None;
        }
        let value = T::of_number(self.next);
        let offset = self.next - self.first.value().to_number();
        self.next += 1.0;
        if !self.at.tape.is_on() {
            return Some(Tracked::untracked(value));
        }
        if self.first.operand().is_fixed {
            return Some(self.at.constant(value));
        }
        let offset = self.at.constant(offset);
        Some(self.at.special(NEXT, &[self.first.operand(), offset.operand()], value))
    }
}

/// `first..end`
pub fn rounds<'a, T: Native + PartialOrd>(first: Tracked<T>, end: Tracked<T>, at: At<'a>) -> Rounds<'a, T> {
    const COUNT: &Primitive = &Primitive::new("..", |of| (of[1] - of[0]).max(0.0));
    let (from, to) = (first.value().to_number(), end.value().to_number());
    let count = (to - from).max(0.0) as usize;
    let count = at.primitive(COUNT, &[first.operand(), end.operand()], count);
    at.jump(count);
    Rounds { first, next: from, end: to, at }
}
