//! Writes the sampler's own numbers into files of draws.

use super::csv;
use super::settings::Settings;
use super::statistics::{DrawStatistics, STATISTICS};
#[cfg(feature = "report")]
use super::tree::{Numbers, statistics, with_settings};
use crate::record::Format;
#[cfg(feature = "report")]
use monomorph_report::data::{Dataset, Tree};
#[cfg(feature = "report")]
use monomorph_report::zarr::Entry;

impl Format for Settings {
    fn statistics(&self) -> usize {
        STATISTICS
    }

    fn write_comments(&self, text: &mut String, chain: usize) {
        csv::settings(text, self, chain);
    }

    fn columns(&self) -> &'static str {
        csv::COLUMNS
    }

    fn write_statistics(&self, text: &mut String, statistics: &[f64]) {
        csv::draw(text, &DrawStatistics::of_slice(statistics));
    }

    #[cfg(feature = "report")]
    fn group(&self, chains: usize) -> Option<Dataset> {
        Some(statistics(chains, [].iter(), self))
    }

    #[cfg(feature = "report")]
    fn with_entries(
        &self,
        statistics: &[f64],
        push: &mut dyn FnMut(&[Entry<'_>]) -> Result<(), monomorph_report::Error>,
    ) -> Result<(), monomorph_report::Error> {
        push(&Numbers::of(&DrawStatistics::of_slice(statistics), self).entries())
    }

    #[cfg(feature = "report")]
    fn describe(&self, tree: Tree) -> Tree {
        with_settings(tree, self)
    }
}
