//! The mutants that cargo-mutants lists for a module.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::module::Module;

/// The kind of a mutant's change.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Kind {
    /// The body of a function becomes one value.
    Body,
    /// An operator becomes another, or is left out.
    Operator,
    /// An arm of a `match` is left out.
    Arm,
    /// The condition of an arm becomes `true` or `false`.
    Guard,
    /// A field of a struct is left to `..`.
    Field,
}

pub struct Mutant {
    /// The file, the place and the text of the change.
    pub name: String,
    pub file: String,
    pub kind: Kind,
    /// First and last line and column of what is replaced, from 1.
    pub start: (usize, usize),
    pub end: (usize, usize),
    pub replacement: String,
}

impl Mutant {
    /// Returns the file and the text, which identify the mutant when lines have moved.
    pub fn words(&self) -> String {
        let words = self.name.splitn(4, ':').nth(3).unwrap_or_default();
        format!("{}:{words}", self.file)
    }
}

fn position(span: &Value, end: &str) -> (usize, usize) {
    let number = |name: &str| span[end][name].as_u64().expect("a number of a line or a column") as usize;
    (number("line"), number("column"))
}

fn read(mutant: &Value) -> Mutant {
    let text = |name: &str| mutant[name].as_str().expect("a text").to_string();
    let kind = match text("genre").as_str() {
        "FnValue" => Kind::Body,
        "BinaryOperator" | "UnaryOperator" => Kind::Operator,
        "MatchArm" => Kind::Arm,
        "MatchArmGuard" => Kind::Guard,
        "StructField" => Kind::Field,
        other => panic!("a kind of mutants that is new: {other}"),
    };
    let span = &mutant["span"];
    Mutant {
        name: text("name"),
        file: text("file"),
        kind,
        start: position(span, "start"),
        end: position(span, "end"),
        replacement: text("replacement"),
    }
}

/// The mutants of a module.
pub fn mutants(root: &Path, module: &Module) -> Vec<Mutant> {
    let mut list = Command::new("cargo");
    list.current_dir(root).args(["mutants", "--list", "--json", "--workspace"]);
    for file in &module.files {
        list.args(["--file", file]);
    }
    let output = list.output().expect("cargo mutants: `cargo install cargo-mutants --locked`");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let values: Vec<Value> = serde_json::from_slice(&output.stdout).expect("a list of mutants");
    values.iter().map(read).collect()
}
