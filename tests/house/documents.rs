//! Tests that lines of programs and documents fit into a window, and that the names in documents exist.

use crate::files::{Part, files_below, parts, root};
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The length of the longest line, in characters; `rustfmt.toml` says the same of code.
const COLUMNS: usize = 110;

/// The folders with Rust programs.
pub const FOLDERS: &[&str] = &["src", "crates", "tests", "benches", "examples", "macros"];

/// The folders of the tests that hold numbers of other programs.
const NUMBERS: &[&str] = &["tests/oracle", "tests/reference"];

/// Crates and tools of other projects, whose names are not checked here.
const OF_OTHERS: &[&str] = &["alloc", "core", "faer", "pulp", "rand", "rayon", "serde", "std"];

/// Programs whose notation is in the left columns of tables.
const OTHERS: &[&str] = &["Stan", "CmdStan", "PyMC"];

#[test]
fn lines_of_programs_fit() {
    let mut long = vec![];
    for file in programs() {
        let text = fs::read_to_string(&file).unwrap();
        let parts = parts(&text);
        for (number, line) in parts.split(|&(letter, _)| letter == '\n').enumerate() {
            if columns_of_program(line) > COLUMNS {
                long.push(format!("{}:{}", file.strip_prefix(root()).unwrap().display(), number + 1));
            }
        }
    }
    assert!(long.is_empty(), "lines over {COLUMNS} columns: {long:#?}");
}

#[test]
fn lines_of_documents_fit() {
    let mut long = vec![];
    for file in [documents(), vec![root().join("CHANGELOG.md")]].concat() {
        let text = fs::read_to_string(&file).unwrap();
        for (number, line) in prose(&text) {
            if !is_table(line) && without_marks(&without_targets(line)).chars().count() > COLUMNS {
                long.push(format!("{}:{number}", file.strip_prefix(root()).unwrap().display()));
            }
        }
    }
    assert!(long.is_empty(), "lines over {COLUMNS} columns: {long:#?}");
}

#[test]
fn names_in_documents_exist() {
    let known = known_words();
    let mut unknown = vec![];
    for file in documents() {
        let text = fs::read_to_string(&file).unwrap();
        let mut is_others = false;
        for (number, line) in prose(&text) {
            // The left column of a table of others' notation is theirs.
            is_others = is_table(line)
                && (is_others || OTHERS.iter().any(|name| line.starts_with(&format!("| {name} |"))));
            let line = if is_others { line.rsplit(" | ").next().unwrap_or(line) } else { line };
            for name in names(line) {
                let mut words = name.split("::").peekable();
                let is_ours = words.peek().is_none_or(|first| !OF_OTHERS.contains(first));
                if is_ours && words.any(|word| !known.contains(word)) {
                    let file = file.strip_prefix(root()).unwrap().display();
                    unknown.push(format!("{file}:{number}: {name}"));
                }
            }
        }
    }
    assert!(unknown.is_empty(), "these names exist nowhere: {unknown:#?}");
}

#[test]
fn columns_are_counted() {
    let columns = |line: &str| columns_of_program(&parts(line));
    assert_eq!(columns("let è = \"a text that cannot be broken\";"), 9);
    assert_eq!(columns("let a = r#\"a \"text\" as it is\"#; // why"), 16);
    assert_eq!(columns("('\"', 'a', '\\'', \"'\")"), 18);
    assert_eq!(columns("//! See <https://example.org/a/long/address> there."), 15);
    assert_eq!(columns("/// | a | row | of a table |"), 0);
    assert_eq!(columns("//~ what the compiler says"), 0);
    assert_eq!(columns("impl A for B {}"), 12);
    assert_eq!(without_targets("See [there](https://example.org)."), "See [there].");
    assert_eq!(without_marks("In <!-- a.b -->12.5<!-- --> s."), "In 12.5 s.");
}

#[test]
fn names_are_found() {
    let line =
        "`Node`, `Node::bind()`, `.log_density(&q)` and `params!`, but not `x`, `2 * x_1`, `N` or `cargo`";
    assert_eq!(names(line).collect::<Vec<_>>(), ["Node", "Node::bind", "log_density"]);
    assert_eq!(prose("a\n```rust\nb\n```\nc").map(|(number, _)| number).collect::<Vec<_>>(), [1, 5]);
}

