//! Wrong programs do not compile, and the compiler says why.
//!
//! Each file of `tests/compile_fail/` is a program that a user could write by mistake. Its first comment says what was
//! meant, and each line `//~ phrase` is a part of what the compiler must say; `right.rs` has none and must compile.
//!
//! Phrases rather than whole outputs, as `trybuild` compares them: they are this crate's own words, or the few words
//! of the compiler that matter, and stay when another compiler shortens types or adds notes. The programs are
//! *built*, not checked, because a rule such as "every parameter has a statement" is a constant that is evaluated
//! with `compile()`'s code. They are the binaries of one crate, built by one cargo into this crate's target directory,
//! so the dependencies are there already and the programs are compiled side by side.
//!
//! `cargo test --test compile_fail -- --nocapture` prints what the compiler says of each.

use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// A program by name, with the phrases that must be among the compiler's words.
struct Program {
    name: String,
    path: PathBuf,
    phrases: Vec<String>,
}

/// What the compiler said of each program.
type Outputs = BTreeMap<String, String>;

#[test]
fn wrong_programs_are_told_what_is_wrong() {
    let programs = programs();
    let outputs = build(&programs);
    let mut complaints = String::new();
    for program in &programs {
        let output = outputs.get(&program.name).map_or("", String::as_str);
        println!("──── {}\n{output}", program.name);
        let text = in_one_line(output);
        let missing = program.phrases.iter().filter(|phrase| !text.contains(phrase.as_str()));
        for phrase in missing {
            complaints +=
                &format!("\n{}: the compiler does not say “{phrase}”, but:\n{output}", program.name);
        }
        if program.phrases.is_empty() && !output.is_empty() {
            complaints += &format!("\n{} should compile, but:\n{output}", program.name);
        }
    }
    assert!(complaints.is_empty(), "{complaints}");
}

/// The programs of the directory, by name.
fn programs() -> Vec<Program> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/compile_fail");
    let entries = fs::read_dir(directory).unwrap();
    let mut programs: Vec<Program> = entries.map(|entry| program(entry.unwrap().path())).collect();
    programs.sort_by(|a, b| a.name.cmp(&b.name));
    programs
}

fn program(path: PathBuf) -> Program {
    let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
    let source = fs::read_to_string(&path).unwrap();
    let phrases: Vec<String> =
        source.lines().filter_map(|line| line.strip_prefix("//~ ")).map(in_one_line).collect();
    assert_eq!(phrases.is_empty(), name == "right", "{name}.rs should have lines `//~ phrase`");
    Program { name, path, phrases }
}

/// Builds all programs, as far as they compile, and collects the errors.
fn build(programs: &[Program]) -> Outputs {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let directory = scratch.join("compile_fail");
    fs::create_dir_all(&directory).unwrap();
    fs::write(directory.join("Cargo.toml"), manifest(root, programs)).unwrap();
    fs::copy(root.join("Cargo.lock"), directory.join("Cargo.lock")).unwrap();

    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["build", "--offline", "--keep-going", "--bins", "--message-format=json"]);
    cargo.current_dir(&directory).env("CARGO_TARGET_DIR", scratch.parent().unwrap());
    let output = cargo.output().unwrap();

    let mut outputs = Outputs::new();
    let lines = String::from_utf8_lossy(&output.stdout).into_owned();
    for message in lines.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()) {
        let (target, diagnostic) = (&message["target"]["name"], &message["message"]);
        let (Some(target), Some(rendered)) = (target.as_str(), diagnostic["rendered"].as_str()) else {
            continue;
        };
        if diagnostic["level"] == "error" {
            *outputs.entry(target.to_owned()).or_default() += rendered;
        }
    }
    assert!(!outputs.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    outputs
}

/// A crate of its own, with the programs as its binaries. What the tests depend on is there with the same features and the same
/// profile, so that nothing is compiled twice but this crate.
fn manifest(root: &Path, programs: &[Program]) -> String {
    let own = fs::read_to_string(root.join("Cargo.toml")).unwrap();
    let tests = own.split("\n[dev-dependencies]\n").nth(1).and_then(|rest| rest.split("\n#").next()).unwrap();
    let mut text = format!(
        "[workspace]\n\
         [package]\nname = \"compile_fail\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\
         [profile.dev]\nopt-level = 0\ndebug = false\nincremental = false\n\
         [dependencies]\n\
         monomorph = {{ path = {root:?} }}\n\
         faer = {{ version = \"*\", default-features = false }}\n\
         typenum = \"*\"\n\
         {tests}\n"
    );
    for Program { name, path, .. } in programs {
        text += &format!("[[bin]]\nname = {name:?}\npath = {path:?}\n");
    }
    text
}

/// The text with single spaces, so that it does not matter where the compiler breaks lines.
fn in_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
