//! Writes the models of the conformance tests, and tells tests whether the pack of posteriordb is there.

mod conformance;

use std::env;
use std::path::PathBuf;

fn main() {
    conformance::write_models();
    find_posteriordb();
}

/// Sets the cfg `without_posteriordb` where the pack is missing, so that its tests are listed as not run.
/// `pack` in `tests/posteriordb/case.rs` looks in the same places.
fn find_posteriordb() {
    println!("cargo::rustc-check-cfg=cfg(without_posteriordb)");
    println!("cargo::rerun-if-env-changed=MONOMORPH_POSTERIORDB");
    let package = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("Cargo tells the package's folder"));
    let root = package.ancestors().nth(2).expect("the package stands in the repository");
    let pack = env::var_os("MONOMORPH_POSTERIORDB")
        .map_or_else(|| root.join("../shared/posteriordb"), PathBuf::from);
    // A folder that is not there makes Cargo ask again each time, so that one that is put there is seen.
    println!("cargo::rerun-if-changed={}", pack.display());
    if !pack.is_dir() {
        println!("cargo::rustc-cfg=without_posteriordb");
    }
}
