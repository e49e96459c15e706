//! The file of a calibration: what each replication found, a row each.

use super::replication::Ranks;
use crate::error::Error;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Replications that are over, in memory and, if wanted, in a file.
pub(super) struct Record {
    path: Option<PathBuf>,
    known: Vec<usize>,
    rows: Mutex<(Vec<Ranks>, Option<File>)>,
}

impl Record {
    /// Begins a file, or reads the one that is there.
    pub fn open(path: Option<&Path>, facts: u64, quantities: &[String]) -> Result<Self, Error> {
        let Some(path) = path else {
            return Ok(Self { path: None, known: vec![], rows: Mutex::default() });
        };
        let head = head(facts, quantities);
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(failed(path, &error)),
        };
        // A kill may leave a row without its end, and the file without its head.
        let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
        let mut rows = Vec::new();
        let begins = whole.is_empty() || head.starts_with(whole);
        if !begins {
            let refused = |reason: &str| Error::Checkpoint {
                path: path.display().to_string(),
                reason: reason.to_owned(),
            };
            let body = whole.strip_prefix(&head).ok_or_else(|| {
                refused("it belongs to another calibration, of other truths, settings or quantities")
            })?;
            for line in body.lines() {
                let row =
                    read_row(line, quantities.len()).ok_or_else(|| refused("a row of it is damaged"))?;
                rows.push(row);
            }
        }
        let mut file = OpenOptions::new()
            .create(true)
            .write(true)
            .truncate(false)
            .open(path)
            .map_err(|error| failed(path, &error))?;
        let keep = if begins { 0 } else { whole.len() as u64 };
        file.set_len(keep).map_err(|error| failed(path, &error))?;
        std::io::Seek::seek(&mut file, std::io::SeekFrom::End(0)).map_err(|error| failed(path, &error))?;
        if begins {
            file.write_all(head.as_bytes()).map_err(|error| failed(path, &error))?;
        }
        let known = rows.iter().map(|row| row.replication).collect();
        Ok(Self { path: Some(path.to_owned()), known, rows: Mutex::new((rows, Some(file))) })
    }

    /// True if the file had this replication.
    pub fn has(&self, replication: usize) -> bool {
        self.known.contains(&replication)
    }

    /// Adds a replication. If the file cannot be written to, what it found is kept all the same.
    pub fn add(&self, row: Ranks) -> Result<(), Error> {
        let mut rows = self.rows.lock().unwrap_or_else(PoisonError::into_inner);
        let (rows, file) = &mut *rows;
        let mut line = format!("{}\t{}", row.replication, row.divergences);
        row.ranks.iter().for_each(|rank| line.push_str(&format!("\t{rank}")));
        line.push('\n');
        rows.push(row);
        match (file, &self.path) {
            // One call for a whole row, so that a kill leaves whole rows but for the last.
            (Some(file), Some(path)) => file.write_all(line.as_bytes()).map_err(|error| failed(path, &error)),
            _ => Ok(()),
        }
    }

    /// All replications, in their order.
    pub fn finish(self) -> Vec<Ranks> {
        let (mut rows, _) = self.rows.into_inner().unwrap_or_else(PoisonError::into_inner);
        rows.sort_by_key(|row| row.replication);
        rows
    }
}

fn failed(path: &Path, error: &std::io::Error) -> Error {
    Error::Io { path: path.display().to_string(), reason: error.to_string() }
}

/// The first two lines. Names are written as Rust's texts, which have no tabs and no ends of lines.
fn head(facts: u64, quantities: &[String]) -> String {
    let names: String = quantities.iter().map(|name| format!("\t{name:?}")).collect();
    format!("simulation-based calibration\t{facts:016x}\nreplication\tdivergences{names}\n")
}

fn read_row(line: &str, quantities: usize) -> Option<Ranks> {
    let mut cells = line.split('\t');
    let replication = cells.next()?.parse().ok()?;
    let divergences = cells.next()?.parse().ok()?;
    let ranks: Vec<f64> = cells.map(|cell| cell.parse().ok()).collect::<Option<_>>()?;
    (ranks.len() == quantities).then_some(Ranks { replication, divergences, ranks })
}
