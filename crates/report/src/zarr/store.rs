//! A store that is being written.

use super::chunks;
use super::encode::encode;
use super::files::{create_folder, replace};
use super::metadata::{Array, group};
use crate::Error;
use crate::data::{Attributes, Dataset, Dimension, Tree, Values};
use crate::json::Json;
use std::path::{Path, PathBuf};

/// A group of a store with its arrays.
#[derive(Debug)]
pub(super) struct Group {
    pub name: String,
    pub attributes: Attributes,
    pub arrays: Vec<Array>,
}

impl Group {
    fn new(name: &str, dataset: &Dataset) -> Result<Self, Error> {
        let is_fit = !name.is_empty() && !name.contains(['/', '\\']) && !name.starts_with(['.', '_']);
        match is_fit {
            true => Ok(Self { name: name.into(), attributes: dataset.attributes.clone(), arrays: vec![] }),
            false => Err(Error::new("this cannot be the name of a group").in_group(name)),
        }
    }
}

/// The folder of a store, and the metadata of everything below it.
#[derive(Debug)]
pub(super) struct Store {
    pub root: PathBuf,
    pub attributes: Attributes,
    pub groups: Vec<Group>,
}

impl Store {
    pub fn new(root: &Path, tree: &Tree) -> Self {
        Self { root: root.into(), attributes: tree.attributes.clone(), groups: vec![] }
    }

    pub fn array_folder(&self, group: &str, array: &Array) -> PathBuf {
        self.root.join(group).join(&array.folder)
    }

    /// Writes the chunks of a group's coordinates and variables. They are not visible before
    /// [`Store::publish_group`] and [`Store::publish_root`].
    pub fn write_group(&mut self, name: &str, dataset: &Dataset) -> Result<(), Error> {
        let mut group = Group::new(name, dataset)?;
        for dimension in dataset.dimensions() {
            group.arrays.push(self.write_labels(name, dimension)?);
        }
        for variable in dataset.variables() {
            let array = Array::of_variable(variable, dataset);
            let written = self.write_array(name, array, dataset.shape(variable), &variable.values);
            let about = |error: Error| error.in_group(name).of_variable(&variable.name);
            group.arrays.push(written.map_err(about)?);
        }
        self.groups.retain(|own| own.name != name);
        self.groups.push(group);
        Ok(())
    }

    /// Adds a group without arrays.
    pub fn begin_group(&mut self, name: &str, dataset: &Dataset) -> Result<(), Error> {
        self.groups.push(Group::new(name, dataset)?);
        Ok(())
    }

    fn write_labels(&self, group: &str, dimension: &Dimension) -> Result<Array, Error> {
        let values = dimension.labels.values();
        let array = Array::of_labels(dimension);
        let about = |error: Error| error.in_group(group).of_variable(&dimension.name);
        self.write_array(group, array, vec![dimension.len()], &values).map_err(about)
    }

    fn write_array(
        &self,
        group: &str,
        mut array: Array,
        shape: Vec<usize>,
        values: &Values,
    ) -> Result<Array, Error> {
        array.chunk = chunks::of(&shape, values);
        let folder = self.array_folder(group, &array);
        let length = array.chunk.iter().product();
        for (place, range) in chunks::slices(&shape, &array.chunk) {
            replace(&chunk_path(&folder, &place), &encode(values, range, length))?;
        }
        array.shape = shape;
        Ok(array)
    }

    /// Writes the metadata of a group's arrays, then its own metadata.
    pub fn publish_group(&self, group: &Group) -> Result<(), Error> {
        let write = |folder: &Path, metadata: Json| {
            replace(&folder.join("zarr.json"), metadata.to_string().as_bytes())
        };
        for array in &group.arrays {
            let written = write(&self.array_folder(&group.name, array), array.json());
            written.map_err(|error| error.in_group(&group.name).of_variable(&array.folder))?;
        }
        let own = self::group(&group.attributes, None);
        write(&self.root.join(&group.name), own).map_err(|error| error.in_group(&group.name))
    }

    /// Writes the metadata of the root, which repeat those of all groups and arrays: the one step that
    /// makes changes visible to readers.
    pub fn publish_root(&self) -> Result<(), Error> {
        create_folder(&self.root)?;
        let mut below = vec![];
        for group in &self.groups {
            below.push((group.name.clone(), self::group(&group.attributes, Some(vec![]))));
            for array in &group.arrays {
                below.push((format!("{}/{}", group.name, array.folder), array.json()));
            }
        }
        let root = self::group(&self.attributes, Some(below));
        replace(&self.root.join("zarr.json"), root.to_string().as_bytes())
    }
}

/// The file of a chunk below the folder of its array.
pub(super) fn chunk_path(folder: &Path, place: &[usize]) -> PathBuf {
    place.iter().fold(folder.join("c"), |path, part| path.join(part.to_string()))
}
