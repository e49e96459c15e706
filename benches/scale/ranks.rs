//! Gradients of logistic regressions whose rows are divided among the ranks of MPI, on this machine.

use crate::chart::{Chart, Series};
use crate::clock;
use std::error::Error;
use std::path::Path;
use std::process::Command;

const ROWS: [usize; 7] = [1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000];
const COLUMNS: usize = 20;
const RANKS: [(usize, &str); 3] = [(1, "one rank"), (2, "two ranks"), (4, "four ranks")];

pub fn run() -> Result<(), Box<dyn Error>> {
    let cores = std::thread::available_parallelism()?.get();
    let ranks = || RANKS.iter().filter(|(ranks, _)| *ranks <= cores);
    let mut chart = Chart {
        file: "ranks.svg",
        title: "Gradients on ranks, logistic regression of 20 columns",
        axis: "observations",
        timed: "a gradient",
        series: ranks().map(|(_, name)| Series::new(name)).collect(),
    };
    for rows in (0..clock::TURNS).flat_map(|_| ROWS) {
        let Some(times) = ranks().map(|(ranks, _)| nanoseconds(rows, *ranks)).collect::<Option<Vec<_>>>()
        else {
            println!("NOT RUN: nothing was run on ranks");
            return Ok(());
        };
        chart.push(rows, &times);
    }
    chart.finish()
}

/// A gradient on so many ranks; nothing where there is no MPI, which the script says.
fn nanoseconds(rows: usize, ranks: usize) -> Option<f64> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("mpi/time.sh");
    let numbers = [rows, COLUMNS, ranks].map(|number| number.to_string());
    let output = Command::new(script).args(numbers).stderr(std::process::Stdio::inherit()).output().ok()?;
    let microseconds: f64 = String::from_utf8(output.stdout).ok()?.trim().parse().ok()?;
    Some(1e3 * microseconds)
}
