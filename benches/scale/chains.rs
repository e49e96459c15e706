//! The best number of chains per core: effective draws per second of a logistic regression, for data from
//! 10⁴ to 10⁷ numbers, with chains one after the other and in lockstep.
//!
//! Effective draws are those of the coordinate with the fewest effective draws. The time includes warmup,
//! but the draws do not. Chains begin at the same point. If data fit the caches, chains in lockstep run as
//! others do, and are left out.

use crate::logistic::{self, Way};
use crate::regression::Data;
use monomorph::prelude::*;
use monomorph::sampling::Nuts;
use std::error::Error;
use std::time::Instant;

const COLUMNS: usize = 20;
const NUMBERS: [usize; 4] = [10_000, 100_000, 1_000_000, 10_000_000];
/// From here on chains in lockstep share passes: 16 megabytes.
const BEYOND_CACHES: usize = 1 << 21;
const CHAINS: [usize; 3] = [1, 2, 4];

pub fn run() -> Result<(), Box<dyn Error>> {
    println!("\n| numbers | chains | one after the other | in lockstep | ratio |");
    println!("|-|-|-|-|-|");
    for numbers in NUMBERS {
        let observed = Data::new(numbers / COLUMNS, COLUMNS);
        let posterior = logistic::posterior(&observed, Way::With(Options::default()))?;
        let start = vec![0.0; posterior.dimension()];
        for chains in CHAINS {
            let alone = draws_per_second(short(posterior.nuts(), chains, &start).threads(1))?;
            if numbers < BEYOND_CACHES {
                println!("| {numbers} | {chains} | {alone:.1} | – | – |");
                continue;
            }
            let together = draws_per_second(short(posterior.nuts_in_lockstep(chains), chains, &start))?;
            println!("| {numbers} | {chains} | {alone:.1} | {together:.1} | {:.2} |", together / alone);
        }
    }
    Ok(())
}

/// A run that has as many iterations whatever the data are.
fn short<'a>(nuts: Nuts<'a>, chains: usize, start: &[f64]) -> Nuts<'a> {
    nuts.chains(chains).warmup(100).draws(100).seed(1).progress(false).initial_points([start.to_vec()])
}

/// Effective draws of the worst coordinate, per second of the whole run.
fn draws_per_second(nuts: Nuts<'_>) -> Result<f64, Box<dyn Error>> {
    let started = Instant::now();
    let fit = nuts.run()?;
    let seconds = started.elapsed().as_secs_f64();
    let worst = fit.draws().summary().rows().iter().map(|row| row.ess_bulk).fold(f64::INFINITY, f64::min);
    Ok(worst / seconds)
}
