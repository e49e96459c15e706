//! The length of the tail of weights: a fifth of the draws, or for many draws `3 √(S / r_eff)`.
//!
//! Vehtari et al. (2024), appendix H, which leaves open how the number is rounded.

/// The way in which the length `min(S / 5, 3 √(S / r_eff))` of a tail is rounded.
///
/// ```
/// use monomorph_diagnostics::psis::Tail;
///
/// assert_eq!((Tail::Ceiling.length(2000, 1.0), Tail::Floor.length(2000, 1.0)), (135, 134));
/// assert_eq!(Tail::Ceiling.length(2000, 0.25), 269);
/// ```
// Exhaustive: a fraction is rounded up or down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Tail {
    /// Rounded up, as R's package loo does.
    #[default]
    Ceiling,
    /// Rounded down, as ArviZ does.
    Floor,
}

impl Tail {
    /// Returns the number of the largest weights that are smoothed, for a number of draws.
    pub fn length(self, draws: usize, r_eff: f64) -> usize {
        let draws = draws as f64;
        let length = f64::min(0.2 * draws, 3.0 * (draws / r_eff).sqrt());
        let length = match self {
            Self::Ceiling => length.ceil(),
            Self::Floor => length.floor(),
        };
        length as usize
    }
}
