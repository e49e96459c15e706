//! Metropolis and Hastings' algorithm with one choice at a time.
//!
//! Of the n choices of the run x one is picked, each with probability 1/n, and drawn anew from its law. The program runs again: choices that it
//! made before keep their values, choices that are new are drawn. With the new run x′ of n′ choices, it is taken with probability
//!
//!   min(1, p(x′)/p(x) · n/n′ · [q(x | x′) / q(x′ | x)]),
//!
//! where q(x′ | x) is the density of all that was drawn, the picked choice and the fresh ones, and q(x | x′) that of what would have to be
//! drawn to come back: the picked choice, and the stale ones, which the new run does not make. What is kept appears in p alone. A choice is
//! kept if its address and the family of its law are those of before.
//!
//! Wingate, Stuhlmüller and Goodman 2011, "Lightweight implementations of probabilistic programming languages"; the factor n/n′ as
//! in its correction.

use super::{Fit, Program, Run};
use crate::chains::setters;
use crate::error::Error;
use rand::RngExt;
use std::mem::swap;

/// How many runs from the prior are tried for one with a density.
const ATTEMPTS: usize = 10_000;

/// A chain that changes one choice after the other; made by [`Program::single_site`].
pub struct SingleSite<'a, F> {
    program: &'a Program<F>,
    draws: usize,
    warmup: usize,
    thin: usize,
    seed: u64,
}

impl<'a, T, F: Fn(&mut Run) -> T> SingleSite<'a, F> {
    pub(super) fn new(program: &'a Program<F>) -> Self {
        Self { program, draws: 1_000, warmup: 100, thin: 1, seed: 0 }
    }

    setters! {
        /// The number of draws, 1000 if nothing is said.
        draws(draws: usize);
        /// How many steps are forgotten before the first draw, 100 if nothing is said.
        warmup(warmup: usize);
        /// How many steps there are for each draw, 1 if nothing is said.
        thin(thin: usize);
        /// The seed of the random numbers.
        seed(seed: u64);
    }

    /// Runs the chain.
    ///
    /// # Errors
    ///
    /// [`Error::InvalidSetting`] for no draws, and [`Error::Program`] where the program cannot go on, panics, or has no run with a
    /// density in 10 000 from the prior.
    pub fn run(self) -> Result<Fit<T>, Error>
    where
        T: Clone,
    {
        if self.draws == 0 || self.thin == 0 {
            let setting = if self.draws == 0 { "draws" } else { "thin" };
            return Err(Error::InvalidSetting { setting, rule: "be at least 1" });
        }
        let mut run = self.program.run(self.seed);
        let mut value = self.begin(&mut run)?;
        let (mut values, mut accepted) = (Vec::with_capacity(self.draws), 0);
        let steps = self.warmup + self.draws * self.thin;
        // The current run is the source of the next; a run that is proposed is the record.
        swap(&mut run.source, &mut run.record);
        let mut log_density = run.source.log_density();
        for step in 0..steps {
            if let Some((proposed, its_log_density)) = self.step(&mut run, log_density)? {
                (value, log_density) = (proposed, its_log_density);
                swap(&mut run.source, &mut run.record);
                accepted += 1;
            }
            if step >= self.warmup && (step - self.warmup + 1).is_multiple_of(self.thin) {
                values.push(value.clone());
            }
        }
        self.program.check_given(&run)?;
        let weights = vec![1.0 / self.draws as f64; self.draws];
        let accepted = Some(f64::from(accepted) / steps as f64);
        Ok(Fit { values, weights, log_evidence: None, accepted })
    }

    /// A first run, with a density.
    fn begin(&self, run: &mut Run) -> Result<T, Error> {
        for _ in 0..ATTEMPTS {
            if let Some(value) = self.program.execute(run)? {
                return Ok(value);
            }
        }
        let reason = format!("none of {ATTEMPTS} runs can have made the observations");
        Err(Error::Program { address: String::new(), reason })
    }

    /// One proposal; what the program returned and its log density, if it is taken.
    fn step(&self, run: &mut Run, log_density: f64) -> Result<Option<(T, f64)>, Error> {
        let count = run.source.sampled;
        if count == 0 {
            return Ok(None);
        }
        let number = run.rng.random_range(0..count);
        let Some(picked) = run.source.sampled_site(number).map(|place| run.source.sites[place]) else {
            return Ok(None);
        };
        run.changed = Some(picked.hash);
        let Some(value) = self.program.execute(run)? else { return Ok(None) };
        let proposed = run.record.log_density();
        let stale = run.source.log_prior() - run.reused;
        let sizes = (count as f64).ln() - (run.record.sampled as f64).ln();
        let log_ratio = proposed - log_density + sizes + stale - run.fresh;
        let is_taken = log_ratio >= 0.0 || run.rng.random::<f64>().ln() < log_ratio;
        Ok(is_taken.then_some((value, proposed)))
    }
}
