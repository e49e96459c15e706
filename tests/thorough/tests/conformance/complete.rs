//! Every law and function of the library has a sheet, or a reason why it has none in
//! `tests/thorough/conformance/not_made.txt`, and not both.

use crate::baseline;
use crate::common::beside_tests;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

fn read(path: &str) -> String {
    let path = beside_tests(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The text of a file of the library.
fn source(path: &str) -> String {
    read(&format!("../src/{path}"))
}

/// The first name in backticks of the rows of a table in a documentation.
fn rows(text: &str) -> impl Iterator<Item = &str> {
    text.lines()
        .filter_map(|line| line.strip_prefix("//! | ")?.split('`').nth(1))
        .filter(|name| !name.is_empty())
}

/// What the documentation of laws and functions lists, and the functions of one argument.
fn all() -> BTreeSet<String> {
    let (laws, functions) = (source("distribution/mod.rs"), source("functions/mod.rs"));
    let mut names: BTreeSet<String> = rows(&laws).chain(rows(&functions)).map(str::to_owned).collect();
    let methods = source("expression/functions_of_one.rs");
    let table = methods.split("\nunary_functions! {").nth(1).and_then(|rest| rest.split("\n}").next());
    // `Name, method: …` or `Name, method [FACT: …]: …`
    let method = |line: &str| {
        let (name, rest) = line.strip_prefix("    ")?.split_once(", ")?;
        let is_name = name.starts_with(char::is_uppercase) && name.chars().all(char::is_alphanumeric);
        is_name.then(|| rest.split([':', ' ']).next().map(str::to_owned))?
    };
    let methods: Vec<String> = table.expect("the table of functions").lines().filter_map(method).collect();
    assert!(methods.len() >= 30 && names.len() >= 60, "{} and {}", methods.len(), names.len());
    names.extend(methods);
    // It has no density, and is the prior of every parameter here.
    names.remove("flat");
    names
}

/// The models of laws of vectors, categories and matrices.
fn wholes() -> String {
    let files = ["categories", "matrices", "normals", "probabilities"];
    files.map(|file| read(&format!("thorough/tests/conformance/whole/{file}.rs"))).concat()
}

/// Returns true if a text calls the function with this name.
fn calls(text: &str, name: &str) -> bool {
    let call = format!("{name}(");
    let is_own = |at: usize| !text[..at].ends_with(|letter: char| letter.is_alphanumeric() || letter == '_');
    text.match_indices(&call).any(|(at, _)| is_own(at))
}

#[test]
fn every_law_and_function_has_a_sheet_or_a_reason() {
    let laws = read("thorough/conformance/laws.txt");
    let has_row = |name: &str| laws.lines().any(|line| line.split(" | ").next() == Some(name));
    let functions = read("thorough/conformance/functions.txt");
    let wholes = wholes();
    let not_made = read("thorough/conformance/not_made.txt");
    let reasons: BTreeMap<&str, &str> = (not_made.lines().filter(|line| !line.starts_with('#')))
        .map(|line| line.split_once(" | ").unwrap_or_else(|| panic!("`{line}` has no reason")))
        .collect();
    let all = all();
    for name in &all {
        let is_made = has_row(name) || calls(&functions, name) || calls(&wholes, name);
        match reasons.get(name.as_str()) {
            None => {
                assert!(is_made, "`{name}` has neither a sheet nor a reason in not_made.txt why it has none")
            }
            Some(reason) => assert!(!is_made, "`{name}` has a sheet, so not_made.txt is wrong: {reason}"),
        }
    }
    let stranger = reasons.keys().find(|name| !all.contains(**name));
    assert!(stranger.is_none(), "not_made.txt has {stranger:?}, which the library has not");
}

/// A row of the baseline that no sheet compares would never be missed.
#[test]
fn every_row_of_the_baseline_has_a_sheet() {
    let tables = ["laws", "functions"].map(|file| read(&format!("thorough/conformance/{file}.txt"))).concat();
    let wholes = wholes();
    for name in baseline::read().keys() {
        let has_row = tables.lines().any(|line| line.split(" | ").next() == Some(name));
        let has_sheet = calls(&wholes, name);
        assert!(has_row || has_sheet, "the baseline has `{name}`, which no sheet compares");
    }
    // And each row of the tables has one in the baseline.
    let rows = tables.lines().filter(|line| !line.starts_with([' ', '#']) && !line.is_empty());
    for name in rows.filter_map(|line| line.split(" | ").next()) {
        assert!(baseline::read().contains_key(name), "the baseline has no row of `{name}`");
    }
}
