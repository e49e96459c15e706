//! `cargo bench --bench kernels`: checks optimised kernels for the properties that tests check without
//! optimisation.
//!
//! Each kernel of the build is evaluated at random points that mix ordinary coordinates with extremes: a
//! finite log density must have a finite gradient and finite values, and at all other points it must be −∞
//! with a gradient of zeros. `MONOMORPH_POINTS` is the number of points of each model, 50 000 if it is not
//! set.
//!
//! No kernel may read or write memory outside its buffers, or read uninitialised memory. Tests check each
//! access against the length of its buffer, in a build with debug assertions. This program checks from
//! outside: it runs itself under `valgrind --tool=memcheck`, once with kernels of AVX2 and once with scalar
//! kernels, if they are in the build (valgrind does not support AVX-512). Each model is compiled, evaluated
//! with and without its gradient, constrained and unconstrained; a model with a discrete parameter is
//! sampled. Any read or write outside an allocation, and any decision or system call that depends on
//! uninitialised memory, ends the program with 1. Without valgrind the program prints a message, and does
//! not check memory.

#[path = "../../tests/common/mod.rs"]
mod common;
// Of the models that tests send to extreme points, those of functions with infinite slopes.
#[path = "../../tests/common/extreme_models.rs"]
#[allow(dead_code)]
mod extreme_models;
mod models;
#[path = "../peers/random.rs"]
#[allow(dead_code)]
mod random;
#[path = "../instructions/valgrind.rs"]
mod valgrind;

use common::SETS;
use models::{MODELS, Task};
use monomorph::prelude::*;
use std::error::Error;
use std::process::{Command, ExitCode};
use std::time::Instant;

/// The flag with which this program, given a set of instructions, evaluates all models.
const EVALUATE: &str = "--evaluate";

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [flag, set] = arguments.as_slice()
        && flag == EVALUATE
    {
        let found = SETS.into_iter().find(|(name, _)| name == set);
        let (_, instructions) = found.ok_or_else(|| format!("no instructions {set}"))?;
        for (name, model) in MODELS {
            // Valgrind's own words go to the same place, so that they stand below the model that they are
            // about.
            eprintln!("{name}");
            model(Task::Memory(instructions))?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    // `cargo test --benches` runs this too, without the flag.
    if !arguments.iter().any(|argument| argument == "--bench") {
        return Ok(ExitCode::SUCCESS);
    }
    extremes()?;
    memory()
}

/// Sends all models to extreme points, which panics where a promise is broken.
fn extremes() -> Result<(), Box<dyn Error>> {
    let points = std::env::var("MONOMORPH_POINTS").map_or(Ok(50_000), |count| count.parse())?;
    let started = Instant::now();
    for (name, model) in MODELS {
        model(Task::Extremes { name, points })?;
    }
    extreme_models::elements(points);
    extreme_models::roots(points);
    extreme_models::kernels(points);
    println!("kernels: {points} extreme points of each model, {:.0} s", started.elapsed().as_secs_f64());
    Ok(())
}

/// Runs this program under valgrind with each of the sets that valgrind knows.
fn memory() -> Result<ExitCode, Box<dyn Error>> {
    if let Some(reason) = valgrind::unavailable() {
        println!("NOT RUN: kernels under valgrind, {reason}");
        return Ok(ExitCode::SUCCESS);
    }
    let mut checked = 0;
    for (set, instructions) in SETS.into_iter().filter(|(_, set)| *set != Instructions::Avx512) {
        if !is_built(instructions) {
            println!("NOT RUN: kernels of {set} under valgrind, not on this machine or in this build");
            continue;
        }
        let started = Instant::now();
        let output = Command::new("valgrind")
            .args(["--tool=memcheck", "--error-exitcode=9", "--leak-check=no", "--partial-loads-ok=no", "-q"])
            .arg(std::env::current_exe()?)
            .args([EVALUATE, set])
            .output()?;
        if !output.status.success() {
            println!("{}{set}: {}", String::from_utf8_lossy(&output.stderr), output.status);
            return Ok(ExitCode::FAILURE);
        }
        checked += 1;
        println!("{set:<8} {} models, {:.0} s", MODELS.len(), started.elapsed().as_secs_f64());
    }
    if checked == 0 {
        println!("kernels: none that valgrind knows are in this build");
        return Ok(ExitCode::FAILURE);
    }
    println!("kernels: no invalid access, and nothing uninitialised was read");
    Ok(ExitCode::SUCCESS)
}

/// True if kernels of these instructions are in this build, and can run.
fn is_built(instructions: Instructions) -> bool {
    params! { mu: real() }
    let options = Options::default().instructions(instructions);
    model! { mu |= normal(0.0, 1.0) }.compile_with(options).is_ok()
}
