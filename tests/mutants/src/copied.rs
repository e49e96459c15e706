//! A copy of the repository, in which the mutants are built.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

/// The files of the repository by their paths.
pub fn texts(root: &Path) -> BTreeMap<String, Vec<u8>> {
    let output = Command::new("git").current_dir(root).args(["ls-files", "-z"]).output().expect("git");
    String::from_utf8_lossy(&output.stdout)
        .split('\0')
        .filter(|path| !path.is_empty())
        .filter_map(|path| Some((path.to_string(), std::fs::read(root.join(path)).ok()?)))
        .collect()
}

/// Removes the files of a folder of the copy that the repository no longer has.
fn remove_others(copy: &Path, folder: &Path, original: &BTreeMap<String, Vec<u8>>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let own = path.strip_prefix(copy).expect("a path in the copy");
        if path.is_dir() && !own.starts_with("target") {
            remove_others(copy, &path, original);
        } else if path.is_file() && !original.contains_key(&*own.to_string_lossy()) {
            std::fs::remove_file(&path).expect("a file that is removed");
        }
    }
}

/// Writes the files that differ from those in the folder, because Cargo does not build the others again.
/// Files that the repository no longer has are removed.
pub fn write(folder: &Path, original: &BTreeMap<String, Vec<u8>>, switched: &BTreeMap<String, String>) {
    remove_others(folder, folder, original);
    for (path, bytes) in original {
        let bytes = switched.get(path).map_or(bytes.as_slice(), |text| text.as_bytes());
        let file = folder.join(path);
        if std::fs::read(&file).is_ok_and(|old| old == bytes) {
            continue;
        }
        std::fs::create_dir_all(file.parent().expect("a folder")).expect("a folder for a file");
        std::fs::write(&file, bytes).expect("a file of the copy");
        // A script stays one that can be run.
        #[cfg(unix)]
        if path.ends_with(".sh") {
            use std::os::unix::fs::PermissionsExt;
            std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o755)).expect("a script");
        }
    }
}
