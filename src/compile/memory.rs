//! How much memory a model claims, and the error of one that claims more than there can be.

use super::Compiler;
use crate::error::Error;
use crate::shape::Extent;
use crate::simd::{MAX_LANES, Scratch, Slot};
use faer::dyn_stack::StackReq;

/// The most numbers of one kind that are claimed: 128 TiB of them, more than a process can address. Sizes up to it can be padded and
/// added, and the sides of a matrix up to it multiplied, without overflow.
pub(crate) const MOST: usize = 1 << 44;

impl Compiler {
    /// The error of something too large.
    pub(crate) fn too_large(&self, what: String) -> Error {
        Error::TooLarge { statement: self.statement(), what }
    }

    /// Checks that `length` numbers can be claimed.
    pub(crate) fn check_room(&self, length: usize, what: impl FnOnce() -> String) -> Result<(), Error> {
        if length <= MOST { Ok(()) } else { Err(self.too_large(what())) }
    }

    /// Checks that a value has no more elements than can be claimed.
    pub(crate) fn check_extent(&self, name: &str, extent: Extent) -> Result<(), Error> {
        self.check_room(extent.size(), || match extent {
            Extent::Matrix { columns, .. } => format!("`{name}`, a matrix with {columns} columns,"),
            _ => format!("`{name}`, a vector of length {},", extent.size()),
        })
    }

    /// The error of the first claim that was too large.
    pub(crate) fn check_claims(&self) -> Result<(), Error> {
        self.excess.clone().map_or(Ok(()), Err)
    }

    /// Remembers that the part which is being bound is too large.
    pub(super) fn exceed(&mut self) {
        if self.excess.is_none() {
            self.excess = Some(self.too_large(self.part()));
        }
    }

    /// The place behind `length` more numbers, in whole lines.
    fn behind(&mut self, start: usize, length: usize) -> usize {
        let length = length.checked_next_multiple_of(MAX_LANES);
        let end = length.and_then(|length| start.checked_add(length)).filter(|&end| end <= MOST);
        end.unwrap_or_else(|| {
            self.exceed();
            start
        })
    }

    /// Claims a value with adjoints.
    pub fn slot_of(&mut self, extent: Extent) -> Slot {
        match extent {
            Extent::Scalar => {
                self.values += 1;
                Slot(self.values - 1)
            }
            Extent::Vector(length) => self.slot(length),
            // A register at the end of the last row may reach beyond the last element's own.
            Extent::Matrix { length, .. } => self.slot(length.saturating_add(MAX_LANES)),
        }
    }

    /// Claims a vector with adjoints.
    pub fn slot(&mut self, length: usize) -> Slot {
        let start = self.values.next_multiple_of(MAX_LANES);
        self.values = self.behind(start, length);
        Slot(start)
    }

    /// Claims working memory.
    pub fn scratch(&mut self, length: usize) -> Scratch {
        let start = self.scratch;
        self.scratch = self.behind(start, length);
        Scratch(start)
    }

    /// Claims working memory for rows one after the other. A register at the end of a row may reach into the next row,
    /// and at the end of the last row into memory of its own.
    pub fn scratch_of_rows(&mut self, rows: usize, columns: usize) -> Scratch {
        let overhang = if rows > 1 { MAX_LANES } else { 0 };
        self.scratch(rows.saturating_mul(columns).saturating_add(overhang))
    }

    /// Asks for working memory of linear algebra. It is shared: none of it outlives an operation.
    pub(crate) fn stack(&mut self, wanted: StackReq) {
        let bytes = wanted.unaligned_bytes_required();
        if bytes > MOST {
            return self.exceed();
        }
        self.stack = self.stack.max(bytes);
    }
}
