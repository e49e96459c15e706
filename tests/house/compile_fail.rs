//! Wrong programs do not compile, and the compiler says why and where.
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
//! one program, since a program each would read the library, and be linked, as often. It is built into this
//! crate's target directory, so the dependencies are there already.
//!
//! `right.rs` is run as well. Everywhere else `cargo test` compiles kernels as functions that call each
//! other, and every model as a schedule; these programs and their library are compiled without that, so here
//! a dozen models have one fused function, as a user's have, whose values and gradients the program compares.
//! `tests/thorough/tests/as_users` compiles the same models with optimisation.
//!
//! `cargo test --test house compile_fail -- --nocapture` prints what the compiler says of each.

use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// The program that compiles.
const RIGHT: &str = "right";

/// The number of lines of what the compiler says that everyone reads.
const FIRST_LINES: usize = 12;

/// A program by name, with the phrases that must be among the compiler's words, and the lines that are wrong.
struct Program {
    name: String,
    path: PathBuf,
    phrases: Vec<String>,
    here: Vec<u64>,
}

/// What the compiler said of a program.
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
    assert!(complaints.is_empty(), "{complaints}");
    let right = outputs[RIGHT].executable.as_ref().expect("right.rs has compiled");
    let run = Command::new(right).output().expect("the program starts");
    let said = format!("{}{}", String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    assert!(run.status.success() && said.contains("right\n"), "right.rs: {}\n{said}", run.status);
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
    let lines = source.lines().zip(1..).filter(|(line, _)| line.ends_with("//@ here"));
    let here: Vec<u64> = lines.map(|(_, number)| number).collect();
    let is_right = name == RIGHT;
    assert_eq!(phrases.is_empty(), is_right, "{name}.rs should have lines `//~ phrase`");
    assert_eq!(here.is_empty(), is_right, "{name}.rs should have lines that end with `//@ here`");
    Program { name, path, phrases, here }
}

/// What the compiler says of the programs, and where the right one is.
///
/// The wrong ones are modules of one program, `wrong`. The compiler says what is wrong with types, with moves
/// and with constants one after the other, and does not go on to the next where it has found something. So
/// those of which it has said nothing are compiled once more without the others, until it has nothing more to
/// say.
fn build(programs: &[Program]) -> Outputs {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let directory = scratch.join("compile_fail");
    fs::create_dir_all(&directory).unwrap();
    fs::write(directory.join("Cargo.toml"), manifest(root)).unwrap();
    fs::copy(root.join("Cargo.lock"), directory.join("Cargo.lock")).unwrap();

    let (mut outputs, mut before) = (Outputs::new(), usize::MAX);
    loop {
        let is_silent = |program: &&Program| !outputs.contains_key(&program.name);
        let silent: Vec<&Program> = programs.iter().filter(is_silent).collect();
        if silent.is_empty() || silent.len() == before {
            return outputs;
        }
        before = silent.len();
        fs::write(directory.join("wrong.rs"), of_modules(&silent)).unwrap();
        compile(&directory, scratch.parent().unwrap(), &silent, &mut outputs);
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

/// Compiles the right program and the wrong ones, and adds what the compiler says of each.
fn compile(directory: &Path, target: &Path, programs: &[&Program], outputs: &mut Outputs) {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["build", "--offline", "--keep-going", "--bins", "--message-format=json"]);
    cargo.current_dir(directory).env("CARGO_TARGET_DIR", target);
    // What users have: kernels whose functions are inlined. One instruction set, since each is compiled.
    cargo.env("MONOMORPH_OUTLINED", "").env("MONOMORPH_INSTRUCTIONS", best_instructions());
    let output = cargo.output().unwrap();

    let lines = String::from_utf8_lossy(&output.stdout).into_owned();
    let messages = lines.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    // An error with the notes behind it: where the failing constant was wanted is a note of its own.
    let mut errors: Vec<Vec<Value>> = Vec::new();
    let mut has_begun = false;
    for message in messages {
        has_begun = true;
        let is_outlined = |cfg: &Value| cfg == "monomorph_outlined";
        let is_user = !message["cfgs"].as_array().is_some_and(|cfgs| cfgs.iter().any(is_outlined));
        assert!(is_user, "the library of these programs is not compiled as a user's is: {message}");
        if let (true, Some(path)) = (message["target"]["name"] == RIGHT, message["executable"].as_str()) {
            outputs.entry(RIGHT.to_owned()).or_default().executable = Some(path.into());
        }
        // Tests that are optimised stand in another folder, with what they depend on.
        let is_faer = message["target"]["name"] == "faer" && message["fresh"] == false;
        let is_anew = cfg!(debug_assertions) && is_faer;
        assert!(!is_anew, "`manifest` asks for other features than tests do: faer is compiled once more");
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

/// The best instruction set of those that users get by default and this machine has.
fn best_instructions() -> &'static str {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
        return "avx2";
    }
    "scalar"
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

/// A crate of its own, with two programs. Its profile is that of the tests, and so are the features of its
/// dependencies: nothing is compiled twice but this repository's crates.
fn manifest(root: &Path) -> String {
    format!(
        "[workspace]\n\
         [package]\nname = \"compile_fail\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\
         [profile.dev]\nopt-level = 0\ndebug = false\nincremental = false\n\
         [dependencies]\n\
         monomorph = {{ path = {root:?}, features = [\"avx512\"] }}\n\
         faer = {{ version = \"*\", default-features = false }}\n\
         typenum = \"*\"\n\
         bitflags = {{ version = \"2\", features = [\"std\"] }}\n\
         [[bin]]\nname = {RIGHT:?}\npath = {:?}\n\
         [[bin]]\nname = \"wrong\"\npath = \"wrong.rs\"\n",
        root.join("tests/compile_fail/right.rs")
    )
}

/// The text with single spaces, so that it does not matter where the compiler breaks lines.
fn in_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
