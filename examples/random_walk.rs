//! How far from home did the walk start?
//!
//! A walk starts at most 3 km from home, and moves back and forth by up to 1 km at a time until it reaches
//! home or has covered 10 km. The observed distance is about 1.1 km. The number of steps is random, so the
//! number of choices is random too.
//!
//! The program is from Mak, Ong, Paquet and Wagner 2021, "Densities of almost surely terminating
//! probabilistic programs are differentiable almost everywhere", and from Mak, Zaiser and Ong 2022,
//! "Nonparametric involutive Markov chain Monte Carlo".
//!
//! `cargo run --release --example random_walk -- FOLDER` writes a figure, `random_walk.svg`, into the folder.
//!
//! What to look at: Importance sampling with two million runs and chains that change single sites agree: the
//! walk started 0.59 ± 0.32 km from home, after 2.1 steps on average. In the figure the ten chains agree that
//! all distances from 0 to 1 km are probable, and that larger distances than the observed 1.1 km are not.

use monomorph::Error;
use monomorph::prelude::*;
use monomorph::program::{Run, program};
use monomorph::report::plot;
use std::path::Path;
use std::time::Instant;

fn walk(run: &mut Run) -> (f64, usize) {
    let start = run.sample("start", uniform(0.0, 3.0));
    let (mut position, mut distance, mut steps) = (start, 0.0, 0);
    while position > 0.0 && distance < 10.0 {
        let step = run.sample(("step", steps), uniform(-1.0, 1.0));
        position += step;
        distance += step.abs();
        steps += 1;
    }
    run.observe("distance", normal(1.1, 0.1), distance);
    (start, steps)
}

fn main() -> Result<(), Error> {
    let walk = program(walk);
    let began = Instant::now();
    let weighted = walk.importance(2_000_000).seed(1).run()?;
    println!("importance sampling, 2 000 000 runs in {:.1} s:", began.elapsed().as_secs_f64());
    println!(
        "  start {:.3} ± {:.3} km, {:.2} steps, as good as {:.0} independent draws",
        weighted.mean(|(start, _)| *start),
        weighted.sd(|(start, _)| *start),
        weighted.mean(|(_, steps)| *steps as f64),
        weighted.effective_draws()
    );
    let began = Instant::now();
    let fit = walk.single_site().chains(10).draws(1_000).thin(50).seed(1).record("start").run()?;
    let seconds = began.elapsed().as_secs_f64();
    println!(
        "\n10 chains of 50 000 steps, one choice at a time, in {seconds:.1} s, {:.0} % taken:",
        100.0 * fit.acceptance().unwrap_or(0.0)
    );
    println!("{}", fit.summary()?);
    println!(
        "  start {:.3} ± {:.3} km, {:.2} steps",
        fit.mean(|(start, _)| *start),
        fit.sd(|(start, _)| *start),
        fit.mean(|(_, steps)| *steps as f64)
    );

    println!("\nWhere it began, in km:");
    for bin in 0..15 {
        let (low, high) = (0.2 * f64::from(bin), 0.2 * f64::from(bin + 1));
        let share = fit.mean(|(start, _)| f64::from(u8::from((low..high).contains(start))));
        println!(
            "  {low:.1} to {high:.1}  {:5.1} %  {}",
            100.0 * share,
            "#".repeat((150.0 * share) as usize)
        );
    }

    if let Some(folder) = std::env::args_os().nth(1) {
        plot::density(&fit.draws()?.dataset())
            .title("Where ten chains say that the walk began")
            .caption("A density of each chain, km from home.")
            .size(640.0, 260.0)
            .save(Path::new(&folder).join("random_walk.svg"))?;
    }
    Ok(())
}
