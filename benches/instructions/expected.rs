//! The table `expected.txt`: a line for each model, its name and its count; lines that begin with `#` are
//! comments.

use std::error::Error;
use std::process::Command;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/instructions/expected.txt");

/// Counts that were written before.
pub struct Expected(String);

impl Expected {
    pub fn read() -> Result<Self, Box<dyn Error>> {
        Ok(Self(std::fs::read_to_string(FILE).map_err(|error| format!("{FILE}: {error}"))?))
    }

    /// The count of a model.
    pub fn of(&self, model: &str) -> Option<u64> {
        let mut lines = self.0.lines().filter_map(|line| line.split_once(' '));
        lines.find(|(name, _)| *name == model).and_then(|(_, count)| count.trim().parse().ok())
    }

    pub fn write(counts: &[(String, u64)]) -> Result<(), Box<dyn Error>> {
        let compiler = Command::new("rustc").arg("--version").output()?;
        let mut text = format!("# {}", String::from_utf8_lossy(&compiler.stdout));
        for (model, count) in counts {
            text += &format!("{model:<20} {count:>9}\n");
        }
        Ok(std::fs::write(FILE, text)?)
    }
}
