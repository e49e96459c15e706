//! [`Saver`]: what a chain has to save, and when.

use super::{Block, Every, Journal};
use crate::error::Error;
use std::sync::Arc;
use std::time::Instant;

/// The most numbers that a chain collects before it is saved, however little time has passed: 64 MB.
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
    /// Draw after draw.
    pending: Vec<f64>,
    iterations: usize,
    saved: Instant,
}

impl Saver {
    /// Makes what a chain saves itself with, of which the draws before the number `first` are saved.
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

    /// Counts an iteration of the chain. True if the chain shall be saved now.
    #[inline]
    pub fn count(&mut self) -> bool {
        self.iterations += 1;
        self.pending.len() >= MOST
            || match self.every {
                Every::Transitions(count) => self.iterations >= count,
                Every::Time(time) => self.saved.elapsed() >= time,
            }
    }

    /// True if the chain has moved since it was saved.
    pub fn is_behind(&self) -> bool {
        self.iterations > 0
    }

    /// The file, and why it is not complete, if it is not.
    pub fn failure(&self) -> Option<(String, String)> {
        self.journal.failure()
    }

    /// An error if the file is not complete, for a run whose draws stand nowhere else.
    pub fn check(&self) -> Result<(), Error> {
        let failure = self.failure();
        failure.map_or(Ok(()), |(path, reason)| Err(Error::Io { path, reason }))
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
