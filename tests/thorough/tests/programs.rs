//! Tests of the kernels of programs with a random number of choices, by two methods that need no known
//! answer.
//!
//! *Getting it right*: parameters and data that are drawn forward have the same distribution as those that
//! come by turns from the kernel, given the data, and from the program, given the parameters (Geweke 2004,
//! "Getting it right: joint distribution tests of posterior simulators"). *Calibration*: the rank of a
//! parameter from the prior among draws given data from it is uniform (Talts et al. 2018, "Validating
//! Bayesian inference algorithms with simulation-based calibration").

#[path = "../../common/mod.rs"]
mod common;

use common::Random;
use monomorph::draws::diagnostics::{mcse_mean, mean};
use monomorph::prelude::*;
use monomorph::program::{Chain, Choices, Program, ProgramFit, Run, Submodel, program, submodel};
use monomorph::track::{Tracked, track};

/// The numbers of a run that are compared.
type Numbers = [f64; 3];

/// The values that programs return.
trait Returned: Clone + Send + Sync {
    fn numbers(&self) -> Numbers;
}

impl Returned for Numbers {
    fn numbers(&self) -> Numbers {
        *self
    }
}

impl Returned for [Tracked<f64>; 3] {
    fn numbers(&self) -> Numbers {
        self.map(Tracked::value)
    }
}

/// The largest number of terms.
const MOST: i64 = 6;

/// A random number of terms with a common scale, of which the sum is seen with noise.
fn terms(y: f64) -> Program<impl Fn(&mut Run) -> Numbers + Sync> {
    program(move |run| {
        let n = run.sample("n", discrete_range(1, MOST)) as usize;
        let scale = run.sample("scale", gamma(8.0, 8.0));
        let sum: f64 = (0..n).map(|i| run.sample(("x", i), normal(0.5, scale))).sum();
        // so much noise that parameters and data forget each other within a few turns: errors of means are
        // known only then
        run.observe("y", normal(sum, 3.0), y);
        [n as f64, scale, sum]
    })
}

/// The terms as a tracked program, with a shift that has two values: it has a full conditional, and their
/// number has none.
#[track]
fn shifted_terms(run: &mut Run, y: f64) -> [f64; 3] {
    let n = run.sample("n", discrete_range(1, 6));
    let scale = run.sample("scale", gamma(3.0, 2.0));
    let shift = [-1.0, 2.0];
    let mut sum = shift[run.sample("is_up", bernoulli(0.4)) as usize];
    for i in 0..n {
        sum += run.sample(("x", i as usize), normal(0.5, scale));
    }
    run.observe("y", normal(sum, 0.7), y);
    [n as f64, scale, sum]
}

fn tracked_terms(y: f64) -> Program<impl Fn(&mut Run) -> [Tracked<f64>; 3] + Sync> {
    program(move |run| shifted_terms::tracked(run, y))
}

/// Terms are born and die at the end of the list.
fn birth_or_death<'a, F: Fn(&mut Run) -> Numbers>(chain: Chain<'a, Numbers, F>) -> Chain<'a, Numbers, F> {
    let propose = |run: &mut Run, now: &Choices| {
        let n = now.get("n")?;
        if n == 1.0 || n < MOST as f64 && run.sample("birth", bernoulli(0.4)) {
            run.sample("new", normal(0.0, 0.4));
        }
        Ok(())
    };
    // a term is eight times the auxiliary number
    let map = |now: &mut Choices, auxiliary: &mut Choices| {
        let n = now.get("n")? as usize;
        let is_birth = auxiliary.contains("new");
        let is_free = |n: usize| n > 1 && n < MOST as usize;
        if is_free(n) {
            auxiliary.remove("birth")?;
        }
        let (after, log_jacobian) = if is_birth {
            now.set(&format!("x[{n}]"), 8.0 * auxiliary.remove("new")?);
            (n + 1, 8.0_f64.ln())
        } else {
            auxiliary.set("new", 0.125 * now.remove(&format!("x[{}]", n - 1))?);
            (n - 1, -8.0_f64.ln())
        };
        now.set("n", after as f64);
        if is_free(after) {
            // the move in reverse
            auxiliary.set("birth", f64::from(u8::from(!is_birth)));
        }
        Ok(log_jacobian)
    };
    chain.involution(propose, map)
}

/// A static model, whose parameters the program looks at through an `if`.
fn parted<M: BoundModel>(part: &Submodel<M>, y: f64) -> Program<impl Fn(&mut Run) -> Numbers + Sync> {
    program(move |run| {
        let trace = run.call("part", |run| run.model(part));
        let number =
            |name: &str| trace.get(name).ok().and_then(|value| value.as_number()).unwrap_or(f64::NAN);
        let (mu, tau) = (number("mu"), number("tau"));
        let shift = if mu > 0.0 { run.sample("shift", normal(1.0, 0.5)) } else { 0.0 };
        run.observe("y", normal(mu + shift, 1.0 + tau), y);
        [mu, tau, shift]
    })
}

