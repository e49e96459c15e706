//! The integral over all elements of a continuous variable together, where it is known; types decide.

use crate::contract::conjugacy::{Curve, Factors, Ties};
use crate::contract::transform::SupportKind;
use crate::model::facts::{Kind, ModelFacts};

/// The distribution of all elements of a variable together given everything else, where it is of a kind whose
/// integral is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joint {
    /// A multivariate normal distribution, in which these elements depend on each other.
    MultiNormal(Ties),
    /// A Dirichlet distribution, or one for each row.
    Dirichlet,
    /// Any distribution, which a normal one at its mode stands for.
    Laplace,
}

impl Joint {
    /// The integral over all elements of a parameter of a model; nothing if none is known, or if
    /// elements do not depend on each other and all are unknown.
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

    /// The numbers of evaluations of the statements for the integral if at most `size` elements depend on
    /// each other, and for the gradient besides.
    pub(crate) const fn passes(self, size: usize) -> (usize, usize) {
        match self {
            Self::MultiNormal(_) => (size + 2, size + 1),
            Self::Dirichlet => (1, 2),
            // Of one step to the mode.
            Self::Laplace => (size, size),
        }
    }
}
