//! [`Fit`]: the result of a run.

use super::csv;
use super::settings::Settings;
use super::statistics::ChainStatistics;
use crate::draws::{Draws, Summary, Warning};
use crate::error::Error;
use crate::record::ChainFile;
use core::convert::Infallible;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// With fewer draws than this a chain may have stayed at one point by chance.
const FEW_DRAWS: usize = 20;

/// The result of a run: the draws, and the statistics and warnings of the sampler.
///
/// ```
/// use monomorph::prelude::*;
///
/// params! { mu: real(), tau: positive() }
/// let model = model! { mu |= normal(0.0, 1.0), tau |= half_normal(1.0) };
/// let fit = model.compile()?.nuts().warmup(300).draws(300).seed(1).run()?;
///
/// let summary = fit.summary();
/// println!("{summary}");
/// assert!(summary.row("tau")?.mean > 0.5);
/// assert_eq!(fit.draws().get("mu")?.chains(), 4);
/// assert_eq!(fit.max_depth_hits(), 0);
/// println!("{} divergences, {:?}", fit.divergences(), fit.elapsed());
/// # Ok::<(), monomorph::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    pub(super) draws: Draws,
    pub(super) warmup: Option<Draws>,
    pub(super) chains: Vec<ChainStatistics>,
    pub(super) settings: Settings,
    pub(super) elapsed: Duration,
}

impl Fit {
    /// The draws of all chains, without warmup, with the [warnings](Draws::warnings) of the sampler.
    pub fn draws(&self) -> &Draws {
        &self.draws
    }

    /// The draws of warmup of the same chains, if the run [saved](super::Nuts::save_warmup) them. They are
    /// not draws from the posterior.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { mu: real() }
    /// let posterior = model! { mu |= normal(0.0, 1.0) }.compile()?;
    /// let nuts = posterior.nuts().chains(2).warmup(100).draws(50).seed(1);
    /// let fit = nuts.clone().save_warmup(true).run()?;
    /// assert_eq!(fit.warmup_draws().map(Draws::draws_per_chain), Some(100));
    /// assert_eq!(fit.chains()[0].warmup_draws().len(), 100);
    /// assert_eq!(fit.draws(), nuts.run()?.draws());
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn warmup_draws(&self) -> Option<&Draws> {
        self.warmup.as_ref()
    }

    /// The mean, standard deviation, quantiles and diagnostics of every element, with warnings of problems.
    pub fn summary(&self) -> Summary {
        let draws = || self.chains.iter().flat_map(|chain| &chain.draws);
        let log_densities = || Ok::<_, Infallible>(draws().map(|draw| draw.log_density).collect());
        let Ok(summary) = self.draws.summary().with_log_densities(log_densities);
        summary
    }

    /// The statistics of each chain, in the order of the chains of the draws. A lost chain has no entry;
    /// each entry has the [number](ChainStatistics::number) of its chain.
    pub fn chains(&self) -> &[ChainStatistics] {
        &self.chains
    }

    /// The number of divergent transitions after warmup, over all chains. Each may bias the estimates.
    pub fn divergences(&self) -> usize {
        self.chains.iter().map(ChainStatistics::divergences).sum()
    }

    /// The number of transitions after warmup, over all chains, that reached the largest tree depth.
    pub fn max_depth_hits(&self) -> usize {
        let draws = self.chains.iter().flat_map(ChainStatistics::draws);
        draws.filter(|draw| draw.tree_depth >= self.settings.max_depth).count()
    }

    /// The wall time of the run. Each chain has its own
    /// [`warmup_time`](ChainStatistics::warmup_time) and [`sampling_time`](ChainStatistics::sampling_time).
    pub fn elapsed(&self) -> Duration {
        self.elapsed
    }

