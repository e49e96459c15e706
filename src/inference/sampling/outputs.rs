//! Where the draws of a chain go.

use super::chain_file::ChainFile;
use super::hooks::{Draw, OnDraw};
use super::statistics::{Adapted, ChainStatistics};
use crate::checkpoint::{Block, Saver};
use crate::draws::Warning;
use crate::error::Error;

/// Memory, files, and a function of the user's.
pub(super) struct Outputs<'a> {
    /// The draws of each element.
    pub columns: Vec<&'a mut [f64]>,
    pub file: Option<ChainFile>,
    pub saver: Option<Saver>,
    pub on_draw: Option<OnDraw<'a>>,
}

impl Outputs<'_> {
    /// Takes the next draw of a chain that has adapted.
    pub fn take(&mut self, draw: &Draw<'_>, adapted: &Adapted) {
        for (column, value) in self.columns.iter_mut().zip(draw.values) {
            column[draw.index] = *value;
        }
        if let Some(saver) = &mut self.saver {
            saver.take(draw.statistics.to_numbers().into_iter().chain(draw.values.iter().copied()));
        }
        if let Some(file) = &mut self.file {
            if draw.index == 0 {
                file.adaptation(adapted);
            }
            file.draw(&draw.statistics, draw.values.iter().copied());
        }
        if let Some(on_draw) = &self.on_draw {
            on_draw(draw);
        }
    }

    /// Takes the values of saved draws into memory, where there is room for them, given the columns before
    /// values.
    pub fn fill(&mut self, block: &Block, statistics: usize) {
        for (own, saved) in self.columns.iter_mut().zip(block.columns().skip(statistics)) {
            let room = own.get_mut(block.first..).unwrap_or_default();
            room.iter_mut().zip(saved).for_each(|(own, saved)| *own = *saved);
        }
    }

    /// An error if draws did not reach the checkpoint.
    pub fn check_saved(&self) -> Result<(), Error> {
        self.saver.as_ref().map_or(Ok(()), Saver::check)
    }

    /// Writes the draws that are in memory to the file, which has none yet.
    pub fn write_again(&mut self, statistics: &ChainStatistics) {
        let Some(file) = &mut self.file else { return };
        if !statistics.draws.is_empty() {
            file.adaptation(&statistics.adapted);
        }
        for (i, draw) in statistics.draws.iter().enumerate() {
            file.draw(draw, self.columns.iter().map(|column| column[i]));
        }
    }

    /// Closes the file of a chain that is over.
    pub fn finish(&mut self, statistics: &ChainStatistics) -> Option<Warning> {
        let failure = self.file.take().and_then(|file| file.finish(statistics).err());
        failure.map(|(path, reason)| Warning::NotSaved { path, reason })
    }
}
