//! A buffer of a frame, which also holds its length in builds that check accesses.

use crate::simd::Aligned;
use core::marker::PhantomData;
use monomorph_macros::inlined;

/// A pointer to the beginning of a buffer. With debug assertions it also holds how far the buffer may be
/// read and written, and panics on an access beyond that; without them nothing is checked.
pub(super) struct Buffer<T> {
    pub(super) start: *mut T,
    #[cfg(debug_assertions)]
    limits: Limits,
    elements: PhantomData<T>,
}

/// The limits of a buffer.
#[cfg(debug_assertions)]
#[derive(Clone, Copy)]
struct Limits {
    /// The name of the buffer in messages.
    name: &'static str,
    /// The number of elements that may be read. For numbers in cache lines this includes the line after the
    /// last.
    readable: usize,
    /// The number of elements that may be written.
    writable: usize,
}

#[inlined(all)]
impl<T> Buffer<T> {
    fn new(_name: &'static str, start: *mut T, _readable: usize, _writable: usize) -> Self {
        Self {
            start,
            #[cfg(debug_assertions)]
            limits: Limits { name: _name, readable: _readable, writable: _writable },
            elements: PhantomData,
        }
    }

    /// A second pointer to the buffer, for a frame that is lent while this one is not used.
    pub fn again(&mut self) -> Self {
        Self {
            start: self.start,
            #[cfg(debug_assertions)]
            limits: self.limits,
            elements: PhantomData,
        }
    }

    /// A buffer that is a slice for reading.
    pub fn of(name: &'static str, slice: &[T]) -> Self {
        Self::new(name, slice.as_ptr().cast_mut(), slice.len(), 0)
    }

    /// A buffer that is a slice for reading and writing.
    pub fn of_mut(name: &'static str, slice: &mut [T]) -> Self {
        Self::new(name, slice.as_mut_ptr(), slice.len(), slice.len())
    }

    /// A pointer to the element `first`, from which `_count` elements are read.
    ///
    /// # Safety
    ///
    /// The elements must lie inside the buffer.
    #[track_caller]
    pub unsafe fn at(&self, first: usize, _count: usize) -> *const T {
        #[cfg(debug_assertions)]
        self.limits.check("read", first, _count, self.limits.readable);
        // SAFETY: the caller guarantees that the elements are inside.
        unsafe { self.start.add(first) }
    }

    /// A pointer to the element `first`, from which on `_count` elements are written.
    ///
    /// # Safety
    ///
    /// The elements must lie inside the buffer, which must have been borrowed for writing.
    #[track_caller]
    pub unsafe fn at_mut(&self, first: usize, _count: usize) -> *mut T {
        #[cfg(debug_assertions)]
        self.limits.check("written", first, _count, self.limits.writable);
        // SAFETY: the caller guarantees that the elements are inside.
        unsafe { self.start.add(first) }
    }
}

#[inlined(all)]
impl Buffer<f64> {
    /// A buffer that is numbers in cache lines, for reading.
    pub fn of_lines(name: &'static str, numbers: &Aligned) -> Self {
        Self::new(name, numbers.as_ptr().cast_mut(), numbers.readable(), 0)
    }

    /// A buffer that is numbers in cache lines, for reading and writing.
    pub fn of_lines_mut(name: &'static str, numbers: &mut Aligned) -> Self {
        let (readable, writable) = (numbers.readable(), numbers.len());
        Self::new(name, numbers.as_mut_ptr(), readable, writable)
    }
}

#[cfg(debug_assertions)]
impl Limits {
    #[track_caller]
    fn check(&self, verb: &str, first: usize, count: usize, limit: usize) {
        let is_inside = first.checked_add(count).is_some_and(|end| end <= limit);
        assert!(is_inside, "{count} elements of the {} are {verb} from {first} on, of {limit}", self.name);
    }
}
