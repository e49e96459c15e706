//! The table of warnings in the guide has the words that are printed.

use crate::files::root;
use monomorph::draws::Warning;
use std::fs;

/// A warning of each kind, and of kinds with two texts one of each.
fn warnings() -> Vec<Warning> {
    let (reason, count, transitions, wanted) = (String::from("it fell"), 3, 100, 400);
    let (value, elements, worst) = (1.5, 9, String::from("mu"));
    let ess = |part: &str| {
        let (part, worst) = (part.to_owned(), String::from("mu"));
        Warning::Ess { part, count, elements, worst, value, wanted }
    };
    let weights = |khat| Warning::ImportanceWeights { khat, threshold: 0.7, ess: 10.0 };
    vec![
        Warning::Divergences { count, transitions, may_have_effects: true },
        Warning::Divergences { count, transitions, may_have_effects: false },
        Warning::NotMoved { chains: vec![1, 2] },
        Warning::NoDensity { count, of: 5, reason: reason.clone() },
        Warning::MaxDepth { count, transitions, max_depth: 10 },
        Warning::LowEnergyExchange { chain: 2, e_bfmi: 0.1 },
        Warning::Rhat { count, elements, worst, value, apart: None },
        Warning::TooFewDraws { draws_per_chain: 2, wanted: 4 },
        ess("bulk"),
        ess("tail"),
        Warning::ChainFailed { reason: reason.clone() },
        Warning::FailedSolutions { count: 3, in_warmup: 3 },
        Warning::FailedModes { count: 3, in_warmup: 1 },
        Warning::Interrupted { draws: 5, wanted, left_out: 1 },
        Warning::NotReached { element: "mu".to_owned(), ess: 400.0, rhat: 1.01 },
        weights(0.9),
        weights(f64::INFINITY),
        Warning::PathFailed { reason: reason.clone() },
        Warning::NotSaved { path: "draws.mono".to_owned(), reason },
    ]
}

/// Returns true if a text begins with a pattern, in which `…` stands for one word at the beginning, and for
/// any words elsewhere.
fn begins(text: &str, pattern: &str) -> bool {
    let after_word = text.find(' ').map_or("", |end| &text[end..]);
    let (text, pattern) = match pattern.strip_prefix('…') {
        Some(pattern) => (after_word, pattern),
        None => (text, pattern),
    };
    let mut parts = pattern.split('…');
    let Some(mut rest) = text.strip_prefix(parts.next().unwrap_or_default()) else { return false };
    parts.all(|part| {
        let Some(place) = rest.find(part) else { return false };
        rest = &rest[place + part.len()..];
        true
    })
}

#[test]
fn the_guide_has_the_words_of_each_warning() {
    let chapter = fs::read_to_string(root().join("docs/guide/samplers_and_warnings.md")).unwrap();
    let (_, table) = chapter.split_once("| warning | meaning |").unwrap();
    let (table, _) = table.split_once("\n\n").unwrap();
    let cells: Vec<&str> = table.lines().skip(2).map(|row| row.split('|').nth(1).unwrap().trim()).collect();
    let mut is_used = vec![false; cells.len()];
    for text in warnings().iter().map(ToString::to_string) {
        let rows: Vec<usize> = (0..cells.len()).filter(|&row| begins(&text, cells[row])).collect();
        assert_eq!(rows.len(), 1, "rows of the table that begin like \"{text}\": {rows:?}");
        is_used[rows[0]] = true;
    }
    let unused: Vec<_> = cells.iter().zip(&is_used).filter(|(_, is_used)| !**is_used).collect();
    assert!(unused.is_empty(), "rows of the table that no warning prints: {unused:?}");
}

/// The list above misses no kind of warning.
#[test]
fn each_warning_is_compared() {
    let source = fs::read_to_string(root().join("crates/base/src/draws/warning/mod.rs")).unwrap();
    let (_, variants) = source.split_once("pub enum Warning {").unwrap();
    let (variants, _) = variants.split_once("\n}\n").unwrap();
    let names = variants.lines().filter_map(|line| line.strip_prefix("    ")?.strip_suffix(" {"));
    let all = warnings();
    for name in names {
        let is_it = |warning: &Warning| format!("{warning:?}").starts_with(&format!("{name} {{"));
        assert!(all.iter().any(is_it), "no warning of the kind {name} is compared with the guide");
    }
}
