//! Memory in whole cache lines, so that no register load straddles two.

use super::MAX_LANES;

/// Eight numbers on a cache line of their own.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(64))]
struct Line([f64; MAX_LANES]);

/// A fixed number of `f64` that starts on a cache line and is followed by at least one line of zeros.
///
/// The extra line lets a register be loaded at any element, masked lanes included. The default has no line at
/// all, and stands where nothing is read.
#[derive(Debug, Default, PartialEq)]
pub struct Aligned {
    lines: Vec<Line>,
    length: usize,
}

impl Clone for Aligned {
    fn clone(&self) -> Self {
        Self { lines: self.lines.clone(), length: self.length }
    }

    /// Copies into the memory that is there, if it is enough.
    fn clone_from(&mut self, other: &Self) {
        self.lines.clone_from(&other.lines);
        self.length = other.length;
    }
}

impl Aligned {
    /// `length` zeros; nothing if there is no memory for them.
    pub fn zeros(length: usize) -> Option<Self> {
        Self::default().into_zeros(length)
    }

    /// `length` zeros in the memory that is there, if it is enough; nothing if there is no memory for them.
    pub fn into_zeros(mut self, length: usize) -> Option<Self> {
        let count = length.div_ceil(MAX_LANES).checked_add(1)?;
        self.lines.clear();
        self.lines.try_reserve_exact(count).ok()?;
        self.lines.resize(count, Line([0.0; MAX_LANES]));
        Some(Self { length, ..self })
    }

    /// A copy of `numbers` in the memory that is there, if it is enough; nothing if there is no memory for
    /// it.
    pub fn into_copy_of(self, numbers: &[f64]) -> Option<Self> {
        let mut copy = self.into_zeros(numbers.len())?;
        copy.as_mut_slice().copy_from_slice(numbers);
        Some(copy)
    }

    /// The number of numbers.
    pub fn len(&self) -> usize {
        self.length
    }

    /// True if there are no numbers.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// The number of numbers that can be read: all, what fills the last line, and the line behind it.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn readable(&self) -> usize {
        self.lines.len() * MAX_LANES
    }

    /// The first number, as a pointer that may reach all lines.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn as_ptr(&self) -> *const f64 {
        self.lines.as_ptr().cast()
    }

    /// The first number, as a pointer that may reach all lines.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn as_mut_ptr(&mut self) -> *mut f64 {
        self.lines.as_mut_ptr().cast()
    }

    /// The numbers.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn as_slice(&self) -> &[f64] {
        &self.lines.as_flattened_numbers()[..self.length]
    }

    /// The numbers.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn as_mut_slice(&mut self) -> &mut [f64] {
        let length = self.length;
        &mut self.lines.as_flattened_numbers_mut()[..length]
    }
}

/// Lines seen as one run of numbers.
trait Flatten {
    fn as_flattened_numbers(&self) -> &[f64];
    fn as_flattened_numbers_mut(&mut self) -> &mut [f64];
}

impl Flatten for [Line] {
    fn as_flattened_numbers(&self) -> &[f64] {
        // SAFETY: `Line` is `repr(C)` with one field of 64 bytes and alignment 64, so a slice of lines is a
        // run of `8 · len` initialised `f64` without gaps.
        unsafe { core::slice::from_raw_parts(self.as_ptr().cast(), self.len() * MAX_LANES) }
    }

    fn as_flattened_numbers_mut(&mut self) -> &mut [f64] {
        // SAFETY: as above, and the borrow is exclusive.
        unsafe { core::slice::from_raw_parts_mut(self.as_mut_ptr().cast(), self.len() * MAX_LANES) }
    }
}
