//! The rows of the table, printed as they are measured.

use crate::race::Outcome;
use crate::report;
use std::error::Error;

/// The rows of both tables.
#[derive(Default)]
pub struct Table {
    pub rows: Vec<String>,
    pub second_rows: Vec<String>,
    /// Effective draws per second beside stanli's, row by row.
    pub ratios: Vec<f64>,
    /// A line for each failure, which begins with the model's name.
    pub failures: Vec<String>,
    /// True if models were left out on demand.
    pub is_partial: bool,
}

impl Table {
    /// Runs a model that is wanted, and adds its rows or its failure.
    pub fn add(&mut self, name: &str, run: impl FnOnce() -> Result<Outcome, Box<dyn Error>>) {
        if !is_wanted(name) {
            self.is_partial = true;
            return;
        }
        match run() {
            Ok(outcome) => {
                let (row, second_row) = (report::row(name, &outcome), report::second_row(name, &outcome));
                println!("{}\n{second_row}", row.as_deref().unwrap_or_default());
                self.rows.extend(row);
                self.second_rows.push(second_row);
                self.ratios.extend(outcome.ratio());
            }
            Err(error) => {
                println!("FAILED {name}: {error}");
                self.failures.push(format!("{name}: {error}"));
            }
        }
    }
}

/// True if no names are given, or a part of this one is.
fn is_wanted(name: &str) -> bool {
    let mut parts = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).peekable();
    parts.peek().is_none() || parts.any(|part| name.contains(&part))
}
