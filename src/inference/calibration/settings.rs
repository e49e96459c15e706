//! [`Settings`]: the settings of a calibration, and the loop over its replications.

use super::found::Calibration;
use super::record::Record;
use super::replication::{Fitted, LOG_JOINT, Ranks, ranks};
use super::truths::{Truth, Truths};
use crate::chains::run_tasks;
use crate::checkpoint::Checksum;
use crate::draws::Draws;
use crate::error::Error;
use crate::posterior::VariableInfo;
use crate::sampling::Adaptation;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use std::path::PathBuf;
use std::sync::Arc;

/// The settings of [`Sbc`](super::Sbc).
#[derive(Clone, Debug)]
pub(super) struct Settings {
    pub warmup: usize,
    pub draws: usize,
    pub seed: u64,
    pub threads: Option<usize>,
    pub record: Option<PathBuf>,
    pub version: String,
    pub quantities: Vec<String>,
    pub warm_start: Option<Arc<Adaptation>>,
}

impl Settings {
    /// Runs `fit` for each truth, with a seed.
    pub fn replicate<'t>(
        self,
        truths: &'t Truths,
        variables: &[VariableInfo],
        signs: [f64; 3],
        fit: &(dyn Fn(&'t Truth, u64) -> Result<Fitted, Error> + Sync),
    ) -> Result<Calibration, Error> {
        let threads = self.threads.unwrap_or_else(monomorph_numerics::cores);
        let rules = [("draws", self.draws), ("threads", threads)];
        if let Some((setting, _)) = rules.into_iter().find(|(_, number)| *number == 0) {
            return Err(Error::InvalidSetting { setting, rule: "be at least 1" });
        }
        let prior = truths.draws();
        let quantities = self.quantities(prior, variables)?;
        let elements = quantities.iter().filter(|name| *name != LOG_JOINT);
        let columns = elements.map(|name| prior.column(name)).collect::<Result<Vec<_>, Error>>()?;
        let record = Record::open(self.record.as_deref(), self.facts(prior, &signs), &quantities)?;
        let open: Vec<usize> =
            (0..truths.all().len()).filter(|replication| !record.has(*replication)).collect();
        let results = run_tasks("sbc", threads, open.iter().copied(), |_, replication| {
            let seed = self.seed.wrapping_add((replication as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));
            let fitted = fit(&truths.all()[replication], seed)?;
            let truth: Vec<f64> = columns.iter().map(|column| column.as_slice()[replication]).collect();
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            rng.set_stream(1);
            let ranks = ranks(&fitted, &quantities, &truth, &mut rng)?;
            record.add(Ranks { replication, divergences: fitted.divergences, ranks })
        });
        let failed = open.into_iter().zip(results);
        let failed: Vec<(usize, Error)> =
            failed.filter_map(|(place, result)| Some((place, result.err()?))).collect();
        let replications = record.finish();
        if replications.is_empty() {
            let first = failed.into_iter().next().map(|(_, error)| error);
            return Err(first.unwrap_or(Error::Interrupted));
        }
        Ok(Calibration::new(quantities, replications, failed))
    }

    /// Returns the names of the quantities that are ranked, with the log joint density last.
    fn quantities(&self, prior: &Draws, variables: &[VariableInfo]) -> Result<Vec<String>, Error> {
        let elements = || {
            variables
                .iter()
                .flat_map(|variable| variable.element_names().map(move |element| (variable.name, element)))
        };
        if self.quantities.is_empty() {
            let known =
                elements().map(|(_, element)| element).filter(|element| prior.column(element).is_ok());
            return Ok(known.chain([LOG_JOINT.to_owned()]).collect());
        }
        let mut names = Vec::new();
        for wanted in self.quantities.iter().filter(|wanted| *wanted != LOG_JOINT) {
            let before = names.len();
            names.extend(
                elements()
                    .filter(|(name, element)| name == wanted || element == wanted)
                    .map(|(_, element)| element),
            );
            if names.len() == before {
                let known = elements().map(|(_, element)| element).chain([LOG_JOINT.to_owned()]).collect();
                return Err(Error::UnknownName { name: wanted.clone(), known });
            }
        }
        if self.quantities.iter().any(|wanted| wanted == LOG_JOINT) {
            names.push(LOG_JOINT.to_owned());
        }
        Ok(names)
    }

    /// Returns a number that distinguishes this calibration from others.
    fn facts(&self, prior: &Draws, signs: &[f64]) -> u64 {
        let mut checksum = Checksum::default();
        checksum.add(self.version.as_bytes());
        for sign in signs {
            // Kernels with other instructions round differently.
            checksum.add(format!("{sign:.6e}").as_bytes());
        }
        for number in [self.seed, self.draws as u64, self.warmup as u64] {
            checksum.add(&number.to_le_bytes());
        }
        if let Some(learned) = &self.warm_start {
            checksum.add(learned.fact().as_bytes());
        }
        for (name, column) in prior.columns() {
            checksum.add(name.as_bytes());
            checksum.add_numbers(column.as_slice());
        }
        checksum.value()
    }
}
