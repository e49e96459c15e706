//! `cargo bench --bench instructions`: the number of instructions of one gradient of eleven small models.
//!
//! Counts do not depend on other work of the machine, so they can be checked anywhere, also in CI. The
//! program runs itself under `valgrind --tool=callgrind` and counts a long and a short series of gradients;
//! the difference is the cost of gradients without the set-up. Kernels are for AVX2, because valgrind does
//! not support AVX-512.
//!
//! ```text
//! cargo bench --bench instructions              # model, instructions, expected, change;
//!     exits with 1 if any grew by more than 5 %
//! cargo bench --bench instructions -- --write   # writes the counts to expected.txt
//! ```
//!
//! Another compiler produces other instructions: a table is valid for the toolchain that wrote it, whose
//! version is in its first line. Without valgrind the program prints a message and checks nothing.

mod callgrind;
mod expected;
mod models;
#[path = "../peers/random.rs"]
#[allow(dead_code)]
mod random;
mod valgrind;

use expected::Expected;
use models::MODELS;
use std::error::Error;
use std::process::ExitCode;

/// How much a count may grow.
const TOLERANCE: f64 = 0.05;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [flag, model, count] = arguments.as_slice()
        && flag == callgrind::EVALUATE
    {
        models::evaluate(model, count.parse()?)?;
        return Ok(ExitCode::SUCCESS);
    }
    // `cargo test --benches` runs this too, without the flag.
    if !arguments.iter().any(|argument| argument == "--bench") {
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(reason) = valgrind::unavailable() {
        println!("NOT RUN: instructions were not counted, {reason}");
        return Ok(ExitCode::SUCCESS);
    }
    if arguments.iter().any(|argument| argument == "--write") {
        return write();
    }
    check()
}

fn write() -> Result<ExitCode, Box<dyn Error>> {
    let mut counts = Vec::new();
    for (model, _) in MODELS {
        let count = callgrind::instructions(model)?;
        println!("{model:<20} {count:>9}");
        counts.push((model.to_owned(), count));
    }
    Expected::write(&counts)?;
    Ok(ExitCode::SUCCESS)
}

fn check() -> Result<ExitCode, Box<dyn Error>> {
    let expected = Expected::read()?;
    println!("{:<20} {:>12} {:>9} {:>8}", "model", "instructions", "expected", "change");
    let mut grown = 0;
    for (model, _) in MODELS {
        let count = callgrind::instructions(model)?;
        let Some(before) = expected.of(model) else {
            println!("{model:<20} {count:>12} {:>9} {:>8}", "none", "");
            grown += 1;
            continue;
        };
        let change = count as f64 / before as f64 - 1.0;
        let mark = if change > TOLERANCE { "  grew" } else { "" };
        println!("{model:<20} {count:>12} {before:>9} {:>7.1}%{mark}", 100.0 * change);
        grown += usize::from(change > TOLERANCE);
    }
    if grown == 0 {
        return Ok(ExitCode::SUCCESS);
    }
    println!(
        "{grown} grew by more than {} %, or are new; `-- --write` accepts the counts",
        100.0 * TOLERANCE
    );
    Ok(ExitCode::FAILURE)
}
