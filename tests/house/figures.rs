//! figures of README, COMPARE and the guide = figures of `benches/report`, and no other figures are there.

use crate::documents::prose;
use crate::files::{files_below, root};
use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// Units of measured times.
const UNITS: &[&str] = &["ns", "µs", "ms"];

/// Times in documents that nobody measured here: of the data of an example.
const OF_DATA: &[&str] = &["falls at 14 ms and rises"];

/// `benches/figures.sh` would change nothing.
#[cfg(unix)]
#[test]
fn figures_are_those_of_the_reports() {
    let mut script = Command::new("sh");
    let run = script.arg(root().join("benches/figures.sh")).arg("--check").output().unwrap();
    let differences = String::from_utf8_lossy(&run.stderr).into_owned();
    assert!(run.status.success(), "`sh benches/figures.sh` writes figures anew: {differences}");
}

/// A measured time stands between marks, so that a report has it.
#[test]
fn times_are_marked() {
    let (mut lost, mut found) = (vec![], 0);
    for file in pages() {
        let text = fs::read_to_string(&file).unwrap();
        let mut is_marked = false;
        for (number, line) in prose(&text) {
            if line.starts_with("<!-- ") && line.ends_with(" -->") {
                is_marked = !line.starts_with("<!-- /");
            }
            let count = times(line).count();
            found += if is_marked { count } else { line.matches("<!-- -->").count() };
            if !is_marked && count > 0 && !OF_DATA.iter().any(|known| line.contains(known)) {
                lost.push(format!("{}:{number}: {line}", file.strip_prefix(root()).unwrap().display()));
            }
        }
    }
    assert!(lost.is_empty() && found > 20, "{found} figures, and these times are not marked: {lost:#?}");
}

#[test]
fn times_are_found() {
    let line = "In 3 ns or 2.5 µs, <!-- a -->7<!-- --> ms, 5 nsec, or `-- ms`.";
    assert_eq!(times(line).collect::<Vec<_>>(), ["ns", "µs"]);
}

/// The documents that `benches/figures.sh` writes.
fn pages() -> Vec<PathBuf> {
    let at_the_top = ["README.md", "COMPARE.md"].map(|name| root().join(name));
    [at_the_top.to_vec(), files_below(&root().join("docs/guide"), &["md"])].concat()
}

/// The units that stand behind numbers of a line.
fn times(line: &str) -> impl Iterator<Item = &str> {
    let words: Vec<&str> =
        line.split([' ', ',', '|', ';', ':', '(', ')']).filter(|word| !word.is_empty()).collect();
    let of_pairs = words.windows(2).map(|pair| (pair[0], pair[1].trim_end_matches('.'))).collect::<Vec<_>>();
    let is_number = |word: &str| word.ends_with(|letter: char| letter.is_ascii_digit());
    of_pairs
        .into_iter()
        .filter(move |(number, unit)| is_number(number) && UNITS.contains(unit))
        .map(|pair| pair.1)
}
