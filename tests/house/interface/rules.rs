//! Rules that the listed interface keeps, read in the listing itself.

use super::{CRATES, path_of};
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
