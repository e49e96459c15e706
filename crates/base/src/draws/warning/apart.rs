//! [`ChainsApart`]: chains whose draws of an element do not overlap.

use crate::draws::diagnostics::{mean, sd};
use crate::draws::table::number;
use core::fmt;

/// The number of its own standard deviations on each side of its mean that a chain covers.
const COVERED: f64 = 3.0;

/// A chain is lost if its mean log density is below that of the largest group by this number, and by this
/// number of standard deviations more.
const FAR_BELOW: f64 = 10.0;

/// The most groups of chains that are printed.
const PRINTED: usize = 4;

/// Groups of chains whose draws of an element lie apart: the intervals of three standard deviations around
/// the means of chains overlap within a group, and not between groups.
///
/// ```
/// use monomorph::draws::Warning;
/// use monomorph::prelude::*;
///
/// params! { mu: real() }
/// let posterior = model! { mu |= normal(0.0, 1.0) }.compile()?;
/// // Three chains of ten draws near 1, near 7 and near 1.
/// let near = |place: f64| (0..10).map(move |draw| place + 0.1 * f64::from(draw % 3));
/// let values = [1.0, 7.0, 1.0].into_iter().flat_map(near).collect();
/// let summary = Draws::new(posterior.variables(), 3, 10, values)?.summary();
/// let Some(Warning::Rhat { apart: Some(apart), .. }) = summary.warnings().first() else {
///     panic!("{summary}");
/// };
/// assert_eq!((apart.element.as_str(), &apart.groups[0].0), ("mu", &vec![1]));
/// assert_eq!(apart.to_string(), "chain 1 has mu = 7.1, the others 1.1");
/// # Ok::<(), monomorph::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct ChainsApart {
    /// The name of the element.
    pub element: String,
    /// At least two groups, small groups first. Each has the chains, counted from 0 among the chains of the
    /// draws, and the mean of the element over the draws of these chains.
    pub groups: Vec<(Vec<usize>, f64)>,
    /// The chains outside of the largest group whose log density is far below that of the largest group:
    /// they have not converged. Empty if the log densities of the draws are not known.
    #[cfg_attr(feature = "serde", serde(default))]
    pub lost: Vec<usize>,
}

impl ChainsApart {
    /// Finds the groups; `None` if all chains overlap, or if a draw is not finite.
    pub(super) fn of(element: &str, chains: &[&[f64]]) -> Option<Self> {
        let interval = |(number, chain): (usize, &&[f64])| {
            let (mean, half) = (mean(&[chain]), COVERED * sd(&[chain]));
            (number, mean - half, mean + half)
        };
        let mut intervals: Vec<_> = chains.iter().enumerate().map(interval).collect();
        if intervals.iter().any(|(_, from, to)| !from.is_finite() || !to.is_finite()) {
            return None;
        }
        intervals.sort_by(|(_, one, _), (_, other, _)| one.total_cmp(other));
        let (mut groups, mut end): (Vec<Vec<usize>>, f64) = (Vec::new(), f64::NEG_INFINITY);
        for (number, from, to) in intervals {
            match groups.last_mut() {
                Some(group) if from <= end => group.push(number),
                _ => groups.push(vec![number]),
            }
            end = end.max(to);
        }
        if groups.len() < 2 {
            return None;
        }
        groups.iter_mut().for_each(|group| group.sort_unstable());
        groups.sort_by_key(|group| (group.len(), group[0]));
        let mean_of = |group: &[usize]| mean(&group.iter().map(|&number| chains[number]).collect::<Vec<_>>());
        let groups = groups.into_iter().map(|group| (mean_of(&group), group));
        Some(Self {
            element: element.to_owned(),
            groups: groups.map(|(mean, group)| (group, mean)).collect(),
            lost: Vec::new(),
        })
    }

    /// Finds the chains that are lost, given the log densities of the draws of each chain.
    pub(in crate::draws) fn find_lost(&mut self, log_densities: &[&[f64]]) {
        let Some(((largest, _), others)) = self.groups.split_last() else { return };
        let of = |chains: &[usize]| -> Vec<&[f64]> {
            chains.iter().filter_map(|&chain| log_densities.get(chain).copied()).collect()
        };
        let reference = of(largest);
        let limit = mean(&reference) - FAR_BELOW * (1.0 + sd(&reference));
        let chains = others.iter().flat_map(|(chains, _)| chains.iter().copied());
        self.lost = chains.filter(|&chain| mean(&of(&[chain])) < limit).collect();
        self.lost.sort_unstable();
    }

    /// The sentences about the chains that are lost, of which there is at least one.
    pub(super) fn advice_on_lost(&self) -> String {
        let (verb, whose) = match self.lost.len() {
            1 => ("has", "its log density is"),
            _ => ("have", "their log densities are"),
        };
        let chains = listed(&self.lost).replacen('c', "C", 1);
        format!(
            "{chains} {verb} not converged: {whose} far below those of the others. A chain \
             may not get away from a start so far off: give the parameters `.initial`, or take \
             `.start_from_pathfinder()`."
        )
    }

    /// The number of digits after the point with which the two nearest means differ by two digits.
    fn decimals(&self) -> usize {
        let mut means: Vec<f64> = self.groups.iter().map(|(_, mean)| *mean).collect();
        means.sort_by(f64::total_cmp);
        let gap = means.windows(2).map(|pair| pair[1] - pair[0]).fold(f64::INFINITY, f64::min);
        (1.0 - gap.log10().floor()).clamp(0.0, 300.0) as usize
    }
}

