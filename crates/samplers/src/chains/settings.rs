//! The settings that all samplers have.

use super::{Lockstep, Phase, Progress, Until};
use crate::checkpoint::{Facts, Plan};
use crate::error::Error;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The number of chains, their lengths, and their random numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chains {
    pub count: usize,
    /// The number of iterations of each chain before its first draw, which are discarded.
    pub warmup: usize,
    /// The number of draws of each chain after warmup.
    pub draws: usize,
    pub seed: u64,
}

impl Chains {
    /// Makes the default settings, with this number of warmup iterations.
    pub const fn with_warmup(warmup: usize) -> Self {
        Self { count: 4, warmup, draws: 1000, seed: 0 }
    }

    /// Returns an error if a setting that must be at least 1 is 0.
    pub fn check(&self) -> Result<(), Error> {
        let zero =
            [("chains", self.count), ("draws", self.draws)].into_iter().find(|(_, number)| *number == 0);
        zero.map_or(Ok(()), |(setting, _)| Err(Error::InvalidSetting { setting, rule: "be at least 1" }))
    }

    /// Makes the random number generator of one chain: a stream of the seed's generator that shares no
    /// numbers with the streams of other chains.
    pub fn rng(&self, chain: usize) -> ChaCha8Rng {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        rng.set_stream(chain as u64);
        rng
    }

    /// The number of threads: one for each core, but at most one for each chain.
    pub fn threads(&self) -> usize {
        self.threads_of(1)
    }

    /// The number of threads if each core runs `chains` chains, which wait for each other.
    fn threads_of(&self, chains: usize) -> usize {
        let cores = monomorph_numerics::cores();
        cores.saturating_mul(chains).min(self.count)
    }
}

/// The settings of a run of chains, for any sampler.
#[derive(Clone, Debug, PartialEq)]
pub struct RunSettings {
    pub chains: Chains,
    /// The number of iterations from one draw to the next.
    pub thin: usize,
    /// True if the iterations between draws are made before the first draw as well.
    pub thins_first: bool,
    pub threads: Option<usize>,
    /// The number of chains that evaluate their points together.
    pub lockstep: usize,
    /// True if progress bars are shown.
    pub progress: bool,
    pub plan: Plan,
    pub until: Option<Until>,
    /// True if draws are stored in the file of the checkpoint only.
    pub is_on_disk: bool,
}

/// The default settings.
impl Default for RunSettings {
    fn default() -> Self {
        Self {
            chains: Chains::with_warmup(1000),
            thin: 1,
            thins_first: false,
            threads: None,
            lockstep: 1,
            progress: true,
            plan: Plan::default(),
            until: None,
            is_on_disk: false,
        }
    }
}

impl RunSettings {
    /// Returns the error of the first setting that is invalid.
    pub fn check(&self) -> Result<(), Error> {
        self.chains.check()?;
        let is_possible = |until: Until| until.ess > 0.0 && until.rhat > 1.0;
        let rules = [
            ("threads", self.threads != Some(0), "be at least 1"),
            ("thin", self.thin > 0, "be at least 1"),
            (
                "until",
                self.until.is_none_or(is_possible),
                "have effective draws above 0 and an R-hat above 1",
            ),
            (
                "until",
                !self.is_on_disk || self.until.is_none(),
                "not be set where draws are kept on disk alone",
            ),
            (
                "checkpoint",
                !self.is_on_disk || self.plan.path().is_some(),
                "be set where draws are kept on disk alone",
            ),
        ];
        check_rules(rules.into_iter().chain(self.plan.rules()))
    }

    /// The settings on which draws depend, in words.
    pub fn facts(&self, sampler: &str) -> Facts {
        let Self {
            chains: Chains { count, warmup, draws: _, seed },
            thin,
            thins_first: _,
            threads: _,
            lockstep: _,
            progress: _,
            plan: _,
            until: _,
            is_on_disk: _,
        } = self;
        let numbers = [("chains", *count as u64), ("warmup", *warmup as u64), ("thin", *thin as u64)];
        let numbers = numbers.into_iter().chain([("seed", *seed)]);
        let numbers = numbers.map(|(name, number)| (name.to_owned(), number.to_string()));
        [("sampler".to_owned(), sampler.to_owned())].into_iter().chain(numbers).collect()
    }

