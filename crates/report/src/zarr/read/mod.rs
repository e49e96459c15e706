//! Reads a store as a tree.

mod array;
mod chunk;
mod types;

use super::files;
use crate::Error;
use crate::data::{Attributes, Dataset, Dimension, Labels, Tree, Variable};
use crate::json::Json;
use array::Array;
use std::fs;
use std::path::Path;

impl Tree {
    /// Reads a Zarr store, of this crate or of another library.
    ///
    /// Values of 8 to 64 bits become `f64` or `i64`. An array whose chunks are compressed is an error that
    /// names the codec; the documentation of [`zarr`](crate::zarr) lists what can be read.
    ///
    /// ```
    /// use monomorph_report::data::{Dataset, Tree, Variable, groups};
    ///
    /// let path = std::env::temp_dir().join("monomorph_report_read.zarr");
    /// let mu = Variable::new("mu", ["chain", "draw"], vec![0.5, f64::NAN]);
    /// Tree::new().with(groups::POSTERIOR, Dataset::draws(1, 2).with(mu)?).to_zarr(&path)?;
    ///
    /// let tree = Tree::from_zarr(&path)?;
    /// assert_eq!(tree.get(groups::POSTERIOR).unwrap().draws_per_chain(), 2);
    /// # std::fs::remove_dir_all(&path).ok();
    /// # Ok::<(), monomorph_report::Error>(())
    /// ```
    pub fn from_zarr(path: impl AsRef<Path>) -> Result<Self, Error> {
        let root = path.as_ref();
        let metadata = metadata(root)?.ok_or_else(|| {
            let missing = std::io::Error::from(std::io::ErrorKind::NotFound);
            Error::io(&root.join("zarr.json"), "cannot read the metadata of a Zarr store", missing)
        })?;
        let mut tree = Tree::new();
        tree.attributes = attributes(&metadata);
        let below = match consolidated(&metadata) {
            Some(entries) => entries,
            None => walk(root, "")?,
        };
        // Groups are read first, so that each exists before its arrays.
        let is_group = |json: &Json| json.get("node_type").and_then(Json::as_str) == Some("group");
        for (name, json) in below.iter().filter(|(_, json)| is_group(json)) {
            let mut group = Dataset::new();
            group.attributes = attributes(json);
            tree.insert(name, group);
        }
        let mut by_group: Vec<(&str, Vec<Array>)> = vec![];
        for (key, json) in below.iter().filter(|(_, json)| !is_group(json)) {
            let (group, name) = key.rsplit_once('/').unwrap_or(("", key));
            let about = |error: Error| error.at(root).in_group(group).of_variable(name);
            if key.split('/').any(|part| matches!(part, "" | "." | "..")) {
                return Err(about(Error::new("the metadata name a folder outside the store")));
            }
            let array = Array::parse(&root.join(key), name, json).map_err(about)?;
            match by_group.iter_mut().find(|(own, _)| *own == group) {
                Some((_, arrays)) => arrays.push(array),
                None => by_group.push((group, vec![array])),
            }
        }
        for (name, arrays) in by_group {
            let own = tree.get(name).map(|dataset| dataset.attributes.clone()).unwrap_or_default();
            let read = dataset(&arrays, own).map_err(|error| error.at(root).in_group(name))?;
            tree.insert(name, read);
        }
        Ok(tree)
    }
}

/// Reads the metadata of a folder, if it has any.
pub(super) fn metadata(folder: &Path) -> Result<Option<Json>, Error> {
    let path = folder.join("zarr.json");
    let Some(bytes) = files::read(&path)? else { return Ok(None) };
    let text = String::from_utf8(bytes).map_err(|_| Error::new("no JSON: no UTF-8").at(&path))?;
    let json: Json = text.parse().map_err(|error: Error| error.at(&path))?;
    match json.get("zarr_format").and_then(Json::as_usize) {
        Some(3) => Ok(Some(json)),
        _ => Err(Error::new("no Zarr store of version 3").at(&path)),
    }
}

/// Returns all metadata below a root, if the root contains them.
pub(super) fn consolidated(root: &Json) -> Option<Vec<(String, Json)>> {
    root.get("consolidated_metadata")?.get("metadata")?.as_object().map(<[_]>::to_vec)
}

fn attributes(json: &Json) -> Attributes {
    json.get("attributes").and_then(Json::as_object).map(<[_]>::to_vec).unwrap_or_default()
}

/// Collects all metadata below a folder, if no file contains them.
fn walk(root: &Path, key: &str) -> Result<Vec<(String, Json)>, Error> {
    let folder = root.join(key);
    let failed = |error| Error::io(&folder, "cannot read", error);
    let mut names = vec![];
    for entry in fs::read_dir(&folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        if entry.path().is_dir()
            && let Ok(name) = entry.file_name().into_string()
        {
            names.push(name);
        }
    }
    names.sort();
    let mut found = vec![];
    for name in names {
        let key = if key.is_empty() { name } else { format!("{key}/{name}") };
        let Some(json) = metadata(&root.join(&key))? else { continue };
        let is_group = json.get("node_type").and_then(Json::as_str) == Some("group");
        found.push((key.clone(), json));
        if is_group {
            found.extend(walk(root, &key)?);
        }
    }
    Ok(found)
}

/// Makes the dataset of a group from its arrays: an array with the name of its only dimension holds the
/// labels of that dimension.
fn dataset(arrays: &[Array], attributes: Attributes) -> Result<Dataset, Error> {
    let mut dataset = Dataset::new();
    dataset.attributes = attributes;
    let is_label = |array: &&Array| array.dimensions.iter().eq([&array.folder]);
    // The true name of a dimension is that of the array with its labels.
    let true_name = |dimension: &String| {
        let labels = arrays.iter().filter(is_label).find(|array| array.folder == *dimension);
        labels.map_or(dimension, |array| &array.name).clone()
    };
    for array in arrays.iter().filter(is_label) {
        let labels = Labels::from(array.values().map_err(|error| error.of_variable(&array.name))?);
        dataset.add_dimension(Dimension::new(&array.name, labels))?;
    }
    for array in arrays.iter().filter(|array| !is_label(array)) {
        let about = |error: Error| error.of_variable(&array.name);
        let dimensions: Vec<String> = array.dimensions.iter().map(true_name).collect();
        for (name, length) in dimensions.iter().zip(&array.shape) {
            match dataset.dimension(name).map(Dimension::len) {
                None => dataset.add_dimension(Dimension::range(name, *length))?,
                Some(own) if own == *length => {}
                Some(own) => {
                    let what = format!("the dimension `{name}` is {length} here and {own} elsewhere");
                    return Err(about(Error::new(what)));
                }
            }
        }
        let mut variable = Variable::new(&array.name, dimensions, array.values().map_err(about)?);
        variable.attributes = array.attributes.clone();
        dataset.add(variable)?;
    }
    Ok(dataset)
}
