//! Gibbs sampling that stops at a number of effective draws, and reports its progress.

use super::gibbs::{mixture, short};
use super::{directory, killed};
use crate::plain::swept_count;
use monomorph::draws::{SummaryRow, Warning};
use monomorph::gibbs::Gibbs;
use monomorph::prelude::*;
use monomorph::rand::rngs::ChaCha8Rng;
use monomorph::rand::{RngExt, SeedableRng};
use monomorph::sampling::{ChainProgress, Progress, RunProgress};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Set for the process that is killed, whose run stops when there are enough effective draws.
const RESUMED: &str = "MONOMORPH_TEST_RESUMED_GIBBS_UNTIL";

/// Continues a run that is killed repeatedly, and writes a byte for each sweep.
#[test]
fn victim() {
    let Ok(path) = std::env::var(RESUMED) else { return };
    let posterior = mixture();
    killed::say_begun();
    let _ = enough(short(&posterior, killed::say_step)).checkpoint(&path, 20).resume(&path).run();
}

/// A run that stops when there are enough effective draws.
fn enough<M: BoundModel>(gibbs: Gibbs<'_, M>) -> Gibbs<'_, M> {
    gibbs.draws(1_500).until(50.0, 1.1)
}

/// A chain that fails after its beginning has no draws to judge: the other chains decide when the run ends.
#[test]
fn a_chain_that_fails_does_not_keep_a_run_from_its_end() {
    let posterior = mixture();
    let sweeps = AtomicUsize::new(0);
    let fails = || assert!(sweeps.fetch_add(1, Ordering::Relaxed) != 30, "one sweep of warmup fails");
    let fit = enough(short(&posterior, fails)).chains(3).run().expect("draws");
    assert_eq!(fit.chains(), 2);
    assert!(fit.warnings().iter().any(|warning| matches!(warning, Warning::ChainFailed { .. })));
    let count = fit.draws_per_chain();
    assert!((50..1_500).contains(&count), "{count}");
}

#[test]
fn a_gibbs_run_stops_when_there_are_enough_effective_draws() {
    let path = directory("gibbs-until").join("run.mono");
    let posterior = mixture();
    let gibbs = || short(&posterior, || ());
    let whole = gibbs().draws(1_500).run().expect("draws");
    let fit = enough(gibbs()).threads(1).run().expect("draws");
    let count = fit.draws_per_chain();
    assert!((100..1_500).contains(&count), "{count}");
    // What never changes has neither effective draws nor an R-hat.
    let is_reached = |row: &SummaryRow| !(row.ess_bulk < 50.0 || row.ess_tail < 50.0 || row.rhat > 1.1);
    assert!(fit.summary().rows().iter().all(is_reached));
    for (name, column) in fit.columns() {
        let all = whole.column(name).expect("an element");
        assert!(
            (0..2).all(|chain| column.chain(chain) == all.chain(chain).map(|all| &all[..count])),
            "{name}"
        );
    }
    assert_eq!(enough(gibbs()).threads(2).run().as_ref(), Ok(&fit));

    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let (mut kills, mut finished) = (0, 0);
    while kills < swept_count(10) {
        let (file, steps) = (path.to_str().expect("a path in UTF-8"), rng.random_range(0..count));
        if killed::is_killed("gibbs_until::victim", (RESUMED, file), steps, 0) {
            kills += 1;
        } else {
            // It was over before.
            assert_eq!(enough(gibbs()).resume(&path).run().as_ref(), Ok(&fit));
            finished += 1;
            std::fs::remove_file(&path).expect("a file");
        }
    }
    println!("{kills} kills, {finished} runs were over");
    assert_eq!(enough(gibbs()).checkpoint(&path, 1000).resume(&path).run(), Ok(fit));

    let limited = gibbs().until(1e6, 1.05).run().expect("draws");
    let not_reached = |warning: &Warning| matches!(warning, Warning::NotReached { ess: 1e6, .. });
    assert!(limited.draws_per_chain() == 100 && limited.warnings().iter().any(not_reached));
    let error = gibbs().until(0.0, 1.05).run().expect_err("no bound").to_string();
    assert!(error.contains("`until` must have effective draws above 0"), "{error}");
    let error =
        gibbs().until(10.0, 1.05).checkpoint(&path, 5).run_to_disk().expect_err("on disk").to_string();
    assert!(error.contains("`until` must not be set"), "{error}");
}

/// Keeps the last report of progress.
struct Last(Mutex<(usize, usize, u64, bool)>);

impl Progress for Last {
    fn show(&self, run: &RunProgress<'_>) {
        let sum = |number: fn(&ChainProgress) -> usize| run.chains.iter().map(number).sum::<usize>();
        let gradients = run.chains.iter().map(|chain| chain.gradients).sum();
        let is_over = run.chains.iter().all(|chain| chain.is_over);
        let (sweeps, draws) = (sum(|chain| chain.transitions), sum(|chain| chain.draws));
        *self.0.lock().expect("a lock") = (sweeps, draws, gradients, is_over);
    }
}

#[test]
fn progress_of_a_gibbs_run_is_told() {
    let last = Last(Mutex::default());
    let posterior = mixture();
    short(&posterior, || ()).report_to(&last).run().expect("draws");
    let (sweeps, draws, gradients, is_over) = *last.0.lock().expect("a lock");
    // Two chains of 60 sweeps, the first draw, and 99 times 2.
    assert_eq!((sweeps, draws, is_over), (2 * (60 + 1 + 198), 200, true));
    assert!(gradients > 2 * sweeps as u64, "{gradients}");
}