    /// Writes the draws in the CSV format of CmdStan, one file per chain, and returns the paths.
    ///
    /// The first chain's file is `PREFIX_1.csv`, or `chain_1.csv` in `prefix` if that is a directory.
    /// Existing files are replaced. As in Stan, indices count from 1 (`eta.1` is `eta[0]`) and the first
    /// index of a matrix varies fastest (`m.1.1`, `m.2.1`, …), and the point of a prefixed name becomes
    /// `__`. Labels are written unchanged (`theta.1990`), except that characters which separate names or
    /// columns are percent-encoded: `a,b` as `theta.a%2Cb`. A name that another column has is encoded too.
    /// The files have the numbers with which the chains were begun, so the file of a lost chain is missing.
    /// ArviZ reads the files with `from_cmdstan`, R with cmdstanr's `as_cmdstan_fit`; for labels see the
    /// guide.
    ///
    /// # Errors
    ///
    /// [`Error::Io`] with the path of the file.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { eta: vector(2) }
    /// let model = model! { eta |= normal(0.0, 1.0) };
    /// let fit = model.compile()?.nuts().chains(2).warmup(100).draws(10).run()?;
    /// let files = fit.write_csv(std::env::temp_dir().join("monomorph-doc"))?;
    /// let text = std::fs::read_to_string(&files[1]).unwrap_or_default();
    /// assert!(text.contains("energy__,eta.1,eta.2\n"));
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn write_csv(&self, prefix: impl AsRef<Path>) -> Result<Vec<PathBuf>, Error> {
        let write = |(place, statistics)| self.write_chain(prefix.as_ref(), place, statistics);
        self.chains.iter().enumerate().map(write).collect()
    }

    fn write_chain(
        &self,
        prefix: &Path,
        place: usize,
        statistics: &ChainStatistics,
    ) -> Result<PathBuf, Error> {
        let mut file = ChainFile::create(prefix, &self.settings, statistics.number, self.draws.variables())?;
        let path = file.path().to_owned();
        csv::adaptation(file.text(), &statistics.adapted);
        let columns: Vec<&[f64]> =
            self.draws.columns().map(|(_, column)| column.chain(place)).collect::<Result<_, Error>>()?;
        for (i, draw) in statistics.draws.iter().enumerate() {
            file.draw(&self.settings, &draw.to_numbers(), columns.iter().map(|column| column[i]));
        }
        file.finish((statistics.warmup_time, statistics.sampling_time))?;
        Ok(path)
    }

    /// Returns true if the program stopped the run before its end.
    #[doc(hidden)]
    pub fn was_interrupted(&self) -> bool {
        self.draws.warnings().iter().any(|warning| matches!(warning, Warning::Interrupted { .. }))
    }

    /// Returns true if all draws of the chain at a place are one point.
    fn has_not_moved(&self, place: usize) -> bool {
        let is_still = |draws: &[f64]| draws.windows(2).all(|pair| pair[0].to_bits() == pair[1].to_bits());
        let mut chains = self.draws.columns().filter_map(|(_, column)| column.chain(place).ok());
        self.draws.draws_per_chain() >= FEW_DRAWS && chains.all(is_still)
    }

    /// Adds to the draws the warnings of the runner of chains, and those of the sampler.
    pub(super) fn with_warnings(mut self, mut warnings: Vec<Warning>) -> Self {
        let sum = |of: &dyn Fn(&ChainStatistics) -> u64| self.chains.iter().map(of).sum::<u64>();
        let failed =
            |kind: usize| (sum(&|chain| chain.failures[kind]), sum(&|chain| chain.failures_in_warmup[kind]));
        let [(count, in_warmup), (modes, modes_in_warmup)] = [failed(0), failed(1)];
        if count > 0 {
            warnings.push(Warning::FailedSolutions { count, in_warmup });
        }
        if modes > 0 {
            warnings.push(Warning::FailedModes { count: modes, in_warmup: modes_in_warmup });
        }
        let still = self.chains.iter().enumerate().filter(|(place, _)| self.has_not_moved(*place));
        let still: Vec<usize> = still.map(|(_, chain)| chain.number).collect();
        if !still.is_empty() {
            warnings.push(Warning::NotMoved { chains: still });
        }
        let transitions = self.draws.chains() * self.draws.draws_per_chain();
        let hits = (self.max_depth_hits(), self.settings.max_depth);
        let e_bfmi = self.chains.iter().map(|chain| (chain.number, chain.e_bfmi()));
        warnings.extend(Warning::of_transitions(
            transitions,
            self.divergences(),
            hits,
            e_bfmi,
            Some(self.draws.variables()),
        ));
        self.draws = self.draws.with_warnings(warnings);
        self
    }
}
