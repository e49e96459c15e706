//! `cargo bench --bench peers`: the same models in monomorph and in stanli, compared in one run, and some
//! of them also with gradients written by hand.
//!
//! For each model the gradients are compared (relative 1e-8), and then timed in alternating batches. The
//! peer runs the variant of its program and the arithmetic that are fastest for it. All models are measured
//! twice, minutes apart, because disturbances of a machine last seconds; the fastest batch of each
//! contender counts. The output is one line for each model and each of the two measurements:
//!
//! ```text
//! model dimension stanli_ns AVX2 ratio AVX-512 ratio hand_ns
//! ```
//!
//! The real data of posteriordb are used if they are found (see `tests/thorough/tests/posteriordb.rs`). A
//! full run writes its table and two pictures to `benches/report`. `cargo bench --bench peers -- itp` runs
//! the models whose name contains `itp`. `benches/peers/setup.sh` installs the peer. If a contender fails,
//! a line at the end reports it, and the exit code is 1.

/// Measures each posterior of each model of a file.
macro_rules! posteriors {
    ($($model:ident: $posteriors:expr),+ $(,)?) => {
        pub fn compare(bench: &mut crate::compare::Bench, pack: &std::path::Path) {
            $(
                for posterior in $posteriors {
                    crate::posteriors::compare(bench, pack, posterior, |case, task| $model(case, task));
                }
            )+
        }
    };
}

mod by_hand;
mod compare;
#[path = "../regression/hand_written.rs"]
mod hand_written;
mod json;
mod machine;
mod models;
mod pages;
mod picture;
mod pile;
#[path = "../../tests/posteriordb/mod.rs"]
mod posteriordb;
mod posteriors;
mod programs;
mod random;
#[path = "../regression/data.rs"]
#[allow(dead_code)]
mod regression_data;
mod report;
mod returns;
mod stanli;
mod timing;

use compare::Bench;
use stanli::Library;

/// How often all models are measured.
const PASSES: usize = 2;

fn main() {
    // `cargo test --benches` runs this too; there is nothing to time then.
    if std::env::args().any(|argument| argument == "--test") {
        return;
    }
    let library = match Library::find() {
        Ok(library) => library,
        Err(message) => return println!("skipped: {message}"),
    };
    let names = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let mut bench = Bench::new(library, names);
    println!("{}", report::titles());
    for _ in 0..PASSES {
        for (name, family) in models::FAMILIES {
            bench.guard(name, family);
        }
        posteriors::all(&mut bench);
    }
    if !bench.rows.is_empty() {
        print!("{}", pages::table(&bench.rows));
        match report::write(&bench, library.version) {
            Ok(folder) => println!("report: {}", folder.display()),
            Err(message) => bench.failures.push(format!("report: {message}")),
        }
    }
    bench.skipped.iter().for_each(|line| println!("skipped: {line}"));
    bench.failures.iter().for_each(|line| println!("FAILED {line}"));
    if !bench.failures.is_empty() {
        std::process::exit(1);
    }
}
