//! The integral over a continuous variable, where it is known; types decide.

use crate::contract::conjugacy::{Curve, Factors};
use crate::contract::transform::SupportKind;
use crate::model::facts::{Kind, ModelFacts};

/// The distribution of each element of a variable given everything else, for the distributions whose
/// integral is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Integral {
    /// A normal distribution.
    Normal,
    /// A gamma distribution.
    Gamma,
    /// An inverse gamma distribution.
    InverseGamma,
    /// A beta distribution.
    Beta,
}

impl Integral {
    /// The number of times that the statements which mention the variable are evaluated for its integral.
    pub(crate) const VALUE_PASSES: usize = 6;

    /// The number of further evaluations for the gradient.
    pub(crate) const GRADIENT_PASSES: usize = 2;

    /// Returns the integral over a parameter of a model; `None` if no integral is known or if elements
    /// depend on each other.
    pub(crate) const fn of_kind(kind: Kind, model: &ModelFacts, factors: &Factors) -> Option<Self> {
        let factor = factors.sum(kind.var);
        if model.partly.contains(kind.var) || (factor.is_mixed() && !kind.is_scalar) {
            return None;
        }
        match (factor.curve, kind.support) {
            (Curve::Gaussian, SupportKind::Real) => Some(Self::Normal),
            (Curve::Gamma, SupportKind::Above) => Some(Self::Gamma),
            (Curve::InverseGamma, SupportKind::Above) => Some(Self::InverseGamma),
            (Curve::Beta, SupportKind::Between) => Some(Self::Beta),
            _ => None,
        }
    }

    /// The name of the distribution.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Normal => "normal",
            Self::Gamma => "gamma",
            Self::InverseGamma => "inverse gamma",
            Self::Beta => "beta",
        }
    }

    /// A value inside the support.
    pub(crate) const fn inside(self) -> f64 {
        match self {
            Self::Normal => 0.0,
            Self::Gamma | Self::InverseGamma => 1.0,
            Self::Beta => 0.5,
        }
    }
}
