//! Tiles: the first numbers of a page.

use crate::number::{count, significant};

/// Whether a number is what is wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Verdict {
    /// It is.
    #[default]
    Good,
    /// It is not, by little.
    Doubtful,
    /// It is not.
    Bad,
}

/// A number with what it is, what is wanted, and whether it is so.
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
    /// What it is, and whose.
    pub what: String,
    /// What is wanted.
    pub wanted: String,
    /// Whether it is so.
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

    /// The largest R-hat, and whose it is.
    pub fn rhat(largest: f64, name: &str) -> Self {
        let verdict = match largest {
            largest if largest <= 1.01 => Verdict::Good,
            largest if largest <= 1.05 => Verdict::Doubtful,
            _ => Verdict::Bad,
        };
        Self::new(decimals(largest, 3), format!("largest R̂, of {name}"), "at most 1.01", verdict)
    }

    /// The least effective sample size of the bulk, whose it is, and how much is wanted: 100 for each chain.
    pub fn ess_bulk(least: f64, name: &str, wanted: usize) -> Self {
        Self::ess(least, format!("least bulk ESS, of {name}"), wanted)
    }

    /// The least effective sample size of the tails, whose it is, and how much is wanted: 100 for each chain.
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

    /// The number of divergent transitions, of all.
    pub fn divergences(divergent: usize, transitions: usize) -> Self {
        let verdict = if divergent == 0 { Verdict::Good } else { Verdict::Bad };
        let what = format!("divergent of {} transitions", count(transitions));
        Self::new(count(divergent), what, "none", verdict)
    }

    /// The number of transitions that ended at the largest depth of the tree, of all.
    pub fn depth(hits: usize, transitions: usize) -> Self {
        let verdict = if hits == 0 { Verdict::Good } else { Verdict::Doubtful };
        let what = format!("of {} transitions at the largest depth", count(transitions));
        Self::new(count(hits), what, "none", verdict)
    }

    /// The least E-BFMI of a chain.
    pub fn e_bfmi(least: f64) -> Self {
        let verdict = if least >= 0.3 { Verdict::Good } else { Verdict::Bad };
        Self::new(decimals(least, 2), "least E-BFMI of a chain", "at least 0.3", verdict)
    }
}

fn decimals(value: f64, decimals: usize) -> String {
    if value.is_finite() { format!("{value:.decimals$}") } else { significant(value, 3) }
}
