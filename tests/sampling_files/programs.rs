//! Checkpoints of chains of programs.

use super::{directory, killed, short as short_nuts, small};
use crate::plain::swept_count;
use monomorph::prelude::*;
use monomorph::program::{Chain, Choices, Draw, Program, ProgramFit, Run, Submodel, program, submodel};
use monomorph::rand::rngs::ChaCha8Rng;
use monomorph::rand::{RngExt, SeedableRng};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Returns the number of tosses until the first success.
fn geometric(run: &mut Run, p: f64) -> u64 {
    if run.sample("stop", bernoulli(p)) { 1 } else { 1 + run.call("next", |run| geometric(run, p)) }
}

/// A static model to be a part of programs.
fn part() -> Submodel<impl BoundModel> {
    params! { mu: real(), tau: positive() }
    let y = [1.2, 0.4, 0.9];
    let model = model! { mu |= normal(0.0, 2.0), tau |= exponential(1.0), data(&y) |= normal(mu, tau) };
    submodel(model).expect("the model compiles")
}

/// A program with a varying number of choices and a model within it. It calls a function in each run;
/// `scale` is a number in its text.
fn counted<M: BoundModel>(
    part: &Submodel<M>,
    scale: f64,
    runs: impl Fn(),
) -> Program<impl Fn(&mut Run) -> (u64, f64)> {
    program(move |run| {
        runs();
        let p = run.sample("p", beta(3.0, 1.0));
        let n = run.call("n", |run| geometric(run, p));
        let x = run.sample("x", normal(n as f64, scale));
        run.observe("y", poisson(n as f64), 4);
        let trace = run.call("part", |run| run.model(part));
        run.observe("z", normal(x, 1.0), 2.5);
        (n, x + trace.names().count() as f64)
    })
}

fn propose(run: &mut Run, _: &Choices) -> Result<(), Error> {
    run.sample("step", normal(0.0, 1.0));
    Ok(())
}

fn shift(choices: &mut Choices, auxiliary: &mut Choices) -> Result<f64, Error> {
    let (x, step) = (choices.get("x")?, auxiliary.get("step")?);
    choices.set("x", x + step);
    auxiliary.set("step", -step);
    Ok(0.0)
}

/// Chains by every kernel of programs that are not tracked.
fn short<'a, F, M>(program: &'a Program<F>, part: &'a Submodel<M>) -> Chain<'a, (u64, f64), F>
where
    F: Fn(&mut Run) -> (u64, f64),
    M: BoundModel,
{
    let chain = program.chain().single_site().times(2).particle_gibbs(3);
    let chain = chain.hamiltonian_within("part", part).involution(propose, shift);
    chain.chains(3).warmup(20).draws(30).thin(2).seed(6).record_all()
}

/// Compares everything in two fits.
#[track_caller]
fn assert_same(fit: &ProgramFit<(u64, f64)>, other: &ProgramFit<(u64, f64)>) {
    assert_eq!(fit.values(), other.values());
    assert_eq!(fit.acceptance(), other.acceptance());
    assert_eq!(fit.draws().expect("draws"), other.draws().expect("draws"));
    for address in ["n.next.stop", "n.next.next.next.stop", "part.tau"] {
        assert_eq!(fit.choices(address).ok(), other.choices(address).ok(), "{address}");
    }
}

/// Set for the process that is killed: its checkpoint, and the number of its threads.
const RESUMED: &str = "MONOMORPH_TEST_RESUMED_PROGRAM";

/// Continues a run that is killed repeatedly, and writes a byte for each run of the program.
#[test]
fn program_victim() {
    let Ok(text) = std::env::var(RESUMED) else { return };
    let (path, threads) = text.rsplit_once(' ').expect("a path and a number");
    killed::say_begun();
    let part = part();
    let program = counted(&part, 1.0, killed::say_step);
    let chain = short(&program, &part).threads(threads.parse().expect("a number"));
    let _ = chain.checkpoint(path, 3).resume(path).run();
}

#[test]
fn a_program_that_is_killed_has_the_draws_of_one_that_is_not() {
    let path = directory("program").join("run.mono");
    let (part, runs) = (part(), AtomicUsize::new(0));
    let count = || {
        runs.fetch_add(1, Ordering::Relaxed);
    };
    let program = counted(&part, 1.0, count);
    let chain = || short(&program, &part);
    let whole = chain().run().expect("a fit");
    // A third of the runs, so that several processes are needed.
    let most = runs.load(Ordering::Relaxed) / 3;
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let (mut kills, mut finished) = (0, 0);
    while kills < swept_count(15) {
        let run = format!("{} {}", path.display(), rng.random_range(1..4));
        if killed::is_killed("programs::program_victim", (RESUMED, &run), rng.random_range(0..most), 0) {
            kills += 1;
        } else {
            // It was over before.
            assert_same(&chain().resume(&path).run().expect("a fit"), &whole);
            finished += 1;
            std::fs::remove_file(&path).expect("a file");
        }
    }
    println!("{kills} kills, {finished} runs were over");
    assert_same(&chain().checkpoint(&path, 1000).resume(&path).run().expect("a fit"), &whole);

    let longer = || chain().draws(40);
    assert_same(&longer().resume(&path).run().expect("a fit"), &longer().run().expect("a fit"));
    // Fewer, and the file keeps what it has.
    let before = std::fs::read(&path).expect("a file");
    let fewer = chain().draws(20).resume(&path).run().expect("a fit");
    assert_eq!(fewer.values(), chain().draws(20).run().expect("a fit").values());
    assert!(std::fs::read(&path).expect("a file") == before);
    // Other choices may be recorded, since the file has all.
    let recorded = chain().draws(40).resume(&path).run().expect("a fit");
    assert_eq!(recorded.choices("p"), longer().run().expect("a fit").choices("p"));
}

