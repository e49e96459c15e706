//! The [`Measure`] of a law: its log densities are logarithms of densities, of probabilities, or of both.
//!
//! A law with atoms gives single points probabilities P, and has a density f elsewhere. Its density is
//! taken with respect to the measure that counts the atoms and measures lengths elsewhere: it is P(y) at an
//! atom, and f(y) at every other number. So a sum over laws never adds a density to a probability:
//!
//!   p(y) = Σⱼ wⱼ Pⱼ(y) over the laws with an atom at y, if there is one, else Σⱼ wⱼ fⱼ(y).
//!
//! The positions of atoms follow from data alone, so the measure does not depend on the parameters, and
//! likelihoods can be compared: a weight or a probability that is a parameter may be 0, and the atom stays
//! in the measure. A weight of data that is 0 removes the atom.
//!
//! Aitchison 1955, "On the distribution of a positive random variable having a discrete probability mass at
//! the origin", Journal of the American Statistical Association 50.

/// The measure with respect to which densities are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Densities: no single number has a probability. Also the measure of a law of which nothing is known.
    Densities,
    /// Probabilities of whole numbers.
    Probabilities,
    /// Probabilities at some numbers, densities at others: the law has atoms.
    Both,
}

impl Measure {
    /// The measure of a sum over laws with these two measures.
    pub const fn joined(self, other: Self) -> Self {
        match (self, other) {
            (Self::Densities, Self::Densities) => Self::Densities,
            (Self::Probabilities, Self::Probabilities) => Self::Probabilities,
            _ => Self::Both,
        }
    }

    /// The measure of a sum over laws with all these measures, at least one.
    pub const fn of_all(all: &[Self]) -> Self {
        let (mut joined, mut place) = (all[0], 1);
        while place < all.len() {
            joined = joined.joined(all[place]);
            place += 1;
        }
        joined
    }

    /// True for the measure of a law with atoms.
    pub const fn is_both(self) -> bool {
        matches!(self, Self::Both)
    }

    /// True if log densities may be logarithms of probabilities.
    pub const fn has_probabilities(self) -> bool {
        !matches!(self, Self::Densities)
    }
}
