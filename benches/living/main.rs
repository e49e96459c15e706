//! `cargo bench --bench living`: the time that a service saves if it fits yesterday's model to today's
//! data.
//!
//! - *Warm starts.* Ten posteriors like those of `benches/sampling`, of nine tenths of their rows yesterday
//!   and of all rows today. Today's run is cold, with the settings that it has by default, or begins with
//!   yesterday's adaptation; both on one thread. Effective draws a second of the whole run, warmup included,
//!   of the element that has the fewest, as means over seeds: of runs of 100 draws a chain, which a service
//!   may ask for, and of 1 000. Of the latter a warm run can have twice the effective draws of a cold one at
//!   most, since draws are half of a cold chain. Yesterday's run is one that has converged, as a service
//!   would ask of it.
//! - *Updates.* A logistic regression of 10 000 rows and 20 predictors, of which ten rows are new: the time
//!   of an update, the posterior of all rows compiled already and the likelihood of the new ones compiled in
//!   it, beside that of a cold run.
//! - *Pushed observations.* A local level, one observation after the other.
//!
//! The table goes to stdout and to `benches/report/living.md`. The bench fails if a target is missed.

#[path = "../sampling/data.rs"]
#[allow(dead_code)]
mod data;
#[path = "../peers/json.rs"]
#[allow(dead_code)]
mod json;
mod models;
#[path = "../peers/random.rs"]
mod random;
#[path = "../regression/data.rs"]
#[allow(dead_code)]
mod regression_data;
#[path = "../peers/returns.rs"]
mod returns;
mod updates;
mod warm;

use std::error::Error;
use std::fmt::Write;

/// What is to be reached, in words, and whether it is.
pub struct Bar {
    pub what: String,
    pub is_reached: bool,
}

fn main() -> Result<(), Box<dyn Error>> {
    // `cargo test --benches` runs this too, without the flag; there is nothing to time then.
    if !std::env::args().any(|argument| argument == "--bench") {
        return Ok(());
    }
    let mut page = String::from(
        "# Data that arrive\n\nWritten by `cargo bench --bench living`, whose source says what is measured.\n",
    );
    let mut bars = warm::write(&mut page)?;
    bars.extend(updates::write(&mut page)?);
    writeln!(page, "\n## Bars\n")?;
    for Bar { what, is_reached } in &bars {
        writeln!(page, "- {}: {what}", if *is_reached { "reached" } else { "missed" })?;
    }
    println!("{page}");
    std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/report/living.md"), &page)?;
    let missed: Vec<&str> = bars.iter().filter(|bar| !bar.is_reached).map(|bar| bar.what.as_str()).collect();
    if missed.is_empty() { Ok(()) } else { Err(missed.join("\n").into()) }
}
