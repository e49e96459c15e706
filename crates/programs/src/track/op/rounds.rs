//! Loops over ranges of numbers: the number of rounds is a branch.

use crate::native::Native;
use crate::track::{At, Primitive, Tracked};

/// The numbers of a range, one after the other; made by [`rounds`].
#[derive(Debug)]
pub struct Rounds<'a, T: Native> {
    first: Tracked<T>,
    /// The offsets from the first number of the next number at the front, and of the end.
    next: usize,
    end: usize,
    at: At<'a>,
}

impl<T: Native> Rounds<'_, T> {
    /// Returns the number at an offset from the first; it is fixed if the first number is.
    fn number(&self, offset: usize) -> Tracked<T> {
        const NEXT: &Primitive = &Primitive::new("+", |of| of[0] + of[1]);
        let value = T::of_number(self.first.value().to_number() + offset as f64);
        if !self.at.tape.is_on() {
            return Tracked::untracked(value);
        }
        if self.first.operand().is_fixed {
            return self.at.constant(value);
        }
        let offset = self.at.constant(offset);
        self.at.special(NEXT, &[self.first.operand(), offset.operand()], value)
    }
}

impl<T: Native> Iterator for Rounds<'_, T> {
    type Item = Tracked<T>;

    fn next(&mut self) -> Option<Tracked<T>> {
        if self.next == self.end {
            return None;
        }
        self.next += 1;
        Some(self.number(self.next - 1))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.end - self.next, Some(self.end - self.next))
    }
}

impl<T: Native> DoubleEndedIterator for Rounds<'_, T> {
    fn next_back(&mut self) -> Option<Tracked<T>> {
        if self.next == self.end {
            return None;
        }
        self.end -= 1;
        Some(self.number(self.end))
    }
}

impl<T: Native> ExactSizeIterator for Rounds<'_, T> {}

/// `first..end`
pub fn rounds<T: Native + PartialOrd>(first: Tracked<T>, end: Tracked<T>, at: At<'_>) -> Rounds<'_, T> {
    const COUNT: &Primitive = &Primitive::new("..", |of| (of[1] - of[0]).max(0.0));
    counted(COUNT, 0.0, first, end, at)
}

/// `first..=end`
pub fn rounds_inclusive<T: Native + PartialOrd>(
    first: Tracked<T>,
    end: Tracked<T>,
    at: At<'_>,
) -> Rounds<'_, T> {
    const COUNT: &Primitive = &Primitive::new("..=", |of| (of[1] - of[0] + 1.0).max(0.0));
    counted(COUNT, 1.0, first, end, at)
}

fn counted<'a, T: Native>(
    function: &'static Primitive,
    more: f64,
    first: Tracked<T>,
    end: Tracked<T>,
    at: At<'a>,
) -> Rounds<'a, T> {
    let count = end.value().to_number() - first.value().to_number() + more;
    let count = at.primitive(function, &[first.operand(), end.operand()], count.max(0.0) as usize);
    Rounds { first, next: 0, end: at.jump(count), at }
}
