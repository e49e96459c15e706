//! Shares of the sequences, which the parts of a log density evaluate: consecutive sequences, with about the
//! same number of observations in each share.

use super::{BoundHiddenMarkov, Sequence};
use crate::frame::Share;
use monomorph_macros::inlined;

/// The sequences that belong to each share.
#[derive(Debug)]
pub struct Shares {
    /// The first observation of each sequence, and the number of all observations.
    starts: Vec<usize>,
    /// The first sequence of each share, and the number of all sequences.
    firsts: Vec<usize>,
}

impl Shares {
    /// Returns sequences of these lengths in `count` shares.
    pub fn new(lengths: &[usize], count: usize) -> Self {
        let ends = lengths.iter().scan(0, |end, length| {
            *end += length;
            Some(*end)
        });
        let starts: Vec<usize> = [0].into_iter().chain(ends).collect();
        let (all, count) = (lengths.len(), count.max(1));
        let first = |share: usize| starts[..all].partition_point(|start| start * count < share * starts[all]);
        let firsts = (0..count).map(first).chain([all]).collect();
        Self { starts, firsts }
    }

    /// The number of shares.
    pub fn count(&self) -> usize {
        self.firsts.len() - 1
    }

    /// Returns the numbers and the first observations of the sequences of each share.
    pub fn each(&self) -> impl Iterator<Item = impl Iterator<Item = (usize, usize)>> {
        let of = |pair: &[usize]| (pair[0]..pair[1]).map(|number| (number, self.starts[number]));
        self.firsts.windows(2).map(of)
    }

    /// Returns the first observation of each share, and the number of all observations.
    pub fn columns(&self) -> impl Iterator<Item = usize> {
        self.firsts.iter().map(|&first| self.starts[first])
    }

    /// Returns the number of sequences before each share, and of all sequences, with each share filled up to
    /// whole registers.
    pub fn offsets(&self) -> impl Iterator<Item = usize> {
        let padded = |pair: &[usize]| (pair[1] - pair[0]).next_multiple_of(crate::simd::MAX_LANES);
        let sizes = self.firsts.windows(2).map(padded);
        sizes.chain([0]).scan(0, |sum, size| {
            *sum += size;
            Some(*sum - size)
        })
    }
}

#[inlined(all)]
impl BoundHiddenMarkov {
    /// Returns the range of observations of a share, and the range of its sequences in their order; `None`
    /// if it is all of them.
    pub(super) fn bounds(&self, indices: &[u32], series: Share) -> Option<((usize, usize), (usize, usize))> {
        let packed = self.shares.filter(|_| series.count() > 1)?;
        let at = |place: usize| indices[packed.0 + place] as usize;
        let (own, behind) = (series.number(), series.count() + 1);
        Some(((at(own), at(own + 1)), (at(behind + own), at(behind + own + 1))))
    }

    /// Returns true if a sequence belongs to a share.
    pub(super) fn is_in(&self, sequence: Sequence, indices: &[u32], series: Share) -> bool {
        let bounds = self.bounds(indices, series);
        bounds.is_none_or(|((start, end), _)| (start..end).contains(&sequence.start))
    }
}
