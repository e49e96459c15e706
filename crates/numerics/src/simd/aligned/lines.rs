//! Cache lines in growing memory, in main memory or in a file.

#[cfg(feature = "mapped")]
use super::mapped::Mapped;
use crate::simd::MAX_LANES;

/// Eight numbers that fill one cache line.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(super) struct Line(pub [f64; MAX_LANES]);

/// A growing list of lines; lines that were not written are zeros.
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
        // If no second file can be made, the copy is in main memory.
        self.copied().unwrap_or_else(|| Self::Memory(self.as_slice().to_vec()))
    }

    /// Copies into the existing memory if it is large enough. A file is replaced.
    fn clone_from(&mut self, other: &Self) {
        match (self, other) {
            (Self::Memory(own), Self::Memory(lines)) => own.clone_from(lines),
            #[cfg(feature = "mapped")]
            (own, other) => *own = other.clone(),
        }
    }
}

impl Lines {
    /// Copies the lines into memory of the same kind. Returns `None` if there is not enough.
    pub fn copied(&self) -> Option<Self> {
        match self {
            Self::Memory(lines) => {
                let mut copy = Vec::new();
                copy.try_reserve_exact(lines.len()).ok()?;
                copy.extend_from_slice(lines);
                Some(Self::Memory(copy))
            }
            #[cfg(feature = "mapped")]
            Self::File(file) => file.copied().ok().map(Self::File),
        }
    }

    pub fn clear(&mut self) {
        match self {
            Self::Memory(lines) => lines.clear(),
            #[cfg(feature = "mapped")]
            Self::File(file) => file.clear(),
        }
    }

    /// Reserves memory for `count` lines in all. Returns `None` if there is not enough.
    pub fn reserve(&mut self, count: usize) -> Option<()> {
        match self {
            Self::Memory(lines) if count <= lines.capacity() => Some(()),
            // An eighth more is reserved, so that lines can be added one by one; if that fails, the
            // requested number is reserved.
            Self::Memory(lines) => {
                let wanted = count.max(lines.capacity() + lines.capacity() / 8) - lines.len();
                let reserved = lines.try_reserve_exact(wanted);
                reserved.or_else(|_| lines.try_reserve_exact(count - lines.len())).ok()
            }
            #[cfg(feature = "mapped")]
            Self::File(file) => file.reserve(count),
        }
    }

    /// Adds lines of zeros up to `count` lines, if there are fewer. Returns `None` if there is not enough
    /// memory.
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
