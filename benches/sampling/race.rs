//! The race of three samplers on one posterior.

use crate::nuts_rs;
use crate::sampler::{Library, Settings};
use crate::stanli::Options;
use monomorph::draws::Draws;
use monomorph::draws::diagnostics::{ess_bulk, mcse_mean};
use monomorph::prelude::*;
use std::error::Error;
use std::time::{Duration, Instant};

pub const CHAINS: usize = 4;
pub const WARMUP: usize = 1000;
pub const DRAWS: usize = 1000;
const SEEDS: [u32; 3] = [1, 2, 3];
/// How often each seed is run, but once if that takes long.
const REPEATS: usize = 2;
const LONG: Duration = Duration::from_secs(10);

/// How many Monte Carlo standard errors two means may differ.
const ERRORS: f64 = 6.0;

/// A race against the peers.
pub struct Race {
    /// stanli, if it is installed.
    pub sampler: Option<Library>,
}

/// A run of one sampler, or the mean of several.
#[derive(Clone, Copy)]
pub struct Finish {
    /// The smallest bulk ESS of all elements of parameters.
    pub ess: f64,
    /// The wall time of warmup and draws, all chains one after the other.
    pub seconds: f64,
    /// Leapfrog steps per draw, after warmup.
    pub leapfrogs: f64,
    /// Microseconds per leapfrog step, after warmup.
    pub leapfrog_time: f64,
    /// Gradients of the whole run, warmup included. 0 where they are not known.
    pub gradients: f64,
}

impl Finish {
    fn new(draws: &Draws, elapsed: Duration, leapfrogs: f64, sampling_seconds: f64, gradients: u64) -> Self {
        Self {
            ess: smallest_ess(draws),
            seconds: elapsed.as_secs_f64(),
            leapfrogs: leapfrogs / (CHAINS * DRAWS) as f64,
            leapfrog_time: 1e6 * sampling_seconds / leapfrogs,
            gradients: gradients as f64,
        }
    }

    /// Runs with the same seed have the same draws, and the fastest of them counts: disturbances only ever
    /// add time.
    fn keep_best(best: &mut Option<Self>, run: Self) {
        let before = best.unwrap_or(run);
        *best = Some(Self {
            seconds: run.seconds.min(before.seconds),
            leapfrog_time: run.leapfrog_time.min(before.leapfrog_time),
            ..run
        });
    }

    pub fn ess_per_second(&self) -> f64 {
        self.ess / self.seconds
    }

    /// Nanoseconds of the whole run per gradient.
    pub fn gradient_time(&self) -> f64 {
        1e9 * self.seconds / self.gradients
    }

    /// The smallest bulk ESS per thousand gradients of the whole run.
    pub fn ess_per_thousand(&self) -> f64 {
        1e3 * self.ess / self.gradients
    }
}

/// The means over all seeds.
pub struct Outcome {
    pub ours: Finish,
    pub nuts_rs: Finish,
    /// stanli's, if it is installed, and what it ran.
    pub theirs: Option<(Finish, String)>,
    /// Nanoseconds of a gradient alone.
    pub gradient: f64,
}

impl Outcome {
    /// Our effective draws per second in units of stanli's.
    pub fn ratio(&self) -> Option<f64> {
        self.theirs.as_ref().map(|(theirs, _)| self.ours.ess_per_second() / theirs.ess_per_second())
    }
}

impl Race {
    /// Samples with all, in turns.
    pub fn run<M: Model>(&self, model: M, sources: &[&str], json: &str) -> Result<Outcome, Box<dyn Error>> {
        let posterior = model.compile()?;
        let peer = self.sampler.as_ref();
        let peer = peer.map(|peer| Ok::<_, String>((peer, fastest(peer, sources, json)?))).transpose()?;
        let (mut ours, mut second, mut theirs) = (Vec::new(), Vec::new(), Vec::new());
        let mut gradient = f64::INFINITY;
        for seed in SEEDS {
            let mut best: [Option<Finish>; 3] = [None; 3];
            for _ in 0..REPEATS {
                let started = Instant::now();
                let nuts = posterior.nuts().chains(CHAINS).warmup(WARMUP).draws(DRAWS).seed(seed.into());
                let fit = nuts.threads(1).progress(false).run()?;
                let leapfrogs: u64 = fit.chains().iter().map(|chain| chain.leapfrogs()).sum();
                let warmup: u64 = fit.chains().iter().map(|chain| chain.warmup_leapfrogs()).sum();
                let sampling: Duration = fit.chains().iter().map(|chain| chain.sampling_time()).sum();
                let sampling = sampling.as_secs_f64();
                let all = warmup + leapfrogs;
                let own = Finish::new(fit.draws(), fit.elapsed(), leapfrogs as f64, sampling, all);
                Finish::keep_best(&mut best[0], own);
                gradient = gradient.min(gradient_time(&posterior, fit.chains()[0].initial_point()));

                let run = nuts_rs::sample(&posterior, seed.into())?;
                agree(fit.draws(), &run.draws)?;
                let own = Finish::new(&run.draws, run.elapsed, f64::NAN, f64::NAN, run.gradients);
                Finish::keep_best(&mut best[1], own);

                if let Some((peer, (number, options))) = peer {
                    let settings = Settings { seed, chains: CHAINS, warmup: WARMUP, draws: DRAWS };
                    let run = peer.sample(sources[number], json, options, &settings)?;
                    let draws = constrained(&posterior, &run.points)?;
                    agree(fit.draws(), &draws)?;
                    let own = Finish::new(&draws, run.elapsed, run.leapfrogs, run.sampling_seconds, 0);
                    Finish::keep_best(&mut best[2], own);
                }
                if started.elapsed() > LONG {
                    break;
                }
            }
            for (all, best) in [&mut ours, &mut second, &mut theirs].into_iter().zip(best) {
                all.extend(best);
            }
        }
        let theirs = peer.map(|(_, (number, options))| {
            let arithmetic = if options.fast_math == 0 { "exact" } else { "fast" };
            (mean(&theirs), format!("program {} of {}, {arithmetic}", number + 1, sources.len()))
        });
        Ok(Outcome { ours: mean(&ours), nuts_rs: mean(&second), theirs, gradient })
    }
}

