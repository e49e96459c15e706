//! [`Sharded`]: the posterior of all ranks' rows.

use crate::wire::Ranks;
use crate::{MpiError, SimpleCommunicator, Stopped};
use monomorph::prelude::*;
use monomorph::sampling::Nuts;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// A posterior whose rows are divided among ranks.
pub struct Sharded<M> {
    posterior: Posterior<M>,
    ranks: Ranks,
    /// The message of this rank's panic, if it has panicked.
    panic: Mutex<Option<String>>,
}

/// The log density of all rows, on rank 0; [`Sharded::run_with`] lends it to its function.
pub struct Sum<'a, M> {
    sharded: &'a Sharded<M>,
    /// True once a rank has failed.
    has_failed: &'a AtomicBool,
}

impl<M: BoundModel> Sharded<M> {
    /// Makes the posterior of all ranks from the posterior of this rank's rows, or from its error. All
    /// ranks must call it.
    ///
    /// # Errors
    ///
    /// [`MpiError::Refused`], the same on all ranks, if one of them has an error, or a model with other
    /// parameters than the model of rank 0.
    pub fn new(
        ranks: &SimpleCommunicator,
        own: Result<Posterior<M>, monomorph::Error>,
    ) -> Result<Self, MpiError> {
        let ranks = Ranks::new(ranks)?;
        let refused = |(rank, reason)| MpiError::Refused { rank, reason };
        let words = own.as_ref().err().map(ToString::to_string);
        if let Some(first) = ranks.first_words(words.as_deref()) {
            return Err(refused(first));
        }
        // No rank has an error here, since the lines above have returned the error of any rank.
        let posterior = own.map_err(|error| refused((ranks.rank(), error.to_string())))?;
        let names = posterior.parameter_names();
        let fingerprint = fingerprint(&names, posterior.dimension());
        let differs = ranks.of_root(fingerprint) != fingerprint;
        let words =
            differs.then(|| format!("its parameters are not those of rank 0, but {}", names.join(", ")));
        match ranks.first_words(words.as_deref()) {
            Some(first) => Err(refused(first)),
            None => Ok(Self { posterior, ranks, panic: Mutex::default() }),
        }
    }

    /// The posterior of this rank's rows.
    pub fn local(&self) -> &Posterior<M> {
        &self.posterior
    }

    /// The number of ranks.
    pub fn shards(&self) -> usize {
        self.ranks.count()
    }

    /// Runs the No-U-Turn sampler on rank 0, whose settings `sample` changes, while the other ranks compute
    /// their parts of each gradient. All ranks must call it; all but rank 0 return nothing.
    ///
    /// # Errors
    ///
    /// [`Stopped`] with the same error on all ranks, and with the draws so far on rank 0.
    pub fn run<T>(
        &self,
        sample: impl FnOnce(Nuts<'_>) -> Result<T, monomorph::Error>,
    ) -> Result<Option<T>, Stopped<T>> {
        self.run_with(|sum| {
            let evaluated = self.posterior.evaluated_by(|_, q, gradient, workspace| {
                sum.log_density_and_gradient(q, gradient, workspace)
            });
            // One thread is enough: several threads would only take turns in calling the ranks.
            sample(evaluated.nuts().threads(1).interrupt(sum.has_failed))
        })
    }

    /// Runs a user's own function on rank 0, which receives the log density of all rows. All ranks must
    /// call it; all but rank 0 return nothing.
    ///
    /// # Errors
    ///
    /// The errors of [`run`](Self::run).
    pub fn run_with<T>(
        &self,
        work: impl FnOnce(&Sum<'_, M>) -> Result<T, monomorph::Error>,
    ) -> Result<Option<T>, Stopped<T>> {
        let dimension = self.posterior.dimension();
        let mut kept = None;
        let mut words = None;
        if self.ranks.is_root() {
            let has_failed = AtomicBool::new(false);
            let sum = Sum { sharded: self, has_failed: &has_failed };
            // The other ranks wait for an order even if this function panics.
            let done = catch_unwind(AssertUnwindSafe(|| work(&sum)));
            self.ranks.stop(dimension);
            match done {
                Ok(Ok(value)) => kept = Some(value),
                Ok(Err(error)) => words = Some(error.to_string()),
                Err(panic) => words = Some(format!("a panic: {}", words_of(&*panic))),
            }
        } else {
            let mut workspace = self.posterior.workspace();
            self.ranks.serve(dimension, |q, gradient| self.part(q, gradient, &mut workspace));
        }
        let panic = self.panic.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some((rank, reason)) = self.ranks.first_words(panic.as_deref()) {
            return Err(Stopped { error: MpiError::Panicked { rank, reason }, kept });
        }
        match self.ranks.first_words(words.as_deref()) {
            Some((_, reason)) => Err(Stopped { error: MpiError::Sampler { reason }, kept }),
            None => Ok(kept),
        }
    }

    /// Computes this rank's part of the log density and its gradient; returns `None` if it panics.
    fn part(&self, q: &[f64], gradient: &mut [f64], workspace: &mut Workspace) -> Option<f64> {
        let evaluate = || match self.ranks.is_root() {
            true => self.posterior.log_density_and_gradient(q, gradient, workspace),
            false => self.posterior.log_likelihood_and_gradient(q, gradient, workspace),
        };
        match catch_unwind(AssertUnwindSafe(evaluate)) {
            Ok(value) => Some(value),
            Err(panic) => {
                let words = words_of(&*panic);
                *self.panic.lock().unwrap_or_else(PoisonError::into_inner) = Some(words);
                None
            }
        }
    }
}

impl<M: BoundModel> Sum<'_, M> {
    /// The number of unconstrained coordinates.
    pub fn dimension(&self) -> usize {
        self.sharded.posterior.dimension()
    }

    /// Computes the log density of all rows at an unconstrained point, and writes its gradient to
    /// `gradient`. It is −∞, with a gradient of zeros, if the part of any rank is −∞, or if a rank has
    /// panicked. The workspace must be one of the [posterior of rank 0](Sharded::local).
    pub fn log_density_and_gradient(
        &self,
        q: &[f64],
        gradient: &mut [f64],
        workspace: &mut Workspace,
    ) -> f64 {
        if q.len() != self.dimension() || gradient.len() != q.len() {
            gradient.fill(f64::NAN);
            return f64::NAN;
        }
        let own = |gradient: &mut [f64]| self.sharded.part(q, gradient, workspace);
        let (log_density, failed) = self.sharded.ranks.evaluate(q, gradient, own);
        if failed > 0.0 {
            self.has_failed.store(true, Ordering::Relaxed);
        }
        let is_finite = log_density.is_finite() && gradient.iter().all(|slope| slope.is_finite());
        if failed > 0.0 || !is_finite {
            gradient.fill(0.0);
            return f64::NEG_INFINITY;
        }
        log_density
    }
}

fn words_of(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message").to_owned()
}

/// Computes a number that identifies the parameters: the 64-bit FNV-1a hash.
fn fingerprint(names: &[String], dimension: usize) -> u64 {
    let bytes = names.iter().flat_map(|name| name.bytes().chain([0]));
    let bytes = bytes.chain((dimension as u64).to_le_bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}
