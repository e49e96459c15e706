//! The second file of a checkpoint: draws, block after block.

use super::snapshot::{beside, refused};
use super::{Checksum, Snapshot, VERSION};
use crate::error::Error;
use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::io::{BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

const MAGIC: &[u8; 8] = b"monodraw";

/// The number of bytes of the header: magic, version, checksum of the run, number of columns, checksum.
const HEADER: u64 = 40;

/// The number of bytes before the numbers of a block: the chain, the number of the first draw, the number
/// of draws.
const HEAD: u64 = 24;

/// The numbers of consecutive draws of one chain, column after column.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// The number of the chain.
    pub chain: usize,
    /// The number of the first draw in its chain.
    pub first: usize,
    /// The number of draws.
    pub count: usize,
    /// The numbers, column after column: `count` numbers of each column.
    pub numbers: Vec<f64>,
}

impl Block {
    /// The numbers of each column.
    pub fn columns(&self) -> impl Iterator<Item = &[f64]> {
        self.numbers.chunks_exact(self.count.max(1))
    }

    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(32 + 8 * self.numbers.len());
        for number in [self.chain, self.first, self.count] {
            bytes.extend_from_slice(&(number as u64).to_le_bytes());
        }
        for number in &self.numbers {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
        let checksum = Checksum::of(&bytes);
        bytes.extend_from_slice(&checksum.to_le_bytes());
        bytes
    }
}

/// The path of the file with the draws of a checkpoint.
pub fn path_beside(path: &Path) -> PathBuf {
    beside(path, ".draws")
}

fn header(run: u64, columns: usize) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    for number in [VERSION, run, columns as u64] {
        bytes.extend_from_slice(&number.to_le_bytes());
    }
    let checksum = Checksum::of(&bytes);
    bytes.extend_from_slice(&checksum.to_le_bytes());
    bytes
}

/// Locks the file against other writers until it is closed. On a file system without locks nothing is
/// locked.
pub(super) fn lock(file: &File) -> io::Result<()> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => {
            Err(io::Error::new(io::ErrorKind::WouldBlock, "another run writes to it"))
        }
        _ => Ok(()),
    }
}

/// A file of draws that is open for writing.
#[derive(Debug)]
pub(super) struct Writer {
    file: File,
    pub length: u64,
}

impl Writer {
    /// Creates a new file, which replaces an existing one.
    pub fn create(path: &Path, run: u64, columns: usize) -> io::Result<Self> {
        let mut file = OpenOptions::new().create(true).write(true).truncate(false).open(path)?;
        lock(&file)?;
        file.set_len(0)?;
        file.write_all(&header(run, columns))?;
        file.sync_all()?;
        Ok(Self { file, length: HEADER })
    }

    /// Opens a file to append to its first `length` bytes, and cuts off the rest.
    pub fn open(path: &Path, length: u64) -> io::Result<Self> {
        let file = OpenOptions::new().write(true).open(path)?;
        lock(&file)?;
        file.set_len(length)?;
        Ok(Self { file, length })
    }

    /// Appends a block, and waits until it is on the disk.
    pub fn append(&mut self, block: &Block) -> io::Result<()> {
        let bytes = block.to_bytes();
        self.file.seek(SeekFrom::Start(self.length))?;
        self.file.write_all(&bytes)?;
        self.file.sync_data()?;
        self.length += bytes.len() as u64;
        Ok(())
    }
}

impl Drop for Writer {
    /// Unlocks the file for other writers. Closing it would not be enough while a child process that has
    /// just been started still holds the files of this process.
    fn drop(&mut self) {
        let _ = self.file.unlock();
    }
}

/// A file of draws that is open for reading.
pub struct Reader {
    path: PathBuf,
    file: BufReader<File>,
    place: u64,
    committed: u64,
    columns: usize,
    /// For each chain the number of draws that were read so far, and the number of all its draws.
    draws: Vec<(usize, usize)>,
}

impl Reader {
    /// Opens the file of draws of a checkpoint, whose draws have `columns` columns.
    pub fn open(checkpoint: &Path, snapshot: &Snapshot, columns: usize) -> Result<Self, Error> {
        let path = path_beside(checkpoint);
        let file = File::open(&path).map_err(|error| Error::io(&path, error))?;
        let length = file.metadata().map_err(|error| Error::io(&path, error))?.len();
        if length < snapshot.committed.max(HEADER) || snapshot.committed < HEADER {
            return Err(refused(&path, "it is cut off".to_owned()));
        }
        let wanted = header(snapshot.run(), columns);
        let draws = snapshot.chains.iter().map(|chain| (0, chain.as_ref().map_or(0, |chain| chain.draws)));
        let (file, draws) = (BufReader::with_capacity(1 << 20, file), draws.collect());
        let mut reader = Self { path, file, place: HEADER, committed: snapshot.committed, columns, draws };
        if reader.bytes(HEADER as usize)? != wanted {
            let what = "it does not belong to the checkpoint beside it, or it is corrupted";
            return Err(refused(&reader.path, what.to_owned()));
        }
        Ok(reader)
    }

    /// The place in the file at which the numbers of the next block begin.
    pub fn offset(&self) -> u64 {
        self.place + HEAD
    }

    /// Reads the next block and checks it; returns `None` at the end.
    pub fn next(&mut self) -> Result<Option<Block>, Error> {
        let left = self.committed - self.place;
        if left == 0 {
            let is_whole = self.draws.iter().all(|(read, all)| read == all);
            return if is_whole { Ok(None) } else { Err(self.corrupted()) };
        }
        if left < 32 {
            return Err(self.corrupted());
        }
        let head = self.bytes(HEAD as usize)?;
        let number = |i: usize| -> u64 {
            head[8 * i..8 * i + 8].iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte))
        };
        let size = number(2).checked_mul(self.columns as u64).and_then(|count| count.checked_mul(8));
        let size = size.filter(|size| *size <= left - 32).ok_or_else(|| self.corrupted())?;
        let body = self.bytes(size as usize)?;
        let checksum = self.bytes(8)?;
        let mut own = Checksum::default();
        own.add(&head);
        own.add(&body);
        let [chain, first, count] = [number(0), number(1), number(2)].map(|number| number as usize);
        let follows = self.draws.get(chain).is_some_and(|(read, all)| *read == first && count <= all - read);
        if own.value().to_le_bytes()[..] != checksum[..] || !follows {
            return Err(self.corrupted());
        }
        self.draws[chain].0 += count;
        self.place += 32 + size;
        let number = |bytes: &[u8]| f64::from_le_bytes(std::array::from_fn(|i| bytes[i]));
        let numbers = body.chunks_exact(8).map(number).collect();
        Ok(Some(Block { chain, first, count, numbers }))
    }

    fn bytes(&mut self, count: usize) -> Result<Vec<u8>, Error> {
        let mut bytes = vec![0; count];
        self.file.read_exact(&mut bytes).map_err(|error| Error::io(&self.path, error))?;
        Ok(bytes)
    }

    fn corrupted(&self) -> Error {
        refused(&self.path, "it is corrupted: a checksum or a length is wrong".to_owned())
    }
}
