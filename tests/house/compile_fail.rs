//! Wrong programs do not compile, and the compiler's messages name the cause and the place.
//!
//! Each file of `tests/compile_fail/` is a program that a user could write by mistake. Its first comment says
//! what was meant; each line `//~ phrase` is a part of what the compiler must say in its first lines, and
//! `//@ here` stands behind the lines that it must underline. `right.rs` has neither and must compile.
//!
//! Phrases rather than whole outputs, as `trybuild` compares them: they are this crate's own words, or the
//! few words of the compiler that matter, and stay when another compiler shortens types or adds notes. The
//! programs are *built*, not checked, because a rule such as "every parameter has a statement" is a constant
//! that is evaluated with `compile()`'s code: what is underlined then is the call in the note behind the
//! error, also in optimised programs, where small functions are inlined and forgotten. They are modules of
//! one program, since a program each would read the library, and be linked, as often. It stands in a package
//! of this workspace, `tests/compile_fail`, which is built as `cargo test` builds tests, so that the library
//! is there already: one of their own, compiled as a user's, took nine tenths of the time of this test.
//!
//! `right.rs` is run as well. `tests/thorough/tests/as_users` compares its models as users have them, with
//! optimisation and a gradient in one function.
//!
//! `cargo test --test house compile_fail -- --nocapture` prints what the compiler says of each.

use crate::message_picture;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// The program that compiles.
const RIGHT: &str = "right";

/// The number of lines of the compiler's messages that everyone reads.
const FIRST_LINES: usize = 12;

/// A program by name, with the phrases that must be among the compiler's words, and the lines that are wrong.
struct Program {
    name: String,
    path: PathBuf,
    phrases: Vec<String>,
    here: Vec<u64>,
}

/// The compiler's messages for a program.
#[derive(Default)]
struct Output {
    /// All errors, each with the notes that follow it.
    text: String,
    /// The lines that the first of them underlines, from and to.
    underlined: Vec<(u64, u64)>,
    errors: usize,
    /// The program itself, where it compiled.
    executable: Option<PathBuf>,
}

type Outputs = BTreeMap<String, Output>;

#[test]
fn wrong_programs_are_told_what_is_wrong_and_where() {
    let programs = programs();
    let outputs = build(&programs);
    let nothing = Output::default();
    let mut complaints = String::new();
    for Program { name, phrases, here, .. } in &programs {
        let Output { text, underlined, .. } = outputs.get(name).unwrap_or(&nothing);
        println!("──── {name}\n{text}");
        let first = in_one_line(&text.lines().take(FIRST_LINES).collect::<Vec<_>>().join("\n"));
        for phrase in phrases.iter().filter(|phrase| !first.contains(phrase.as_str())) {
            complaints += &format!("\n{name}: the compiler does not begin with “{phrase}”, but:\n{text}");
        }
        let is_here = |&(from, to): &(u64, u64)| (from..=to).all(|line| here.contains(&line));
        if !here.is_empty() && !underlined.iter().any(is_here) {
            complaints +=
                &format!("\n{name}: the compiler does not underline {here:?}, but {underlined:?}:\n{text}");
        }
        if phrases.is_empty() && !text.is_empty() {
            complaints += &format!("\n{name} should compile, but:\n{text}");
        }
    }
    complaints.extend(message_picture::complaint(&outputs[message_picture::PROGRAM].text));
    assert!(complaints.is_empty(), "{complaints}");
    let right = outputs[RIGHT].executable.as_ref().expect("right.rs has compiled");
    let run = Command::new(right).output().expect("the program starts");
    let said = format!("{}{}", String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    assert!(run.status.success() && said.contains("right\n"), "right.rs: {}\n{said}", run.status);
}

/// The programs of the directory, by name.
fn programs() -> Vec<Program> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/compile_fail");
    let paths = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path());
    let is_program = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "rs");
    let mut programs: Vec<Program> = paths.filter(is_program).map(program).collect();
    programs.sort_by(|a, b| a.name.cmp(&b.name));
    programs
}

fn program(path: PathBuf) -> Program {
    let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
    let source = fs::read_to_string(&path).unwrap();
    let phrases: Vec<String> =
        source.lines().filter_map(|line| line.strip_prefix("//~ ")).map(in_one_line).collect();
    let lines = source.lines().zip(1..).filter(|(line, _)| line.ends_with("//@ here"));
    let here: Vec<u64> = lines.map(|(_, number)| number).collect();
    let is_right = name == RIGHT;
    assert_eq!(phrases.is_empty(), is_right, "{name}.rs should have lines `//~ phrase`");
    assert_eq!(here.is_empty(), is_right, "{name}.rs should have lines that end with `//@ here`");
    Program { name, path, phrases, here }
}

