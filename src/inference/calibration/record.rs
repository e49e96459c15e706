//! The file of a calibration: the results of each replication, in a row for each.

use super::replication::Ranks;
use crate::checkpoint::Table;
use crate::error::Error;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// The finished replications, in memory and optionally in a file.
pub(super) struct Record {
    table: Option<Table>,
    known: Vec<usize>,
    rows: Mutex<Vec<Ranks>>,
}

impl Record {
    /// Creates the file at `path`, or reads the replications of an existing one. Without a path, the record
    /// is in memory only.
    pub fn open(path: Option<&Path>, facts: u64, quantities: &[String]) -> Result<Self, Error> {
        let mut rows = Vec::new();
        let mut keep = |lines: &[String]| {
            for line in lines {
                rows.push(read_row(line, quantities.len()).ok_or("a row of it is damaged")?);
            }
            Ok(lines.len())
        };
        let other = "another calibration, of another model, other truths, settings or quantities, or of another version";
        let open = |path| Table::open(path, &head(facts, quantities), other, &mut keep);
        let table = path.map(open).transpose()?;
        let known = rows.iter().map(|row: &Ranks| row.replication).collect();
        Ok(Self { table, known, rows: Mutex::new(rows) })
    }

    /// Returns true if the file contained this replication.
    pub fn has(&self, replication: usize) -> bool {
        self.known.contains(&replication)
    }

    /// Adds a replication. If the file cannot be written, the results are still kept in memory.
    pub fn add(&self, row: Ranks) -> Result<(), Error> {
        let mut line = format!("{}\t{}", row.replication, row.divergences);
        row.ranks.iter().for_each(|rank| line.push_str(&format!("\t{rank}")));
        self.rows.lock().unwrap_or_else(PoisonError::into_inner).push(row);
        self.table.as_ref().map_or(Ok(()), |table| table.append(line))
    }

    /// Returns all replications, in order.
    pub fn finish(self) -> Vec<Ranks> {
        let mut rows = self.rows.into_inner().unwrap_or_else(PoisonError::into_inner);
        rows.sort_by_key(|row| row.replication);
        rows
    }
}

/// Returns the first two lines. Names are written as Rust string literals, which contain no tabs and no line
/// ends.
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