/// All Rust files but those that hold numbers.
pub fn programs() -> impl Iterator<Item = PathBuf> {
    let files = FOLDERS.iter().flat_map(|folder| files_below(&root().join(folder), &["rs"]));
    files.filter(|file| !NUMBERS.iter().any(|folder| file.starts_with(root().join(folder))))
}

/// The documents that describe the library as it is; `CHANGELOG.md` describes what it was.
pub fn documents() -> Vec<PathBuf> {
    let at_the_top =
        ["README.md", "COMPARE.md", "CONTRIBUTING.md", "design.md"].map(|name| root().join(name));
    let of_folders = ["crates", "tests"].iter().flat_map(|folder| files_below(&root().join(folder), &["md"]));
    let reasons = of_folders.filter(|file| file.ends_with("WHY.md")).collect();
    [at_the_top.to_vec(), files_below(&root().join("docs"), &["md"]), reasons].concat()
}

/// Returns the number of columns of a line of a program that count.
///
/// A literal and an address cannot be broken and do not count, nor do rows of tables in documentation, the
/// phrases and marks of `tests/compile_fail`, and closing braces, which rustfmt leaves behind the last
/// column.
fn columns_of_program(line: &[(char, Part)]) -> usize {
    let text: String =
        line.iter().filter(|(_, part)| *part != Part::Literal).map(|(letter, _)| letter).collect();
    let comment = text.trim_start();
    if comment.starts_with("//~") || is_table(comment.trim_start_matches(['/', '!']).trim_start()) {
        return 0;
    }
    let text = text.trim_end_matches("//@ here").trim_end();
    let text = text.trim_end_matches([' ', '{', '}']);
    text.split(' ').map(|word| if word.contains("://") { 0 } else { word.chars().count() }).sum::<usize>()
        + text.matches(' ').count()
}

/// True for a row of a table.
fn is_table(line: &str) -> bool {
    line.trim_start().starts_with('|')
}

/// The lines of a document outside of its blocks of code, with their numbers.
pub fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut is_code = false;
    let lines = text.lines().enumerate().map(|(place, line)| (place + 1, line));
    lines.filter(move |(_, line)| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        !is_code && !is_fence
    })
}

/// A line without the targets of its links.
pub fn without_targets(line: &str) -> String {
    let mut parts = line.split("](");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + "]" + part.split_once(')').map_or("", |(_, behind)| behind))
}

/// A line without the comments around figures, which no reader sees.
pub fn without_marks(line: &str) -> String {
    let mut parts = line.split("<!--");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + part.split_once("-->").map_or(part, |(_, behind)| behind))
}

/// The names between backticks that look like Rust: types, paths, and names of several words.
fn names(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2).filter_map(|text| {
        let text = text.strip_prefix('.').unwrap_or(text);
        let is_part_of_name = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == ':';
        let end = text.find(|letter| !is_part_of_name(letter)).unwrap_or(text.len());
        let (name, behind) = text.split_at(end);
        let is_alone = behind.is_empty()
            || behind.starts_with('(') && behind.ends_with(')')
            || behind.starts_with('<') && behind.ends_with('>')
            || behind == "!";
        let is_type = name.starts_with(char::is_uppercase) && name.contains(char::is_lowercase);
        let looks_like_rust = is_type || name.contains("::") || name.trim_matches('_').contains('_');
        let is_path = !name.replace("::", "").contains(':') && !name.starts_with(|c: char| c.is_numeric());
        (is_alone && looks_like_rust && is_path).then_some(name)
    })
}

/// Returns the words of programs without their comments, and the names of files.
fn known_words() -> HashSet<String> {
    let mut known = HashSet::new();
    for file in FOLDERS.iter().flat_map(|folder| files_below(&root().join(folder), &["rs", "stan", "md"])) {
        let text = fs::read_to_string(&file).unwrap();
        let text = if is_rust(&file) { without_comments(&text) } else { text };
        let words = text.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
        known.extend(words.map(str::to_owned));
        known.extend(file.file_stem().map(|stem| stem.to_string_lossy().into_owned()));
        let folder = file.parent().and_then(Path::file_name);
        known.extend(folder.map(|folder| folder.to_string_lossy().into_owned()));
    }
    known
}

fn is_rust(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension == "rs")
}

fn without_comments(text: &str) -> String {
    parts(text).iter().filter(|(_, part)| *part != Part::Comment).map(|(letter, _)| letter).collect()
}
