//! Chains of runs: kernels in turn move from one run to the next, and leave the posterior invariant.

use super::choices::Choices;
use super::involution::Involution;
use super::kernel::Kernel;
use super::particle_gibbs::ParticleGibbs;
use super::recorded::{Wanted, record_setters};
use super::single_site::SingleSite;
use super::static_model::StaticModel;
use super::tracked::{Gibbs, Hamiltonian};
use super::within::Within;
use super::{Program, Record, Run};
use crate::chains::{RunHooks, RunSettings, run_setters, setters};
use crate::error::Error;
use crate::trace::Trace;
use crate::track::Values;

/// Chains of runs; made by [`Program::chain`], [`Program::single_site`] and [`Program::particle_gibbs`].
///
/// A step of a chain is one proposal of each of its kernels, in the order in which they were added.
///
/// ```
/// use monomorph::prelude::*;
/// use monomorph::program::program;
///
/// let steps = [0.3, 0.9, 1.4];
/// let walk = program(|run| {
///     let noise = run.sample("noise", exponential(2.0));
///     let mut x = 0.0;
///     for (time, &y) in steps.iter().enumerate() {
///         x = run.sample(("x", time), normal(x, 0.5));
///         run.observe(("y", time), normal(x, noise), y);
///     }
///     x
/// });
/// // Particle Gibbs moves the walk, single sites move the noise.
/// let chain = walk.chain().particle_gibbs(10).single_site().times(4);
/// let fit = chain.draws(200).seed(1).record("noise").run()?;
/// assert!(fit.choices("noise")?.iter().flatten().all(|noise| *noise > 0.0));
/// # Ok::<(), monomorph::Error>(())
/// ```
///
/// # Long runs
///
/// [`until`](Self::until) examines the [recorded](Self::record) choices that every draw has. A run that was
/// saved by [`checkpoint`](Self::checkpoint) is continued by [`resume`](Self::resume), which runs the
/// program again with the choices of each draw. So the program must make the same choices again, and its
/// text and data must be unchanged: a program in which the saved run of a chain is not possible is refused.
///
/// ```
/// use monomorph::prelude::*;
/// use monomorph::program::program;
///
/// let coins = program(|run| {
///     let p = run.sample("p", beta(2.0, 2.0));
///     (0..5).for_each(|toss| run.observe(("toss", toss), bernoulli(p), toss != 3));
///     p
/// });
/// # let folder = std::env::temp_dir().join(format!("monomorph-program-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder).expect("a folder");
/// # let file = folder.join("run.mono");
/// let chain = || coins.single_site().chains(2).warmup(100).seed(1).record("p");
/// chain().draws(200).checkpoint(&file, 50).run()?;             // every 50 steps of each chain
/// let fit = chain().draws(300).resume(&file).run()?;           // the 200 draws of each chain, and 100 more
/// assert_eq!(fit.values(), chain().draws(300).run()?.values());
///
/// let enough = chain().draws(10_000).until(200.0, 1.05).run()?;
/// assert!(enough.draws()?.draws_per_chain() < 10_000);
/// # let _ = std::fs::remove_dir_all(folder);
/// # Ok::<(), monomorph::Error>(())
/// ```
#[must_use = "nothing is sampled before `run`"]
pub struct Chain<'a, T, F> {
    pub(super) program: &'a Program<F>,
    pub(super) run: RunSettings,
    pub(super) hooks: RunHooks<'a>,
    pub(super) wanted: Wanted,
    /// The choices with which all chains begin.
    pub(super) first: Trace,
    /// The kernels, each with its number of proposals in a step.
    pub(super) kernels: Vec<(Box<dyn Kernel<T, F> + 'a>, usize)>,
    /// The function that is called with each draw when it is made.
    pub(super) on_draw: Option<Box<OnDraw<'a, T>>>,
}

/// A draw of a chain of a program, as a function of [`Chain::on_draw`] receives it.
#[derive(Debug)]
#[non_exhaustive]
pub struct Draw<'r, T> {
    /// The number of the chain, from 0.
    pub chain: usize,
    /// The number of the draw in its chain, from 0.
    pub draw: usize,
    /// The value that the program returned.
    pub value: &'r T,
    /// The choices of the run, with their log densities.
    pub record: &'r Record,
}

