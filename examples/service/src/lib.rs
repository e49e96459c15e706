//! A service of one model whose data arrive: the demand of each shop on each weekday,
//!
//! count ~ Poisson(exp(usual\[shop\] + day\[weekday\])), usual\[shop\] ~ Normal(level, spread).
//!
//! Rows are in a log on the disk before they are acknowledged, one task updates the draws, and predictions
//! are made of the draws that there are, whatever that task does. The process has nothing to do at its end,
//! so `kill -9` is how it ends.
//!
//! The program is `src/main.rs`.

pub mod client;
pub mod inference;
pub mod learned;
pub mod log;
pub mod model;
pub mod process;
pub mod rows;
pub mod server;
pub mod snapshot;
pub mod updater;

use std::fmt::Display;
use std::io::Write;

/// What goes wrong between requests, where nobody waits for an answer.
pub type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Says something on stderr, where there is one.
pub fn say(words: impl Display) {
    let _ = writeln!(std::io::stderr(), "{words}");
}
