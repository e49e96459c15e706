//! Chains in lockstep compared with chains alone, and approximations whose draws are evaluated eight in a
//! pass or one by one, on 160 MB: short runs of a logistic regression.
//!
//! All runs have one core: each run has as many threads as its chains need to read memory one after the
//! other, or together.

use crate::logistic::{self, Way};
use crate::regression::Data;
use monomorph::approximate::{Approximation, Laplace, Pathfinder};
use monomorph::prelude::*;
use monomorph::sampling::Nuts;
use std::error::Error;
use std::time::Instant;

const ROWS: usize = 1_000_000;
const COLUMNS: usize = 20;

/// A run of an approximation.
type Run<'a> = dyn Fn() -> Result<Approximation, monomorph::Error> + 'a;

pub fn run() -> Result<(), Box<dyn Error>> {
    let observed = Data::new(ROWS, COLUMNS);
    let posterior = logistic::posterior(&observed, Way::With(Options::default()))?;
    let start = vec![0.0; posterior.dimension()];
    println!("\nlogistic regression of {ROWS} x {COLUMNS}, 30 draws of warmup and 20 more");
    println!("{:>26} {:>10} {:>12} {:>18}", "", "s", "gradients", "ms a gradient");
    let runs = [
        ("one chain", short(posterior.nuts(), 1, &start).threads(1)),
        ("four, one after the other", short(posterior.nuts(), 4, &start).threads(1)),
        ("four in lockstep", short(posterior.nuts_in_lockstep(4), 4, &start)),
    ];
    let mut draws = Vec::new();
    for (name, nuts) in runs {
        let started = Instant::now();
        let fit = nuts.run()?;
        let seconds = started.elapsed().as_secs_f64();
        let chains = fit.chains().iter();
        let gradients: u64 = chains.map(|chain| chain.leapfrogs() + chain.warmup_leapfrogs()).sum();
        println!("{name:>26} {seconds:>10.2} {gradients:>12} {:>18.2}", 1e3 * seconds / gradients as f64);
        draws.push(fit.draws().clone());
    }
    assert!(draws[1] == draws[2], "draws in lockstep are those of chains alone");

    println!("\n{:>26} {:>10} {:>18}", "100 draws", "s", "draws weighed");
    let laplace = |laplace: Laplace<'_>| laplace.draws(100).seed(1).initial_points([start.clone()]).run();
    let path = |pathfinder: Pathfinder<'_>| {
        pathfinder.paths(1).draws(100).seed(1).initial_points([start.clone()]).run()
    };
    let runs: [(&str, &Run<'_>); 4] = [
        ("Laplace", &|| laplace(posterior.laplace())),
        ("Laplace, eight in a pass", &|| laplace(posterior.laplace_in_lockstep(8))),
        ("Pathfinder", &|| path(posterior.pathfinder())),
        ("Pathfinder, eight in a pass", &|| path(posterior.pathfinder_in_lockstep(8))),
    ];
    for (name, run) in runs {
        let started = Instant::now();
        let found = run()?;
        println!("{name:>27} {:>9.2} {:>18}", started.elapsed().as_secs_f64(), found.log_densities().len());
    }
    Ok(())
}

/// A run of `chains` chains that is over soon.
fn short<'a>(nuts: Nuts<'a>, chains: usize, start: &[f64]) -> Nuts<'a> {
    nuts.chains(chains).warmup(30).draws(20).seed(1).progress(false).initial_points([start.to_vec()])
}
