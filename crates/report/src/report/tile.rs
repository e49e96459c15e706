//! Tiles: the numbers at the top of a page.

use crate::number::{count, significant};

/// The judgement of a number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Verdict {
    /// The number is as required.
    #[default]
    Good,
    /// The number slightly misses its requirement.
    Doubtful,
    /// The number misses its requirement.
    Bad,
}

/// A number with its meaning, its requirement, and its judgement.
///
/// ```
/// use monomorph_report::report::{Tile, Verdict};
///
/// let tile = Tile::rhat(1.03, "log_tau");
/// assert_eq!((tile.value.as_str(), tile.verdict), ("1.030", Verdict::Doubtful));
/// let own = Tile::new("31 %", "of proposals were accepted", "20 to 50 %", Verdict::Good);
/// assert_eq!(own.wanted, "20 to 50 %");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tile {
    /// The number.
    pub value: String,
    /// The meaning of the number, and the name of its quantity.
    pub what: String,
    /// The requirement.
    pub wanted: String,
    /// The judgement of the number.
    pub verdict: Verdict,
}

impl Tile {
    /// Makes a tile of any number.
    pub fn new(
        value: impl Into<String>,
        what: impl Into<String>,
        wanted: impl Into<String>,
        verdict: Verdict,
    ) -> Self {
        Self { value: value.into(), what: what.into(), wanted: wanted.into(), verdict }
    }

    /// Makes the tile of the largest R-hat, given the name of its quantity.
    pub fn rhat(largest: f64, name: &str) -> Self {
        let verdict = match largest {
            largest if largest <= 1.01 => Verdict::Good,
            largest if largest <= 1.05 => Verdict::Doubtful,
            _ => Verdict::Bad,
        };
        Self::new(decimals(largest, 3), format!("largest R̂, of {name}"), "at most 1.01", verdict)
    }

    /// Makes the tile of the least effective sample size of the bulk, given the name of its quantity and
    /// the required number: 100 for each chain.
    pub fn ess_bulk(least: f64, name: &str, wanted: usize) -> Self {
        Self::ess(least, format!("least bulk ESS, of {name}"), wanted)
    }

    /// Makes the tile of the least effective sample size of the tails, given the name of its quantity and
    /// the required number: 100 for each chain.
    pub fn ess_tail(least: f64, name: &str, wanted: usize) -> Self {
        Self::ess(least, format!("least tail ESS, of {name}"), wanted)
    }

    fn ess(least: f64, what: String, wanted: usize) -> Self {
        let verdict = match least / wanted as f64 {
            share if share >= 1.0 => Verdict::Good,
            share if share >= 0.5 => Verdict::Doubtful,
            _ => Verdict::Bad,
        };
        let value =
            if least.is_finite() { count(least.max(0.0).round() as usize) } else { significant(least, 3) };
        Self::new(value, what, format!("at least {}", count(wanted)), verdict)
    }

    /// Makes the tile of the number of divergent transitions among all transitions.
    pub fn divergences(divergent: usize, transitions: usize) -> Self {
        let verdict = if divergent == 0 { Verdict::Good } else { Verdict::Bad };
        let what = format!("divergent of {} transitions", count(transitions));
        Self::new(count(divergent), what, "none", verdict)
    }

    /// Makes the tile of the number of transitions that ended at the largest depth of the tree, among all
    /// transitions.
    pub fn depth(hits: usize, transitions: usize) -> Self {
        let verdict = if hits == 0 { Verdict::Good } else { Verdict::Doubtful };
        let what = format!("of {} transitions at the largest depth", count(transitions));
        Self::new(count(hits), what, "none", verdict)
    }

    /// Makes the tile of the least E-BFMI of a chain.
    pub fn e_bfmi(least: f64) -> Self {
        let verdict = if least >= 0.3 { Verdict::Good } else { Verdict::Bad };
        Self::new(decimals(least, 2), "least E-BFMI of a chain", "at least 0.3", verdict)
    }
}

fn decimals(value: f64, decimals: usize) -> String {
    if value.is_finite() { format!("{value:.decimals$}") } else { significant(value, 3) }
}
