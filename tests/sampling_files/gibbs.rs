//! Checkpoints of the Gibbs sampler.

use super::{Y, directory, killed};
use crate::plain::swept_count;
use monomorph::draws::Warning;
use monomorph::gibbs::Gibbs;
use monomorph::prelude::*;
use monomorph::rand::rngs::ChaCha8Rng;
use monomorph::rand::{Rng, RngExt, SeedableRng};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// A model with each kind of update: listed values, conjugate pairs, a block, a proposal, and a definition.
pub fn mixture() -> Posterior<impl BoundModel + use<>> {
    params! { p: interval(0.0, 1.0), mu: vector(2), z: vector(5).binary(), spread: positive(), shift: real() }
    let y = [-1.9, 2.2, 1.7, -2.3, 0.4];
    let model = model! {
        p      |= beta(1.0, 1.0),
        mu     |= normal(0.0, 3.0),
        z      |= bernoulli(p),
        spread |= exponential(1.0),
        shift  |= normal(0.0, 0.1),
        centre  = mu.at(z) + shift,
        data(&y) |= normal(centre, spread),
    };
    model.compile().expect("the model compiles")
}

/// Makes a run of [`mixture`] that calls the proposal once in each sweep.
pub fn short<'a, M: BoundModel>(
    posterior: &'a Posterior<M>,
    asked: impl Fn() + Send + Sync + 'a,
) -> Gibbs<'a, M> {
    let walk = move |shift: &[f64], rng: &mut dyn Rng| {
        asked();
        (vec![shift[0] + rng.random_range(-0.1..0.1)], 0.0)
    };
    posterior.gibbs().chains(2).warmup(60).draws(100).thin(2).seed(3).proposal("shift", walk)
}

/// The variable of the environment for the process that is killed, with the path of its checkpoint.
const RESUMED: &str = "MONOMORPH_TEST_RESUMED_GIBBS";

/// Continues a run that is killed repeatedly, and writes a byte for each sweep.
#[test]
fn gibbs_victim() {
    let Ok(path) = std::env::var(RESUMED) else { return };
    let posterior = mixture();
    killed::say_begun();
    let _ = short(&posterior, killed::say_step).checkpoint(&path, 5).resume(&path).run();
}

#[test]
fn a_gibbs_run_that_is_killed_has_the_draws_of_one_that_is_not() {
    let path = directory("gibbs").join("run.mono");
    let posterior = mixture();
    let whole = short(&posterior, || ()).run().expect("draws");
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let (mut kills, mut finished) = (0, 0);
    while kills < swept_count(20) {
        let file = path.to_str().expect("a path in UTF-8");
        if killed::is_killed("gibbs::gibbs_victim", (RESUMED, file), rng.random_range(0..120), 0) {
            kills += 1;
        } else {
            // It was over before.
            assert_eq!(short(&posterior, || ()).resume(&path).run().as_ref(), Ok(&whole));
            finished += 1;
            std::fs::remove_file(&path).expect("a file");
        }
    }
    println!("{kills} kills, {finished} runs were over");
    assert_eq!(short(&posterior, || ()).checkpoint(&path, 1000).resume(&path).run(), Ok(whole));

    let longer = || short(&posterior, || ()).draws(130);
    assert_eq!(longer().resume(&path).run(), longer().run());
}

#[test]
fn a_checkpoint_of_another_gibbs_run_is_refused() {
    let path = directory("gibbs-other").join("run.mono");
    let posterior = mixture();
    short(&posterior, || ()).checkpoint(&path, 50).run().expect("draws");
    let resumed = || short(&posterior, || ()).resume(&path);
    let before = std::fs::read(&path).expect("a file");
    for (gibbs, words) in [
        (resumed().seed(4), "`seed` is 3 there, and 4 here"),
        (resumed().thin(1), "`thin` is 2 there, and 1 here"),
        (resumed().slice("spread"), "`schedule`"),
        (short(&posterior, || ()).checkpoint(&path, 3), "there is a run already"),
    ] {
        let error = gibbs.run().expect_err("the file is refused").to_string();
        assert!(error.contains(words), "{error}");
    }
    params! { mu: real(), spread: positive() }
    let nuts = model! { mu |= normal(0.0, 1.0), spread |= exponential(1.0), data(&Y) |= normal(mu, spread) };
    let nuts = nuts.compile().expect("the model compiles");
    let error = nuts.nuts().resume(&path).run().expect_err("the file is refused").to_string();
    assert!(error.contains("another model"), "{error}");
    assert!(std::fs::read(&path).expect("a file") == before, "the file is untouched");
}

