//! The integral over all elements of a continuous variable together, where it is known; types decide.

use crate::contract::conjugacy::{Curve, Factors, Ties};
use crate::contract::transform::SupportKind;
use crate::model::facts::{Kind, ModelFacts};

/// The distribution of all elements of a variable together given everything else, for the distributions
/// whose integral is known or approximated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joint {
    /// A multivariate normal distribution, in which these elements depend on each other.
    MultiNormal(Ties),
    /// A Dirichlet distribution, or one for each row.
    Dirichlet,
    /// Any distribution, approximated by a normal distribution at its mode.
    Laplace,
}

impl Joint {
    /// Returns the integral over all elements of a parameter of a model together; `None` for a scalar, if no
    /// integral is known, and for elements that are independent normal variables without given values.
    pub(crate) const fn of_kind(kind: Kind, model: &ModelFacts, factors: &Factors) -> Option<Self> {
        let factor = factors.sum(kind.var);
        let is_partly_known = model.partly.contains(kind.var);
        match (factor.curve, kind.support) {
            _ if kind.is_scalar => None,
            (Curve::Gaussian, SupportKind::Real) if factor.is_mixed() || is_partly_known => {
                Some(Self::MultiNormal(factor.ties))
            }
            (Curve::Dirichlet, SupportKind::Simplex) if !is_partly_known => Some(Self::Dirichlet),
            _ => None,
        }
    }

    /// The name of the distribution.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::MultiNormal(_) => "multivariate normal",
            Self::Dirichlet => "Dirichlet",
            Self::Laplace => "normal",
        }
    }

    /// Returns the numbers of evaluations of the statements for the integral, and in addition for the
    /// gradient, if at most `size` elements depend on each other.
    pub(crate) const fn passes(self, size: usize) -> (usize, usize) {
        match self {
            Self::MultiNormal(_) => (size + 2, size + 1),
            Self::Dirichlet => (1, 2),
            // These are the numbers for one step towards the mode.
            Self::Laplace => (size, size),
        }
    }
}