/// Prints `chain 2 has mu = 3.5, the others 4.6`.
impl fmt::Display for ChainsApart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let decimals = self.decimals();
        let Some(((largest, rest_mean), others)) = self.groups.split_last() else { return Ok(()) };
        for (place, (chains, mean)) in others.iter().take(PRINTED - 1).enumerate() {
            let mean = number(*mean, decimals);
            match place {
                0 => {
                    let verb = if chains.len() == 1 { "has" } else { "have" };
                    write!(f, "{} {verb} {} = {mean}", listed(chains), self.element)?;
                }
                _ => write!(f, ", {} {mean}", listed(chains))?,
            }
        }
        match (others.len() >= PRINTED, largest.len()) {
            (true, _) => f.write_str(", and the others lie in other places"),
            (false, 1) => write!(f, ", {} {}", listed(largest), number(*rest_mean, decimals)),
            (false, _) => write!(f, ", the others {}", number(*rest_mean, decimals)),
        }
    }
}

/// The text of chains: `chain 2`, `chains 0, 1 and 5`.
fn listed(chains: &[usize]) -> String {
    let texts: Vec<String> = chains.iter().map(ToString::to_string).collect();
    match texts.split_last() {
        Some((last, [])) => format!("chain {last}"),
        Some((last, before)) => format!("chains {} and {last}", before.join(", ")),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::ChainsApart;

    /// The text for chains with these means and standard deviations; `None` if they overlap.
    fn found(chains: &[(f64, f64)]) -> Option<String> {
        let draws: Vec<[f64; 3]> = chains.iter().map(|(mean, sd)| [mean - sd, *mean, mean + sd]).collect();
        let draws: Vec<&[f64]> = draws.iter().map(|chain| &chain[..]).collect();
        ChainsApart::of("x[a,b]", &draws).map(|apart| apart.to_string())
    }

    #[test]
    fn groups_of_chains() {
        for (chains, text) in [
            (
                &[(4.62, 0.1), (4.6, 0.1), (3.5, 0.15), (4.58, 0.1)][..],
                "chain 2 has x[a,b] = 3.5, the others 4.6",
            ),
            (
                &[(9.0, 1.0), (-9.0, 1.0), (9.0, 1.0), (-9.0, 1.0)],
                "chains 0 and 2 have x[a,b] = 9, the others -9",
            ),
            (&[(1.0, 0.0), (2.0, 0.0)], "chain 0 has x[a,b] = 1.0, chain 1 2.0"),
            (
                &[(3.0, 0.1), (2.0, 0.1), (1.0, 0.1), (3.0, 0.1)],
                "chain 1 has x[a,b] = 2.0, chain 2 1.0, the others 3.0",
            ),
            (&[(1e6, 1.0), (1.001e6, 1.0)], "chain 0 has x[a,b] = 1000000, chain 1 1001000"),
            (
                &[(1.0, 0.1), (2.0, 0.1), (3.0, 0.1), (4.0, 0.1), (5.0, 0.1)],
                "chain 0 has x[a,b] = 1.0, chain 1 2.0, chain 2 3.0, and the others lie in other places",
            ),
        ] {
            assert_eq!(found(chains).as_deref(), Some(text));
        }
    }

    #[test]
    fn chains_with_a_far_lower_log_density_are_lost() {
        let near = |place: f64| [place - 0.1, place, place + 0.1];
        let places = [9.0, 1.0, 1.0, 5.0].map(near);
        let mut apart = ChainsApart::of("mu", &places.each_ref().map(|chain| &chain[..])).unwrap();
        let lost = |apart: &mut ChainsApart, means: [f64; 4]| {
            let log_densities = means.map(|mean| [mean - 1.0, mean, mean + 1.0]);
            apart.find_lost(&log_densities.each_ref().map(|chain| &chain[..]));
            (apart.lost.clone(), apart.advice_on_lost())
        };
        // A chain of the largest group is never lost, nor one with a higher or about the same log density.
        assert_eq!(lost(&mut apart, [10.0, -50.0, -49.0, -60.0]).0, [] as [usize; 0]);
        assert_eq!(lost(&mut apart, [f64::NAN, 1.0, 1.0, 1.0]).0, [] as [usize; 0]);
        let (chains, text) = lost(&mut apart, [-1e75, -50.0, -49.0, -60.0]);
        assert_eq!(chains, [0]);
        assert!(text.starts_with("Chain 0 has not converged: its log density is far below"), "{text}");
        let (chains, text) = lost(&mut apart, [-1e75, -50.0, -49.0, -90.0]);
        assert_eq!(chains, [0, 3]);
        assert!(text.starts_with("Chains 0 and 3 have not converged: their log densities"), "{text}");
    }

    #[test]
    fn chains_that_cannot_be_told_apart() {
        // Near each other, joined by a wide chain, a narrow chain inside a wide one, not finite, alone.
        for chains in [
            &[(1.0, 1.0), (2.0, 1.0)][..],
            &[(0.0, 1.0), (10.0, 1.0), (5.0, 3.0)],
            &[(5.0, 0.0), (0.0, 4.0)],
            &[(0.0, 1.0), (f64::NAN, 1.0)],
            &[(0.0, 1.0), (f64::INFINITY, 1.0)],
            &[(0.0, 1.0)],
            &[],
        ] {
            assert_eq!(found(chains), None, "{chains:?}");
        }
    }
}
