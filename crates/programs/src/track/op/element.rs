//! Elements of slices.
//!
//! With a known index i, v[i] is computed from i and the element; with an index that depends on choices it
//! is computed from i and all elements, because another i would select another element. Its derivative with
//! respect to the selected element is 1.

use crate::native::Native;
use crate::track::{At, Nodes, Operand, Primitive, Tracked};

/// The primitive of v[i] with a fixed i.
const ELEMENT: &Primitive =
    &Primitive::with_derivative("[]", |of| of[1], |_, _, partials| partials.copy_from_slice(&[0.0, 1.0]));

/// The primitive of v[i] with an i that may change.
const CHOSEN: &Primitive = &Primitive::with_derivative(
    "[]",
    |of| of.get(1 + of[0] as usize).copied().unwrap_or(f64::NAN),
    |of, _, partials| {
        if let Some(partial) = partials.get_mut(1 + of[0] as usize) {
            *partial = 1.0;
        }
    },
);

/// The types of elements of a slice that can be read by an index.
///
/// Plain numbers, for example those of a constant array, become constants of the list.
pub trait Elements: Sized {
    /// The type of an element for the list.
    type Element;

    /// Returns the element with an index.
    #[track_caller]
    fn element(of: &[Self], index: Tracked<usize>, at: At<'_>) -> Self::Element;
}

impl<T: Native> Elements for Tracked<T> {
    type Element = Self;

    #[track_caller]
    fn element(of: &[Self], index: Tracked<usize>, at: At<'_>) -> Self {
        chosen(of, index, at)
    }
}

impl<T: Native, const N: usize> Elements for [Tracked<T>; N] {
    type Element = Self;

    #[track_caller]
    fn element(of: &[Self], index: Tracked<usize>, at: At<'_>) -> Self {
        chosen(of, index, at)
    }
}

impl<T: Native> Elements for Vec<Tracked<T>> {
    type Element = Self;

    #[track_caller]
    fn element(of: &[Self], index: Tracked<usize>, at: At<'_>) -> Self {
        chosen(of, index, at)
    }
}

/// Returns an element of a slice of plain numbers.
#[track_caller]
fn of_numbers<T: Native>(of: &[T], index: Tracked<usize>, at: At<'_>) -> Tracked<T> {
    if index.operand().is_fixed {
        return at.constant(of[index.value()]);
    }
    let tracked: Vec<Tracked<T>> = of.iter().map(|&value| at.constant(value)).collect();
    chosen(&tracked, index, at)
}

macro_rules! numbers {
    ($($Number:ty),*) => {$(
        impl Elements for $Number {
            type Element = Tracked<Self>;

            #[track_caller]
            fn element(of: &[Self], index: Tracked<usize>, at: At<'_>) -> Tracked<Self> {
                of_numbers(of, index, at)
            }
        }
    )*};
}

monomorph_base::for_native_numbers!(numbers);

impl<T: Native, const N: usize> Elements for [T; N] {
    type Element = [Tracked<T>; N];

