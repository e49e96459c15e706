//! [`Saver`]: collects the draws of one chain and decides when to save it.

use super::{Block, Every, Journal};
use crate::error::Error;
use std::sync::Arc;
use std::time::Instant;

/// The most numbers that a chain collects before it is saved, whatever the time: 64 MB.
const MOST: usize = 8 << 20;

/// Collects the draws of a chain until it is saved.
#[derive(Debug)]
pub struct Saver {
    journal: Arc<Journal>,
    every: Every,
    chain: usize,
    columns: usize,
    /// The number of the first draw that is not saved.
    first: usize,
    /// The numbers of the draws that are not saved, draw after draw.
    pending: Vec<f64>,
    iterations: usize,
    saved: Instant,
}

impl Saver {
    /// Makes the saver of a chain whose draws before the number `first` are saved.
    pub fn new(journal: Arc<Journal>, every: Every, chain: usize, columns: usize, first: usize) -> Self {
        Self {
            journal,
            every,
            chain,
            columns,
            first,
            pending: Vec::new(),
            iterations: 0,
            saved: Instant::now(),
        }
    }

    /// Collects the numbers of a draw.
    pub fn take(&mut self, numbers: impl IntoIterator<Item = f64>) {
        self.pending.extend(numbers);
    }

    /// Counts an iteration of the chain. Returns true if the chain must be saved now.
    #[inline]
    pub fn count(&mut self) -> bool {
        self.iterations += 1;
        self.pending.len() >= MOST
            || match self.every {
                Every::Transitions(count) => self.iterations >= count,
                Every::Time(time) => self.saved.elapsed() >= time,
            }
    }

    /// Returns true if the chain has made iterations since it was saved.
    pub fn is_behind(&self) -> bool {
        self.iterations > 0
    }

    /// Returns an error if the file is not complete, for a run whose draws are stored in no other place.
    pub fn check(&self) -> Result<(), Error> {
        self.journal.failure().map_or(Ok(()), Err)
    }

    /// Saves the collected draws, and the state of the chain after them.
    pub fn commit(&mut self, state: Vec<u8>) {
        let Self { chain, first, columns, .. } = *self;
        let count = self.pending.len() / columns;
        let numbers =
            (0..columns).flat_map(|column| self.pending.iter().skip(column).step_by(columns).copied());
        self.journal.commit(&Block { chain, first, count, numbers: numbers.collect() }, state);
        self.first += count;
        self.pending.clear();
        self.iterations = 0;
        self.saved = Instant::now();
    }
}