/// A function that is called with each draw.
pub(super) type OnDraw<'a, T> = dyn Fn(&Draw<'_, T>) + Send + Sync + 'a;

impl<'a, T, F: Fn(&mut Run) -> T> Chain<'a, T, F> {
    pub(super) fn new(program: &'a Program<F>) -> Self {
        Self {
            program,
            run: RunSettings { thins_first: true, ..RunSettings::default() },
            hooks: RunHooks::default(),
            wanted: Wanted::default(),
            first: Trace::new(),
            kernels: Vec::new(),
            on_draw: None,
        }
    }

    run_setters!('a, run, hooks, "step");

    setters! {
        /// The number of steps before the first draw; 1 000 by default.
        warmup(run.chains.warmup: usize);
        /// The number of steps for each draw; 1 by default.
        thin(run.thin: usize);
    }

    /// Calls a function with each draw when it is made, from the thread of its chain; for example to write
    /// the draw to a file. Runs have different choices, which do not fit into the columns of a table;
    /// [`ProgramFit::draws`](super::ProgramFit::draws) contains the choices that every draw has, and can be
    /// written as a table.
    ///
    /// The function is not called with draws that [`resume`](Self::resume) reads.
    ///
    /// ```
    /// use monomorph::prelude::*;
    /// use monomorph::program::program;
    /// use std::sync::Mutex;
    ///
    /// let walk = program(|run| {
    ///     let steps = run.sample("steps", poisson(2.0));
    ///     (0..steps as usize).map(|step| run.sample(("step", step), normal(0.0, 1.0))).sum::<f64>()
    /// });
    /// let lines = Mutex::new(Vec::new());
    /// let see = |draw: &monomorph::program::Draw<'_, f64>| {
    ///     let line = format!("{},{},{},{}", draw.chain, draw.draw, draw.value, draw.record.sites().len());
    ///     lines.lock().expect("no panic").push(line);
    /// };
    /// let fit = walk.single_site().chains(2).draws(50).seed(1).on_draw(see).run()?;
    /// assert_eq!(lines.into_inner().expect("no panic").len(), fit.values().len());
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn on_draw(mut self, see: impl Fn(&Draw<'_, T>) + Send + Sync + 'a) -> Self {
        self.on_draw = Some(Box::new(see));
        self
    }

    /// Begins all chains with the values of a trace; choices that the trace does not have are drawn. By
    /// default chains begin with draws from the prior.
    pub fn start(mut self, trace: &Trace) -> Self {
        self.first = trace.clone();
        self
    }

    record_setters!();

    /// Adds a kernel that changes one choice: Metropolis and Hastings' algorithm.
    pub fn single_site(self) -> Self {
        self.kernel(SingleSite)
    }

    /// Adds a kernel that chooses the next run from particles, one of which is the current run.
    pub fn particle_gibbs(self, particles: usize) -> Self
    where
        T: Clone + Send,
    {
        self.kernel(ParticleGibbs { particles })
    }

    /// Adds a kernel that moves the parameters of a static model within the program along a Hamiltonian
    /// trajectory, by the gradient of the model's own log density. `path` is the path of the call that
    /// calls [`Run::model`], empty for the program itself. The kernel does not change runs without this
    /// model. Other choices need another kernel: without one, [`run`](Self::run) returns an error.
    ///
    /// The proposal is accepted or rejected by the density of the whole run, so that other choices and
    /// observations may depend on the parameters. Step size and scales are adapted during warmup.
    pub fn hamiltonian_within<Part: StaticModel>(self, path: &str, part: &'a Part) -> Self {
        const { Part::ASSERT_CONTINUOUS }
        self.kernel(Within { part, path: path.to_owned() })
    }

    /// Adds a user's own kernel: an involution of the choices of the run and of auxiliary choices.
    ///
    /// `propose` is a program for the auxiliary choices u, given the choices x of the run. `map` replaces
    /// (x, u) by (x′, u′) and returns the log of the absolute determinant of its Jacobian, with respect to
    /// all continuous numbers in x and u. Applied to (x′, u′) it must give (x, u): this is checked at every
    /// move. The choices in x′ must be exactly those that the program makes with these values, and likewise
    /// in u′. The new run is accepted with the probability
    ///
    /// min(1, p(x′) q(u′ | x′) / (p(x) q(u | x)) · |J|).
    ///
    /// The direction of a move, such as birth or death, is a choice in u that the map changes like any
    /// other.
    ///
    /// ```
    /// use monomorph::prelude::*;
    /// use monomorph::program::{Choices, Run, program};
    ///
    /// // x is near 2 or near −2, and a single site would hardly ever cross.
    /// let wells = program(|run| {
    ///     let x = run.sample("x", normal(0.0, 3.0));
    ///     run.observe("y", normal(x * x, 0.1), 4.0);
    ///     x
    /// });
    /// let mirror = |x: &mut Choices, _: &mut Choices| {
    ///     x.set("x", -x.get("x")?);
    ///     Ok(0.0)                                         // |dx′/dx| = 1
    /// };
    /// let nothing = |_: &mut Run, _: &Choices| Ok(());
    /// let fit = wells.single_site().times(5).involution(nothing, mirror).seed(1).run()?;
    /// assert!(fit.mean(|x| *x).abs() < 0.2);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    ///
    /// Green 1995, "Reversible jump Markov chain Monte Carlo computation"; Cusumano-Towner, Lew and
    /// Mansinghka 2020, "Automating involutive MCMC using probabilistic and differentiable programming";
    /// Neklyudov et al. 2020, "Involutive MCMC: a unifying framework".
    pub fn involution<Propose, Map>(self, propose: Propose, map: Map) -> Self
    where
        Propose: Fn(&mut Run, &Choices) -> Result<(), Error> + Send + Sync + 'a,
        Map: Fn(&mut Choices, &mut Choices) -> Result<f64, Error> + Send + Sync + 'a,
    {
        self.kernel(Involution { propose, map })
    }

    /// Adds a kernel that draws one choice given all others, for a program that is
    /// [tracked](mod@crate::track): from its full conditional if it has finitely many values, and otherwise
    /// as a proposal from its law, which is accepted or rejected. Only the terms that depend on the choice
    /// are evaluated again.
    ///
    /// A tracked program returns tracked values: the plain value of a draw is `value.value()`, or
    /// [`plain()`](crate::track::Values::plain) for several values.
    #[cfg_attr(
        feature = "track",
        doc = r#"
```
use monomorph::prelude::*;
use monomorph::program::{Run, program};
use monomorph::track;

#[track]
fn coin(run: &mut Run) -> bool {
    let is_fair = run.sample("is_fair", bernoulli(0.7));
    let p = if is_fair { 0.5 } else { 0.9 };
    for toss in 0..6 {
        run.observe(("head", toss), bernoulli(p), true);
    }
    is_fair
}

let fit = program(coin::tracked).chain().gibbs().draws(500).seed(1).run()?;
let (fair, unfair) = (0.7 * 0.5_f64.powi(6), 0.3 * 0.9_f64.powi(6));
let share = fit.mean(|is_fair| f64::from(u8::from(is_fair.value())));
assert!((share - fair / (fair + unfair)).abs() < 0.03);
# Ok::<(), monomorph::Error>(())
```"#
    )]
    pub fn gibbs(self) -> Self
    where
        T: Values,
    {
        self.kernel(Gibbs)
    }

    /// Adds a kernel that moves all continuous choices along a Hamiltonian trajectory of at most this
    /// number of leapfrog steps, for a program that is [tracked](mod@crate::track). The step size is
    /// adapted during warmup. Discrete choices need another kernel: without one, [`run`](Self::run) returns
    /// an error.
    pub fn hamiltonian(self, steps: usize) -> Self
    where
        T: Values,
    {
        self.kernel(Hamiltonian { steps })
    }

    /// Sets the number of proposals in each step of the kernel that was added last.
    pub fn times(mut self, proposals: usize) -> Self {
        if let Some((_, times)) = self.kernels.last_mut() {
            *times = proposals;
        }
        self
    }

    pub(super) fn kernel(mut self, kernel: impl Kernel<T, F> + 'a) -> Self {
        self.kernels.push((Box::new(kernel), 1));
        self
    }
}