#[test]
fn a_gibbs_run_can_be_interrupted() {
    let posterior = mixture();
    let (stop, sweeps) = (AtomicBool::new(false), AtomicUsize::new(0));
    let count = || {
        let sweep = sweeps.fetch_add(1, Ordering::Relaxed);
        stop.fetch_or(sweep == 300, Ordering::Relaxed);
    };
    // Of two chains the one that is ahead might be kept alone.
    let gibbs = short(&posterior, count).chains(1).draws(1_000_000);
    let draws = gibbs.interrupt(&stop).run().expect("draws");
    let whole = short(&posterior, || ()).run().expect("draws");
    assert!(draws.draws_per_chain() < 300);
    assert!(draws.warnings().iter().any(|warning| matches!(warning, Warning::Interrupted { .. })));
    assert!(draws.summary().to_string().contains("interrupted"), "{}", draws.summary());
    let first = |draws: &Draws| draws.column("mu[0]").expect("mu").as_slice()[..3].to_vec();
    assert_eq!(first(&draws), first(&whole));

    stop.store(true, Ordering::Relaxed);
    let error = short(&posterior, || ()).interrupt(&stop).run().expect_err("no draw");
    assert_eq!(error, Error::Interrupted);
}

/// A chain that panics does not affect the others.
#[test]
fn a_failing_chain_leaves_the_others() {
    let posterior = mixture();
    let is_first = AtomicBool::new(true);
    let fails = || assert!(!is_first.swap(false, Ordering::Relaxed), "the first sweep of all fails");
    let draws = short(&posterior, fails).chains(3).run().expect("draws");
    assert_eq!(draws.chains(), 2);
    let failed = |warning: &Warning| matches!(warning, Warning::ChainFailed { reason } if reason.contains("the first sweep"));
    assert!(draws.warnings().iter().any(failed), "{:?}", draws.warnings());
}

/// A file has one writer, which excludes others.
#[test]
fn a_file_has_one_writer() {
    let path = directory("gibbs-lock").join("run.mono");
    let posterior = mixture();
    let seen = AtomicBool::new(false);
    let other = || {
        if !seen.swap(true, Ordering::Relaxed) {
            let error = short(&posterior, || ()).resume(&path).run().expect_err("the file is locked");
            assert!(error.to_string().contains("another run writes to it"), "{error}");
        }
    };
    let draws = short(&posterior, other).checkpoint(&path, 10).run().expect("draws");
    assert!(seen.into_inner() && draws.chains() == 2 && draws.warnings().is_empty());
}

#[test]
fn gibbs_draws_on_disk_are_those_in_memory() {
    let path = directory("gibbs-disk").join("run.mono");
    let posterior = mixture();
    let whole = short(&posterior, || ()).run().expect("draws");
    let error = short(&posterior, || ()).run_to_disk().expect_err("no file").to_string();
    assert!(error.contains("`checkpoint` must be set"), "{error}");
    // The second half by a second run.
    short(&posterior, || ()).draws(40).checkpoint(&path, 7).run_to_disk().expect("draws");
    let saved = short(&posterior, || ()).resume(&path).run_to_disk().expect("draws");
    let names: Vec<&str> = whole.variables().iter().map(|variable| variable.name).collect();
    let read = saved.read(&names).expect("the draws");
    for (name, column) in whole.columns() {
        assert_eq!(read.column(name).expect("a column").as_slice(), column.as_slice(), "{name}");
    }
    assert_eq!(saved.summary().expect("a summary").rows(), whole.summary().rows());
    let later = posterior.saved_draws(&path).expect("the file");
    assert_eq!(later.read(&["z"]).expect("z"), saved.read(&["z"]).expect("z"));
    assert_eq!(short(&posterior, || ()).resume(&path).run().expect("draws"), whole);
}
