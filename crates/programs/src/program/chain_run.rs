//! The run of all chains of a program.

use super::chain::Chain;
use super::recorded::RecordedChoices;
use super::transition::Moving;
use super::{ProgramFit, Run, Seen, numbers};
use crate::chains;
use crate::chains::{Sampler, Transition, check_rules};
use crate::checkpoint::{Checksum, Facts, INSTRUCTIONS};
use crate::error::Error;
use crate::simd::InstructionSet;

impl<T, F: Fn(&mut Run) -> T> Chain<'_, T, F> {
    /// Runs the chains.
    ///
    /// # Errors
    ///
    /// - [`Error::InvalidSetting`] if there is nothing to do, or if there is no recorded choice that
    ///   [`until`](Self::until) could examine.
    /// - [`Error::Program`] if the program cannot continue, panics, or has no run with a positive density
    ///   among 10 000 from the prior. One such chain is an error of the whole run.
    /// - [`Error::Io`] and [`Error::Checkpoint`] for the files of a checkpoint.
    /// - [`Error::Interrupted`] if the run was [interrupted](Self::interrupt) before its first draw.
    pub fn run(self) -> Result<ProgramFit<T>, Error>
    where
        T: Clone + Send,
        F: Sync,
    {
        self.run.check()?;
        let proposals: usize = self.kernels.iter().map(|(_, times)| times).sum();
        check_rules([
            ("kernels", proposals > 0, "be at least 1"),
            (
                "until",
                self.run.until.is_none() || !self.wanted.is_empty(),
                "come with recorded choices, by which it judges the draws",
            ),
        ])?;
        let mut own: Vec<Moving<'_, T, F>> =
            (0..self.run.chains.count).map(|number| Moving::new(&self, number)).collect();
        let sampler = Sampler { name: "program", variables: &[], statistics: 0, facts: self.facts() };
        let transitions = own.iter_mut().map(|chain| chain as &mut dyn Transition);
        let outcome = chains::run_chains(sampler, &self.run, &self.hooks, &mut [], transitions)?;
        if let Some(error) = outcome.results.iter().find_map(|result| result.as_ref().err()) {
            return Err(error.clone());
        }
        let iterations: usize = outcome.clocks.iter().map(|clock| clock.iterations).sum();
        let ending = outcome.ending()?;
        let (mut values, mut recorded) = (Vec::new(), RecordedChoices::new(self.wanted.clone()));
        let (mut accepted, mut seen) = (0, Seen::default());
        for (number, chain) in own.into_iter().enumerate() {
            accepted += chain.accepted;
            seen.add(chain.seen());
            if ending.chains.contains(&number) {
                recorded.append(&chain.recorded.first(ending.draws));
                values.extend(chain.values.into_iter().take(ending.draws));
            }
        }
        self.program.check_given(&seen)?;
        let accepted = Some(accepted as f64 / (iterations * proposals) as f64);
        let weights = vec![1.0 / values.len() as f64; values.len()];
        let (chains, warnings) = (ending.chains.len(), ending.warnings);
        Ok(ProgramFit { values, weights, chains, recorded, log_evidence: None, accepted, warnings })
    }

    /// Returns the settings on which draws depend, as texts. They do not include the code of the program;
    /// instead the choices and log densities of the saved runs are compared.
    fn facts(&self) -> Facts {
        let mut first = Checksum::default();
        for (address, value) in numbers(&self.first) {
            first.add(address.as_bytes());
            first.add_numbers(&[value]);
        }
        let kernel = |(kernel, times): &(Box<dyn super::kernel::Kernel<T, F> + '_>, usize)| {
            format!("{} × {times}", kernel.describe())
        };
        let given = |(address, value, counts): &(String, f64, bool)| {
            format!("{address} {} {value}", if *counts { "observed" } else { "set" })
        };
        let own = [
            ("kernels", self.kernels.iter().map(kernel).collect::<Vec<_>>().join(", ")),
            ("values that are given", self.program.given.iter().map(given).collect::<Vec<_>>().join(", ")),
            ("depth", self.program.depth.to_string()),
            ("start", format!("{:016x}", first.value())),
            (INSTRUCTIONS, InstructionSet::all().next().map_or("none", InstructionSet::name).to_owned()),
            ("monomorph", env!("CARGO_PKG_VERSION").to_owned()),
        ];
        let own = own.into_iter().map(|(name, value)| (name.to_owned(), value));
        self.run.facts("program").into_iter().chain(own).collect()
    }
}
