//! Checks that tests detect wrong code: `mutants MODULE…` tries each mutant of modules, and prints the
//! mutants that no test detects.
//!
//! cargo-mutants lists the mutants. It would build the library and its tests for each mutant. Here a copy
//! of the repository is built once, in which each place with mutants reads a number that selects the mutant
//! (`switched`). Each test is run once to find the places that it reaches, and a mutant is tried by the
//! tests that reach its place, the fastest first, until one fails. Constants cannot read a number at run
//! time: their mutants are counted, and `tests/mutants.sh --constants MODULE` builds them one at a time.

mod built;
mod copied;
mod listed;
mod module;
mod sites;
mod switched;
mod tried;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use listed::Mutant;
use module::Module;

/// Returns the mutants that no test can detect, each with the reason, from their file.
fn equivalent(root: &Path) -> BTreeSet<String> {
    let text = std::fs::read_to_string(root.join("tests/mutants/equivalent.txt")).unwrap_or_default();
    text.lines()
        .filter_map(|line| line.split_once(" — "))
        .map(|(words, _)| words.trim().to_string())
        .collect()
}

/// The file of a list of mutants of a module.
fn list_of(root: &Path, module: &str, what: &str) -> PathBuf {
    root.join(format!("target/mutants/{module}.{what}"))
}

/// Prints the mutants of one outcome, and how many there are.
fn print(outcome: &str, mutants: &[&Mutant]) {
    println!("{} {outcome}", mutants.len());
    for mutant in mutants {
        println!("    {}", mutant.name);
    }
}

fn main() -> ExitCode {
    let root = std::env::current_dir().expect("the folder of the repository");
    let mut names: Vec<String> = std::env::args().skip(1).collect();
    let is_again = names.first().is_some_and(|word| word == "--missed");
    names.drain(..usize::from(is_again));
    assert!(!names.is_empty(), "the names of modules: see tests/mutants/modules.txt");
    let module = Module::together(names.iter().map(|name| Module::named(&root, name)));
    let mutants = listed::mutants(&root, &module);
    let copy = root.join("target/mutants/copy");
    let original = copied::texts(&root);
    // A mutant that does not compile is taken out, and the others are built again; the next run knows it.
    let list = root.join("target/mutants/uncompiled.txt");
    let mut uncompiled: BTreeSet<String> =
        std::fs::read_to_string(&list).unwrap_or_default().lines().map(String::from).collect();
    let listed: String =
        names.iter().flat_map(|name| std::fs::read_to_string(list_of(&root, name, "missed"))).collect();
    let missed_before: BTreeSet<&str> = listed.lines().collect();
    let is_wanted = |mutant: &Mutant| !is_again || missed_before.contains(mutant.words().as_str());
    let wanted: BTreeSet<usize> = (0..mutants.len()).filter(|&mutant| is_wanted(&mutants[mutant])).collect();
    let mut kept: BTreeSet<usize> =
        wanted.iter().copied().filter(|&mutant| !uncompiled.contains(&mutants[mutant].name)).collect();
    let (programs, switched) = loop {
        let switched = switched::switch(&original, &mutants, &kept);
        copied::write(&copy, &original, &switched.texts);
        match built::programs(&copy, &module) {
            Ok(programs) => break (programs, switched),
            Err(errors) => {
                let wrong = switched.at(&errors);
                let messages = || errors.iter().map(|place| place.message.as_str()).collect::<String>();
                assert!(!wrong.is_empty(), "errors that no mutant makes:\n{}", messages());
                eprintln!("{} mutants do not compile", wrong.len());
                kept.retain(|mutant| !wrong.contains(mutant));
                uncompiled.extend(wrong.iter().map(|&mutant| mutants[mutant].name.clone()));
                let lines: String = uncompiled.iter().map(|name| format!("{name}\n")).collect();
                std::fs::write(&list, lines).expect("a list");
            }
        }
    };
    let outcomes = tried::try_all(&copy, &programs, &switched.sites, &mutants);
    let equivalent = equivalent(&root);
    let of = |wanted: &[usize]| -> Vec<&Mutant> { wanted.iter().map(|&place| &mutants[place]).collect() };
    let unexplained = |wanted: &[usize]| -> Vec<&Mutant> {
        of(wanted).into_iter().filter(|mutant| !equivalent.contains(&mutant.words())).collect()
    };
    let (new, idle) = (unexplained(&outcomes.missed), unexplained(&outcomes.never_reached));
    let explained = outcomes.missed.len() + outcomes.never_reached.len() - new.len() - idle.len();
    let constants: String =
        of(&switched.in_constants).iter().map(|mutant| format!("{}\n", mutant.name)).collect();
    let missed: String = new.iter().chain(&idle).map(|mutant| format!("{}\n", mutant.words())).collect();
    // Those of the other modules are left out by the files of each.
    for name in &names {
        // Of those that were missed none stands in a constant, since these are not tried.
        if !is_again {
            std::fs::write(list_of(&root, name, "constants"), &constants).expect("a list");
        }
        std::fs::write(list_of(&root, name, "missed"), &missed).expect("a list");
    }
    print("in constants, not tried", &of(&switched.in_constants));
    print("without a place to ask, not tried", &of(&switched.without_place));
    println!("{} that do not compile", wanted.len() - kept.len());
    println!("{} noticed, {} of them by a test without an end", outcomes.noticed, outcomes.endless);
    println!("{} equivalent, as tests/mutants/equivalent.txt says", explained);
    print("that no test comes to", &idle);
    print("that no test notices", &new);
    if new.is_empty() && idle.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
