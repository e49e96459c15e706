//! The draws of one chain that are not yet in full chunks.

use super::Entry;
use crate::Error;
use crate::data::{Dataset, Kind};
use crate::zarr::files::{self, replace};
use crate::zarr::metadata::Array;
use crate::zarr::store::chunk_path;
use std::borrow::Borrow;
use std::path::{Path, PathBuf};

/// The most draws in a chunk.
const DRAWS: usize = 1000;

/// The most values in a chunk, if it has more than one draw: half a megabyte, which is written again at
/// each publishing.
const VALUES: usize = 1 << 16;

/// Returns the shape of the chunks of one chain: some draws, all elements.
pub(super) fn chunk_of_one_chain(shape: &[usize]) -> Vec<usize> {
    let elements: Vec<usize> = shape[2..].iter().map(|length| (*length).max(1)).collect();
    let draws = (VALUES / elements.iter().product::<usize>()).clamp(1, DRAWS);
    [1, draws].into_iter().chain(elements).collect()
}

/// The draws that one chain has added to one group.
#[derive(Debug)]
pub(super) struct Buffer {
    chain: usize,
    draws: usize,
    variables: Vec<Column>,
}

/// The values of one variable that are not yet in full chunks.
#[derive(Debug)]
struct Column {
    name: String,
    folder: PathBuf,
    kind: Kind,
    elements: usize,
    draws_per_chunk: usize,
    /// The number of dimensions after `chain` and `draw`.
    dimensions: usize,
    /// The number of full chunks that are written.
    full: usize,
    bytes: Vec<u8>,
    /// The number of bytes of the last chunk, not full yet, that are already in a file.
    written: usize,
}

impl Buffer {
    pub fn new(root: &Path, chain: usize, dataset: &Dataset, arrays: &[Array]) -> Self {
        let column = |(variable, array): (&crate::data::Variable, &Array)| Column {
            name: variable.name.clone(),
            folder: root.join(&array.folder),
            kind: array.kind,
            elements: array.shape[2..].iter().product(),
            draws_per_chunk: array.chunk[1],
            dimensions: array.shape.len() - 2,
            full: 0,
            bytes: vec![],
            written: 0,
        };
        let variables = dataset.variables().iter().zip(arrays).map(column).collect();
        Self { chain, draws: 0, variables }
    }

    pub fn draws(&self) -> usize {
        self.draws
    }

    /// Adds a draw; if it returns an error, nothing is added.
    pub fn push<'e, One: Borrow<Entry<'e>>>(
        &mut self,
        draw: impl ExactSizeIterator<Item = One> + Clone,
    ) -> Result<(), Error> {
        if draw.len() != self.variables.len() {
            let (given, wanted) = (draw.len(), self.variables.len());
            return Err(Error::new(format!("a draw has {given} entries, but there are {wanted} variables")));
        }
        for (column, entry) in self.variables.iter().zip(draw.clone()) {
            let (kind, length) = match entry.borrow() {
                Entry::Real(values) => (Kind::Real, values.len()),
                Entry::Integer(values) => (Kind::Integer, values.len()),
                Entry::Bool(values) => (Kind::Bool, values.len()),
            };
            let wrong = |what: String| Err(Error::new(what).of_variable(&column.name));
            if kind != column.kind {
                return wrong(format!("values are {kind:?}, but the variable is {:?}", column.kind));
            }
            if length != column.elements {
                return wrong(format!("{length} values, but the variable has {} elements", column.elements));
            }
        }
        for (column, entry) in self.variables.iter_mut().zip(draw) {
            match entry.borrow() {
                Entry::Real(values) => column.bytes.extend(values.iter().flat_map(|v| v.to_le_bytes())),
                Entry::Integer(values) => column.bytes.extend(values.iter().flat_map(|v| v.to_le_bytes())),
                Entry::Bool(values) => column.bytes.extend(values.iter().map(|v| u8::from(*v))),
            }
        }
        self.draws += 1;
        Ok(())
    }

    /// Reads draws that an earlier run has written.
    pub fn restore(&mut self, draws: usize) -> Result<(), Error> {
        for column in &mut self.variables {
            let restored = column.restore(self.chain, draws);
            restored.map_err(|error| error.of_variable(&column.name))?;
        }
        self.draws = draws;
        Ok(())
    }

    /// Writes the full chunks, and if `last` the last chunk too. After an error no draw is lost.
    pub fn write(&mut self, last: bool) -> Result<(), Error> {
        for column in &mut self.variables {
            let written = column.write(self.chain, last);
            written.map_err(|error| error.of_variable(&column.name))?;
        }
        Ok(())
    }
}

impl Column {
    /// The number of bytes of a draw.
    fn size(&self) -> usize {
        self.elements * if self.kind == Kind::Bool { 1 } else { 8 }
    }

    /// Reads back the draws that are in no full chunk.
    fn restore(&mut self, chain: usize, draws: usize) -> Result<(), Error> {
        self.full = draws / self.draws_per_chunk;
        let wanted = self.size() * (draws % self.draws_per_chunk);
        if wanted == 0 {
            return Ok(());
        }
        let path = self.path(chain);
        let mut bytes = files::read(&path)?.unwrap_or_default();
        if bytes.len() < wanted {
            return Err(Error::new("a published chunk is missing").at(&path));
        }
        // The draws that an earlier run wrote after its last published draw will be pushed again.
        bytes.truncate(wanted);
        (self.bytes, self.written) = (bytes, wanted);
        Ok(())
    }

    fn write(&mut self, chain: usize, last: bool) -> Result<(), Error> {
        let length = self.size() * self.draws_per_chunk;
        while length > 0 && self.bytes.len() >= length {
            replace(&self.path(chain), &self.bytes[..length])?;
            self.bytes.drain(..length);
            self.full += 1;
            self.written = 0;
        }
        if last && self.bytes.len() > self.written {
            let mut chunk = self.bytes.clone();
            match self.kind {
                Kind::Real => {
                    let missing = (length - chunk.len()) / 8;
                    chunk.extend(std::iter::repeat_n(f64::NAN.to_le_bytes(), missing).flatten());
                }
                _ => chunk.resize(length, 0),
            }
            replace(&self.path(chain), &chunk)?;
            self.written = self.bytes.len();
        }
        Ok(())
    }

    /// The file of the chunk that is being filled.
    fn path(&self, chain: usize) -> PathBuf {
        let mut place = vec![chain, self.full];
        place.resize(2 + self.dimensions, 0);
        chunk_path(&self.folder, &place)
    }
}
