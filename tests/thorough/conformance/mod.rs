//! Writes the models of `tests/conformance`: for each row of the tables `laws.txt` and `functions.txt`, a
//! test of one model whose statements give every argument in every role. `cover.rs` chooses the combinations,
//! `write.rs` writes them down, and `tests/conformance/bench.rs` has what the roles mean.

mod cover;
mod roles;
mod table;
mod write;

use std::path::Path;
use std::{env, fs};

/// Writes the models, for `tests/conformance` to include.
pub fn write_models() {
    let package = env::var("CARGO_MANIFEST_DIR").expect("Cargo says where the package is");
    let folder = Path::new(&package).join("conformance");
    // To develop with: some sheets alone, with commas between their names, compile in seconds.
    println!("cargo::rerun-if-env-changed=CONFORMANCE");
    let only = env::var("CONFORMANCE").ok();
    let read = |name: &str| {
        let path = folder.join(name);
        println!("cargo::rerun-if-changed={}", path.display());
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    let out = env::var("OUT_DIR").expect("Cargo says where output goes");
    for (file, is_law) in [("laws", true), ("functions", false)] {
        let rows = table::read(&read(&format!("{file}.txt")), is_law);
        let is_wanted =
            |row: &table::Row| only.as_ref().is_none_or(|only| only.split(',').any(|own| own == row.name));
        let sheets = rows.iter().enumerate().filter(|(_, row)| is_wanted(row));
        let text: String = sheets.map(write::sheet).collect();
        fs::write(Path::new(&out).join(format!("{file}.rs")), text).expect("the output can be written");
    }
}
