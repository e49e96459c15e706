//! Runs this program under valgrind.

use std::error::Error;
use std::process::{Command, Output};

/// The flag with which this program evaluates gradients of a model: the model and the number of gradients
/// follow it.
pub const EVALUATE: &str = "--evaluate";

/// The two series. The short one is not empty, so that what happens only once is in both.
const SHORT: u64 = 20;
const LONG: u64 = 1_020;

/// The instructions of one gradient of a model.
pub fn instructions(model: &str) -> Result<u64, Box<dyn Error>> {
    let (short, long) = (count(model, SHORT)?, count(model, LONG)?);
    Ok(long.saturating_sub(short) / (LONG - SHORT))
}

/// The instructions of a whole run, which valgrind says last: `==123== Collected : 4567`.
fn count(model: &str, evaluations: u64) -> Result<u64, Box<dyn Error>> {
    let Output { status, stderr, .. } = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(std::env::current_exe()?)
        .args([EVALUATE, model, &evaluations.to_string()])
        .output()?;
    let text = String::from_utf8_lossy(&stderr);
    let collected = text.lines().find_map(|line| line.split_once("Collected : "));
    match collected {
        Some((_, count)) if status.success() => Ok(count.trim().parse()?),
        _ => Err(format!("{model}: {status}\n{text}").into()),
    }
}
