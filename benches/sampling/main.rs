//! `cargo bench --bench sampling`: effective draws per second of monomorph's NUTS, of nuts-rs on the same gradients, and of stanli's own
//! sampler, in one run.
//!
//! All sample the same posterior with four chains, 1 000 draws of warmup and 1 000 after, a diagonal metric, target acceptance
//! 0.8 and a tree depth of at most 10. All chains run one after the other on one thread. Times are wall times of the whole
//! run, warmup included; compiling a model is not part of them. stanli runs the variant of its program and the arithmetic that
//! have the fastest leapfrog steps in short runs.
//!
//! The effective sample size is the smallest bulk ESS of all elements of parameters. stanli's draws are taken as unconstrained
//! points and go through monomorph's transforms and diagnostics, so both numbers are made by the same code. Means are
//! compared first: they must agree within their Monte Carlo errors.
//!
//! Read the last columns with the ratio: a leapfrog step is a gradient and the sampler's own work, and where stanli's takes several
//! times its gradient of `cargo bench --bench peers`, the difference is not explained yet.
//!
//! All run with several seeds in turns, each seed twice, of which the faster counts; ESS and times are means over the seeds. The
//! table goes to stdout and to `benches/report/sampling.md`. `benches/peers/setup.sh` installs stanli, without which
//! the race is with nuts-rs alone and no file is written. `cargo bench --bench
//! sampling -- radon` runs the models whose name has `radon` in it and writes no file.

mod data;
#[path = "../peers/json.rs"]
#[allow(dead_code)]
mod json;
mod models;
mod nuts_rs;
mod programs;
mod race;
#[path = "../peers/random.rs"]
mod random;
#[path = "../regression/data.rs"]
#[allow(dead_code)]
mod regression_data;
mod report;
mod sampler;
#[path = "../peers/stanli.rs"]
#[allow(dead_code)]
mod stanli;

use race::Race;
use std::error::Error;

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
    let (mut rows, mut second_rows) = (Vec::new(), Vec::new());
    for (name, run) in models::MODELS.into_iter().filter(|(name, _)| is_wanted(name)) {
        let outcome = run(&race).map_err(|error| format!("{name}: {error}"))?;
        let (row, second_row) = (report::row(name, &outcome), report::second_row(name, &outcome));
        println!("{}\n{second_row}", row.as_deref().unwrap_or_default());
        rows.extend(row);
        second_rows.push(second_row);
    }
    println!(
        "\n{}\n{}\n\n{}\n{}",
        report::HEAD,
        rows.join("\n"),
        report::SECOND_HEAD,
        second_rows.join("\n")
    );
    if rows.len() == models::MODELS.len() {
        report::write(&rows, &second_rows)?;
    }
    Ok(())
}

/// True if no names are given, or a part of this one is.
fn is_wanted(name: &str) -> bool {
    let mut parts = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).peekable();
    parts.peek().is_none() || parts.any(|part| name.contains(&part))
}
