//! Sampling a posterior with NUTS.
//!
//! ```
//! use monomorph::prelude::*;
//!
//! params! { mu: real(), sigma: positive() }
//! let y = [1.2, 0.4, 0.9, 1.7];
//! let model = model! {
//!     mu    |= normal(0.0, 10.0),
//!     sigma |= exponential(1.0),
//!     data(&y) |= normal(mu, sigma),
//! };
//! let posterior = model.compile()?;
//! let fit = posterior.nuts().chains(2).warmup(200).draws(200).seed(1).progress(false).run()?;
//! println!("{}", fit.summary());
//! assert_eq!(fit.draws().column("mu")?.as_slice().len(), 400);
//! # Ok::<(), monomorph::Error>(())
//! ```
//!
//! The sampler is multinomial NUTS as in Stan: generalised U-turns with the checks across subtrees, a point
//! of the trajectory that is chosen by its weight, with a bias towards the newer half. A transition diverges
//! when the energy error exceeds 1000, or when a point of the trajectory has log density −∞. Nothing is
//! allocated in a transition.
//!
//! # Warmup
//!
//! The step size is adapted to the acceptance by dual averaging. The [`Metric`] is learned in windows. Of
//! warmup's draws, the first 10 adapt the step only (or more, up to a quarter, if the log density still
//! rises from draw to draw); windows of 10, 20, 40, … draws follow, and each gives the metric of the next;
//! the last fifth, at most 50 draws, adapts the step to the last metric. Each new metric begins with a few
//! trajectories of one leapfrog step each, which find the order of magnitude of the step.
//!
//! A run on yesterday's data can save today's run most of its warmup: [`Nuts::warm_start`] begins with the
//! [`Adaptation`] of a fit.
//!
//! # Metrics
//!
//! A [`Metric`] determines which scales are learned. In units of these scales the posterior should be nearly
//! isotropic, so that one step size fits all directions.
//!
//! | metric | learns | from | a leapfrog step takes, besides the gradient |
//! |-|-|-|-|
//! | [`Diagonal`](Metric::Diagonal) | a scale for each coordinate | draws, but in the first windows draws and gradients | a few operations for each coordinate |
//! | [`Fisher`](Metric::Fisher) | a scale for each coordinate | draws and gradients | a few operations for each coordinate |
//! | [`LowRank`](Metric::LowRank) | a scale for each coordinate, and a few directions with scales of their own | draws and gradients | 4 multiplications and additions for each coordinate and direction |
//! | [`Dense`](Metric::Dense) | all correlations | draws | as many as there are coordinates, for each coordinate |
//! | [`Sparse`](Metric::Sparse) | the correlations of a field or a series, and a scale for each coordinate | the curvature at the mean of a window, and draws | two solutions with the triangle of a sparse factor |
//!
//! Correlated coordinates want [`LowRank`](Metric::LowRank): it needs far fewer draws than there are
//! coordinates. [`Auto`](Metric::Auto), which is the default, is the diagonal until a window's draws tell
//! that directions pay, or the curvature does.
//!
//! No run is long enough to learn the correlations of a field with thousands of elements from its draws. But
//! few elements meet in a term of the log density, so the curvature at a point is a sparse matrix that a few
//! hundred gradients find. [`Sparse`](Metric::Sparse) takes the curvature as a [`PrecisionMatrix`], and
//! learns scales in the coordinates that this matrix makes independent. [`Nuts::precision`] takes a matrix of
//! one's own.
//!
//! # Steps that adapt within a trajectory
//!
//! In a funnel no step size fits both the wide mouth and the narrow neck: a fixed step diverges at the neck,
//! and the draws miss it. With [`Nuts::walnuts`] each step of a trajectory is halved until the energy varies
//! by no more than a bound within it, and is taken if its reverse would be halved as often. So the draws
//! have the posterior's distribution for any step sizes. For Neal's funnel with nine coordinates below v ~
//! normal(0, 3), twelve chains of 10 000 draws gave
//!
//! | | mean of v (0) | part of v below −6 (0.0228) | effective draws of v in 1 000 gradients |
//! |-|-|-|-|
//! | NUTS | 1.04 | 0.0000 | 0.03 |
//! | NUTS, `target_accept(0.95)` | 0.43 | 0.0037 | 0.01 |
//! | `walnuts(0.5)` | 0.05 ± 0.10 | 0.0225 | 0.12 |
//!
//! With WALNUTS, the acceptance to which the step size is adapted is e^(−|ΔH|) of steps before they are
//! halved. Reparameterising the model, if it is possible, costs less.
//!
//! # How long a run is
//!
//! [`Nuts::until`] stops when there are enough effective draws:
//!
//! ```
//! use monomorph::prelude::*;
//!
//! params! { mu: real(), tau: positive() }
//! let model = model! { mu |= normal(0.0, 1.0), tau |= half_normal(1.0) };
//! let fit = model.compile()?.nuts().warmup(300).draws(10_000).until(400.0, 1.01).seed(1).run()?;
//! let summary = fit.summary();
//! let mut rows = summary.rows().iter();
//! assert!(rows.all(|row| row.ess_bulk >= 400.0 && row.ess_tail >= 400.0 && row.rhat <= 1.01));
//! assert!(summary.draws_per_chain() < 1000);
//! # Ok::<(), monomorph::Error>(())
//! ```
//!
//! [`Nuts::interrupt`] stops when a flag becomes true:
//!
//! ```
//! use monomorph::prelude::*;
//! use std::sync::atomic::{AtomicBool, Ordering};
//!
//! params! { mu: real() }
//! let model = model! { mu |= normal(0.0, 1.0) };
//! let posterior = model.compile()?;
//! let stop = AtomicBool::new(false);
//! let enough = |draw: &monomorph::sampling::Draw| stop.store(draw.index == 49, Ordering::Relaxed);
//! let nuts = posterior.nuts().chains(1).warmup(100).draws(1_000_000);
//! let fit = nuts.on_draw(enough).interrupt(&stop).run()?;
//! assert_eq!(fit.draws().draws_per_chain(), 50);
//! # Ok::<(), monomorph::Error>(())
//! ```
//!
//! [`Nuts::checkpoint`] saves the run, and [`Nuts::resume`] continues it. Both together begin the run if
//! there is no file, and continue it if there is one:
//!
//! ```
//! use monomorph::prelude::*;
//! use std::time::Duration;
//!
//! params! { mu: real() }
//! let model = model! { mu |= normal(0.0, 1.0) };
//! let posterior = model.compile()?;
//! # let folder = std::env::temp_dir().join(format!("monomorph-both-{}", std::process::id()));
//! # std::fs::create_dir_all(&folder).expect("a folder");
//! # let file = folder.join("run.mono");
//! let nuts = posterior.nuts().chains(2).warmup(100).draws(200);
//! let go_on = || nuts.clone().checkpoint(&file, Duration::from_secs(5)).resume(&file);
//! let fit = go_on().run()?;
//! assert_eq!(go_on().run()?.draws(), fit.draws());            // which is over already
//! # let _ = std::fs::remove_dir_all(folder);
//! # Ok::<(), monomorph::Error>(())
//! ```
//!
//! # Reproducibility
//!
//! Each chain has its own stream of random numbers, derived from the seed and the number of the chain. So
//! the draws are the same, bit for bit, for any number of threads; but not on a machine with other vector
//! instructions, whose rounding differs.
//!
//! The chapter [Choosing a sampler, and reading its warnings](crate::guide::samplers_and_warnings) begins
//! with a whole program.

