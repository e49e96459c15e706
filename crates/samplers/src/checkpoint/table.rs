//! A table that grows row by row: a text file whose rows are lines, for the results of many small runs.
//!
//! A row is written by one call, so after a kill all rows are whole except perhaps the last, which is cut
//! off when the table is opened again. One process at a time can write to a table.

use super::draws_file::lock;
use super::snapshot::refused;
use crate::error::Error;
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// A table that is open.
#[derive(Debug)]
pub struct Table {
    path: PathBuf,
    file: Mutex<File>,
}

/// The whole rows of a file.
struct Rows {
    rows: Vec<String>,
    /// The offset of the byte after each row.
    ends: Vec<usize>,
}

/// Reads the whole rows of a table. A file that does not begin with `head` is refused with an error that
/// says that it belongs to `other`.
pub fn read_table(path: &Path, head: &str, other: &str) -> Result<Vec<String>, Error> {
    let mut file = File::open(path).map_err(|error| Error::io(path, error))?;
    Ok(rows_of(&mut file, path, head, other)?.map(|found| found.rows).unwrap_or_default())
}

/// Returns the rows after the head, or `None` if a kill has left only a part of the head.
fn rows_of(file: &mut File, path: &Path, head: &str, other: &str) -> Result<Option<Rows>, Error> {
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).map_err(|error| Error::io(path, error))?;
    if bytes.len() < head.len() && head.as_bytes().starts_with(&bytes) {
        return Ok(None);
    }
    if !bytes.starts_with(head.as_bytes()) {
        return Err(refused(path, format!("it belongs to {other}")));
    }
    let (mut rows, mut ends, mut start) = (Vec::new(), Vec::new(), head.len());
    while let Some(length) = bytes[start..].iter().position(|byte| *byte == b'\n') {
        // A row that is no valid UTF-8 is damaged; its reader reports that.
        rows.push(String::from_utf8_lossy(&bytes[start..start + length]).into_owned());
        start += length + 1;
        ends.push(start);
    }
    Ok(Some(Rows { rows, ends }))
}

impl Table {
    /// Opens the table of a file, or creates it. `keep` reads its rows and returns how many of them are
    /// kept, from the first row on, or the reason why the file is refused. The rest is cut off. A file with
    /// another head is refused with an error that says that it belongs to `other`.
    pub fn open(
        path: &Path,
        head: &str,
        other: &str,
        keep: &mut dyn FnMut(&[String]) -> Result<usize, String>,
    ) -> Result<Self, Error> {
        let failed = |error| Error::io(path, error);
        let mut options = OpenOptions::new();
        let mut file =
            options.create(true).read(true).write(true).truncate(false).open(path).map_err(failed)?;
        lock(&file).map_err(failed)?;
        let rows = rows_of(&mut file, path, head, other)?;
        let kept = match &rows {
            Some(found) => keep(&found.rows).map_err(|reason| refused(path, reason))?,
            None => 0,
        };
        let end = match &rows {
            Some(found) => kept.checked_sub(1).map_or(head.len(), |last| found.ends[last]),
            None => 0,
        };
        file.set_len(end as u64).map_err(failed)?;
        file.seek(SeekFrom::End(0)).map_err(failed)?;
        if rows.is_none() {
            file.write_all(head.as_bytes()).map_err(failed)?;
        }
        Ok(Self { path: path.to_owned(), file: Mutex::new(file) })
    }

    /// Appends a row, which must contain no line break.
    pub fn append(&self, mut row: String) -> Result<(), Error> {
        row.push('\n');
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.write_all(row.as_bytes()).map_err(|error| Error::io(&self.path, error))
    }
}

impl Drop for Table {
    /// Unlocks the file for other runs: see the writer of draws.
    fn drop(&mut self) {
        let _ = self.file.lock().unwrap_or_else(PoisonError::into_inner).unlock();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "squares 1\n";

    fn open(path: &Path, keep: usize) -> Result<Table, Error> {
        Table::open(path, HEAD, "other squares", &mut |rows| {
            (rows.len() >= keep).then_some(keep).ok_or_else(|| format!("{} rows", rows.len()))
        })
    }

    #[test]
    fn whole_rows_are_kept_whatever_a_kill_leaves() {
        let folder = std::env::temp_dir().join(format!("monomorph-table-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let path = folder.join("squares");
        let rows = || read_table(&path, HEAD, "other squares").expect("rows");
        let begun = open(&path, 0).expect("a table");
        ["1 1", "2 4", "3 9"].into_iter().for_each(|row| begun.append(row.to_owned()).expect("a row"));
        // Another run is refused while one writes, and not after.
        assert!(open(&path, 3).is_err());
        drop(begun);
        let whole = std::fs::read(&path).expect("bytes");
        assert_eq!(whole, b"squares 1\n1 1\n2 4\n3 9\n");
        for length in 0..=whole.len() {
            std::fs::write(&path, &whole[..length]).expect("a part");
            let kept = whole[..length].iter().filter(|byte| **byte == b'\n').count().saturating_sub(1);
            assert_eq!(rows(), ["1 1", "2 4", "3 9"][..kept], "{length}");
            open(&path, kept).expect("a table").append("4 16".to_owned()).expect("a row");
            assert_eq!(rows(), [&["1 1", "2 4", "3 9"][..kept], &["4 16"]].concat(), "{length}");
        }
        // Rows after the kept ones are cut off, and a refusal changes nothing.
        std::fs::write(&path, &whole).expect("a file");
        assert!(open(&path, 4).is_err_and(|error| error.to_string().contains("3 rows")));
        assert_eq!(std::fs::read(&path).expect("bytes"), whole);
        drop(open(&path, 1).expect("a table"));
        assert_eq!(rows(), ["1 1"]);
        for other in ["squares 2\n1 1\n", "cubes"] {
            std::fs::write(&path, other).expect("a file");
            let error = open(&path, 0).expect_err("another table").to_string();
            assert!(error.contains("other squares"), "{error}");
            assert!(read_table(&path, HEAD, "other squares").is_err());
            assert_eq!(std::fs::read_to_string(&path).expect("text"), other);
        }
        std::fs::remove_dir_all(folder).expect("no folder");
    }
}
