//! The second file of a checkpoint, read column by column.

use super::Snapshot;
use super::draws_file::{Reader, path_beside};
use crate::error::Error;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// The places of a run's draws in its file.
#[derive(Debug)]
pub struct DrawsFile {
    path: PathBuf,
    blocks: Vec<Place>,
}

/// The place of the numbers of a block in the file.
#[derive(Debug)]
struct Place {
    chain: usize,
    first: usize,
    count: usize,
    offset: u64,
}

impl DrawsFile {
    /// Opens the file of draws of a checkpoint, and reads it once to check it.
    pub fn open(checkpoint: &Path, snapshot: &Snapshot, columns: usize) -> Result<Self, Error> {
        let mut reader = Reader::open(checkpoint, snapshot, columns)?;
        let mut blocks = Vec::new();
        loop {
            let offset = reader.offset();
            let Some(block) = reader.next()? else { break };
            blocks.push(Place { chain: block.chain, first: block.first, count: block.count, offset });
        }
        Ok(Self { path: path_beside(checkpoint), blocks })
    }

    /// Returns the numbers of a column: the first draws of some chains, one chain after the other.
    pub fn column(&self, column: usize, chains: &[usize], draws: usize) -> Result<Vec<f64>, Error> {
        let failed = |error| Error::io(&self.path, error);
        let mut file = File::open(&self.path).map_err(failed)?;
        let (mut numbers, mut bytes) = (vec![0.0; chains.len() * draws], Vec::new());
        for Place { chain, first, count, offset } in &self.blocks {
            let Some(place) = chains.iter().position(|kept| kept == chain) else { continue };
            let wanted = draws.saturating_sub(*first).min(*count);
            bytes.resize(8 * wanted, 0);
            let before = 8 * (*count as u64) * column as u64;
            file.seek(SeekFrom::Start(offset + before)).map_err(failed)?;
            file.read_exact(&mut bytes).map_err(failed)?;
            let own = numbers[place * draws..][..draws].iter_mut().skip(*first);
            for (number, bytes) in own.zip(bytes.chunks_exact(8)) {
                *number = f64::from_le_bytes(std::array::from_fn(|i| bytes[i]));
            }
        }
        Ok(numbers)
    }
}
