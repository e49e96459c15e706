//! Gibbs sampling of a tracked run: one site after the other is drawn anew, and only the terms that depend
//! on it are evaluated again.
//!
//! A site with finitely many values v is drawn from its full conditional in this run,
//!
//!   p(x = v | rest) ∝ p(v | parents) ∏ p(child | v, …),
//!
//! where the children are the choices, observations and factors that are computed from x: the terms of the
//! site's Markov blanket are evaluated for each of its K values, as JAGS does with a static graph. Any
//! other site is proposed from its law, and accepted with the probability
//!
//!   min(1, ∏ p(child | x′, …) / p(child | x, …)).
//!
//! If one of the values would lead the run to another path, the list does not contain that path. Then the
//! program runs again with a value from the site's law, as in [single-site
//! Metropolis](super::super::Program::single_site). Which of the two happens depends only on the other
//! sites, so the chain stays reversible.
//!
//! Gabler 2020, ch. 4: extracting conditionals from tracked runs; Plummer 2003 for JAGS.

use super::super::kernel::{Kernel, Move, State};
use super::super::single_site::log_ratio;
use super::super::{Program, Run};
use super::path::Path;
use crate::checkpoint::state;
use crate::error::Error;
use crate::random::category;
use crate::track::{NodeId, Values};
use core::ops::RangeInclusive;
use rand::RngExt;

/// The largest number of values of a site that is drawn from its full conditional.
const CANDIDATES: i64 = 1_000;

/// The kernel that draws one site anew.
pub(in super::super) struct Gibbs;

impl<T: Values, F: Fn(&mut Run) -> T> Kernel<T, F> for Gibbs {
    fn describe(&self) -> String {
        "gibbs".to_owned()
    }

    fn begin(&self, _: bool) -> Box<dyn Move<T, F> + '_> {
        Box::new(Self)
    }
}

state!(Gibbs {});

impl<T: Values, F: Fn(&mut Run) -> T> Move<T, F> for Gibbs {
    fn step(&mut self, program: &Program<F>, state: &mut State<T>, _: Option<f64>) -> Result<bool, Error> {
        let mut path = Path::of(program, state)?;
        let count = path.sites.len();
        if count == 0 {
            state.path = Some(path);
            return Ok(false);
        }
        let (_, id) = path.sites[state.run.rng.random_range(0..count)];
        let Some(law) = path.law_of(id) else { return Ok(false) };
        let arguments = path.arguments_of(id);
        let size = |candidates: &RangeInclusive<i64>| candidates.end() - candidates.start();
        let candidates = (law.candidates)(&arguments).filter(|candidates| size(candidates) < CANDIDATES);
        let (changed, proposed) = match candidates {
            Some(candidates) => (conditional(&mut path, state, id, candidates), None),
            None => {
                let value = (law.draw)(&arguments, &mut state.run.rng);
                (propose(&mut path, state, id, value), Some(value))
            }
        };
        let moved = match changed {
            Some(Some(change)) => {
                let reached: Vec<NodeId> = path.replay.reached().collect();
                path.write(state, reached.into_iter(), state.log_density + change);
                true
            }
            Some(None) => false,
            None => {
                let value = proposed.unwrap_or_else(|| (law.draw)(&arguments, &mut state.run.rng));
                match run_again(program, state, &path, id, value)? {
                    Some(other) => {
                        path = other;
                        true
                    }
                    None => false,
                }
            }
        };
        state.path = Some(path);
        Ok(moved)
    }
}

/// Draws a site from its full conditional, and returns the change of the log density; the inner `None`
/// means that the value has not changed, and the outer `None` that with some value the run would leave its
/// path.
fn conditional<T>(
    path: &mut Path,
    state: &mut State<T>,
    id: NodeId,
    candidates: RangeInclusive<i64>,
) -> Option<Option<f64>> {
    let now = path.replay.value(id);
    let values: Vec<f64> = candidates.map(|value| value as f64).collect();
    let mut changes = Vec::with_capacity(values.len());
    for &value in &values {
        let is_now = value == now;
        let change = if is_now { 0.0 } else { path.replay.set(id, value).ok()? };
        // With this value a term is NaN: the run counts as impossible.
        changes.push(if change.is_nan() { f64::NEG_INFINITY } else { change });
        if !is_now {
            path.replay.undo();
        }
    }
    let largest = changes.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let weights: Vec<f64> = changes.iter().map(|change| (change - largest).exp()).collect();
    let sum: f64 = weights.iter().sum();
    let probabilities: Vec<f64> = weights.iter().map(|weight| weight / sum).collect();
    let chosen = category(&probabilities, &mut state.run.rng);
    if values[chosen] == now {
        return Some(None);
    }
    Some(path.replay.set(id, values[chosen]).ok())
}

/// Proposes a value from a site's law, and returns the change of the log density; the inner `None` means
/// that the value is rejected, and the outer `None` that the run would leave its path with it.
fn propose<T>(path: &mut Path, state: &mut State<T>, id: NodeId, value: f64) -> Option<Option<f64>> {
    let before = path.replay.term(id);
    let change = path.replay.set(id, value).ok()?;
    let log_ratio = change - (path.replay.term(id) - before);
    if log_ratio >= 0.0 || state.run.rng.random::<f64>().ln() < log_ratio {
        return Some(Some(change));
    }
    path.replay.undo();
    Some(None)
}

/// Runs the program with another value of a site, drawn from its law, and returns the path if the run is
/// accepted.
fn run_again<T: Values, F: Fn(&mut Run) -> T>(
    program: &Program<F>,
    state: &mut State<T>,
    path: &Path,
    id: NodeId,
    value: f64,
) -> Result<Option<Box<Path>>, Error> {
    let Some(&(site, _)) = path.sites.iter().find(|(_, node)| *node == id) else { return Ok(None) };
    let run = &mut state.run;
    run.changed = Some(run.source.sites[site].hash);
    run.proposal = Some(value);
    let outcome = program.execute(run);
    (run.changed, run.proposal) = (None, None);
    let Some(value) = outcome? else { return Ok(None) };
    let proposed = run.record.log_density();
    let log_ratio = log_ratio(run, proposed - state.log_density);
    let is_taken = log_ratio >= 0.0 || run.rng.random::<f64>().ln() < log_ratio;
    Ok(is_taken.then(|| Path::taken(state, value, proposed)))
}
