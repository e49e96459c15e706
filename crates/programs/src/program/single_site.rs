//! Metropolis and Hastings' algorithm with one choice at a time.
//!
//! One of the n choices of the run x is picked, each with probability 1/n, and drawn anew from its law. The
//! program runs again: choices that it made before keep their values, choices that are new are drawn. The
//! new run x′ of n′ choices is accepted with probability
//!
//!   min(1, p(x′)/p(x) · n/n′ · [q(x | x′) / q(x′ | x)]),
//!
//! where q(x′ | x) is the density of all drawn values, the picked choice and the new choices, and q(x | x′)
//! is the density of the values that the reverse move would draw: the picked choice, and the choices that
//! the new run does not make. Choices that keep their values appear only in p. A choice keeps its value if
//! its address and the family of its law are unchanged.
//!
//! Wingate, Stuhlmüller and Goodman 2011, "Lightweight implementations of probabilistic programming
//! languages"; the factor n/n′ is as in the correction of this paper.

use super::kernel::{Kernel, Move, State};
use super::{Program, Run};
use crate::checkpoint::state;
use crate::error::Error;
use rand::RngExt;

/// The kernel that changes one choice at a time.
pub(super) struct SingleSite;

impl<T, F: Fn(&mut Run) -> T> Kernel<T, F> for SingleSite {
    fn describe(&self) -> String {
        "single_site".to_owned()
    }

    fn begin(&self, _: bool) -> Box<dyn Move<T, F> + '_> {
        Box::new(Self)
    }
}

state!(SingleSite {});

impl<T, F: Fn(&mut Run) -> T> Move<T, F> for SingleSite {
    fn step(&mut self, program: &Program<F>, state: &mut State<T>, _: Option<f64>) -> Result<bool, Error> {
        let run = &mut state.run;
        let count = run.source.sampled;
        if count == 0 {
            return Ok(false);
        }
        let number = run.rng.random_range(0..count);
        let Some(picked) = run.source.sampled_site(number).map(|place| run.source.sites[place]) else {
            return Ok(false);
        };
        run.changed = Some(picked.hash);
        let outcome = program.execute(run);
        run.changed = None;
        let Some(value) = outcome? else { return Ok(false) };
        let proposed = run.record.log_density();
        let log_ratio = log_ratio(run, proposed - state.log_density);
        let is_taken = log_ratio >= 0.0 || run.rng.random::<f64>().ln() < log_ratio;
        if is_taken {
            state.take(value, proposed);
        }
        Ok(is_taken)
    }
}

/// Computes the logarithm of the acceptance ratio of a proposed run, given the difference of the log
/// densities: the record is the proposed run, and the source is the current run.
pub(super) fn log_ratio(run: &Run, difference: f64) -> f64 {
    let stale = run.source.log_prior() - run.reused;
    let sizes = (run.source.sampled as f64).ln() - (run.record.sampled as f64).ln();
    difference + sizes + stale - run.fresh
}
