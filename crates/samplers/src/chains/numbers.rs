//! The numeric settings of a run, as values that can be serialised.

use super::{RunSettings, Until};

/// The number of chains of a run, and their lengths: the settings that all samplers share, without files
/// and functions. With the feature `serde` they are serialised; a missing field has its default.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[non_exhaustive]
pub struct RunNumbers {
    /// The number of chains.
    pub chains: usize,
    /// The number of iterations of each chain before its first draw.
    pub warmup: usize,
    /// The number of draws of each chain.
    pub draws: usize,
    /// The number of iterations from one draw to the next.
    pub thin: usize,
    /// The seed of all random numbers.
    pub seed: u64,
    /// The number of chains that run at the same time; `None` for one per core.
    pub threads: Option<usize>,
    /// The effective draws and the R-hat of all elements at which a run ends before it has all draws;
    /// `None` if it makes all draws.
    pub until: Option<(f64, f64)>,
}

impl Default for RunNumbers {
    fn default() -> Self {
        RunSettings::default().numbers()
    }
}

impl RunSettings {
    /// The settings that are numbers.
    pub fn numbers(&self) -> RunNumbers {
        let super::Chains { count, warmup, draws, seed } = self.chains;
        let (thin, threads) = (self.thin, self.threads);
        let until = self.until.map(|until| (until.ess, until.rhat));
        RunNumbers { chains: count, warmup, draws, thin, seed, threads, until }
    }

    /// Replaces the numeric settings by these numbers.
    pub fn set_numbers(&mut self, numbers: &RunNumbers) {
        let RunNumbers { chains, warmup, draws, thin, seed, threads, until } = *numbers;
        self.chains = super::Chains { count: chains, warmup, draws, seed };
        (self.thin, self.threads) = (thin, threads);
        self.until = until.map(|(ess, rhat)| Until { ess, rhat });
    }
}
