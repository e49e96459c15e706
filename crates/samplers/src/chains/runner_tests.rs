//! Tests the runner with chains written by hand: which methods it calls, and when.

use super::{ChainProgress, Chains, Phase, Progress, RunHooks, RunProgress, RunSettings, Sampler, Step};
use super::{Transition, Until, runner::Outcome};
use crate::checkpoint::{Block, Every, Plan};
use crate::draws::Warning;
use crate::error::Error;
use crate::shape::Extent;
use crate::trace::VariableInfo;
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// A chain whose draws are the numbers of their places. It calls `before` before each iteration.
struct Counting<'a> {
    iterations: usize,
    before: &'a (dyn Fn(usize, Phase) -> Result<(), Error> + Sync),
}

impl Transition for Counting<'_> {
    fn begin(&mut self) -> Result<(), Error> {
        Ok(())
    }

    fn restore(&mut self, _saved: &[u8], _is_exact: bool) -> Result<(), String> {
        Err("it is not saved".to_owned())
    }

    fn read_draws(&mut self, _block: &Block, _most: usize) -> Result<(), String> {
        Ok(())
    }

    fn advance(&mut self, phase: Phase) -> Result<Step, Error> {
        (self.before)(self.iterations, phase)?;
        self.iterations += 1;
        Ok(Step::default())
    }

    fn write_draw(&mut self, index: usize, numbers: &mut Vec<f64>) -> Result<(), Error> {
        numbers.push(index as f64);
        Ok(())
    }

    fn save(&mut self) -> Vec<u8> {
        Vec::new()
    }
}

fn settings(warmup: usize, draws: usize) -> RunSettings {
    let chains = Chains { count: 1, draws, ..Chains::with_warmup(warmup) };
    RunSettings { chains, threads: Some(1), progress: false, ..RunSettings::default() }
}

/// Runs one chain. Returns its outcome and the number of iterations.
fn run(
    settings: &RunSettings,
    hooks: &RunHooks<'_>,
    before: &(dyn Fn(usize, Phase) -> Result<(), Error> + Sync),
) -> (Result<Outcome, Error>, usize) {
    let mut chain = Counting { iterations: 0, before };
    let place = VariableInfo::behind(&[], "place", Extent::Scalar, false);
    let sampler = Sampler { name: "counting", variables: &[place], statistics: 0, facts: Vec::new() };
    let mut values = vec![0.0; settings.chains.draws];
    let outcome =
        super::run_chains(sampler, settings, hooks, &mut values, [&mut chain as &mut dyn Transition]);
    (outcome, chain.iterations)
}

/// A condition of `until` that rising draws never fulfil, so that it is checked again and again.
const NEVER: Option<Until> = Some(Until { ess: 1e6, rhat: 1.1 });

#[test]
fn a_chain_that_failed_is_not_asked_again() {
    let asked = Mutex::new(0);
    let failing = |iteration, _| {
        *asked.lock().expect("a count") += 1;
        match iteration {
            110 => Err(Error::Sampler { chain: 0, reason: "it is the 110th".to_owned() }),
            _ => Ok(()),
        }
    };
    let settings = RunSettings { until: NEVER, ..settings(0, 400) };
    let (outcome, _) = run(&settings, &RunHooks::default(), &failing);
    assert!(outcome.expect("an outcome").results[0].is_err());
    assert_eq!(asked.into_inner().expect("a count"), 111);
}

/// Records the progress of the first chain.
#[derive(Default)]
struct Shown(Mutex<Vec<ChainProgress>>);

impl Progress for Shown {
    fn show(&self, run: &RunProgress<'_>) {
        self.0.lock().expect("what is shown").push(run.chains[0].clone());
    }
}

#[test]
fn a_chain_is_over_once() {
    let shown = Shown::default();
    let settings = RunSettings { until: NEVER, ..settings(20, 200) };
    let hooks = RunHooks { progress: Some(&shown), ..RunHooks::default() };
    let (outcome, iterations) = run(&settings, &hooks, &|_, _| Ok(()));
    assert_eq!((outcome.expect("an outcome").wanted, iterations), (200, 220));
    let shown = shown.0.into_inner().expect("what is shown");
    let over: Vec<_> = shown.iter().filter(|chain| chain.is_over).collect();
    assert_eq!(over.len(), 1);
    assert_eq!((over[0].draws, over[0].transitions), (200, 220));
}

#[test]
fn warmup_and_sampling_have_the_time_of_their_own_iterations() {
    const TIME: Duration = Duration::from_millis(5);
    let busy = |is_slow: bool| {
        let start = Instant::now();
        while is_slow && start.elapsed() < TIME {}
    };
    for is_slow_in_warmup in [true, false] {
        let one = |_, phase| {
            busy((phase != Phase::Sampling) == is_slow_in_warmup);
            Ok(())
        };
        let (outcome, _) = run(&settings(1, 1), &RunHooks::default(), &one);
        let clock = outcome.expect("an outcome").clocks[0];
        let slow = if is_slow_in_warmup { clock.warmup_time } else { clock.sampling_time };
        assert!(slow >= TIME, "{clock:?}");
    }
}

/// Runs a chain that saves itself after each iteration, and whose folder is deleted before the fifth.
fn with_a_lost_folder(name: &str, is_on_disk: bool) -> (Result<Outcome, Error>, usize) {
    let folder: PathBuf = std::env::temp_dir().join(format!("monomorph-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let checkpoint = Some((folder.join("run.mono"), Every::Transitions(1)));
    let plan = Plan { checkpoint, resume: None };
    let lose = |iteration, _| {
        if iteration == 5 {
            std::fs::remove_dir_all(&folder).expect("no folder");
        }
        Ok(())
    };
    run(&RunSettings { plan, is_on_disk, ..settings(2, 20) }, &RunHooks::default(), &lose)
}

#[test]
fn a_run_with_draws_in_memory_warns_where_it_cannot_save() {
    let (outcome, iterations) = with_a_lost_folder("in-memory", false);
    let outcome = outcome.expect("an outcome");
    assert_eq!((outcome.results, iterations), (vec![Ok(20)], 22));
    assert!(matches!(&outcome.warnings[..], [Warning::NotSaved { path, .. }] if path.ends_with("run.mono")));
}

#[test]
fn a_run_with_draws_on_disk_alone_ends_where_it_cannot_save() {
    let (outcome, iterations) = with_a_lost_folder("on-disk", true);
    assert!(matches!(&outcome.expect("an outcome").results[..], [Err(Error::Io { .. })]));
    assert_eq!(iterations, 6);
}
