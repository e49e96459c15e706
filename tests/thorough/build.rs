//! Tells tests whether the pack of posteriordb is there, so that they are listed as not run where it is missing.
//! `pack` in `tests/posteriordb/case.rs` looks in the same places.

use std::env;
use std::path::{Path, PathBuf};

fn main() {
    println!("cargo::rustc-check-cfg=cfg(without_posteriordb)");
    println!("cargo::rerun-if-env-changed=MONOMORPH_POSTERIORDB");
    let package = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("Cargo tells the package's folder"));
    let root = package.ancestors().nth(2).expect("the package stands in the repository");
    let pack = env::var_os("MONOMORPH_POSTERIORDB")
        .map_or_else(|| root.join("../shared/posteriordb"), PathBuf::from);
    // A folder that is not there makes Cargo ask again each time, so that one that is put there is seen.
    println!("cargo::rerun-if-changed={}", pack.display());
    if !Path::is_dir(&pack) {
        println!("cargo::rustc-cfg=without_posteriordb");
    }
}
