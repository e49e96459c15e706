//! When a run has enough draws.
//!
//! This is decided after 100 draws of each chain, and then each time when there are a quarter more. Nothing
//! but these numbers decides when, so the number of threads changes nothing, and all decisions together cost
//! five times as much as the last one.

use super::Transition;
use crate::draws::diagnostics::{ess_bulk, ess_tail, rhat};

/// The draws of each chain before the first decision.
const FIRST: usize = 100;

/// The name in the warning of a run that has no quantity to be judged by.
const NOTHING: &str = "(no quantity is in every draw)";

/// The effective draws and the R-hat that every element must have.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Until {
    pub ess: f64,
    pub rhat: f64,
}

/// The draws of each chain at the next decision, after that at `draws`; 0 before the first.
pub(super) fn next(draws: usize, limit: usize) -> usize {
    if draws == 0 { FIRST.min(limit) } else { draws.saturating_add(draws / 4).min(limit) }
}

/// A chain with the columns of its elements.
pub(super) type Judged<'a, 'r> = (&'a dyn Transition, &'a [&'r mut [f64]]);

impl Until {
    /// The name of an element that has too few effective draws or too large an R-hat, given the first draws
    /// of some chains. `likely` is the place of the last such element, which is judged first.
    pub(super) fn first_short(
        &self,
        chains: &[Judged<'_, '_>],
        elements: &[String],
        draws: usize,
        likely: &mut usize,
    ) -> Option<String> {
        let columns = chains.first().map_or(0, |(_, columns)| columns.len());
        let is_short = |element: &usize| {
            let of_chains: Vec<&[f64]> =
                chains.iter().map(|(_, columns)| &columns[*element][..draws]).collect();
            !self.is_reached(&of_chains)
        };
        if let Some(element) = (*likely..columns).chain(0..(*likely).min(columns)).find(is_short) {
            *likely = element;
            return Some(elements[element].clone());
        }
        let series: Vec<_> = chains.iter().map(|(chain, _)| chain.series(draws)).collect();
        let (first, others) = series.split_first()?;
        let mut judged = columns;
        for (name, own) in first {
            let in_other = |other: &'_ Vec<(String, Vec<f64>)>| other.iter().position(|(own, _)| own == name);
            let places: Option<Vec<usize>> = others.iter().map(in_other).collect();
            let Some(places) = places else { continue };
            let rest = others.iter().zip(places).map(|(other, place)| &other[place].1[..]);
            judged += 1;
            if !self.is_reached(&[&own[..]].into_iter().chain(rest).collect::<Vec<_>>()) {
                return Some(name.clone());
            }
        }
        (judged == 0).then(|| NOTHING.to_owned())
    }

    /// True if an element has enough draws. What a single chain cannot tell, or an element that never
    /// changes, is no reason to go on.
    fn is_reached(&self, chains: &[&[f64]]) -> bool {
        let is_short = |draws: f64| draws < self.ess;
        !(is_short(ess_bulk(chains)) || is_short(ess_tail(chains)) || rhat(chains) > self.rhat)
    }
}