/// Nanoseconds of a gradient, each at a point that the one before has moved.
fn gradient_time<M: BoundModel>(posterior: &Posterior<M>, point: &[f64]) -> f64 {
    const COUNT: usize = 2000;
    let (mut point, mut gradient) = (point.to_vec(), vec![0.0; point.len()]);
    let mut workspace = posterior.workspace();
    let started = Instant::now();
    for _ in 0..COUNT {
        posterior.log_density_and_gradient(&point, &mut gradient, &mut workspace);
        point[0] += 1e-12 * gradient[0];
    }
    1e9 * started.elapsed().as_secs_f64() / COUNT as f64
}

/// The program and the arithmetic with which the peer's leapfrog steps are fastest, in short runs that take
/// turns.
fn fastest(sampler: &Library, sources: &[&str], json: &str) -> Result<(usize, Options), String> {
    let settings = Settings { seed: 1, chains: 1, warmup: 300, draws: 200 };
    let variants = || (0..sources.len()).flat_map(|number| [(number, 0), (number, 1)]);
    let mut best = (f64::INFINITY, 0, Options::default());
    for (number, fast_math) in (0..3).flat_map(|_| variants()) {
        let options = Options { fast_math, ..Options::default() };
        let run = sampler.sample(sources[number], json, options, &settings)?;
        let time = run.sampling_seconds / run.leapfrogs;
        if time < best.0 {
            best = (time, number, options);
        }
    }
    Ok((best.1, best.2))
}

/// Unconstrained points as draws of this posterior.
fn constrained<M: BoundModel>(posterior: &Posterior<M>, points: &[f64]) -> Result<Draws, Box<dyn Error>> {
    let (draws, width) = (CHAINS * DRAWS, posterior.value_count());
    if points.len() != draws * posterior.dimension() {
        return Err(format!("dimensions {} and {}", posterior.dimension(), points.len() / draws).into());
    }
    let mut values = vec![0.0; draws * width];
    for (draw, q) in points.chunks(posterior.dimension()).enumerate() {
        for (element, value) in posterior.constrain(q)?.values().iter().enumerate() {
            values[element * draws + draw] = *value;
        }
    }
    Ok(Draws::new(posterior.variables(), CHAINS, DRAWS, values)?)
}

/// Elements that are constant, such as the zeros of a Cholesky factor, have an ESS of NaN, which `min` passes
/// over.
fn smallest_ess(draws: &Draws) -> f64 {
    let parameters: usize = draws
        .variables()
        .iter()
        .filter(|variable| !variable.is_defined)
        .map(|variable| variable.size())
        .sum();
    let sizes = draws.columns().take(parameters).map(|(_, column)| ess_bulk(&column.chains()));
    sizes.fold(f64::INFINITY, f64::min)
}

/// An error if a mean differs by more than chance.
fn agree(ours: &Draws, theirs: &Draws) -> Result<(), String> {
    for ((name, a), (_, b)) in ours.columns().zip(theirs.columns()) {
        let error = mcse_mean(&a.chains()).hypot(mcse_mean(&b.chains()));
        if (a.mean() - b.mean()).abs() > ERRORS * error {
            return Err(format!("the means of {name} are {} and {}, error {error}", a.mean(), b.mean()));
        }
    }
    Ok(())
}

/// The mean over the seeds.
fn mean(runs: &[Finish]) -> Finish {
    let count = runs.len() as f64;
    let zero = Finish { ess: 0.0, seconds: 0.0, leapfrogs: 0.0, leapfrog_time: 0.0, gradients: 0.0 };
    runs.iter().fold(zero, |sum, run| Finish {
        ess: sum.ess + run.ess / count,
        seconds: sum.seconds + run.seconds / count,
        leapfrogs: sum.leapfrogs + run.leapfrogs / count,
        leapfrog_time: sum.leapfrog_time + run.leapfrog_time / count,
        gradients: sum.gradients + run.gradients / count,
    })
}
