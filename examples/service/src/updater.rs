//! [`Updater`]: the one task that makes draws, of all rows that have come by then.

use crate::inference::Inference;
use crate::learned::Learned;
use crate::model::Data;
use crate::rows::Row;
use crate::snapshot::{Snapshot, State};
use crate::{Failure, say};
use monomorph::sampling::NutsSettings;
use std::path::PathBuf;
use std::sync::Arc;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::sync::watch;

/// The settings of a run or an update, given its seed.
pub type Settings = Box<dyn Fn(u64) -> NutsSettings + Send>;

/// All rows, and the draws of them.
pub struct Updater {
    rows: Vec<Row>,
    shops: Vec<String>,
    inference: Option<Arc<Inference>>,
    published: usize,
    /// The file of what was learned.
    learned: PathBuf,
    settings: Settings,
    snapshot: watch::Sender<Arc<Snapshot>>,
}

impl Updater {
    /// Nothing is known yet.
    pub fn new(learned: PathBuf, settings: Settings, snapshot: watch::Sender<Arc<Snapshot>>) -> Self {
        let (rows, shops) = (Vec::new(), Vec::new());
        Self { rows, shops, inference: None, published: 0, learned, settings, snapshot }
    }

    /// Makes draws of the rows of the log, then of those that arrive, until no more can arrive. Rows that
    /// arrive while draws are made are taken together.
    pub fn run(mut self, logged: Vec<Row>, mut arriving: UnboundedReceiver<Vec<Row>>) {
        if !logged.is_empty() {
            self.take(logged);
        }
        while let Some(mut new) = arriving.blocking_recv() {
            while let Ok(more) = arriving.try_recv() {
                new.extend(more);
            }
            self.take(new);
        }
    }

    /// Makes draws with some new rows and publishes them. If that fails, the draws before stay, with the
    /// reason beside them, and the next rows begin a run of all data.
    fn take(&mut self, new: Vec<Row>) {
        let known_shops = self.shops.len();
        for row in &new {
            if !self.shops.contains(&row.shop) {
                self.shops.push(row.shop.clone());
            }
        }
        let known = self.rows.len();
        self.rows.extend(new);
        match self.infer(known, known_shops) {
            Ok(inference) => {
                self.inference = Some(Arc::new(inference));
                self.published += 1;
                self.publish();
            }
            Err(error) => {
                say(format_args!("{} rows are not in the draws: {error}", self.rows.len() - known));
                self.inference = None;
                self.snapshot.send_modify(|snapshot| {
                    let state = State { error: Some(error.to_string()), ..snapshot.state.clone() };
                    *snapshot = Arc::new(Snapshot { state, inference: snapshot.inference.clone() });
                });
            }
        }
    }

    /// The draws of all rows, of which the first `known`, of `known_shops` shops, were in the last ones.
    fn infer(&self, known: usize, known_shops: usize) -> Result<Inference, Failure> {
        let shops = &self.shops[..known_shops];
        let (all, new) = (Data::of(&self.rows, shops)?, Data::of(&self.rows[known..], shops)?);
        // Another seed each time, and the same ones for the same log.
        let settings = || (self.settings)(self.rows.len() as u64);
        let updated = self.inference.as_ref().map(|inference| inference.after(&all, &new, &settings()));
        if let Some(Err(error)) = &updated {
            say(format_args!("an update failed, and all data are fitted again: {error}"));
        }
        if let Some(Ok(updated)) = updated {
            return Ok(updated);
        }
        let learned = Learned::read(&self.learned);
        Ok(Inference::begin(&all, &self.shops, learned.as_ref(), &settings())?)
    }

    /// Lets readers see the draws, and writes what was learned to its file.
    fn publish(&self) {
        let Some(inference) = &self.inference else { return };
        let updated = inference.updated();
        let state = State {
            rows: self.rows.len(),
            shops: self.shops.clone(),
            way: inference.way().to_owned(),
            khat: updated.and_then(|updated| updated.khat()).filter(|khat| khat.is_finite()),
            ess: updated.map(|updated| updated.ess()).filter(|ess| ess.is_finite()),
            updates: updated.map_or(0, |updated| updated.updates()),
            published: self.published,
            log_evidence: updated.and_then(|updated| updated.log_evidence()),
            warnings: inference.warnings(),
            error: None,
        };
        self.snapshot.send_replace(Arc::new(Snapshot { state, inference: Some(Arc::clone(inference)) }));
        if let Some(adaptation) = inference.adaptation() {
            let learned = Learned { shops: self.shops.clone(), adaptation };
            if let Err(error) = learned.write(&self.learned) {
                say(format_args!("{}: {error}; the next start is cold", self.learned.display()));
            }
        }
    }
}
