//! Chains of programs that stop when there are enough effective draws.

use super::directory;
use monomorph::draws::Warning;
use monomorph::prelude::*;
use monomorph::program::{Chain, Program, Run, program};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// A program for the mean of three numbers and their scale. It calls `runs` in each run.
fn mean(runs: impl Fn()) -> Program<impl Fn(&mut Run) -> f64> {
    program(move |run| {
        runs();
        let mean = run.sample("mean", normal(0.0, 3.0));
        let scale = run.sample("scale", exponential(1.0));
        [1.2, 0.4, 0.9]
            .into_iter()
            .enumerate()
            .for_each(|(i, y)| run.observe(("y", i), normal(mean, scale), y));
        mean / scale
    })
}

fn quick<F: Fn(&mut Run) -> f64>(program: &Program<F>) -> Chain<'_, f64, F> {
    let chain = program.single_site().times(3).chains(3).warmup(50).draws(2_000).seed(2);
    chain.record("mean").record("scale")
}

#[test]
fn a_program_stops_when_there_are_enough_effective_draws() {
    let path = directory("program-until").join("run.mono");
    let program = mean(|| ());
    let whole = quick(&program).run().expect("a fit");
    let enough = |threads| quick(&program).threads(threads).until(80.0, 1.1);
    let fit = enough(1).run().expect("a fit");
    let draws = fit.draws().expect("draws");
    let count = draws.draws_per_chain();
    assert!((100..2_000).contains(&count), "{count}");
    for row in draws.summary().rows() {
        assert!(row.ess_bulk >= 80.0 && row.ess_tail >= 80.0 && row.rhat <= 1.1, "{}", row.name);
    }
    for number in 0..3 {
        assert_eq!(fit.values()[number * count..][..count], whole.values()[number * 2_000..][..count]);
    }
    // Interrupted somewhere, and gone on with on other threads.
    let (stop, runs) = (AtomicBool::new(false), AtomicUsize::new(0));
    let stopping = mean(|| {
        let run = runs.fetch_add(1, Ordering::Relaxed);
        stop.fetch_or(run == 1_000, Ordering::Relaxed);
    });
    let stopped = quick(&stopping).until(80.0, 1.1).checkpoint(&path, 1000).interrupt(&stop).run();
    let warnings = stopped.expect("some draws").warnings().to_vec();
    assert!(warnings.iter().any(|one| matches!(one, Warning::Interrupted { .. })), "{warnings:?}");
    let resumed = enough(3).resume(&path).run().expect("a fit");
    assert_eq!((resumed.values(), resumed.acceptance()), (fit.values(), fit.acceptance()));
    assert_eq!(resumed.draws(), fit.draws());
}

#[test]
fn a_program_says_what_was_not_reached() {
    let program = mean(|| ());
    let limited = quick(&program).draws(120).until(1e6, 1.1).run().expect("a fit");
    let text = limited.summary().expect("a summary").to_string().replace('\n', " ");
    assert!(text.contains("came to its limit of draws before all quantities had 1000000"), "{text}");
    let branches = program_of_branches();
    let nothing = branches.single_site().record("left").draws(150).until(10.0, 1.5);
    let warnings = nothing.run().expect("a fit").warnings().to_vec();
    assert!(warnings[0].to_string().contains("no quantity is in every draw"), "{warnings:?}");
    let unrecorded = branches.single_site().until(10.0, 1.5).run().map(drop);
    let error = unrecorded.expect_err("nothing is recorded").to_string();
    assert_eq!(error, "the setting `until` must come with recorded choices, by which it judges the draws");
}

/// A program of which no draw has all choices.
fn program_of_branches() -> Program<impl Fn(&mut Run) -> f64> {
    program(|run| match run.sample("is_left", bernoulli(0.5)) {
        true => run.sample("left", normal(0.0, 1.0)),
        false => run.sample("right", normal(0.0, 1.0)),
    })
}
