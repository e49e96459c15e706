//! When a run has enough draws.
//!
//! It is asked after 100 draws of each chain, and then each time when there are a quarter more. Nothing but
//! these numbers decides when, so the number of threads changes nothing, and all questions together cost five
//! times as much as the last one.

use crate::draws::diagnostics::{ess_bulk, ess_tail, rhat};

/// The draws of each chain before the first question.
const FIRST: usize = 100;

/// What every element must have.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Until {
    pub ess: f64,
    pub rhat: f64,
}

/// The draws of each chain at which the next question is asked, after that at some number; 0 before the
/// first.
pub(super) fn next(draws: usize, limit: usize) -> usize {
    if draws == 0 { FIRST.min(limit) } else { draws.saturating_add(draws / 4).min(limit) }
}

impl Until {
    /// Whether an element has enough draws. What a single chain cannot tell, or an element that never
    /// changes, is no reason to go on.
    pub fn is_reached(&self, chains: &[&[f64]]) -> bool {
        let is_short = |draws: f64| draws < self.ess;
        !(is_short(ess_bulk(chains)) || is_short(ess_tail(chains)) || rhat(chains) > self.rhat)
    }
}