/// Parameters and data drawn forward, and those by turns from the kernels and from the program.
fn assert_gets_it_right<T: Returned, F: Fn(&mut Run) -> T + Sync>(
    what: &str,
    program: impl Fn(f64) -> Program<F>,
    kernels: impl for<'a> Fn(Chain<'a, T, F>) -> Chain<'a, T, F>,
) {
    let functions =
        |[a, b, c]: Numbers, y: f64| [a, b, c, y, a * a, b * b, c * c, y * y, a * y, b * y, c * y, a * b];
    let forward = program(0.0).importance(10_000).seed(31).record_all().run().unwrap();
    let data = program(0.0).predict(&forward, 32).unwrap().choices("y").unwrap();
    let of_forward: Vec<_> =
        forward.values().iter().zip(data).map(|(value, y)| functions(value.numbers(), y.unwrap())).collect();
    let (mut trace, mut y) = (forward.trace(0).unwrap(), 0.3);
    let mut of_turns = Vec::new();
    for turn in 0..4_000 {
        let now = program(y);
        let chain = kernels(now.chain()).chains(1).warmup(0).draws(1).thin(3);
        let fit = chain.seed(turn).start(&trace).record_all().run().unwrap();
        trace = fit.trace(0).unwrap();
        y = now.predict(&fit, turn).unwrap().choices("y").unwrap()[0].unwrap();
        of_turns.push(functions(fit.values()[0].numbers(), y));
    }
    for place in 0..12 {
        let column = |all: &[[f64; 12]]| -> Vec<f64> { all.iter().map(|numbers| numbers[place]).collect() };
        let (forward, turns) = (column(&of_forward), column(&of_turns));
        let (forward, turns) = ([forward.as_slice()], [turns.as_slice()]);
        let error = mcse_mean(&forward).hypot(mcse_mean(&turns));
        let difference = mean(&forward) - mean(&turns);
        assert!(difference.abs() < 4.5 * error, "{what}, function {place}: {difference} ± {error}");
    }
}

#[test]
fn kernels_get_it_right() {
    assert_gets_it_right("single sites", terms, |chain| chain.single_site());
    assert_gets_it_right("particle Gibbs", terms, |chain| chain.particle_gibbs(4));
    assert_gets_it_right("birth and death", terms, |chain| birth_or_death(chain.single_site()));
    assert_gets_it_right("tracked runs", tracked_terms, |chain| chain.gibbs().hamiltonian(3));
    params! { mu: real(), tau: positive() }
    let part: &'static _ =
        Box::leak(Box::new(submodel(model! { mu |= normal(0.3, 1.0), tau |= gamma(4.0, 4.0) }).unwrap()));
    assert_gets_it_right(
        "trajectories",
        |y| parted(part, y),
        |chain| chain.hamiltonian_within("part", part).single_site(),
    );
}

/// The number of draws for each data set, which gives 20 ranks.
const DRAWS: usize = 19;

/// Ranks of the numbers of a prior draw among those of draws that `posterior` gives, given the data of that
/// draw.
fn assert_calibrated<T: Returned, F: Fn(&mut Run) -> T + Sync>(
    what: &str,
    program: impl Fn(f64) -> Program<F>,
    posterior: impl Fn(&Program<F>, u64) -> ProgramFit<T>,
) {
    let replicates = 200;
    let prior = program(0.0).importance(replicates).seed(33).record_all().run().unwrap();
    let data = program(0.0).predict(&prior, 34).unwrap().choices("y").unwrap();
    let mut random = Random(35);
    let mut counts = [[0.0; DRAWS + 1]; 3];
    for (replicate, (truth, y)) in prior.values().iter().zip(data).enumerate() {
        let fit = posterior(&program(y.unwrap()), replicate as u64);
        assert_eq!(fit.values().len(), DRAWS);
        for (place, counts) in counts.iter_mut().enumerate() {
            let draws = || fit.values().iter().map(|value| value.numbers()[place]);
            let smaller = draws().filter(|draw| *draw < truth.numbers()[place]).count();
            let equal = draws().filter(|draw| *draw == truth.numbers()[place]).count();
            counts[smaller + (random.unit() * (equal + 1) as f64) as usize] += 1.0;
        }
    }
    let (expected, freedom) = (replicates as f64 / (DRAWS + 1) as f64, DRAWS as f64);
    // by chance less than once in 10 000
    let largest = freedom + 4.5 * (2.0 * freedom).sqrt() + 10.0;
    for (place, counts) in counts.iter().enumerate() {
        let statistic: f64 = counts.iter().map(|count| (count - expected).powi(2) / expected).sum();
        assert!(statistic < largest, "{what}, number {place}: chi-square {statistic} of {counts:?}");
    }
}

#[test]
fn kernels_are_calibrated() {
    let settings = |chain: Chain<'_, Numbers, _>, thin: usize, seed: u64| {
        chain.chains(1).warmup(3 * thin).thin(thin).draws(DRAWS).seed(seed).run().unwrap()
    };
    assert_calibrated("single sites", terms, |program, seed| settings(program.single_site(), 40, seed));
    assert_calibrated("particle Gibbs", terms, |program, seed| settings(program.particle_gibbs(10), 3, seed));
    assert_calibrated("birth and death", terms, |program, seed| {
        settings(birth_or_death(program.single_site().times(3)), 10, seed)
    });
    assert_calibrated("tracked runs", tracked_terms, |program, seed| {
        let chain = program.chain().gibbs().times(8).hamiltonian(6);
        chain.chains(1).warmup(40).thin(4).draws(DRAWS).seed(seed).run().unwrap()
    });
    assert_calibrated("importance sampling", terms, |program, seed| {
        program.importance(400).seed(seed).run().unwrap().resampled(DRAWS, seed)
    });
    assert_calibrated("particles", terms, |program, seed| {
        program.particles(300).seed(seed).run().unwrap().resampled(DRAWS, seed)
    });
}
