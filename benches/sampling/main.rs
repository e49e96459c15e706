//! `cargo bench --bench sampling`: effective draws per second of monomorph's NUTS, of nuts-rs on the same
//! gradients, and of stanli's own sampler, in one run.
//!
//! All samplers sample the same posterior with four chains, 1 000 draws of warmup and 1 000 draws after it,
//! each with its own default metric (ours is `Auto`, the others' is diagonal), target acceptance 0.8 and a
//! tree depth of at most 10. All chains run one after the other on one thread. Times are wall times of the
//! whole run, including warmup but not the compilation of a model. stanli runs the variant of its program
//! and the arithmetic that have the fastest leapfrog steps in short runs.
//!
//! The effective sample size is the smallest bulk ESS of all elements of parameters. stanli's draws are
//! taken as unconstrained points and pass through monomorph's transforms and diagnostics, so the same code
//! computes both numbers. Means are compared first: they must agree within their Monte Carlo errors.
//!
//! The models are six models written for this race, stochastic volatility with a thousand states, and
//! twenty posteriors of posteriordb, if its data are found (see `tests/thorough/tests/posteriordb.rs`).
//!
//! The ratio must be read together with the last columns: a leapfrog step is a gradient and the sampler's
//! own work. If stanli's step takes several times as long as its gradient in `cargo bench --bench peers`,
//! the difference is not explained yet.
//!
//! All samplers run with several seeds in turns, each seed twice unless that takes long, and the faster run
//! counts; ESS and times are means over the seeds. The table goes to stdout and to
//! `benches/report/sampling.md`. `benches/peers/setup.sh` installs stanli; without it only nuts-rs is
//! compared, and no file is written. `cargo bench --bench sampling -- radon` runs the models whose name
//! contains `radon` and writes no file.

/// Lets all sample each posterior of each model of a file.
macro_rules! posteriors {
    ($($model:ident: $posteriors:expr),+ $(,)?) => {
        pub fn sample(race: &crate::race::Race, table: &mut crate::table::Table, pack: &std::path::Path) {
            $(
                for posterior in $posteriors {
                    crate::posteriors::sample(race, table, pack, posterior, |case, task| $model(case, task));
                }
            )+
        }
    };
}

mod data;
#[path = "../peers/json.rs"]
#[allow(dead_code)]
mod json;
mod models;
mod nuts_rs;
#[path = "../../tests/posteriordb/mod.rs"]
#[allow(dead_code)]
mod posteriordb;
mod posteriors;
mod programs;
mod race;
#[path = "../peers/random.rs"]
mod random;
#[path = "../regression/data.rs"]
#[allow(dead_code)]
mod regression_data;
mod report;
#[path = "../peers/returns.rs"]
mod returns;
mod sampler;
#[path = "../peers/programs.rs"]
#[allow(dead_code)]
mod stan_programs;
#[path = "../peers/stanli.rs"]
#[allow(dead_code)]
mod stanli;
mod table;

use race::Race;
use std::error::Error;
use table::Table;

fn main() -> Result<(), Box<dyn Error>> {
    // `cargo test --benches` runs this too, without the flag; there is nothing to time then.
    if !std::env::args().any(|argument| argument == "--bench") {
        return Ok(());
    }
    // This one checks the version of the interface.
    let sampler = match stanli::Library::find() {
        Ok(_) => Some(sampler::Library::find()?),
        Err(message) => {
            println!("without stanli: {message}");
            None
        }
    };
    let race = Race { sampler };
    let mut table = Table::default();
    for (name, run) in models::MODELS {
        table.add(name, || run(&race));
    }
    posteriors::all(&race, &mut table);
    let text = report::text(&table);
    println!("\n{text}");
    if !table.is_partial && !table.rows.is_empty() {
        report::write(&text)?;
    }
    if table.failures.is_empty() { Ok(()) } else { Err(table.failures.join("\n").into()) }
}