    /// The number of threads: at most one for each chain, and one for each core unless the number was set.
    /// Chains in lockstep take one core for each group.
    pub fn thread_count(&self) -> usize {
        match self.threads {
            Some(threads) => threads.min(self.chains.count),
            None => self.chains.threads_of(self.lockstep.max(1)),
        }
    }

    /// The phase of the next iteration of a chain that has made `over` iterations.
    pub fn phase(&self, over: usize) -> Phase {
        let warmup = self.chains.warmup;
        if over < warmup { Phase::Warmup(over as f64 / warmup as f64) } else { Phase::Sampling }
    }

    /// The number of draws among the first `iterations` iterations of a chain.
    pub fn draws_among(&self, iterations: usize) -> usize {
        let after = iterations.saturating_sub(self.chains.warmup);
        if self.thins_first { after / self.thin } else { after.div_ceil(self.thin) }
    }

    /// The number of iterations of a chain that has all draws.
    pub fn iterations(&self) -> usize {
        let Chains { warmup, draws, .. } = self.chains;
        let after = match self.thins_first {
            true => draws.saturating_mul(self.thin),
            false => draws.saturating_sub(1).saturating_mul(self.thin).saturating_add(1),
        };
        warmup.saturating_add(after)
    }
}

/// Returns an error with the first rule that does not hold. A rule consists of the name of a setting, true
/// if the rule holds, and a text that says what the setting must do.
pub fn check_rules(rules: impl IntoIterator<Item = (&'static str, bool, &'static str)>) -> Result<(), Error> {
    let broken = rules.into_iter().find(|(_, holds, _)| !holds);
    broken.map_or(Ok(()), |(setting, _, rule)| Err(Error::InvalidSetting { setting, rule }))
}

/// References that a program passes to a run in addition to its settings.
#[derive(Clone, Copy, Default)]
pub struct RunHooks<'a> {
    pub interrupt: Option<&'a AtomicBool>,
    /// The time that a run may take; `None` without a limit.
    pub deadline: Option<Duration>,
    /// The moment at which the time of a run that has begun is over; `None` without a limit.
    pub end: Option<Instant>,
    pub progress: Option<&'a dyn Progress>,
    /// The groups of chains that evaluate their points together, if there are any.
    pub lockstep: Option<&'a Lockstep<'a>>,
}

impl RunHooks<'_> {
    /// The hooks of a run that begins now, with the moment at which its time is over.
    pub(super) fn begun(self) -> Self {
        // A time beyond the range of the clock is no limit.
        let end = self.deadline.and_then(|deadline| Instant::now().checked_add(deadline));
        Self { end, ..self }
    }

    /// Returns true if the program has asked the chains to stop, or their time is over.
    #[inline]
    pub fn is_interrupted(&self) -> bool {
        self.interrupt.is_some_and(|flag| flag.load(Ordering::Relaxed))
            || self.end.is_some_and(|end| Instant::now() >= end)
    }
}

#[cfg(test)]
mod tests {
    use super::RunSettings;

    #[test]
    fn draws_are_every_so_many_iterations() {
        for (thins_first, draws) in
            [(false, [0, 0, 1, 1, 1, 2, 2, 2, 3]), (true, [0, 0, 0, 0, 1, 1, 1, 2, 2])]
        {
            let mut settings = RunSettings { thin: 3, thins_first, ..RunSettings::default() };
            (settings.chains.warmup, settings.chains.draws) = (2, 4);
            let found: Vec<usize> = (1..=9).map(|count| settings.draws_among(count)).collect();
            assert_eq!(found, draws);
            assert_eq!(settings.draws_among(settings.iterations()), 4);
            assert_eq!(settings.draws_among(settings.iterations() - 1), 3);
        }
    }
}
