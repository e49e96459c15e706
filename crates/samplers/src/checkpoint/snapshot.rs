//! The first file of a checkpoint: the facts about the run, and the states of its chains.

use super::facts::labels_of;
use super::tape::{State, Tape, state};
use super::{Checksum, VERSION};
use crate::error::Error;
use crate::trace::VariableInfo;
use std::fs;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

const MAGIC: &[u8; 8] = b"monomrun";

/// The number of bytes before the state: magic, version, length.
const HEADER: usize = 24;

/// Names with values that identify a run: a run that is resumed is compared with its file by them.
pub type Facts = Vec<(String, String)>;

/// The name of the fact about the vector instructions, which determine rounding. The fact may differ.
pub const INSTRUCTIONS: &str = "instructions";

/// The name of the fact about the data. The fact is compared only if the vector instructions are equal.
pub const DATA: &str = "data";

/// The name of the fact about the order of the elements of matrices in draws.
const MATRICES: &str = "matrices";

/// The name of the fact that is a checksum of the labels of elements. Older files do not have it.
pub(super) const LABELS: &str = "labels";

/// A variable of the model.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Variable {
    pub name: String,
    pub length: Option<usize>,
    pub columns: Option<usize>,
    pub is_defined: bool,
}
state!(Variable { name, length, columns, is_defined });

/// A chain that has begun.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SavedChain {
    /// The number of draws that are saved.
    pub draws: usize,
    /// The state from which the chain continues.
    pub state: Vec<u8>,
}
state!(SavedChain { draws, state });

/// The contents of the file, without magic, version, length and checksum.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Snapshot {
    /// The variables whose values are in the draws.
    pub variables: Vec<Variable>,
    /// The facts that identify the run.
    pub facts: Facts,
    /// The number of valid bytes of the file of draws.
    pub committed: u64,
    /// The state of each chain; `None` if the chain has not begun.
    pub chains: Vec<Option<SavedChain>>,
}
state!(Snapshot { variables, facts, committed, chains });

impl Snapshot {
    /// Makes the snapshot of a run that has not begun.
    pub fn new(variables: &[VariableInfo], mut facts: Facts, chains: usize) -> Self {
        // Files with matrices that are older than this fact have another order of elements.
        if variables.iter().any(|info| info.columns.is_some()) {
            facts.push((MATRICES.to_owned(), "column after column".to_owned()));
        }
        facts.extend(labels_of(variables).map(|labels| (LABELS.to_owned(), labels)));
        let variables = variables.iter().map(|info| Variable {
            name: info.name.to_owned(),
            length: info.length,
            columns: info.columns,
            is_defined: info.is_defined,
        });
        Self { variables: variables.collect(), facts, committed: 0, chains: vec![None; chains] }
    }

    /// Returns the checksum of the variables and facts, which identifies the run.
    pub fn run(&self) -> u64 {
        let mut run = Self { committed: 0, chains: Vec::new(), ..self.clone() };
        Checksum::of(&run.to_bytes())
    }

    /// Returns the reason why `run` cannot continue from this snapshot, or `None` if it can.
    pub fn differs_from(&self, run: &Self) -> Option<String> {
        // A probabilistic program has no variables; its sampler is one of the facts.
        if self.variables != run.variables && !run.variables.is_empty() {
            let (there, here) = (names(&self.variables), names(&run.variables));
            return Some(format!(
                "it belongs to another model: its variables are {there}; this model's are {here}"
            ));
        }
        let rounds_alike = self.rounds_like(run);
        let mut all = run.facts.iter().chain(&self.facts).map(|(name, _)| name.as_str());
        let differs = |name: &&str| {
            let [there, here] = [self, run].map(|run| run.fact(name));
            let counts = match *name {
                INSTRUCTIONS => false,
                DATA => rounds_alike,
                LABELS => there.is_some() && here.is_some(),
                _ => true,
            };
            counts && there != here
        };
        let name = all.find(differs)?;
        let [there, here] = [self, run].map(|run| run.fact(name).unwrap_or("unknown"));
        Some(match name {
            MATRICES => "its matrices stand row after row, as those of earlier versions of monomorph did; this one reads them column after column".to_owned(),
            LABELS => "its elements have other labels than this model's, or in another order".to_owned(),
            DATA => "it belongs to other data, or to a model that reads them differently".to_owned(),
            _ => format!("it belongs to another run: `{name}` is {there} there, and {here} here"),
        })
    }

    /// Returns an error if the variables or a fact of the file differ from those of another run.
    pub fn check(&self, path: &Path, run: &Self) -> Result<(), Error> {
        let known = |name: &str| run.facts.iter().any(|(fact, _)| fact == name);
        let facts = self.facts.iter().filter(|(name, _)| known(name)).cloned().collect();
        let own = Self { variables: self.variables.clone(), facts, ..Self::default() };
        own.differs_from(run).map_or(Ok(()), |difference| Err(refused(path, difference)))
    }

