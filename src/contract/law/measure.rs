//! What the numbers are of which a law's log densities are the logarithms: [`Measure`].
//!
//! A law with atoms gives single points probabilities P, and has a density f elsewhere. Its density is that
//! with respect to the measure which counts the atoms and measures lengths elsewhere: P(y) at an atom, where
//! lengths are nothing, and f(y) at every other number. So in a sum over laws no density stands beside a
//! probability:
//!
//!   p(y) = Σⱼ wⱼ Pⱼ(y) over the laws with an atom at y, if there is one, else Σⱼ wⱼ fⱼ(y).
//!
//! Where atoms are is known from data alone, so that it is the same measure whatever the parameters are, and
//! likelihoods can be compared: a weight or a probability that is a parameter may be 0, and leaves the atom
//! where it is. A weight that is data and 0 takes it away.
//!
//! Aitchison 1955, "On the distribution of a positive random variable having a discrete probability mass at
//! the origin", Journal of the American Statistical Association 50.

/// The numbers of which log densities are the logarithms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Densities: no single number has a probability. Also where nothing is known.
    Densities,
    /// Probabilities of whole numbers.
    Probabilities,
    /// Probabilities at some numbers, densities at others: the law has atoms.
    Both,
}

impl Measure {
    /// The measure of a sum over laws of two.
    pub const fn joined(self, other: Self) -> Self {
        match (self, other) {
            (Self::Densities, Self::Densities) => Self::Densities,
            (Self::Probabilities, Self::Probabilities) => Self::Probabilities,
            _ => Self::Both,
        }
    }

    /// The measure of a sum over laws of all, at least one.
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

    /// True if probabilities may be among the numbers.
    pub const fn has_probabilities(self) -> bool {
        !matches!(self, Self::Densities)
    }
}
