//! [`Log`]: all rows in a file, one line of JSON for each request.
//!
//! A request is acknowledged when its line is on the disk, with the end of the line. So a line without an end
//! was acknowledged to nobody: the process ended within it, and it is dropped when the log is opened.

use crate::rows::{self, Row};
use crate::{Failure, say};
use std::fs::{File, OpenOptions};
use std::io::{Error, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// The log, which belongs to this process as long as it is open.
pub struct Log {
    file: File,
    /// The bytes of all lines that are whole.
    length: u64,
    /// True if what is behind these lines could not be taken back.
    is_broken: bool,
}

impl Log {
    /// Opens the log, or begins one, and reads all rows. A torn last line is dropped, with a message on
    /// stderr.
    ///
    /// # Errors
    ///
    /// Those of the file; a log that another process has open; and a line that has an end and is none of
    /// rows, since then others may have been changed as well.
    pub fn open(path: &Path) -> Result<(Self, Vec<Row>), Failure> {
        let mut file = OpenOptions::new().create(true).read(true).append(true).open(path)?;
        file.try_lock()
            .map_err(|error| format!("{}: {error}: is another service running?", path.display()))?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |place| place + 1);
        let mut all = Vec::new();
        for (number, line) in bytes[..whole].split_inclusive(|byte| *byte == b'\n').enumerate() {
            let rows = rows::read(line);
            all.extend(rows.map_err(|error| format!("{}, line {}: {error}", path.display(), number + 1))?);
        }
        if whole < bytes.len() {
            let torn = bytes.len() - whole;
            say(format_args!("{}: the last line was torn, and its {torn} bytes are dropped", path.display()));
            file.set_len(whole as u64)?;
            file.seek(SeekFrom::End(0))?;
        }
        file.sync_all()?;
        // The name of a new file is on the disk when its folder is.
        sync_folder(path)?;
        Ok((Self { file, length: whole as u64, is_broken: false }, all))
    }

    /// Appends the rows of a request. When this returns they are on the disk, or, after an error, nowhere.
    ///
    /// # Errors
    ///
    /// Those of the file. If what was written of the line cannot be taken back, all later ones fail too.
    pub fn append(&mut self, rows: &[Row]) -> Result<(), Error> {
        if self.is_broken {
            return Err(Error::other("an earlier failure left a part of a line in the log"));
        }
        let mut line = serde_json::to_vec(rows)?;
        line.push(b'\n');
        let written = self.file.write_all(&line).and_then(|()| self.file.sync_data());
        match written {
            Ok(()) => self.length += line.len() as u64,
            Err(_) => self.is_broken = self.take_back().is_err(),
        }
        written
    }

    /// Drops what is behind the last whole line.
    fn take_back(&mut self) -> Result<(), Error> {
        self.file.set_len(self.length)?;
        self.file.sync_all()
    }
}

/// Waits until the names of the files beside this one are on the disk.
///
/// # Errors
///
/// Those of the folder.
pub fn sync_folder(path: &Path) -> Result<(), Error> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if cfg!(unix) { File::open(folder.unwrap_or(Path::new(".")))?.sync_all() } else { Ok(()) }
}
