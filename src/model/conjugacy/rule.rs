//! The update that a parameter gets; types decide.

use crate::contract::conjugacy::{Curve, Factors};
use crate::contract::transform::SupportKind;
use crate::model::facts::{Kind, ModelFacts, VariableFacts};
use core::fmt;

/// The update of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum UpdateRule {
    /// All elements are drawn from their full conditional, a normal distribution each.
    Normal,
    /// All elements are drawn together from their full conditional, a multivariate normal distribution.
    MultiNormal,
    /// All elements are drawn from their full conditional, a gamma distribution each.
    Gamma,
    /// All elements are drawn from their full conditional, an inverse gamma distribution each.
    InverseGamma,
    /// All elements are drawn from their full conditional, a beta distribution each.
    Beta,
    /// An update by the full conditional, a Dirichlet distribution, or one for each row.
    Dirichlet,
    /// A covariance or precision matrix by its full conditional, a Wishart distribution.
    Wishart,
    /// A covariance or precision matrix by its full conditional, an inverse Wishart distribution.
    InverseWishart,
    /// Discrete elements that do not depend on each other: each by its full conditional, all at once.
    Enumerate,
    /// Discrete elements that depend on each other: one after the other, each by its full conditional.
    OneByOne,
    /// The states of a Markov chain, all at once: filtering forward, sampling backward.
    ForwardBackward,
    /// The No-U-Turn sampler, together with all other parameters of this rule.
    Hamiltonian,
    /// The No-U-Turn sampler, together with the parameters of a block that the user chose.
    Block,
    /// Slice sampling of the unconstrained coordinates, one after the other.
    Slice,
    /// Metropolis–Hastings with a proposal of the user's.
    Proposal,
}

impl fmt::Display for UpdateRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Normal => "conjugate: a normal distribution for each element",
            Self::MultiNormal => "conjugate: one multivariate normal distribution",
            Self::Gamma => "conjugate: a gamma distribution for each element",
            Self::InverseGamma => "conjugate: an inverse gamma distribution for each element",
            Self::Beta => "conjugate: a beta distribution for each element",
            Self::Dirichlet => "conjugate: a Dirichlet distribution",
            Self::Wishart => "conjugate: a Wishart distribution",
            Self::InverseWishart => "conjugate: an inverse Wishart distribution",
            Self::Enumerate => "enumerated: elements are independent given the rest, and drawn together",
            Self::OneByOne => "enumerated: elements depend on each other, and are drawn one after the other",
            Self::ForwardBackward => "forward filtering, backward sampling of all states at once",
            Self::Hamiltonian => {
                "the No-U-Turn sampler, together with all others of this rule: no conjugate pair"
            }
            Self::Block => "the No-U-Turn sampler, in a block that you chose",
            Self::Slice => "slice sampling of each coordinate",
            Self::Proposal => "Metropolis–Hastings with a proposal of yours",
        })
    }
}

impl UpdateRule {
    /// Returns true if each update is an independent draw, which does not depend on the previous value.
    pub(crate) const fn is_exact(self) -> bool {
        !matches!(self, Self::OneByOne | Self::Hamiltonian | Self::Block | Self::Slice | Self::Proposal)
    }

    /// The rule for the parameter on the left of a statement of a model.
    pub(crate) const fn of(variable: &VariableFacts, model: &ModelFacts, factors: &Factors) -> Self {
        match Kind::of(variable) {
            Some(kind) => Self::of_kind(kind, model, factors),
            None => Self::Hamiltonian,
        }
    }

    /// The rule for a parameter of a model.
    pub(crate) const fn of_kind(kind: Kind, model: &ModelFacts, factors: &Factors) -> Self {
        let Kind { var, support, is_scalar } = kind;
        if model.partly.contains(var) {
            // The other rules draw all elements of the parameter, known ones as well.
            return if support.is(SupportKind::Integers) { Self::OneByOne } else { Self::Hamiltonian };
        }
        let factor = factors.sum(var);
        if support.is(SupportKind::Integers) {
            return match (!factor.is_crossed, factors.has_chain(var)) {
                (true, true) => Self::ForwardBackward,
                (true, false) => Self::Enumerate,
                (false, _) => Self::OneByOne,
            };
        }
        // A scalar has one element only.
        let is_mixed = factor.is_mixed() && !is_scalar;
        match (factor.curve, support) {
            (Curve::Gaussian, SupportKind::Real) if is_mixed => Self::MultiNormal,
            // Elements that sum to zero depend on each other; a single element is always 0.
            (Curve::Gaussian, SupportKind::ZeroSum) if !is_scalar => Self::MultiNormal,
            // With only a flat prior the conditional is a normal distribution of precision 0, which the
            // update refuses.
            (Curve::Gaussian | Curve::Flat, SupportKind::Real) => Self::Normal,
            (Curve::Wishart, SupportKind::Covariance) => Self::Wishart,
            (Curve::InverseWishart, SupportKind::Covariance) => Self::InverseWishart,
            _ if is_mixed && !factor.curve.is(Curve::Dirichlet) && !factor.curve.is(Curve::Beta) => {
                Self::Hamiltonian
            }
            (Curve::Gamma, SupportKind::Above) => Self::Gamma,
            (Curve::InverseGamma, SupportKind::Above) => Self::InverseGamma,
            (Curve::Beta, SupportKind::Between) => Self::Beta,
            (Curve::Dirichlet, SupportKind::Simplex) => Self::Dirichlet,
            _ => Self::Hamiltonian,
        }
    }
}
