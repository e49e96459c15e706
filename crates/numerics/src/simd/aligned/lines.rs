//! Cache lines that grow, in main memory or in a file.

#[cfg(feature = "mapped")]
use super::mapped::Mapped;
use crate::simd::MAX_LANES;

/// Eight numbers on a cache line of their own.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(super) struct Line(pub [f64; MAX_LANES]);

/// Lines, which are zeros where nothing has been written.
#[derive(Debug)]
pub(super) enum Lines {
    Memory(Vec<Line>),
    #[cfg(feature = "mapped")]
    File(Mapped),
}

impl Default for Lines {
    fn default() -> Self {
        Self::Memory(Vec::new())
    }
}

impl Clone for Lines {
    fn clone(&self) -> Self {
        match self {
            Self::Memory(lines) => Self::Memory(lines.clone()),
            // Where there is no second file, main memory is all that is left.
            #[cfg(feature = "mapped")]
            Self::File(file) => {
                file.copied().map_or_else(|_| Self::Memory(file.as_slice().to_vec()), Self::File)
            }
        }
    }

    /// Copies into the memory that is there, if it is enough.
    fn clone_from(&mut self, other: &Self) {
        match (self, other) {
            (Self::Memory(own), Self::Memory(lines)) => own.clone_from(lines),
            #[cfg(feature = "mapped")]
            (own, other) => *own = other.clone(),
        }
    }
}

impl Lines {
    pub fn clear(&mut self) {
        match self {
            Self::Memory(lines) => lines.clear(),
            #[cfg(feature = "mapped")]
            Self::File(file) => file.clear(),
        }
    }

    /// Makes room for `count` lines in all; nothing if there is no memory for them.
    pub fn reserve(&mut self, count: usize) -> Option<()> {
        match self {
            Self::Memory(lines) => lines.try_reserve(count.saturating_sub(lines.len())).ok(),
            #[cfg(feature = "mapped")]
            Self::File(file) => file.reserve(count),
        }
    }

    /// Adds lines of zeros up to `count`, if there are fewer; nothing if there is no memory for them.
    pub fn grow(&mut self, count: usize) -> Option<()> {
        self.reserve(count)?;
        match self {
            Self::Memory(lines) => lines.resize(count.max(lines.len()), Line([0.0; MAX_LANES])),
            #[cfg(feature = "mapped")]
            Self::File(file) => file.grow(count),
        }
        Some(())
    }

    #[cfg(feature = "mapped")]
    pub fn take_error(&mut self) -> Option<std::io::Error> {
        match self {
            Self::Memory(_) => None,
            Self::File(file) => file.take_error(),
        }
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn as_slice(&self) -> &[Line] {
        match self {
            Self::Memory(lines) => lines,
            #[cfg(feature = "mapped")]
            Self::File(file) => file.as_slice(),
        }
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn as_mut_slice(&mut self) -> &mut [Line] {
        match self {
            Self::Memory(lines) => lines,
            #[cfg(feature = "mapped")]
            Self::File(file) => file.as_mut_slice(),
        }
    }
}
