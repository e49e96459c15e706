//! Writes a tree as a store, at once.

use super::files::{self, with_suffix};
use super::store::Store;
use crate::Error;
use crate::data::Tree;
use std::path::Path;
use std::{fs, process};

impl Tree {
    /// Writes all groups as a Zarr store, which replaces an existing store.
    ///
    /// The store is written next to its place and moved there when it is complete, so that an error leaves
    /// the old store unchanged. A folder that contains something else is an error and is not changed.
    ///
    /// ```
    /// use monomorph_report::data::{Dataset, Tree, Variable};
    ///
    /// let path = std::env::temp_dir().join("monomorph_report_write.zarr");
    /// let data = Dataset::new().with(Variable::scalar("a/b", vec![1.5]))?;
    /// let tree = Tree::new().attribute("seed", 7_u64).with("constant_data", data);
    /// tree.to_zarr(&path)?;
    /// assert_eq!(Tree::from_zarr(&path)?, tree);
    ///
    /// let error = tree.to_zarr("/proc/draws.zarr").unwrap_err();
    /// assert!(error.to_string().starts_with("/proc/"));
    /// # std::fs::remove_dir_all(&path).ok();
    /// # Ok::<(), monomorph_report::Error>(())
    /// ```
    pub fn to_zarr(&self, path: impl AsRef<Path>) -> Result<(), Error> {
        let path = &files::named(path.as_ref())?;
        let is_there = files::is_store(path)?;
        let beside = with_suffix(path, &format!(".partial-{}", process::id()));
        let written = self.write(&beside).and_then(|()| {
            let old = with_suffix(path, &format!(".old-{}", process::id()));
            let moved = |from: &Path, to: &Path| {
                fs::rename(from, to).map_err(|error| Error::io(to, "cannot move the store here", error))
            };
            if is_there {
                moved(path, &old)?;
            }
            moved(&beside, path)?;
            if is_there { files::remove(&old) } else { Ok(()) }
        });
        if written.is_err() {
            let _ = fs::remove_dir_all(&beside);
        }
        written
    }

    fn write(&self, root: &Path) -> Result<(), Error> {
        files::create_folder(root)?;
        let mut store = Store::new(root, self);
        for (name, dataset) in self.groups() {
            store.write_group(name, dataset)?;
        }
        for group in &store.groups {
            store.publish_group(group)?;
        }
        store.publish_root()
    }
}
