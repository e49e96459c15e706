//! Decides whether a run has enough draws.
//!
//! The decision is made after 100 draws of each chain, and then whenever the number of draws has grown by a
//! quarter. It depends on these numbers only, so the number of threads changes nothing, and all decisions
//! together cost five times as much as the last one.

use super::Transition;
use crate::draws::diagnostics::{ess_bulk, ess_tail, rhat};

/// The number of draws of each chain at the first decision.
const FIRST: usize = 100;

/// The text for the missing name in the warning of a run without quantities.
const NOTHING: &str = "(no quantity is in every draw)";

/// The effective draws and the R-hat that every element must have.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Until {
    pub ess: f64,
    pub rhat: f64,
}

/// Returns the number of draws of each chain at the decision after the one at `draws` draws; `draws` is 0
/// before the first decision.
pub(super) fn next(draws: usize, limit: usize) -> usize {
    if draws == 0 { FIRST.min(limit) } else { draws.saturating_add(draws / 4).min(limit) }
}

/// A chain with the columns of its elements.
pub(super) type Judged<'a, 'r> = (&'a dyn Transition, &'a [&'r mut [f64]]);

impl Until {
    /// Returns the name of an element that has too few effective draws or too large an R-hat, given the
    /// first draws of some chains. `likely` is the place of the last such element, which is judged first.
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

    /// Returns true if an element has enough draws. A diagnostic that a single chain does not have, or that
    /// an element without changes does not have, is left out.
    fn is_reached(&self, chains: &[&[f64]]) -> bool {
        let is_short = |draws: f64| draws < self.ess;
        !(is_short(ess_bulk(chains)) || is_short(ess_tail(chains)) || rhat(chains) > self.rhat)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chains::{Phase, Step};
    use crate::checkpoint::Block;
    use crate::error::Error;

    /// 200 numbers without a pattern, from 0 to 1.
    fn noise(seed: u64) -> Vec<f64> {
        let next = |state: &u64| Some(state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1));
        let states = std::iter::successors(Some(seed), next).skip(5).take(200);
        states.map(|state| (state >> 11) as f64 / (1_u64 << 53) as f64).collect()
    }

    #[test]
    fn what_is_just_enough_is_enough() {
        let (first, second) = (noise(1), noise(2));
        let chains: [&[f64]; 2] = [&first, &second];
        let (bulk, tail, rhat) = (ess_bulk(&chains), ess_tail(&chains), rhat(&chains));
        assert!(bulk != tail && rhat > 1.0, "{bulk} {tail} {rhat}");
        let reached = |ess: f64, rhat: f64| Until { ess, rhat }.is_reached(&chains);
        let (few, many) = (bulk.min(tail), bulk.max(tail));
        assert!(reached(few, rhat));
        assert!(!reached(few.next_up(), rhat) && !reached(many, rhat));
        assert!(!reached(few, rhat.next_down()));
        assert!(reached(few / 2.0, 2.0 * rhat));
        // Neither the tails alone nor the bulk alone are enough.
        for of in [[ess_bulk, ess_tail], [ess_tail, ess_bulk]] {
            let series: Vec<Vec<f64>> = (1..40).map(noise).collect();
            let pair = series.windows(2).find_map(|pair| {
                let chains = [&pair[0][..], &pair[1][..]];
                let [less, more] = of.map(|ess| ess(&chains));
                (less < more).then_some((chains, less, more))
            });
            let (chains, less, more) = pair.expect("series with less of the one");
            assert!(!Until { ess: (less + more) / 2.0, rhat: 10.0 }.is_reached(&chains));
        }
    }

    /// A chain with quantities that have no column.
    struct Named(Vec<(String, Vec<f64>)>);

    impl Transition for Named {
        fn begin(&mut self) -> Result<(), Error> {
            Ok(())
        }
        fn restore(&mut self, _saved: &[u8], _is_exact: bool) -> Result<(), String> {
            Ok(())
        }
        fn read_draws(&mut self, _block: &Block, _most: usize) -> Result<(), String> {
            Ok(())
        }
        fn advance(&mut self, _phase: Phase) -> Result<Step, Error> {
            Ok(Step::default())
        }
        fn write_draw(&mut self, _index: usize, _numbers: &mut Vec<f64>) -> Result<(), Error> {
            Ok(())
        }
        fn save(&mut self) -> Vec<u8> {
            Vec::new()
        }
        fn series(&self, _draws: usize) -> Vec<(String, Vec<f64>)> {
            self.0.clone()
        }
    }

    #[test]
    fn quantities_of_chains_are_judged_by_their_names() {
        let [a, b] = ["a", "b"].map(String::from);
        // The two chains agree about `a` and differ about `b`, and list both in another order.
        let shifted = noise(3).iter().map(|number| number + 5.0).collect();
        let first = Named(vec![(a.clone(), noise(1)), (b.clone(), noise(4))]);
        let second = Named(vec![(b, shifted), (a, noise(2))]);
        let judged: [Judged<'_, '_>; 2] = [(&first, &[]), (&second, &[])];
        let until = Until { ess: 20.0, rhat: 1.1 };
        assert_eq!(until.first_short(&judged, &[], 200, &mut 0).as_deref(), Some("b"));
        // A quantity of one chain only is not judged.
        let alone = Named(vec![("c".to_owned(), noise(5))]);
        let judged: [Judged<'_, '_>; 2] = [(&first, &[]), (&alone, &[])];
        assert_eq!(until.first_short(&judged, &[], 200, &mut 0).as_deref(), Some(NOTHING));
    }
}
