//! Continues a store of an earlier run.

use super::{Appender, INDEX_CHUNK, lock};
use crate::Error;
use crate::data::{Dataset, Dimension, Tree};
use crate::json::Json;
use crate::zarr::encode::encode;
use crate::zarr::files;
use crate::zarr::metadata::Array;
use crate::zarr::read::metadata;
use crate::zarr::store::{Store, chunk_path};
use crate::zarr::{chunks, read};
use std::path::Path;
use std::sync::Mutex;

impl Appender {
    /// Continues a store that an earlier run made by [`Appender::create`] with an equal tree: the published
    /// draws are kept, and new draws are added after them. Draws that were not published must be pushed
    /// again; [`Appender::pushed`] returns how many draws are kept.
    ///
    /// A store with other variables, sizes or labels is an error and is not changed. Groups that were added
    /// later are no longer part of the store, since they were made from fewer draws.
    ///
    /// ```
    /// use monomorph_report::data::{Dataset, Tree, Variable};
    /// use monomorph_report::zarr::{Appender, Entry};
    ///
    /// let path = std::env::temp_dir().join("monomorph_report_resume.zarr");
    /// let none = Vec::<f64>::new();
    /// let posterior = Dataset::draws(1, 0).with(Variable::new("mu", ["chain", "draw"], none))?;
    /// let tree = Tree::new().with("posterior", posterior);
    /// let store = Appender::create(&path, &tree)?;
    /// store.push(0, "posterior", &[Entry::Real(&[0.5])])?;
    /// store.publish()?;
    /// drop(store);
    ///
    /// let store = Appender::resume(&path, &tree)?;
    /// assert_eq!(store.pushed(0, "posterior"), 1);
    /// # std::fs::remove_dir_all(&path).ok();
    /// # Ok::<(), monomorph_report::Error>(())
    /// ```
    pub fn resume(path: impl AsRef<Path>, tree: &Tree) -> Result<Self, Error> {
        let path = path.as_ref();
        let root = metadata(path)?.ok_or_else(|| Error::new("there is no store to continue").at(path))?;
        let stored = read::consolidated(&root).unwrap_or_default();
        let mut store = Store::new(path, tree);
        let mut growing = vec![];
        let grows = |dataset: &Dataset| dataset.dimension("draw").is_some_and(|draw| draw.is_empty());
        for (name, dataset) in tree.groups().filter(|(_, dataset)| grows(dataset)) {
            let about = |error: Error| error.at(path).in_group(name);
            store.describe_group(name, dataset)?;
            let group = Self::grow(&mut store, dataset, name)?;
            let length = length(&stored, name).map_err(about)?;
            if let Some(own) = store.groups.last_mut() {
                own.arrays.iter_mut().for_each(|array| lengthen(array, length));
                for array in &own.arrays {
                    check(&stored, name, array).map_err(about)?;
                }
            }
            for dimension in dataset.dimensions().iter().filter(|dimension| dimension.name != "draw") {
                check_labels(path, name, dimension).map_err(about)?;
            }
            for buffer in &group.chains {
                lock(buffer).restore(length).map_err(about)?;
            }
            growing.push(group);
        }
        // These groups are written after all checks, so that an error changes nothing.
        for (name, dataset) in tree.groups().filter(|(_, dataset)| !grows(dataset)) {
            store.write_group(name, dataset)?;
        }
        Ok(Self { store: Mutex::new(store), growing, lost: Mutex::default() })
    }
}

fn array_of<'a>(stored: &'a [(String, Json)], group: &str, folder: &str) -> Option<&'a Json> {
    let key = format!("{group}/{folder}");
    stored.iter().find(|(own, _)| *own == key).map(|(_, json)| json)
}

/// Returns the number of draws of a group that readers see.
fn length(stored: &[(String, Json)], group: &str) -> Result<usize, Error> {
    let shape = array_of(stored, group, "draw").and_then(|draw| draw.get("shape")).and_then(Json::as_list);
    let length = shape.and_then(|shape| shape.first()).and_then(Json::as_usize);
    length.ok_or_else(|| Error::new("the store has no draws of this group"))
}

fn lengthen(array: &mut Array, length: usize) {
    for (dimension, own) in array.dimensions.iter().zip(&mut array.shape) {
        if dimension == "draw" {
            *own = length;
        }
    }
    if array.folder == "draw" {
        array.chunk = vec![INDEX_CHUNK];
    }
}

/// Returns an error if the array differs from the stored one.
fn check(stored: &[(String, Json)], group: &str, array: &Array) -> Result<(), Error> {
    let own = array_of(stored, group, &array.folder).map(Json::to_string);
    match own {
        Some(own) if own == array.json().to_string() => Ok(()),
        Some(_) => Err(Error::new("the store has another kind or size of it").of_variable(&array.folder)),
        None => Err(Error::new("the store does not have it").of_variable(&array.folder)),
    }
}

/// Returns an error if the labels of a dimension differ from the stored ones.
fn check_labels(root: &Path, group: &str, dimension: &Dimension) -> Result<(), Error> {
    let values = dimension.labels.values();
    let folder = root.join(group).join(Array::of_labels(dimension).folder);
    let chunk = chunks::of(&[dimension.len()], &values);
    for (place, range) in chunks::slices(&[dimension.len()], &chunk) {
        let wanted = encode(&values, range, chunk[0]);
        if files::read(&chunk_path(&folder, &place))?.as_ref() != Some(&wanted) {
            return Err(Error::new("the store has other labels").of_variable(&dimension.name));
        }
    }
    Ok(())
}

impl Store {
    /// Adds the metadata of a group's arrays, without writing anything.
    fn describe_group(&mut self, name: &str, dataset: &Dataset) -> Result<(), Error> {
        self.begin_group(name, dataset)?;
        let mut arrays = vec![];
        for dimension in dataset.dimensions() {
            let values = dimension.labels.values();
            let mut array = Array::of_labels(dimension);
            array.shape = vec![dimension.len()];
            array.chunk = chunks::of(&array.shape, &values);
            arrays.push(array);
        }
        for variable in dataset.variables() {
            let mut array = Array::of_variable(variable, dataset);
            array.shape = dataset.shape(variable);
            arrays.push(array);
        }
        if let Some(group) = self.groups.last_mut() {
            group.arrays = arrays;
        }
        Ok(())
    }
}
