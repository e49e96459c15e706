//! A store that grows while chains run.

mod buffer;
mod resume;

use super::files;
use super::store::{Store, chunk_path};
use crate::Error;
use crate::data::{Dataset, Tree, Values, set};
use buffer::Buffer;
use std::borrow::Borrow;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The number of draws in a chunk of the coordinate `draw`.
const INDEX_CHUNK: usize = 1000;

/// The attribute of a store's root that lists the numbers of the chains that failed.
pub const LOST_CHAINS: &str = "lost_chains";

/// The values of one variable at one draw; the last dimension is fastest.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Entry<'a> {
    /// Numbers.
    Real(&'a [f64]),
    /// Whole numbers.
    Integer(&'a [i64]),
    /// True or false.
    Bool(&'a [bool]),
}

/// A store to which chains add draws, each at its own speed and from its own thread.
///
/// The tree defines the store: groups whose datasets have a dimension `draw` of length 0 grow, the others
/// are written as they are. [`Appender::publish`] makes draws visible, in each group as many as all chains
/// have. Readers always see whole draws: chunks are written first, then the metadata of the arrays, then
/// the metadata of the root, which repeat all others, by one renaming. If the program is killed, the store
/// opens with the published draws.
///
/// After an error, such as a full disk, the published draws stay readable, the draws that could not be
/// written are kept, and the next call tries again.
///
/// ```
/// use monomorph_report::data::{Dataset, Tree, Variable, groups};
/// use monomorph_report::zarr::{Appender, Entry};
///
/// let path = std::env::temp_dir().join("monomorph_report_append.zarr");
/// let none = Vec::<f64>::new();
/// let posterior = Dataset::draws(2, 0).with(Variable::new("mu", ["chain", "draw"], none))?;
/// let store = Appender::create(&path, &Tree::new().with(groups::POSTERIOR, posterior))?;
/// store.push(0, groups::POSTERIOR, &[Entry::Real(&[0.5])])?;
/// store.push(0, groups::POSTERIOR, &[Entry::Real(&[0.7])])?;
/// store.push(1, groups::POSTERIOR, &[Entry::Real(&[0.1])])?;
/// store.publish()?;
///
/// let tree = Tree::from_zarr(&path)?;
/// let mu = tree.get(groups::POSTERIOR).unwrap().quantity("mu").unwrap();
/// assert_eq!(mu.chains, [[0.5], [0.1]]);
/// # std::fs::remove_dir_all(&path).ok();
/// # Ok::<(), monomorph_report::Error>(())
/// ```
#[derive(Debug)]
pub struct Appender {
    store: Mutex<Store>,
    /// The groups that grow, with a buffer for each chain.
    growing: Vec<Growing>,
    /// The chains that failed, for which publishing does not wait.
    lost: Mutex<BTreeSet<usize>>,
}

#[derive(Debug)]
struct Growing {
    name: String,
    chains: Vec<Mutex<Buffer>>,
}

impl Appender {
    /// Makes a store without draws, which replaces an existing store.
    pub fn create(path: impl AsRef<Path>, tree: &Tree) -> Result<Self, Error> {
        let path = &files::named(path.as_ref())?;
        if files::is_store(path)? {
            files::remove(path)?;
        }
        let mut store = Store::new(path, tree);
        // The root is published first, so that readers can open the store from now on.
        store.publish_root()?;
        let mut growing = vec![];
        for (name, dataset) in tree.groups() {
            store.write_group(name, dataset)?;
            if dataset.dimension("draw").is_some_and(|draw| draw.is_empty()) {
                growing.push(Self::grow(&mut store, dataset, name)?);
            }
        }
        for group in &store.groups {
            store.publish_group(group)?;
        }
        store.publish_root()?;
        Ok(Self { store: Mutex::new(store), growing, lost: Mutex::default() })
    }

    /// Sets chunks for the arrays of a group that one chain fills alone, and makes the buffers.
    fn grow(store: &mut Store, dataset: &Dataset, name: &str) -> Result<Growing, Error> {
        let wrong = |variable: &str, what| Err(Error::new(what).in_group(name).of_variable(variable));
        for variable in dataset.variables() {
            if !variable.has_draws() {
                return wrong(&variable.name, "`chain` and `draw` must be the first dimensions");
            }
            if matches!(variable.values, Values::Text(_)) {
                return wrong(&variable.name, "draws cannot be texts");
            }
        }
        let root = store.root.join(name);
        let Some(group) = store.groups.iter_mut().find(|group| group.name == name) else {
            return Err(Error::new("there is no such group").in_group(name));
        };
        let (labels, arrays) = group.arrays.split_at_mut(dataset.dimensions().len());
        labels.iter_mut().filter(|array| array.folder == "draw").for_each(|a| a.chunk = vec![INDEX_CHUNK]);
        for array in arrays.iter_mut() {
            array.chunk = buffer::chunk_of_one_chain(&array.shape);
        }
        let buffers =
            (0..dataset.chains()).map(|chain| Mutex::new(Buffer::new(&root, chain, dataset, arrays)));
        Ok(Growing { name: name.into(), chains: buffers.collect() })
    }

    /// Adds a draw of a chain to a group: one entry for each variable, in the order of the tree's dataset.
    ///
    /// Full chunks are written at once, by the calling thread. A draw that does not fit is an error and is
    /// not added.
    pub fn push<'e, Entries>(&self, chain: usize, group: &str, draw: Entries) -> Result<(), Error>
    where
        Entries: IntoIterator<Item: Borrow<Entry<'e>>, IntoIter: ExactSizeIterator + Clone>,
    {
        let growing = self.growing.iter().find(|growing| growing.name == group);
        let growing = growing.ok_or_else(|| Error::new("no growing group has this name").in_group(group))?;
        let buffer = growing.chains.get(chain).ok_or_else(|| {
            let chains = growing.chains.len();
            Error::new(format!("there is no chain {chain}: the group has {chains}")).in_group(group)
        })?;
        let mut buffer = lock(buffer);
        buffer
            .push(draw.into_iter())
            .and_then(|()| buffer.write(false))
            .map_err(|error| error.in_group(group))
    }

    /// The number of draws of a chain that were pushed to a group, published or not.
    pub fn pushed(&self, chain: usize, group: &str) -> usize {
        let growing = self.growing.iter().find(|growing| growing.name == group);
        growing.and_then(|growing| growing.chains.get(chain)).map_or(0, |buffer| lock(buffer).draws())
    }

    /// Stops waiting for a chain, which has failed: the others are published without it. After its last
    /// draw its values are NaN, 0 and false, and the root's attribute [`LOST_CHAINS`] has its number.
    pub fn lose(&self, chain: usize) {
        let mut lost = lock(&self.lost);
        lost.insert(chain);
        let numbers: Vec<usize> = lost.iter().copied().collect();
        set(&mut lock(&self.store).attributes, LOST_CHAINS, numbers.into());
    }

    /// Makes the draws visible that all chains have, except chains that are [lost](Self::lose).
    ///
    /// Groups of the same stage, either of warmup or after it, get the same number of draws, unless a group
    /// has no draws at all.
    pub fn publish(&self) -> Result<(), Error> {
        let lost = lock(&self.lost).clone();
        let mut store = lock(&self.store);
        let mut lengths = vec![];
        for growing in &self.growing {
            // If all chains are lost, none is left out, since no other chain is left.
            let is_left_out = |chain| lost.contains(&chain) && lost.len() < growing.chains.len();
            let mut least = None;
            for (chain, buffer) in growing.chains.iter().enumerate() {
                let mut buffer = lock(buffer);
                buffer.write(true).map_err(|error| error.in_group(&growing.name))?;
                if !is_left_out(chain) {
                    least = Some(least.map_or(buffer.draws(), |least: usize| least.min(buffer.draws())));
                }
            }
            lengths.push(least.unwrap_or(0));
        }
        let is_warmup = |growing: &Growing| growing.name.starts_with("warmup_");
        for (growing, own) in self.growing.iter().zip(&lengths) {
            let same =
                self.growing.iter().zip(&lengths).filter(|(other, _)| is_warmup(other) == is_warmup(growing));
            let least = same.map(|(_, length)| *length).filter(|length| *length > 0).min().unwrap_or(0);
            Self::lengthen(&mut store, &growing.name, least.min(*own))?;
        }
        store.publish_root()
    }

    /// Writes the new numbers of draws and the new lengths of arrays; the root's metadata are not written.
    fn lengthen(store: &mut Store, name: &str, length: usize) -> Result<(), Error> {
        let Some(place) = store.groups.iter().position(|group| group.name == name) else { return Ok(()) };
        let mut group = super::store::Group {
            name: name.into(),
            attributes: store.groups[place].attributes.clone(),
            arrays: store.groups[place].arrays.clone(),
        };
        let mut is_longer = false;
        for array in &mut group.arrays {
            for (dimension, own) in array.dimensions.iter().zip(&mut array.shape) {
                if dimension == "draw" && *own < length {
                    is_longer = true;
                    if array.folder == "draw" {
                        let folder = store.root.join(name).join("draw");
                        write_numbers(&folder, *own..length).map_err(|error| error.in_group(name))?;
                    }
                    *own = length;
                }
            }
        }
        if is_longer {
            store.publish_group(&group)?;
        }
        store.groups[place] = group;
        Ok(())
    }

    /// Adds a whole group, such as predictions made after sampling, and publishes everything.
    pub fn insert(&self, group: &str, dataset: &Dataset) -> Result<(), Error> {
        if self.growing.iter().any(|growing| growing.name == group) {
            return Err(Error::new("the group grows, and cannot be replaced").in_group(group));
        }
        {
            let mut store = lock(&self.store);
            store.write_group(group, dataset)?;
            if let Some(group) = store.groups.last() {
                store.publish_group(group)?;
            }
        }
        self.publish()
    }
}

/// Writes the chunks of the coordinate `draw` that contain the numbers of a range.
fn write_numbers(folder: &Path, range: std::ops::Range<usize>) -> Result<(), Error> {
    for chunk in range.start / INDEX_CHUNK..range.end.div_ceil(INDEX_CHUNK) {
        let numbers = chunk * INDEX_CHUNK..(chunk + 1) * INDEX_CHUNK;
        let bytes: Vec<u8> = numbers.flat_map(|number| (number as i64).to_le_bytes()).collect();
        files::replace(&chunk_path(folder, &[chunk]), &bytes)?;
    }
    Ok(())
}

/// Locks a mutex, also after a thread panicked with it: draws are added only after the whole draw was
/// checked.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
