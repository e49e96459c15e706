//! The public interface of each published crate is the one that `docs/interface` lists, a line for each item.
//!
//! rustdoc describes each crate as JSON, with what macros write, which a reader of files would not see.
//! `docs/versions.md` says why no other tool is used.

mod documented;
mod listing;
mod rules;
mod types;

use crate::files::root;
use documented::Documented;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// The published crates, which `.ci/packages` packs.
const CRATES: &[&str] = &[
    "monomorph",
    "monomorph-base",
    "monomorph-bridge",
    "monomorph-diagnostics",
    "monomorph-macros",
    "monomorph-numerics",
    "monomorph-programs",
    "monomorph-report",
    "monomorph-samplers",
    "monomorph-track",
];

/// All features that add items.
const FEATURES: &str = "monomorph/rayon,monomorph/serde,monomorph/mapped,monomorph/avx512";

/// The number of changed lines that a message has.
const SHOWN: usize = 40;

/// The version of rustdoc's JSON that these files read.
const FORMAT: u64 = 57;

#[cfg(unix)]
#[test]
#[ignore = "checks all dependencies for rustdoc; `.ci/run` and CONTRIBUTING.md have the command"]
fn interface_is_the_listed_one() {
    let crates: Vec<Documented> = documented();
    let shown: BTreeSet<String> = crates.iter().flat_map(Documented::traits).collect();
    let own: BTreeSet<String> = crates.iter().flat_map(Documented::all_traits).collect();
    let is_hidden = |name: &str| own.contains(name) && !shown.contains(name);
    let mut changes = vec![];
    for (name, documented) in CRATES.iter().zip(&crates) {
        let now: Vec<String> = documented.lines(&is_hidden).into_iter().map(|(_, line)| line).collect();
        let path = path_of(name);
        if env::var("MONOMORPH_INTERFACE").is_ok_and(|word| word == "write") {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, now.join("\n") + "\n").unwrap();
        }
        let listed = fs::read_to_string(&path).unwrap_or_default();
        let listed: BTreeSet<&str> = listed.lines().collect();
        let now: BTreeSet<&str> = now.iter().map(String::as_str).collect();
        changes.extend(listed.difference(&now).map(|line| format!("{name}: - {line}")));
        changes.extend(now.difference(&listed).map(|line| format!("{name}: + {line}")));
    }
    let format = crates[0].0["format_version"].as_u64();
    if !changes.is_empty() && format != Some(FORMAT) {
        use std::io::Write;
        let words = "NOT RUN: the comparison of the public interface: this rustdoc writes JSON of version";
        // Standard output of a test that succeeds is not shown.
        writeln!(std::io::stderr(), "{words} {format:?}, and {FORMAT} is known").unwrap();
        return;
    }
    let first = changes.iter().take(SHOWN).map(|line| format!("\n{line}")).collect::<String>();
    assert!(
        changes.is_empty(),
        "the public interface has changed in {} lines. \
         `MONOMORPH_INTERFACE=write cargo test --test house -- --ignored` writes docs/interface anew; CHANGELOG.md says what breaks.{first}",
        changes.len()
    );
}

/// The listing of a crate.
fn path_of(name: &str) -> PathBuf {
    root().join(format!("docs/interface/{name}.txt"))
}

/// Each crate as rustdoc describes it.
#[cfg(unix)]
fn documented() -> Vec<Documented> {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["doc", "--no-deps", "--lib", "--features", FEATURES]);
    CRATES.iter().for_each(|name| {
        cargo.args(["--package", name]);
    });
    cargo.current_dir(root()).env("CARGO_TARGET_DIR", target);
    cargo.env("RUSTDOC", root().join("tests/house/interface/rustdoc.sh"));
    cargo.env("RUSTDOCFLAGS", "-Zunstable-options --output-format json --document-hidden-items");
    let output = cargo.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let read = |name: &&str| {
        let path = target.join("doc").join(name.replace('-', "_") + ".json");
        Documented(serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap())
    };
    CRATES.iter().map(read).collect()
}