/// Checks the error of a run that cannot continue, and that it does not change the files.
#[track_caller]
fn refused<T: Clone + Send, F: Fn(&mut Run) -> T + Sync>(chain: Chain<'_, T, F>, path: &Path, words: &str) {
    let files = || [path.to_owned(), path.with_extension("mono.draws")].map(|path| std::fs::read(path).ok());
    let before = files();
    let error = chain.run().map(drop).expect_err("the file is refused");
    assert!(matches!(error, Error::Checkpoint { .. }), "{error}");
    assert!(error.to_string().contains(words), "{error}");
    assert!(files() == before, "the files are untouched");
}

#[test]
fn a_checkpoint_of_another_program_is_refused() {
    let path = directory("program-other").join("run.mono");
    let part = part();
    let own = counted(&part, 1.0, || ());
    short(&own, &part).checkpoint(&path, 50).run().expect("a fit");
    let resumed = || short(&own, &part).resume(&path);
    refused(short(&own, &part).checkpoint(&path, 50), &path, "there is a run already");
    refused(resumed().seed(7), &path, "`seed` is 6 there, and 7 here");
    refused(resumed().thin(1), &path, "`thin` is 2 there, and 1 here");
    refused(resumed().single_site(), &path, "`kernels` is single_site × 2, ");
    let start = Trace::of([("x", 2.0)]).expect("a trace");
    refused(resumed().start(&start), &path, "`start` is ");
    let conditioned = counted(&part, 1.0, || ()).condition("x", 2.0).expect("a name");
    refused(short(&conditioned, &part).resume(&path), &path, "`values that are given` is ");
    // Another number in the text of the program, fewer choices, more choices, other observations.
    let scaled = counted(&part, 1.1, || ());
    refused(short(&scaled, &part).resume(&path), &path, "another model or to other data: the log density");
    let fewer = program(|run: &mut Run| (1, run.sample("x", normal(0.0, 1.0))));
    refused(short(&fewer, &part).resume(&path), &path, "another program, which makes other choices");
    let counted = counted(&part, 1.0, || ());
    let more = program(|run: &mut Run| {
        run.sample("more", normal(0.0, 1.0));
        let trace = run.call("part", |run| run.model(&part));
        (trace.names().count() as u64, counted.simulate(1).map_or(0.0, |once| once.value.1))
    });
    refused(short(&more, &part).resume(&path), &path, "another program, which makes other choices");

    // A file of another sampler, and a file of a program for another sampler.
    let nuts_path = path.with_file_name("nuts.mono");
    let posterior = small(&super::Y, 3.0);
    short_nuts(&posterior).checkpoint(&nuts_path, 50).run().expect("a fit");
    refused(short(&own, &part).resume(&nuts_path), &nuts_path, "`sampler` is nuts there, and program here");
    let error = short_nuts(&posterior).resume(&path).run().expect_err("another sampler").to_string();
    assert!(error.contains("its variables are none; this model's are mu, tau"), "{error}");
    let error = posterior.saved_draws(&path).expect_err("a program").to_string();
    assert!(error.contains("its variables are none"), "{error}");
}

#[test]
fn each_draw_is_told_when_it_is_made() {
    let path = directory("program_told").join("run.mono");
    let (part, told) = (part(), Mutex::new(BTreeMap::new()));
    let program = counted(&part, 1.0, || ());
    let see = |draw: &Draw<'_, (u64, f64)>| {
        let stopped = draw.record.sites().iter().filter(|site| draw.record.address(site).ends_with("stop"));
        let before = told.lock().unwrap().insert((draw.chain, draw.draw), (*draw.value, stopped.count()));
        assert_eq!(before, None, "a draw is told once");
    };
    let fit = short(&program, &part).checkpoint(&path, 1000).on_draw(see).run().expect("a fit");
    let values: Vec<(u64, f64)> = told.lock().unwrap().values().map(|(value, _)| *value).collect();
    assert_eq!(values, fit.values());
    // A toss for each that it took until the first success.
    assert!(told.lock().unwrap().values().all(|((tosses, _), stopped)| *tosses == *stopped as u64));

    told.lock().unwrap().clear();
    let longer = short(&program, &part).draws(40).resume(&path).on_draw(see).run().expect("a fit");
    let made: Vec<(usize, usize)> = told.lock().unwrap().keys().copied().collect();
    assert_eq!(made, (0..3).flat_map(|chain| (30..40).map(move |draw| (chain, draw))).collect::<Vec<_>>());
    assert_eq!(longer.values()[39], told.lock().unwrap()[&(0, 39)].0);
}