    /// The value of a fact, or `None` if the run does not have it.
    pub fn fact(&self, name: &str) -> Option<&str> {
        self.facts.iter().find(|(fact, _)| fact == name).map(|(_, value)| value.as_str())
    }

    /// Returns true if `run` rounds as the saved run did.
    pub fn rounds_like(&self, run: &Self) -> bool {
        self.fact(INSTRUCTIONS) == run.fact(INSTRUCTIONS)
    }

    /// Reads a file.
    pub fn read(path: &Path) -> Result<Self, Error> {
        let bytes = fs::read(path).map_err(|error| Error::io(path, error))?;
        Self::of_bytes(&bytes).map_err(|reason| refused(path, reason))
    }

    /// Returns the bytes of the file.
    fn file_bytes(&mut self) -> Vec<u8> {
        let state = self.to_bytes();
        let mut bytes = Vec::with_capacity(HEADER + state.len() + 8);
        bytes.extend_from_slice(MAGIC);
        bytes.extend_from_slice(&VERSION.to_le_bytes());
        bytes.extend_from_slice(&((HEADER + state.len() + 8) as u64).to_le_bytes());
        bytes.extend_from_slice(&state);
        let checksum = Checksum::of(&bytes);
        bytes.extend_from_slice(&checksum.to_le_bytes());
        bytes
    }

    fn of_bytes(bytes: &[u8]) -> Result<Self, String> {
        let number = |place: usize| {
            bytes.get(place..place + 8).and_then(|b| b.try_into().ok()).map(u64::from_le_bytes)
        };
        let cut_off = || "it is cut off".to_owned();
        if !bytes.starts_with(MAGIC) {
            return Err(if MAGIC.starts_with(bytes) { cut_off() } else { "it is no checkpoint".to_owned() });
        }
        let (version, length) = (number(8).ok_or_else(cut_off)?, number(16).ok_or_else(cut_off)?);
        if version != VERSION {
            return Err(format!(
                "it has the format {version} of another version of monomorph, or it is corrupted"
            ));
        }
        if (bytes.len() as u64) < length {
            return Err(cut_off());
        }
        let corrupted = || "it is corrupted: its checksum is wrong".to_owned();
        let end = bytes.len().checked_sub(8).filter(|end| *end >= HEADER).ok_or_else(corrupted)?;
        if bytes.len() as u64 != length || number(end) != Some(Checksum::of(&bytes[..end])) {
            return Err(corrupted());
        }
        let mut snapshot = Self::default();
        let fits = snapshot.set_from_bytes(&bytes[HEADER..end]);
        if fits { Ok(snapshot) } else { Err("it is no checkpoint of this version of monomorph".to_owned()) }
    }

    /// Replaces the file: at every moment it has either the old contents or the new ones.
    pub fn replace(&mut self, path: &Path) -> std::io::Result<()> {
        let beside = beside(path, ".new");
        let mut file = File::create(&beside)?;
        file.write_all(&self.file_bytes())?;
        file.sync_all()?;
        fs::rename(&beside, path)?;
        // On Unix the rename is flushed with its folder; other systems cannot open folders.
        #[cfg(unix)]
        File::open(path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new(".")))?
            .sync_all()?;
        Ok(())
    }
}

/// Lists variables: "mu, eta[8]".
fn names(variables: &[Variable]) -> String {
    let name = |variable: &Variable| match (variable.length, variable.columns) {
        (None, _) => variable.name.clone(),
        (Some(length), None) => format!("{}[{length}]", variable.name),
        (Some(length), Some(columns)) => {
            format!("{}[{}, {columns}]", variable.name, length.checked_div(columns).unwrap_or(0))
        }
    };
    match variables {
        [] => "none".to_owned(),
        _ => variables.iter().map(name).collect::<Vec<_>>().join(", "),
    }
}

/// Appends letters to a path.
pub fn beside(path: &Path, letters: &str) -> PathBuf {
    let mut path = path.as_os_str().to_owned();
    path.push(letters);
    PathBuf::from(path)
}

/// Returns the error of a file that is not valid.
pub fn refused(path: &Path, reason: String) -> Error {
    Error::Checkpoint { path: path.display().to_string(), reason }
}

impl<T: State + Default> State for Vec<Option<T>> {
    fn pass(&mut self, tape: &mut Tape<'_>) {
        list(self, tape);
    }
}

impl State for Vec<Variable> {
    fn pass(&mut self, tape: &mut Tape<'_>) {
        list(self, tape);
    }
}

impl State for Facts {
    fn pass(&mut self, tape: &mut Tape<'_>) {
        list(self, tape);
    }
}

fn list<T: State + Default>(own: &mut Vec<T>, tape: &mut Tape<'_>) {
    let Some(length) = tape.length(own.len(), 1) else { return };
    own.resize_with(length, T::default);
    own.iter_mut().for_each(|element| element.pass(tape));
}
