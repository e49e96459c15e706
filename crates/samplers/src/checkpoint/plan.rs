//! The files to which a run is saved, and from which it is resumed.

use super::{Block, Every, Journal, Reader, SavedChain, Saver, Snapshot, refused};
use crate::error::Error;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The checkpoint files that a run writes and resumes from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plan {
    /// The file to write, and the interval between checkpoints, if the setting `checkpoint` is set.
    pub checkpoint: Option<(PathBuf, Every)>,
    /// The file to resume from, if the setting `resume` is set.
    pub resume: Option<PathBuf>,
}

/// The chains of a sampler, which can be restored to a saved state.
pub trait Resume {
    /// Restores a chain to a saved state; the error is the reason why it cannot be. With `is_exact` its log
    /// density must equal the saved one to the last bit.
    fn restore(&mut self, number: usize, saved: &SavedChain, is_exact: bool) -> Result<(), String>;

    /// Adds draws to a restored chain; the error is the reason why they cannot be added. The draws of each
    /// chain come in their order.
    fn take(&mut self, block: &Block) -> Result<(), String>;
}

/// The files of a run, and for each chain the [`Saver`] that writes to them.
pub type Opened = (Arc<Journal>, Vec<Saver>);

impl Plan {
    /// The rules of the settings: the name of a setting, true if the rule holds, and a text that says what
    /// the setting must do.
    pub fn rules(&self) -> [(&'static str, bool, &'static str); 2] {
        let is_one_path = match self {
            Self { checkpoint: Some((checkpoint, _)), resume: Some(resume) } => checkpoint == resume,
            _ => true,
        };
        let is_rare_enough = !matches!(self.checkpoint, Some((_, Every::Transitions(0))));
        [
            ("resume", is_one_path, "be the path of `checkpoint`"),
            ("checkpoint", is_rare_enough, "be at least every transition"),
        ]
    }

    /// The file to which the run is saved, if it is saved.
    pub fn path(&self) -> Option<&Path> {
        let Self { checkpoint, resume } = self;
        resume.as_deref().or(checkpoint.as_ref().map(|(path, _)| path.as_path()))
    }

    /// Creates the files of a run whose draws have `columns` columns, or reads the files into its chains.
    /// Returns `None` if the run is not saved.
    pub fn open(
        &self,
        run: Snapshot,
        columns: usize,
        chains: &mut impl Resume,
    ) -> Result<Option<Opened>, Error> {
        let Self { checkpoint, resume } = self;
        let Some(path) = self.path() else { return Ok(None) };
        let every = checkpoint.as_ref().map_or_else(Every::default, |(_, every)| *every);
        // With both settings, the run is resumed if its file exists.
        let begins = resume.is_none() || (checkpoint.is_some() && !path.exists());
        let (journal, draws) = if begins {
            let draws = vec![0; run.chains.len()];
            (Journal::begin(path, run, columns)?, draws)
        } else {
            let saved = Snapshot::read(path)?;
            if let Some(difference) = saved.differs_from(&run) {
                return Err(refused(path, difference));
            }
            if saved.chains.len() != run.chains.len() {
                return Err(refused(path, "it is no checkpoint of this version of monomorph".to_owned()));
            }
            let is_exact = saved.rounds_like(&run);
            for (number, chain) in saved.chains.iter().enumerate() {
                if let Some(chain) = chain {
                    chains.restore(number, chain, is_exact).map_err(|reason| refused(path, reason))?;
                }
            }
            let mut reader = Reader::open(path, &saved, columns)?;
            while let Some(block) = reader.next()? {
                chains.take(&block).map_err(|reason| refused(path, reason))?;
            }
            let draws = saved.chains.iter().map(|chain| chain.as_ref().map_or(0, |chain| chain.draws));
            let draws = draws.collect();
            (Journal::resume(path, saved)?, draws)
        };
        let journal = Arc::new(journal);
        let saver = |(number, first)| Saver::new(journal.clone(), every, number, columns, first);
        let savers = draws.into_iter().enumerate().map(saver).collect();
        Ok(Some((journal, savers)))
    }
}
