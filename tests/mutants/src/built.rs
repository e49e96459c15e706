//! The test programs of a copy of the repository.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::module::Module;

/// The place of an error of the compiler.
pub struct Place {
    pub file: String,
    pub byte: usize,
    /// The compiler's message, which is printed if no mutant causes the error.
    pub message: String,
}

/// A test program, and the folder that it is run in.
pub struct Program {
    pub path: PathBuf,
    pub folder: PathBuf,
}

fn places(message: &Value) -> Vec<Place> {
    let spans = message["spans"].as_array().map_or(&[][..], Vec::as_slice);
    let place = |mut span: &Value| {
        // An error in a macro of the standard library stands where the macro is used.
        while span["expansion"].is_object() {
            span = &span["expansion"]["span"];
        }
        Place {
            file: span["file_name"].as_str().unwrap_or_default().to_string(),
            byte: span["byte_start"].as_u64().unwrap_or_default() as usize,
            message: message["rendered"].as_str().unwrap_or_default().to_string(),
        }
    };
    spans.iter().filter(|span| span["is_primary"] == Value::Bool(true)).map(place).collect()
}

/// Builds the tests of a module.
///
/// # Errors
///
/// Fails with the places at which the compiler found errors.
pub fn programs(copy: &Path, module: &Module) -> Result<Vec<Program>, Vec<Place>> {
    let output = Command::new("cargo")
        .current_dir(copy)
        .env("CARGO_TARGET_DIR", copy.with_file_name("built"))
        .env("CARGO_INCREMENTAL", "0")
        .env("RUSTFLAGS", "--cap-lints=allow")
        .args(["test", "--no-run", "--message-format=json"])
        .args(&module.tests)
        .stderr(Stdio::inherit())
        .output()
        .expect("cargo test");
    let (mut programs, mut errors) = (Vec::new(), Vec::new());
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let Ok(said) = serde_json::from_str::<Value>(line) else { continue };
        if said["message"]["level"] == "error" {
            errors.extend(places(&said["message"]));
        }
        if let Some(path) = said["executable"].as_str() {
            let manifest = PathBuf::from(said["manifest_path"].as_str().expect("the manifest of a program"));
            let folder = manifest.parent().expect("the folder of a manifest").to_path_buf();
            programs.push(Program { path: path.into(), folder });
        }
    }
    if output.status.success() { Ok(programs) } else { Err(errors) }
}
