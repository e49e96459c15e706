//! Where the draws of a chain go.

use super::chain_file::ChainFile;
use super::hooks::{Draw, OnDraw};
use super::statistics::{Adapted, ChainStatistics};
use crate::draws::Warning;

/// Memory, a file, and a function of the user's.
pub(super) struct Outputs<'a> {
    /// The draws of each element.
    pub columns: Vec<&'a mut [f64]>,
    pub file: Option<ChainFile>,
    pub on_draw: Option<OnDraw<'a>>,
}

impl Outputs<'_> {
    /// Takes the next draw of a chain that has adapted.
    pub fn take(&mut self, draw: &Draw<'_>, adapted: &Adapted) {
        for (column, value) in self.columns.iter_mut().zip(draw.values) {
            column[draw.index] = *value;
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

    /// Closes the file of a chain that is over.
    pub fn finish(&mut self, statistics: &ChainStatistics) -> Option<Warning> {
        let failure = self.file.take().and_then(|file| file.finish(statistics).err());
        failure.map(|(path, reason)| Warning::NotSaved { path, reason })
    }
}
