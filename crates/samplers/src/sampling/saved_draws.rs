//! [`SavedDraws`]: draws in the file of a checkpoint.

use super::statistics::{DIVERGENT, ENERGY, LEAPFROGS, LOG_DENSITY, STATISTICS, STEP_SIZE, TREE_DEPTH};
use super::warm_start::{Adaptation, median};
use crate::chains::Ending;
use crate::checkpoint::{DrawsFile, Snapshot};
use crate::draws::fixed::{fixed_elements, split};
use crate::draws::{Draws, Summary, SummaryRow, Warning, e_bfmi};
use crate::error::Error;
use crate::trace::VariableInfo;
use std::path::Path;

/// Draws in the file of a [checkpoint](crate::checkpoint), which are read when they are requested.
///
/// They are made by [`Nuts::run_to_disk`](super::Nuts::run_to_disk), `Gibbs::run_to_disk` or
/// `Posterior::saved_draws`. For a run that was killed, or is still running, they are the draws up to the
/// last checkpoint. All chains are cut to the length of the shortest one, but a chain is left out if this
/// keeps more draws in all.
#[derive(Debug)]
pub struct SavedDraws {
    variables: Vec<VariableInfo>,
    file: DrawsFile,
    /// The numbers of the chains that are kept.
    chains: Vec<usize>,
    draws: usize,
    /// The largest depth of a tree, if the sampler was the No-U-Turn sampler.
    max_depth: Option<u32>,
    warnings: Vec<Warning>,
}

/// Returns the number of columns before those of the elements: the statistics of the No-U-Turn sampler,
/// which has a largest depth; 0 for other samplers.
fn own_columns(max_depth: Option<u32>) -> usize {
    if max_depth.is_some() { STATISTICS } else { 0 }
}

impl SavedDraws {
    #[doc(hidden)]
    pub fn open(path: &Path, variables: Vec<VariableInfo>) -> Result<Self, Error> {
        let snapshot = Snapshot::read(path)?;
        snapshot.check(path, &Snapshot::new(&variables, Vec::new(), 0))?;
        let depth = || snapshot.fact("max_depth").and_then(|depth| depth.parse().ok());
        let max_depth = (snapshot.fact("sampler") == Some("nuts")).then(|| depth().unwrap_or(u32::MAX));
        let columns = own_columns(max_depth) + variables.iter().map(VariableInfo::size).sum::<usize>();
        let file = DrawsFile::open(path, &snapshot, columns)?;
        let lengths = snapshot.chains.iter().map(|chain| Ok(chain.as_ref().map_or(0, |chain| chain.draws)));
        let Ending { chains, draws, .. } = Ending::of(lengths, usize::MAX)?;
        Ok(Self { variables, file, chains, draws, max_depth, warnings: Vec::new() })
    }

    /// Adds warnings of the sampler about its run.
    #[doc(hidden)]
    pub fn with_warnings(mut self, warnings: Vec<Warning>) -> Self {
        self.warnings.extend(warnings);
        self
    }

    /// The parameters, in the order of the posterior's coordinates, and then the definitions.
    pub fn variables(&self) -> &[VariableInfo] {
        &self.variables
    }

    /// The number of chains, at least 1.
    pub fn chains(&self) -> usize {
        self.chains.len()
    }

    /// The number of draws of each chain, at least 1.
    pub fn draws_per_chain(&self) -> usize {
        self.draws
    }

    /// Reads the draws of some variables, all elements of each, with the [warnings](Self::warnings).
    ///
    /// # Errors
    ///
    /// [`Error::UnknownName`] if there is no such variable; [`Error::Io`] if the file cannot be read.
    pub fn read(&self, names: &[&str]) -> Result<Draws, Error> {
        let (mut found, mut values) = (Vec::new(), Vec::new());
        for name in names {
            let variable = self.variables.iter().find(|variable| variable.name == *name);
            let Some(variable) = variable else {
                let known = self.variables.iter().map(|variable| variable.name.to_owned()).collect();
                return Err(Error::UnknownName { name: (*name).to_owned(), known });
            };
            for element in variable.offset..variable.offset + variable.size() {
                values.extend(self.column(own_columns(self.max_depth) + element)?);
            }
            let offset = found.last().map_or(0, |last: &VariableInfo| last.offset + last.size());
            let mut moved = *variable;
            moved.offset = offset;
            found.push(moved);
        }
        Ok(Draws::new(found, self.chains(), self.draws, values)?.with_warnings(self.warnings()?))
    }

