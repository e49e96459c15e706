//! Rules that the listed interface keeps, read in the listing itself.

use super::{CRATES, path_of};
use crate::files::root;
use std::collections::BTreeSet;
use std::fs;

/// Types of numbers, whose methods are functions.
const NUMBERS: &[&str] = &["simd::Pack", "track::Tracked"];

/// The lines of all crates, each with the name of its crate.
fn lines() -> Vec<(&'static str, String)> {
    let lines = |name: &&'static str| {
        let (name, text) = (*name, fs::read_to_string(path_of(name)).unwrap());
        text.lines().map(|line| (name, line.to_owned())).collect::<Vec<_>>()
    };
    CRATES.iter().flat_map(lines).collect()
}

/// Settings and models that are changed by value are lost in silence where nobody uses the changed one.
#[test]
fn changed_copies_must_be_used() {
    let lines = lines();
    let marked = |(name, line): &(&'static str, String)| {
        let marked = line.strip_prefix("#[must_use] ")?.trim_start_matches("#[non_exhaustive] ");
        let path = marked.strip_prefix("struct ").or(marked.strip_prefix("enum "))?;
        Some((*name, path.split(['<', ' ', '(']).next()?.to_owned()))
    };
    let marked: BTreeSet<(&str, String)> = lines.iter().filter_map(marked).collect();
    let (mut count, mut lost) = (0, vec![]);
    for (name, line) in &lines {
        let Some((path, rest)) = line.strip_prefix("fn ").and_then(|line| line.split_once('(')) else {
            continue;
        };
        let (of, _) = path.rsplit_once("::").unwrap_or(("", path));
        let of = of.split('<').next().unwrap_or("").to_owned();
        let is_copy = (rest.starts_with("self") || rest.starts_with("&self")) && rest.contains(") -> Self");
        if is_copy && !rest.contains(") -> Self::") {
            count += 1;
            if !NUMBERS.contains(&of.as_str()) && !marked.contains(&(name, of)) {
                lost.push(format!("{name}: {line}"));
            }
        }
    }
    assert!(count > 100 && lost.is_empty(), "`#[must_use = …]` is missing at these of {count}: {lost:#?}");
}

/// Types that are not both `Send` and `Sync`, each with what it is not, and with the reason.
const OF_ONE_THREAD: &[(&[&str], &[&str], &str)] = &[
    (&["custom::Outputs"], &["!Send", "!Sync"], "points to the kernel's memory during one call"),
    (
        &["program::Run", "track::At", "track::Frame", "track::Tape", "track::op::Rounds"],
        &["!Send", "!Sync"],
        "have or borrow the tape of a run, which counts its clones without atomic operations",
    ),
    (
        &["program::TrackedExecution", "track::List", "track::Replay"],
        &["!Sync"],
        "have the notes of a program, which are `Send` alone",
    ),
    (
        &[
            "c::pointer::Bytes",
            "c::pointer::Numbers",
            "c::pointer::NumbersOut",
            "c::pointer::Out",
            "c::pointer::OwnedText",
            "c::pointer::Text",
            "c::pointer::TextOut",
        ],
        &["!Send", "!Sync"],
        "are pointers of a program in C, which may use them itself",
    ),
];

/// Every public type may go to another thread and be used there, alone or shared, but for those above.
#[test]
fn types_are_of_all_threads() {
    let (mut count, mut wrong, mut known) = (0, vec![], BTreeSet::new());
    for (name, line) in lines() {
        let Some((path, traits)) = line.strip_prefix("impl ").and_then(|line| line.split_once(": ")) else {
            continue;
        };
        let traits: Vec<&str> = traits.split(", ").collect();
        let exception = OF_ONE_THREAD.iter().find(|(paths, ..)| paths.contains(&path));
        known.extend(exception.map(|_| path.to_owned()));
        let expected = exception.map_or(&["Send", "Sync"][..], |(_, not, _)| not);
        count += 1;
        if !expected.iter().all(|name| traits.contains(name)) {
            wrong.push(format!("{name}: {path} should be {}", expected.join(" and ")));
        }
    }
    assert!(count > 300 && wrong.is_empty(), "of {count} types: {wrong:#?}");
    let all = OF_ONE_THREAD.iter().flat_map(|(paths, ..)| *paths);
    let old: Vec<_> = all.filter(|path| !known.contains(**path)).collect();
    assert!(old.is_empty(), "these exceptions are no longer needed: {old:?}");
}

/// The compiler agrees with the listing about a few types.
#[test]
fn the_compiler_agrees() {
    fn is_of_all_threads<T: Send + Sync>() {}
    is_of_all_threads::<monomorph::Error>();
    is_of_all_threads::<monomorph::prelude::Trace>();
    is_of_all_threads::<monomorph::prelude::Workspace>();
    is_of_all_threads::<monomorph::sampling::Fit>();
    is_of_all_threads::<monomorph::sampling::Nuts<'_>>();
    is_of_all_threads::<monomorph::sampling::Update<'_>>();
}

/// The table of crates whose types are in the interface has the versions of `Cargo.toml`.
#[test]
fn versions_of_other_crates_are_those_of_the_table() {
    let read = |name: &str| fs::read_to_string(root().join(name)).unwrap();
    let (table, manifest) = (read("docs/versions.md"), read("Cargo.toml"));
    for name in ["faer", "rand", "typenum", "serde"] {
        let mut lines = manifest.lines().filter_map(|line| line.strip_prefix(&format!("{name} = ")[..]));
        // A feature of this name is a list.
        let line = lines.find(|line| line.starts_with('"') || line.starts_with("{ version"));
        let version = line.and_then(|line| line.split('"').nth(1)).unwrap();
        let row = format!("| `{name}` | {version} |");
        assert!(table.contains(&row), "docs/versions.md should have a row that begins with {row}");
    }
}