/// Returns the compiler's messages for the programs, and the path of the right program.
///
/// The wrong ones are modules of one program, `wrong`. The compiler says what is wrong with types, with moves
/// and with constants one after the other, and does not go on to the next where it has found something. So
/// those of which it has said nothing are compiled once more without the others, until it has nothing more to
/// say.
fn build(programs: &[Program]) -> Outputs {
    let wrong = Path::new(env!("CARGO_TARGET_TMPDIR")).join("wrong.rs");
    let (mut outputs, mut before) = (Outputs::new(), usize::MAX);
    loop {
        let is_silent = |program: &&Program| !outputs.contains_key(&program.name);
        let silent: Vec<&Program> = programs.iter().filter(is_silent).collect();
        if silent.is_empty() || silent.len() == before {
            return outputs;
        }
        before = silent.len();
        fs::write(&wrong, of_modules(&silent)).unwrap();
        compile(&wrong, &silent, &mut outputs);
    }
}

/// A program that has each of the wrong ones as a module, and runs it.
fn of_modules(programs: &[&Program]) -> String {
    let wrong: Vec<_> = programs.iter().filter(|program| program.name != RIGHT).collect();
    let mut text = String::new();
    for Program { name, path, .. } in &wrong {
        text += &format!("mod {name} {{ include!({path:?}); pub fn run() {{ let _ = main(); }} }}\n");
    }
    let calls: String = wrong.iter().map(|program| format!("{}::run(); ", program.name)).collect();
    text + &format!("fn main() {{ {calls}}}\n")
}

/// Compiles the right program and the wrong programs, and adds the compiler's messages for each.
fn compile(wrong: &Path, programs: &[&Program], outputs: &mut Outputs) {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["build", "--offline", "--keep-going", "--bins", "--message-format=json"]);
    cargo.args(["--package", "compile_fail", "--features", "wrong"]);
    cargo.args(["--profile", if cfg!(debug_assertions) { "test" } else { "release" }]);
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    cargo.current_dir(env!("CARGO_MANIFEST_DIR")).env("CARGO_TARGET_DIR", target);
    let output = cargo.env("MONOMORPH_WRONG", wrong).output().unwrap();

    let lines = String::from_utf8_lossy(&output.stdout).into_owned();
    let messages = lines.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    // An error with the notes behind it: where the failing constant was wanted is a note of its own.
    let mut errors: Vec<Vec<Value>> = Vec::new();
    let mut has_begun = false;
    for message in messages {
        has_begun = true;
        if let (true, Some(path)) = (message["target"]["name"] == RIGHT, message["executable"].as_str()) {
            outputs.entry(RIGHT.to_owned()).or_default().executable = Some(path.into());
        }
        let diagnostic = &message["message"];
        match (diagnostic["level"].as_str(), errors.last_mut()) {
            (Some("error"), _) => errors.push(vec![diagnostic.clone()]),
            (Some("note"), Some(error)) => error.push(diagnostic.clone()),
            _ => {}
        }
    }
    assert!(has_begun, "{}", String::from_utf8_lossy(&output.stderr));
    for error in &errors {
        let about = programs.iter().find(|program| {
            let source = format!("{}.rs", program.name);
            let mut lines = Vec::new();
            error.iter().for_each(|diagnostic| underline(diagnostic, &source, &mut lines));
            !lines.is_empty()
        });
        let Some(Program { name, .. }) = about else { continue };
        let of_program = outputs.entry(name.clone()).or_default();
        of_program.errors += 1;
        for diagnostic in error {
            // The compiler tells types of the same name apart by their modules, which a user's program lacks.
            let rendered = diagnostic["rendered"].as_str().unwrap_or("");
            of_program.text +=
                &rendered.replace(&format!("{name}::main::"), "").replace(&format!("{name}::"), "");
            if of_program.errors == 1 {
                underline(diagnostic, &format!("{name}.rs"), &mut of_program.underlined);
            }
        }
    }
}

/// Adds the lines of a file that a message, or a note in it, underlines.
fn underline(diagnostic: &Value, source: &str, lines: &mut Vec<(u64, u64)>) {
    for span in diagnostic["spans"].as_array().into_iter().flatten() {
        // What a macro has written stands where the macro was called.
        let expansions = std::iter::successors(Some(span), |span| Some(&span["expansion"]["span"]));
        for span in expansions.take_while(|span| span.is_object()) {
            let is_in_source = Path::new(span["file_name"].as_str().unwrap_or("")).ends_with(source);
            if let (true, Some(from), Some(to)) =
                (is_in_source, span["line_start"].as_u64(), span["line_end"].as_u64())
            {
                lines.push((from, to));
            }
        }
    }
    for child in diagnostic["children"].as_array().into_iter().flatten() {
        underline(child, source, lines);
    }
}

/// The text with single spaces, so that it does not matter where the compiler breaks lines.
fn in_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
