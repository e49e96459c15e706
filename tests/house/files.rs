//! The files of this repository, and the parts of a Rust file: code, comments and literals.

use std::fs;
use std::path::{Path, PathBuf};

/// The root of the repository.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All files in a folder and those below it whose names end in one of the extensions.
pub fn files_below(folder: &Path, extensions: &[&str]) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let is_wanted = |path: &PathBuf| {
        path.extension().is_some_and(|own| extensions.iter().any(|extension| own == *extension))
    };
    let files = entries.flat_map(|path| match path.is_dir() {
        true if path.ends_with("target") => vec![],
        true => files_below(&path, extensions),
        false => vec![path].into_iter().filter(is_wanted).collect(),
    });
    files.collect()
}

/// The part of a program to which a character belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    Code,
    Comment,
    /// A string with its quotation marks.
    Literal,
}

/// The characters of a Rust program, each with its part.
pub fn parts(text: &str) -> Vec<(char, Part)> {
    let mut found = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let (part, length) = if rest.starts_with("//") {
            (Part::Comment, rest.find('\n').unwrap_or(rest.len()))
        } else if let Some(length) = raw_string(rest).filter(|_| !ends_in_word(&found)) {
            (Part::Literal, length)
        } else if first == '"' {
            (Part::Literal, string(rest))
        } else {
            (Part::Code, character(rest).unwrap_or(first.len_utf8()))
        };
        found.extend(rest[..length].chars().map(|letter| (letter, part)));
        rest = &rest[length..];
    }
    found
}

/// Returns true if a name continues: an `r` at this place begins no raw string.
fn ends_in_word(found: &[(char, Part)]) -> bool {
    found.last().is_some_and(|&(letter, _)| letter.is_alphanumeric() || letter == '_')
}

/// The length of the string at the beginning of a text.
fn string(text: &str) -> usize {
    let mut is_escaped = false;
    for (place, letter) in text.char_indices().skip(1) {
        match letter {
            '"' if !is_escaped => return place + 1,
            _ => is_escaped = letter == '\\' && !is_escaped,
        }
    }
    text.len()
}

/// The length of the raw string at the beginning of a text, if there is one.
fn raw_string(text: &str) -> Option<usize> {
    let behind = text.strip_prefix('b').unwrap_or(text).strip_prefix('r')?;
    let opened = behind.trim_start_matches('#').strip_prefix('"')?;
    let end = format!("\"{}", "#".repeat(behind.len() - opened.len() - 1));
    let begin = text.len() - opened.len();
    Some(opened.find(&end).map_or(text.len(), |place| begin + place + end.len()))
}

/// The length of the literal of one character at the beginning of a text, if there is one and no lifetime.
fn character(text: &str) -> Option<usize> {
    let inner = text.strip_prefix('\'')?;
    let length = match inner.strip_prefix('\\') {
        Some(escape) => 1 + escape.char_indices().skip(1).find(|&(_, letter)| letter == '\'')?.0,
        None => inner.chars().next()?.len_utf8(),
    };
    inner[length..].starts_with('\'').then_some(length + 2)
}