    #[track_caller]
    fn element(of: &[Self], index: Tracked<usize>, at: At<'_>) -> [Tracked<T>; N] {
        let tracked: Vec<_> = of.iter().map(|row| row.map(|value| at.constant(value))).collect();
        chosen(&tracked, index, at)
    }
}

/// Returns the element with an index, number by number. If the elements have different lengths, the index
/// is a branch.
#[track_caller]
fn chosen<N: Nodes + Clone>(of: &[N], index: Tracked<usize>, at: At<'_>) -> N {
    let mut element = of[index.value()].clone();
    if !at.tape.is_on() {
        return element;
    }
    if index.operand().is_fixed {
        element.set_nodes(&mut |old| at.special(ELEMENT, &[index.operand(), old], old.value).node());
        return element;
    }
    let numbers: Vec<Vec<Operand>> = of.iter().map(numbers).collect();
    if numbers.iter().any(|row| row.len() != numbers[0].len()) {
        at.jump(index);
        return element;
    }
    let mut place = 0;
    element.replace(&mut |old| {
        let column = numbers.iter().map(|row| row[place]);
        let operands: Vec<Operand> = core::iter::once(index.operand()).chain(column).collect();
        place += 1;
        at.special(CHOSEN, &operands, old.value).operand()
    });
    element
}

/// Returns the numbers of a value.
fn numbers<N: Nodes>(value: &N) -> Vec<Operand> {
    let mut numbers = Vec::new();
    value.read(&mut |operand| numbers.push(operand));
    numbers
}

/// `v[i]`
///
/// # Panics
///
/// If the index is not less than the length, as for a slice.
#[track_caller]
pub fn index<E: Elements>(elements: &[E], index: Tracked<usize>, at: At<'_>) -> E::Element {
    E::element(elements, index, at)
}

/// `v[i] = x`
///
/// If the index depends on choices, every element becomes a function of the index, its old value, and x. In
/// a slice of more than 64 elements the index is a branch instead, on which all elements depend.
///
/// # Panics
///
/// If the index is not less than the length, as for a slice.
#[track_caller]
pub fn set_index<N: Nodes>(elements: &mut [N], index: Tracked<usize>, value: N, at: At<'_>) {
    if index.operand().is_fixed || !at.tape.is_on() {
        elements[index.value()] = value;
        return;
    }
    let new = numbers(&value);
    let is_like = |element: &N| numbers(element).len() == new.len();
    if elements.len() > SELECTED || !elements.iter().all(is_like) {
        let depth = at.tape.depth();
        elements[at.jump(index)] = value;
        elements.join_at(at);
        at.tape.close(depth);
        return;
    }
    // This line panics exactly where the slice would.
    let _: &N = &elements[index.value()];
    for (place, element) in elements.iter_mut().enumerate() {
        let is_chosen = place == index.value();
        let place = at.constant(place).operand();
        let mut new = new.iter();
        element.replace(&mut |old| {
            let new = new.next().copied().unwrap_or(old);
            let value = if is_chosen { new.value } else { old.value };
            at.special(SELECT, &[index.operand(), place, new, old], value).operand()
        });
    }
}

/// The largest number of elements in a slice for which an assignment by index makes every element a
/// function of the index.
const SELECTED: usize = 64;

/// The primitive of an element after an assignment: the new value if the index equals the element's place,
/// and otherwise the old value. Its inputs are the index, the place, the new value and the old value.
const SELECT: &Primitive = &Primitive::with_derivative(
    "[]=",
    |of| if of[0] == of[1] { of[2] } else { of[3] },
    |of, _, partials| {
        let is_chosen = f64::from(u8::from(of[0] == of[1]));
        partials.copy_from_slice(&[0.0, 0.0, is_chosen, 1.0 - is_chosen]);
    },
);

/// Makes an element depend on the branches around it, if there is one with this index.
pub fn join_element<N: Nodes>(elements: &mut [N], index: Tracked<usize>, at: At<'_>) {
    if let Some(element) = elements.get_mut(index.value()) {
        element.join_at(at);
    }
}

/// Returns a plain index; an index that depends on choices is a branch.
pub fn position<T: Native>(index: Tracked<T>, at: At<'_>) -> T {
    if index.operand().is_fixed { index.value() } else { at.jump(index) }
}

/// Returns the plain values.
pub fn values<T: Native>(elements: &[Tracked<T>]) -> Vec<T> {
    elements.iter().map(|element| element.value()).collect()
}

/// Returns the elements as operands.
pub fn operands<T: Native>(elements: &[Tracked<T>]) -> Vec<Operand> {
    elements.iter().map(|element| element.operand()).collect()
}

/// Converts numbers to plain values.
pub fn plain<T: Native>(numbers: &[f64]) -> Vec<T> {
    numbers.iter().map(|&number| T::of_number(number)).collect()
}
