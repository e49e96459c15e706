//! A module whose mutants are tried: its files, and the tests that should notice them.

use std::path::Path;

pub struct Module {
    /// The patterns of files, as cargo-mutants reads them.
    pub files: Vec<String>,
    /// The arguments of `cargo test`: the package and its tests.
    pub tests: Vec<String>,
}

impl Module {
    /// The module of a name in `tests/mutants/modules.txt`.
    pub fn named(root: &Path, name: &str) -> Self {
        let text =
            std::fs::read_to_string(root.join("tests/mutants/modules.txt")).expect("the table of modules");
        let words = |words: &str| words.split_whitespace().map(String::from).collect();
        text.lines()
            .filter(|line| !line.starts_with('#'))
            .map(|line| line.split('|').collect::<Vec<_>>())
            .find(|fields| fields[0].trim() == name)
            .map(|fields| Self { files: words(fields[1]), tests: words(fields[2]) })
            .unwrap_or_else(|| panic!("no module {name} in tests/mutants/modules.txt"))
    }

    /// Modules as one, whose tests are built together.
    pub fn together(modules: impl Iterator<Item = Self>) -> Self {
        modules.fold(Self { files: Vec::new(), tests: Vec::new() }, |mut all, module| {
            all.files.extend(module.files);
            all.tests.extend(module.tests);
            all
        })
    }
}