#[doc(inline)]
pub use monomorph_samplers::sampling::{
    Adaptation, ChainProgress, ChainStatistics, Divergence, DivergenceRow, DivergenceTable, Draw,
    DrawStatistics, Evaluated, Fit, InitialValue, Metric, Nuts, NutsSettings, PrecisionMatrix, Progress,
    Route, RunNumbers, RunProgress, SavedDraws, SteppedChain, Update, Updated,
};

use crate::error::Error;
use crate::model::statement::BoundModel;
use crate::posterior::{Posterior, Workspace};
use std::path::Path;

impl<M: BoundModel> Posterior<M> {
    /// Returns the No-U-Turn sampler of this posterior; its settings can be changed, and then it is
    /// [`run`](Nuts::run).
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { mu: real() }
    /// let model = model! { mu |= normal(3.0, 1.0) };
    /// let fit = model.compile()?.nuts().chains(2).warmup(200).draws(200).seed(1).run()?;
    /// assert!((fit.summary().row("mu")?.mean - 3.0).abs() < 0.5);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    #[inline(never)]
    pub fn nuts(&self) -> Nuts<'_> {
        const { Self::assert_continuous() }
        Nuts::new(self)
    }

    /// Returns the No-U-Turn sampler of this posterior with `chains` chains in lockstep, from 1 to 8: the
    /// gradients that they need at the same time are evaluated in [one pass over the
    /// data](Self::log_density_and_gradients).
    ///
    /// This is for data that do not fit the caches, 16 megabytes or more; with fewer data, chains run as
    /// those of [`nuts`](Self::nuts) do. A group of chains keeps one core busy, so by default as many groups
    /// run at the same time as there are cores. The draws are those of `nuts`, bit for bit for models of few
    /// statements.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { mu: real() }
    /// let posterior = model! { mu |= normal(3.0, 1.0) }.compile()?;
    /// let fit = posterior.nuts_in_lockstep(2).chains(2).warmup(200).draws(200).seed(1).run()?;
    /// assert_eq!(fit.draws(), posterior.nuts().chains(2).warmup(200).draws(200).seed(1).run()?.draws());
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    #[inline(never)]
    pub fn nuts_in_lockstep(&self, chains: usize) -> Nuts<'_> {
        const { Self::assert_continuous() }
        Nuts::new(self).together(self, chains)
    }

    /// Returns the draws that [`Nuts::checkpoint`](crate::sampling::Nuts::checkpoint) or `Gibbs::checkpoint`
    /// has saved to a file so far. The whole file is read once, to check it.
    ///
    /// The model's parameters and definitions must be those of the run; its data and its priors are not
    /// compared.
    ///
    /// # Errors
    ///
    /// [`Error::Io`]; [`Error::Checkpoint`] if the file belongs to another model, is truncated or was
    /// changed; [`Error::Interrupted`] if it contains no draw.
    pub fn saved_draws(&self, path: impl AsRef<Path>) -> Result<SavedDraws, Error> {
        SavedDraws::open(path.as_ref(), self.variables())
    }

    /// Returns the posterior with a log density that a function computes instead of its own kernel: a sum
    /// over shards of the data, each with a posterior of its own, or the answer of another machine. The
    /// parameters, their supports and their names are those of this posterior.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// fn heights(y: &[f64]) -> Result<Posterior<impl BoundModel + use<>>, Error> {
    ///     params! { mu: real(), sigma: positive() }
    ///     let model = model! {
    ///         mu    |= normal(0.0, 10.0),
    ///         sigma |= exponential(1.0),
    ///         data(y) |= normal(mu, sigma),
    ///     };
    ///     model.compile()
    /// }
    /// let (first, second) = (heights(&[1.0, 2.0, 4.0])?, heights(&[5.0, 3.0])?);
    /// let both = first.evaluated_by(|first, q, gradient, workspace| {
    ///     let own = first.log_density_and_gradient(q, gradient, workspace);
    ///     let mut slopes = vec![0.0; q.len()];
    ///     let other = second.log_likelihood_and_gradient(q, &mut slopes, &mut second.workspace());
    ///     gradient.iter_mut().zip(&slopes).for_each(|(sum, slope)| *sum += slope);
    ///     own + other
    /// });
    /// let fit = both.nuts().chains(2).warmup(200).draws(200).seed(1).run()?;
    /// assert!((fit.summary().row("mu")?.mean - 3.0).abs() < 0.7);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn evaluated_by<F>(&self, evaluate: F) -> Evaluated<'_, Self, F>
    where
        F: Fn(&Self, &[f64], &mut [f64], &mut Workspace) -> f64 + Send + Sync,
    {
        const { Self::assert_continuous() }
        Evaluated::new(self, evaluate)
    }
}
