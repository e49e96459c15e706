//! The observations of each sequence, which has its own chain: p begins it, and no transition leads from one
//! sequence to the next.

use super::Chain;
use crate::frame::PackedIndices;
use core::ops::Range;
use monomorph_macros::inlined;

/// Rows of numbers, of which a sequence has some columns.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Columns<'a> {
    numbers: &'a [f64],
    /// The length of a whole row.
    width: usize,
    start: usize,
}

#[inlined(all)]
impl<'a> Columns<'a> {
    /// Returns all columns of rows of this length.
    pub fn all(numbers: &'a [f64], width: usize) -> Self {
        Self { numbers, width, start: 0 }
    }

    /// Returns the columns of a sequence.
    pub fn of(self, sequence: Sequence) -> Self {
        Self { start: sequence.start, ..self }
    }

    /// Returns some columns of the sequence, from each row.
    pub fn rows(self, columns: Range<usize>) -> impl Iterator<Item = &'a [f64]> {
        let (start, end) = (self.start + columns.start, self.start + columns.end);
        self.numbers.chunks_exact(self.width).map(move |row| &row[start..end])
    }

    /// Returns a row of the sequence, of this length.
    pub fn row(self, row: usize, length: usize) -> &'a [f64] {
        &self.numbers[row * self.width + self.start..][..length]
    }

    /// Returns the number in a row and a column of the sequence.
    pub fn at(self, row: usize, column: usize) -> f64 {
        self.numbers[row * self.width + self.start + column]
    }
}

/// A sequence of observations.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sequence {
    pub number: usize,
    /// The first observation.
    pub start: usize,
    pub length: usize,
}

/// All sequences, one after the other.
#[derive(Clone, Copy, Debug)]
pub struct BoundSequences {
    /// The lengths; `None` if there is one sequence.
    pub(crate) lengths: Option<PackedIndices>,
    pub(crate) count: usize,
}

impl BoundSequences {
    /// Returns an iterator over the sequences of `length` observations. The body of a loop over an iterator
    /// is inlined, and a closure is not always inlined.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub(crate) fn each<'a>(&self, indices: &'a [u32], length: usize) -> Each<'a> {
        let lengths = self.lengths.map(|lengths| &indices[lengths.0..][..self.count]);
        Each { lengths, next: Sequence { number: 0, start: 0, length } }
    }
}

/// Iterator over sequences.
pub(crate) struct Each<'a> {
    /// All lengths; `None` if there is one sequence.
    lengths: Option<&'a [u32]>,
    next: Sequence,
}

impl Iterator for Each<'_> {
    type Item = Sequence;

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn next(&mut self) -> Option<Sequence> {
        let Sequence { number, start, length } = self.next;
        let length = match self.lengths {
            None if number == 0 => length,
            None => return None,
            Some(lengths) => *lengths.get(number)? as usize,
        };
        self.next = Sequence { number: number + 1, start: start + length, length };
        Some(Sequence { number, start, length })
    }
}

/// The probabilities of first states and of transitions, for one or several sequences.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Probabilities<'a> {
    pub states: usize,
    pub transition: &'a [f64],
    pub initial: &'a [f64],
    /// True if each sequence has its own matrix, for all of its steps.
    pub by_sequence: bool,
}

#[inlined(all)]
impl<'a> Probabilities<'a> {
    /// Returns the offset of the matrices of a sequence, and the number of their elements.
    pub fn moves_of(&self, sequence: Sequence) -> (usize, usize) {
        let square = self.states * self.states;
        if self.transition.len() == square || sequence.length == 1 {
            (0, square)
        } else if self.by_sequence {
            (sequence.number * square, square)
        } else {
            (sequence.start * square, (sequence.length - 1) * square)
        }
    }

    /// Returns the offset of the probabilities of a sequence's first state.
    pub fn initial_of(&self, sequence: Sequence) -> usize {
        if self.initial.len() == self.states { 0 } else { sequence.number * self.states }
    }

    /// Returns the chain of a sequence.
    pub fn chain(&self, sequence: Sequence, scratch: &'a mut [f64]) -> Chain<'a> {
        let (start, count) = self.moves_of(sequence);
        Chain::new(
            (self.states, sequence.length),
            &self.transition[start..][..count],
            &self.initial[self.initial_of(sequence)..][..self.states],
            scratch,
        )
    }
}
