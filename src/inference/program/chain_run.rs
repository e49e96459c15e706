//! The chains of a program run: each begins somewhere, and goes on step by step.

use super::address::hash_of;
use super::chain::{Chain, State};
use super::recorded::Recorded;
use super::{Fit, Record, Run, Seen, UNSEEN, check_agrees, numbers};
use crate::chains;
use crate::error::Error;
use rand::Rng;
use std::mem::swap;

/// How many runs from the prior are tried for one with a density.
const ATTEMPTS: usize = 10_000;

impl<T, F: Fn(&mut Run) -> T> Chain<'_, T, F> {
    /// Runs the chains.
    ///
    /// # Errors
    ///
    /// [`Error::InvalidSetting`] where there is nothing to do, and [`Error::Program`] where the program
    /// cannot go on, panics, or has no run with a density in 10 000 from the prior.
    pub fn run(self) -> Result<Fit<T>, Error>
    where
        T: Clone + Send,
        F: Sync,
    {
        self.chains.check()?;
        let proposals: usize = self.kernels.iter().map(|(_, times)| times).sum();
        let (threads, thin) = (self.threads.unwrap_or(self.chains.threads()), self.thin);
        for (setting, number) in [("thin", thin), ("threads", threads), ("kernels", proposals)] {
            if number == 0 {
                return Err(Error::InvalidSetting { setting, rule: "be at least 1" });
            }
        }
        let finished =
            chains::run("program", threads.min(self.chains.count), 0..self.chains.count, |_, chain| {
                self.run_chain(chain)
            });
        let (mut values, mut recorded) = (Vec::new(), Recorded::new(self.wanted.clone()));
        let (mut accepted, mut seen) = (0.0, Seen::default());
        for chain in finished {
            let chain = chain?;
            values.extend(chain.values);
            recorded.append(&chain.recorded);
            accepted += chain.accepted as f64;
            seen.add(&chain.seen);
        }
        self.program.check_given(&seen)?;
        let steps = self.chains.warmup + self.chains.draws * self.thin;
        accepted /= (self.chains.count * steps * proposals) as f64;
        let weights = vec![1.0 / values.len() as f64; values.len()];
        let chains = self.chains.count;
        Ok(Fit { values, weights, chains, recorded, log_evidence: None, accepted: Some(accepted) })
    }

    fn run_chain(&self, chain: usize) -> Result<OfChain<T>, Error>
    where
        T: Clone,
    {
        let mut state = self.first_run(self.chains.rng(chain).next_u64())?;
        let is_only = self.kernels.len() == 1;
        let mut moves: Vec<_> =
            self.kernels.iter().map(|(kernel, times)| (kernel.begin(is_only), *times)).collect();
        let (mut values, mut accepted) = (Vec::with_capacity(self.chains.draws), 0);
        let mut recorded = Recorded::new(self.wanted.clone());
        for step in 0..self.chains.warmup + self.chains.draws * self.thin {
            let warmup = (step < self.chains.warmup).then(|| step as f64 / self.chains.warmup as f64);
            for (kernel, times) in &mut moves {
                for _ in 0..*times {
                    accepted += usize::from(kernel.step(self.program, &mut state, warmup)?);
                }
            }
            if warmup.is_none() && (step - self.chains.warmup + 1).is_multiple_of(self.thin) {
                values.push(state.value.clone());
                recorded.push(&state.run.source);
            }
        }
        Ok(OfChain { values, recorded, accepted, seen: state.run.seen })
    }

    /// A first run, with a density.
    fn first_run(&self, seed: u64) -> Result<State<T>, Error> {
        let mut run = self.program.run(seed);
        let mut first = Vec::new();
        let started = numbers(&self.first);
        for &(ref address, value) in &started {
            if let Some(given) = self.program.given_to(address) {
                check_agrees(address, value, given)?;
            }
            first.push((hash_of(address), value));
        }
        run.source = Record::of_values(first);
        for _ in 0..ATTEMPTS {
            if let Some(value) = self.program.execute(&mut run)? {
                swap(&mut run.source, &mut run.record);
                for &(ref address, value) in &started {
                    let Some(site) = run.source.site(hash_of(address)) else {
                        return Err(Error::Program { address: address.clone(), reason: UNSEEN.to_owned() });
                    };
                    check_agrees(address, value, site.value())?;
                }
                let log_density = run.source.log_density();
                return Ok(State { run, value, log_density, path: None });
            }
        }
        let reason = format!("none of {ATTEMPTS} runs can have made the observations");
        Err(Error::Program { address: String::new(), reason })
    }
}

/// What a chain has given.
struct OfChain<T> {
    values: Vec<T>,
    recorded: Recorded,
    accepted: usize,
    seen: Vec<bool>,
}
