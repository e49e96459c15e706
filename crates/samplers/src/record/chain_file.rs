//! The file of a chain.

use super::{Format, csv};
use crate::error::Error;
use crate::trace::VariableInfo;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The number of buffered draws that are written to the file together.
const ROWS: usize = 100;

/// The time after which buffered draws are written to the file, even if they are few.
const PATIENCE: Duration = Duration::from_secs(1);

/// The writer of a chain's draws to a file in CmdStan's format.
///
/// Only whole lines are written, in one call each time, so that a killed process leaves whole lines. After
/// a failure nothing more is written, and [`finish`](Self::finish) returns the failure.
pub struct ChainFile {
    path: PathBuf,
    file: File,
    text: String,
    rows: usize,
    written: Instant,
    failure: Option<Error>,
}

impl ChainFile {
    /// Creates or replaces a chain's file, and writes its header.
    ///
    /// # Errors
    ///
    /// [`Error::Io`] if the file cannot be created.
    pub fn create(
        prefix: &Path,
        format: &dyn Format,
        chain: usize,
        variables: &[VariableInfo],
    ) -> Result<Self, Error> {
        let path = path(prefix, chain);
        let io = |error| Error::io(&path, error);
        let mut text = String::new();
        format.write_comments(&mut text, chain);
        text.push_str(format.columns());
        text.push_str(&csv::column_names(variables).join(","));
        text.push('\n');
        let mut file = File::create(&path).map_err(io)?;
        file.write_all(text.as_bytes()).map_err(io)?;
        text.clear();
        Ok(Self { path, file, text, rows: 0, written: Instant::now(), failure: None })
    }

    /// The path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The text to be written before the next draw, for comments.
    pub fn text(&mut self) -> &mut String {
        &mut self.text
    }

    /// Adds a draw: a line of numbers, each with enough digits to be read back exactly.
    pub fn draw(&mut self, format: &dyn Format, statistics: &[f64], values: impl Iterator<Item = f64>) {
        format.write_statistics(&mut self.text, statistics);
        for (place, value) in values.enumerate() {
            if place > 0 {
                self.text.push(',');
            }
            csv::number(&mut self.text, value);
        }
        self.text.push('\n');
        self.rows += 1;
        if self.rows >= ROWS || self.written.elapsed() >= PATIENCE {
            self.flush();
        }
    }

    /// Adds the times of warmup and of sampling, and closes the file.
    ///
    /// # Errors
    ///
    /// [`Error::Io`] if a part could not be written.
    pub fn finish(mut self, times: (Duration, Duration)) -> Result<(), Error> {
        csv::times(&mut self.text, times);
        self.flush();
        self.failure.take().map_or(Ok(()), Err)
    }

    fn flush(&mut self) {
        if self.failure.is_none() {
            let written = self.file.write_all(self.text.as_bytes());
            self.failure = written.err().map(|error| Error::io(&self.path, error));
        }
        self.text.clear();
        self.rows = 0;
        self.written = Instant::now();
    }
}

impl Drop for ChainFile {
    /// Writes the buffered draws, also if the chain failed.
    fn drop(&mut self) {
        self.flush();
    }
}

/// Returns `PREFIX_1.csv`, or `PREFIX/chain_1.csv` if `PREFIX` is a directory, for the chain 0.
fn path(prefix: &Path, chain: usize) -> PathBuf {
    let number = chain + 1;
    if prefix.is_dir() {
        return prefix.join(format!("chain_{number}.csv"));
    }
    let mut path = prefix.as_os_str().to_owned();
    path.push(format!("_{number}.csv"));
    PathBuf::from(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_is_told_at_the_end() {
        let (read_only, path) = (File::open("Cargo.toml").expect("a file"), PathBuf::from("full.csv"));
        let text = "1\n".to_owned();
        let mut file =
            ChainFile { path, file: read_only, text, rows: 1, written: Instant::now(), failure: None };
        file.flush();
        file.text().push_str("# more\n");
        let error = file.finish((Duration::ZERO, Duration::ZERO)).expect_err("a failure");
        assert!(matches!(&error, Error::Io { path, cause: Some(_), .. } if path == "full.csv"), "{error}");
    }
}
