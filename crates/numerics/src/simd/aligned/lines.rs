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
        // Where there is no second file, main memory is all that is left.
        self.copied().unwrap_or_else(|| Self::Memory(self.as_slice().to_vec()))
    }

    /// Copies into the memory that is there, if it is enough. A file is replaced.
    fn clone_from(&mut self, other: &Self) {
        match (self, other) {
            (Self::Memory(own), Self::Memory(lines)) => own.clone_from(lines),
            #[cfg(feature = "mapped")]
            (own, other) => *own = other.clone(),
        }
    }
}

impl Lines {
    /// Copies the lines into memory of the same kind; nothing if there is none.
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

    /// Makes room for `count` lines in all; nothing if there is no memory for them.
    pub fn reserve(&mut self, count: usize) -> Option<()> {
        match self {
            Self::Memory(lines) if count <= lines.capacity() => Some(()),
            // An eighth more, so that lines may come one by one; if there is no room for it, what is asked
            // for.
            Self::Memory(lines) => {
                let wanted = count.max(lines.capacity() + lines.capacity() / 8) - lines.len();
                let reserved = lines.try_reserve_exact(wanted);
                reserved.or_else(|_| lines.try_reserve_exact(count - lines.len())).ok()
            }
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
    pub fn take_error(&mut self) -> Option<String> {
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