    /// The mean, standard deviation, quantiles and diagnostics of every element that the form of a matrix
    /// does not fix. One or two elements at a time are read into memory.
    ///
    /// # Errors
    ///
    /// [`Error::Io`] if the file cannot be read.
    pub fn summary(&self) -> Result<Summary, Error> {
        let names = self.variables.iter().flat_map(VariableInfo::element_names).enumerate();
        let read = |element: usize| self.column(own_columns(self.max_depth) + element);
        let row = |(element, name): (usize, String)| -> Result<SummaryRow, Error> {
            Ok(SummaryRow::of(&name, &read(element)?.chunks_exact(self.draws).collect::<Vec<_>>()))
        };
        let rows = names.map(row).collect::<Result<_, Error>>()?;
        let fixed = fixed_elements(&self.variables, read)?;
        let summary = Summary::of_rows(split(rows, &fixed), (self.chains(), self.draws), self.warnings()?);
        let names: Vec<String> = self.variables.iter().flat_map(VariableInfo::element_names).collect();
        let place = |element: &str| names.iter().position(|name| name == element);
        let summary = summary.with_chains_apart(|element| read(place(element)?).ok());
        if self.max_depth.is_none() {
            return Ok(summary);
        }
        summary.with_log_densities(|| self.column(LOG_DENSITY))
    }

    /// The results of warmup for the start of a later run: see [`Adaptation`]. One element at a time is
    /// read into memory.
    ///
    /// # Errors
    ///
    /// [`Error::Io`] if the file cannot be read; [`Error::Results`] for draws of Gibbs sampling, which has
    /// no step size.
    pub fn adaptation(&self) -> Result<Adaptation, Error> {
        if self.max_depth.is_none() {
            let reason = "the draws are not those of the No-U-Turn sampler, and have no step size".to_owned();
            return Err(Error::results(reason));
        }
        let (step_size, total) = (median(self.column(STEP_SIZE)?), self.chains() * self.draws);
        let leapfrogs = self.column(LEAPFROGS)?.iter().sum::<f64>() / total as f64;
        Adaptation::of(&self.variables, (total, None), (step_size, leapfrogs), |element| {
            self.column(own_columns(self.max_depth) + element)
        })
    }

    /// The warnings of the sampler about its run. The file has the statistics of the draws, so that
    /// divergences, trajectories of the largest depth and low E-BFMI are found again; the other warnings are
    /// only there after the run itself, not after `Posterior::saved_draws`.
    ///
    /// # Errors
    ///
    /// [`Error::Io`] if the file cannot be read.
    pub fn warnings(&self) -> Result<Vec<Warning>, Error> {
        let mut warnings = self.warnings.clone();
        let Some(max_depth) = self.max_depth else { return Ok(warnings) };
        let count = |column: usize, counts: &dyn Fn(f64) -> bool| -> Result<usize, Error> {
            Ok(self.column(column)?.into_iter().filter(|number| counts(*number)).count())
        };
        let divergences = count(DIVERGENT, &|is_divergent| is_divergent != 0.0)?;
        let hits = (count(TREE_DEPTH, &|depth| depth >= f64::from(max_depth))?, max_depth);
        let energies = self.column(ENERGY)?;
        let e_bfmi = self.chains.iter().copied().zip(energies.chunks_exact(self.draws).map(e_bfmi));
        warnings.extend(Warning::of_transitions(
            self.chains() * self.draws,
            divergences,
            hits,
            e_bfmi,
            Some(&self.variables),
        ));
        Ok(warnings)
    }

    /// Returns a column of the file, chain after chain.
    fn column(&self, column: usize) -> Result<Vec<f64>, Error> {
        self.file.column(column, &self.chains, self.draws)
    }
}
