//! Each statement's log density as a function of one variable when all others are held: the foundation of
//! conjugate updates.
//!
//! | curve | log density, up to a constant | full conditional |
//! |-|-|-|
//! | `Flat` | 0 | |
//! | `Gaussian` | a quadratic function with a maximum | normal |
//! | `Gamma` | a log x − b x | gamma |
//! | `InverseGamma` | −a log x − b/x | inverse gamma |
//! | `Scale` | −a log x − b/x² | gamma or inverse gamma of v, where x is a multiple of 1/√v or √v |
//! | `Beta` | a log x + b log (1 − x) | beta |
//! | `Dirichlet` | Σₖ aₖ log xₖ | Dirichlet |
//! | `Wishart` | a log \|X\| − ½ tr(B X) of a matrix | Wishart |
//! | `InverseWishart` | −a log \|X\| − ½ tr(B X⁻¹) of a matrix | inverse Wishart |
//! | `Chain` | the joint log density of a Markov chain's states | by forward filtering |
//! | `Unknown` | anything else | |
//!
//! The log density of a product of densities is the sum of their log densities, so a variable whose
//! statements all have the same curve has a full conditional of that kind, for all values of a and b. The
//! curves are constants of types; a and b are computed at run time.

use crate::contract::conjugacy::Link;

/// The kind of a log density as a function of one variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Curve {
    /// A constant.
    Flat,
    /// A quadratic function.
    Gaussian,
    /// a log x − b x
    Gamma,
    /// −a log x − b/x
    InverseGamma,
    /// −a log x − b/x²
    Scale,
    /// a log x + b log (1 − x)
    Beta,
    /// Σₖ aₖ log xₖ
    Dirichlet,
    /// a log |X| − ½ tr(B X)
    Wishart,
    /// −a log |X| − ½ tr(B X⁻¹)
    InverseWishart,
    /// The states of a Markov chain.
    Chain,
    /// Anything else.
    Unknown,
}

impl Curve {
    /// True if both curves are of one kind.
    pub const fn is(self, other: Self) -> bool {
        self as u8 == other as u8
    }

    /// The curve as a function of a variable, given this curve as a function of an expression and the
    /// expression's link to the variable.
    pub const fn under(self, link: Link) -> Self {
        match (self, link) {
            (Self::Flat, _) | (_, Link::Constant) => Self::Flat,
            (same, Link::Identity) => same,
            (Self::Wishart, Link::Scaled) | (Self::InverseWishart, Link::Inverse) => Self::Wishart,
            (Self::InverseWishart, Link::Scaled) | (Self::Wishart, Link::Inverse) => Self::InverseWishart,
            (Self::Wishart, Link::Spread) => Self::Gamma,
            (Self::InverseWishart, Link::Spread) => Self::InverseGamma,
            _ => self.under_elements(link.of_elements()),
        }
    }

    /// The curve as a function of a variable, given a link that holds for each element by itself.
    const fn under_elements(self, link: Link) -> Self {
        match (self, link) {
            (Self::Gaussian, Link::Multiple | Link::Affine) => Self::Gaussian,
            (Self::Gamma, Link::Multiple) | (Self::InverseGamma, Link::Reciprocal) => Self::Gamma,
            (Self::InverseGamma, Link::Multiple) | (Self::Gamma, Link::Reciprocal) => Self::InverseGamma,
            (Self::Scale, Link::Root) => Self::InverseGamma,
            (Self::Scale, Link::InverseRoot) => Self::Gamma,
            (Self::Dirichlet, Link::Sticks) => Self::Beta,
            _ => Self::Unknown,
        }
    }

    /// The curve as a function of a variable, given its link. `is_crossed` says that a row may read an
    /// element other than its own: a part of a matrix, or its elements in another order, is another matrix,
    /// so that Wishart curves become unknown.
    pub(crate) const fn through(self, link: Link, is_crossed: bool) -> Self {
        let curve = self.under(link);
        let is_part = is_crossed && !link.is(Link::Inverse);
        if is_part && matches!(curve, Self::Wishart | Self::InverseWishart) { Self::Unknown } else { curve }
    }

    /// The curve of the sum of two log densities.
    pub const fn plus(self, other: Self) -> Self {
        match (self, other) {
            (Self::Flat, curve) | (curve, Self::Flat) => curve,
            (left, right) if left.is(right) => left,
            _ => Self::Unknown,
        }
    }
}
