//! Lines in a file without a name: the system reads them when they are needed, and writes them to the disk
//! when main memory is short.

use super::lines::Line;
use crate::simd::MAX_LANES;
use memmap2::MmapMut;
use std::fs::File;
use std::io::{Error, Read, Result, Seek, SeekFrom, copy, repeat};
use std::panic::AssertUnwindSafe;
use std::path::{Path, PathBuf};

/// The number of bytes of a line.
const LINE: usize = size_of::<Line>();

/// The least number of lines by which a file grows, a megabyte.
const STEP: usize = (1 << 20) / LINE;
/// The most lines by which a file grows beyond the requested number, a gigabyte.
const LONGEST: usize = (1 << 30) / LINE;

/// A file whose first `count` lines are in use.
#[derive(Debug)]
pub(super) struct Mapped {
    folder: PathBuf,
    file: File,
    /// The file mapped to memory; `None` while it is empty, since no system maps an empty file.
    map: Option<MmapMut>,
    count: usize,
    /// The number of lines that have been in use, and so may hold numbers other than zeros.
    used: usize,
    /// The error of the last growth that failed, which nothing reads but the function that takes it.
    error: AssertUnwindSafe<Option<Error>>,
}

impl Mapped {
    pub fn in_folder(folder: &Path) -> Result<Self> {
        let file = tempfile::tempfile_in(folder)?;
        Ok(Self {
            folder: folder.to_owned(),
            file,
            map: None,
            count: 0,
            used: 0,
            error: AssertUnwindSafe(None),
        })
    }

    /// Copies the lines into a second file.
    pub fn copied(&self) -> Result<Self> {
        let mut other = Self::in_folder(&self.folder)?;
        other.extend_to(self.count)?;
        other.grow(self.count);
        other.as_mut_slice().copy_from_slice(self.as_slice());
        Ok(other)
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    pub fn clear(&mut self) {
        self.count = 0;
    }

    pub fn take_error(&mut self) -> Option<Error> {
        self.error.take()
    }

    /// Reserves space for `count` lines in all. If the file cannot grow, it returns `None` and stores the
    /// error.
    pub fn reserve(&mut self, count: usize) -> Option<()> {
        let capacity = self.capacity();
        if count <= capacity {
            return Some(());
        }
        // An eighth more is reserved, so that lines that are added one by one seldom extend the file; if
        // that fails, the requested number is reserved.
        let wanted = count.max(capacity + (capacity / 8).clamp(STEP, LONGEST));
        let extended = self.extend_to(wanted).or_else(|_| self.extend_to(count));
        extended.map_err(|error| *self.error = Some(error)).ok()
    }

    /// Adds lines of zeros up to `count`, for which space must be reserved.
    pub fn grow(&mut self, count: usize) {
        assert!(count <= self.capacity(), "lines are added without room for them");
        let before = self.count;
        self.count = before.max(count);
        let dirty = self.used.min(self.count);
        if before < dirty {
            self.as_mut_slice()[before..dirty].fill(Line([0.0; MAX_LANES]));
        }
        self.used = self.used.max(self.count);
    }

    /// The number of lines for which there is space.
    fn capacity(&self) -> usize {
        self.map.as_ref().map_or(0, |map| map.len() / LINE)
    }

    /// Extends the file to `count` lines, more than it has.
    fn extend_to(&mut self, count: usize) -> Result<()> {
        let before = (self.capacity() * LINE) as u64;
        let bytes = (count as u64).checked_mul(LINE as u64).ok_or(std::io::ErrorKind::FileTooLarge)?;
        self.file.seek(SeekFrom::Start(before))?;
        // A hole in the file would suffice on a disk with space. On a full disk a write to a hole raises a
        // signal, while writing these zeros returns an error here.
        if let Err(error) = copy(&mut repeat(0).take(bytes - before), &mut self.file) {
            self.file.set_len(before)?;
            return Err(error);
        }
        // SAFETY: only the map itself may change its memory. The file has no name by which another process
        // could find it, and nothing here writes to it below `before`, or makes it shorter than its map.
        self.map = Some(unsafe { MmapMut::map_mut(&self.file) }?);
        Ok(())
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn as_slice(&self) -> &[Line] {
        match &self.map {
            // SAFETY: `count` lines are within the map, which begins on a page, and so on a line; all bit
            // patterns are numbers.
            Some(map) => unsafe { core::slice::from_raw_parts(map.as_ptr().cast(), self.count) },
            None => &[],
        }
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn as_mut_slice(&mut self) -> &mut [Line] {
        let count = self.count;
        match &mut self.map {
            // SAFETY: as above, and the borrow is exclusive.
            Some(map) => unsafe { core::slice::from_raw_parts_mut(map.as_mut_ptr().cast(), count) },
            None => &mut [],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_a_file_are_those_of_memory() {
        let mut file = Mapped::in_folder(&std::env::temp_dir()).unwrap();
        assert_eq!(file.as_slice().len(), 0);
        let mut expected = Vec::new();
        for count in [1, 2, STEP, STEP + 1, 3 * STEP] {
            file.reserve(count).unwrap();
            file.grow(count);
            expected.resize(count, [0.0; MAX_LANES]);
            let last = [count as f64; MAX_LANES];
            file.as_mut_slice()[count - 1] = Line(last);
            expected[count - 1] = last;
        }
        let copied = file.copied().unwrap();
        for lines in [&file, &copied] {
            assert!(lines.as_slice().iter().map(|line| line.0).eq(expected.iter().copied()));
        }
    }

    #[test]
    fn lines_that_are_used_again_are_zeros() {
        let mut file = Mapped::in_folder(&std::env::temp_dir()).unwrap();
        file.reserve(5).unwrap();
        file.grow(5);
        file.as_mut_slice().fill(Line([1.0; MAX_LANES]));
        file.clear();
        file.grow(3);
        file.as_mut_slice()[0] = Line([2.0; MAX_LANES]);
        file.grow(5);
        let sums: Vec<f64> = file.as_slice().iter().map(|line| line.0.iter().sum()).collect();
        assert_eq!(sums, [16.0, 0.0, 0.0, 0.0, 0.0]);
    }

    #[test]
    fn a_file_that_cannot_grow_keeps_its_lines_and_says_why() {
        let mut file = Mapped::in_folder(&std::env::temp_dir()).unwrap();
        file.reserve(2).unwrap();
        file.grow(2);
        file.as_mut_slice()[1] = Line([7.0; MAX_LANES]);
        assert_eq!(file.reserve(usize::MAX / 2), None);
        assert!(file.take_error().is_some() && file.take_error().is_none());
        assert_eq!(file.as_slice()[1].0, [7.0; MAX_LANES]);
        assert!(Mapped::in_folder(Path::new("/no/such/folder")).is_err());
    }
}
