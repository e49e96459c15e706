//! Memory in whole cache lines, so that no register load straddles two.

mod lines;
#[cfg(feature = "mapped")]
mod mapped;

use super::MAX_LANES;
use lines::{Line, Lines};

/// A run of `f64` that starts on a cache line and is followed by at least one line of zeros.
///
/// The extra line makes it possible to load a register at any element, masked lanes included. The default
/// has no line at all, for places where nothing is read.
///
/// ```
/// use monomorph_numerics::simd::Aligned;
///
/// let mut numbers = Aligned::default();
/// numbers.extend([0.5, 1.5]).unwrap();
/// assert_eq!(numbers.as_slice(), [0.5, 1.5]);
/// assert_eq!(numbers.readable(), 16);
/// ```
#[derive(Debug, Default)]
pub struct Aligned {
    lines: Lines,
    length: usize,
}

impl Clone for Aligned {
    fn clone(&self) -> Self {
        Self { lines: self.lines.clone(), length: self.length }
    }

    /// Copies into the existing memory if it is large enough. A file is replaced.
    fn clone_from(&mut self, other: &Self) {
        self.lines.clone_from(&other.lines);
        self.length = other.length;
    }
}

impl PartialEq for Aligned {
    fn eq(&self, other: &Self) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl Aligned {
    /// Allocates `length` zeros. Returns `None` if there is not enough memory.
    pub fn zeros(length: usize) -> Option<Self> {
        Self::default().into_zeros(length)
    }

    /// Makes `length` zeros in the existing memory if it is large enough. Returns `None` if there is not
    /// enough memory.
    pub fn into_zeros(mut self, length: usize) -> Option<Self> {
        self.clear();
        self.resize(length)?;
        Some(self)
    }

    /// Makes an empty list whose numbers will be in a file without a name in `folder` instead of main
    /// memory. The file is deleted with the memory.
    ///
    /// # Errors
    ///
    /// The error of the folder, if no file can be made in it.
    #[cfg(feature = "mapped")]
    pub fn in_folder(folder: &std::path::Path) -> std::io::Result<Self> {
        Ok(Self { lines: Lines::File(mapped::Mapped::in_folder(folder)?), length: 0 })
    }

    /// The folder of the file that holds the numbers, if a file holds them.
    #[cfg(feature = "mapped")]
    pub fn folder(&self) -> Option<&std::path::Path> {
        match &self.lines {
            Lines::File(file) => Some(file.folder()),
            Lines::Memory(_) => None,
        }
    }

    /// Returns the error of a growth of the file that failed since the last call, if there was one.
    #[cfg(feature = "mapped")]
    pub fn take_error(&mut self) -> Option<std::io::Error> {
        self.lines.take_error()
    }

    /// Copies the numbers into memory of the same kind. Returns `None` if there is not enough.
    pub fn copied(&self) -> Option<Self> {
        Some(Self { lines: self.lines.copied()?, length: self.length })
    }

    /// Removes the numbers, and keeps their memory.
    pub fn clear(&mut self) {
        self.lines.clear();
        self.length = 0;
    }

    /// Reserves memory for `more` numbers. Returns `None` if there is not enough.
    pub fn reserve(&mut self, more: usize) -> Option<()> {
        self.lines.reserve(line_count(self.length.checked_add(more)?)?)
    }

    /// Adds a number. Returns `None` if there is not enough memory.
    #[inline]
    pub fn push(&mut self, number: f64) -> Option<()> {
        let place = self.length;
        if place.is_multiple_of(MAX_LANES) {
            self.lines.grow(line_count(place + 1)?)?;
        }
        self.length += 1;
        self.as_mut_slice()[place] = number;
        Some(())
    }

    /// Adds numbers. Returns `None` if there is not enough memory for all of them.
    pub fn extend(&mut self, numbers: impl IntoIterator<Item = f64>) -> Option<()> {
        let numbers = numbers.into_iter();
        self.reserve(numbers.size_hint().0)?;
        for number in numbers {
            self.push(number)?;
        }
        Some(())
    }

    /// Adds zeros up to `length` numbers, if there are fewer. Returns `None` if there is not enough memory.
    pub fn resize(&mut self, length: usize) -> Option<()> {
        self.lines.grow(line_count(length)?)?;
        self.length = self.length.max(length);
        Some(())
    }

    /// The count of numbers.
    pub fn len(&self) -> usize {
        self.length
    }

    /// Returns true if there are no numbers.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// The count of numbers that can be read: all numbers, the rest of the last line, and the line after
    /// it.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn readable(&self) -> usize {
        self.lines.as_slice().len() * MAX_LANES
    }

    /// A pointer to the first number, which may be used for all lines.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn as_ptr(&self) -> *const f64 {
        self.lines.as_slice().as_ptr().cast()
    }

    /// A mutable pointer to the first number, which may be used for all lines.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn as_mut_ptr(&mut self) -> *mut f64 {
        self.lines.as_mut_slice().as_mut_ptr().cast()
    }

    /// The numbers.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn as_slice(&self) -> &[f64] {
        &self.lines.as_slice().as_flattened_numbers()[..self.length]
    }

    /// The numbers.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn as_mut_slice(&mut self) -> &mut [f64] {
        let length = self.length;
        &mut self.lines.as_mut_slice().as_flattened_numbers_mut()[..length]
    }
}

/// The number of lines for `length` numbers, including the extra line.
fn line_count(length: usize) -> Option<usize> {
    length.div_ceil(MAX_LANES).checked_add(1)
}

/// Lines as one slice of numbers.
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
