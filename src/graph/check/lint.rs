//! The finding of a check.

use core::fmt;

/// The severity of a finding; warnings come first. There is an example at [`Rule`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The model is likely to be wrong, or hard to sample.
    Warning,
    /// The model may well be right; the finding is worth knowing.
    Note,
}

/// A rule of [`Inspect::check`](crate::graph::Inspect::check): something about a model that is suspicious.
///
/// A program, or a test, picks what it wants to hear of:
///
/// ```
/// use monomorph::graph::{Rule, Severity};
/// use monomorph::prelude::*;
///
/// params! { height: real() }
/// let findings = model! { height |= normal(170.0, 10.0) }.check();
/// assert_eq!((findings[0].rule, findings[0].severity), (Rule::UnscaledConstant, Severity::Note));
/// assert!(findings.iter().all(|lint| lint.severity != Severity::Warning || lint.rule == Rule::VagueGamma));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Rule {
    /// A parameter from which no path of arrows leads to data or to a factor, in a model that has any. With
    /// parents it is a prediction, and the finding a note.
    Uninformed,
    /// `flat()` where it has no finite integral: the prior is improper, so data must do all the work. It is a
    /// warning if none are there, and no finding if an `increment` mentions the parameter, which may be its
    /// prior. Also `von_mises` for a parameter that is not declared within one turn.
    ImproperPrior,
    /// A parameter that is declared where its prior is zero, such as `real()` with a gamma prior: the sampler
    /// runs into a wall.
    PriorSupport,
    /// A parameter that is declared more narrowly than its prior: the prior is cut, and what is left of it is
    /// not made to integrate to one. That is a constant, and a note, if the prior's arguments are numbers;
    /// with parameters in them it changes their posterior. No finding for half of a distribution that is
    /// symmetric about the bound, such as `normal(0.0, 5.0)` for a positive parameter. Of parameters that are
    /// constrained as a whole it is told of those with fewer dimensions than elements, such as `sum_to_zero`,
    /// whose law depends on parameters: what it integrates to does, and may have a pole.
    CutPrior,
    /// A uniform prior whose bounds are not those that the parameter is declared with.
    UniformPrior,
    /// A variable that depends on itself, as in `x |= normal(x, 1.0)`.
    Circular,
    /// A number below 0.1 or above 10, 0 aside, as an argument of a parameter's prior: the parameter is
    /// likely to be measured in units in which it is not about 1. These are the limits of Stan's pedantic
    /// mode, which also looks at the laws of data. What has no unit is left out: shapes, concentrations,
    /// degrees of freedom, whole numbers, and parameters that are declared with two bounds or with an offset.
    UnscaledConstant,
    /// A parameter with a location-scale law whose scale is a parameter, declared on the real line as it
    /// stands: a centred hierarchy, whose posterior is a funnel unless data tell each element well. Found if
    /// fewer than ten observations an element depend on it, and if data do not tell the scale by themselves.
    CentredHierarchy,
    /// `gamma(a, a)` or `inv_gamma(a, a)` with a number a < 1, which is meant to be vague and is strong, as
    /// in Stan's pedantic mode.
    VagueGamma,
    /// An argument that must be positive, or between 0 and 1, and is a parameter that is declared more
    /// widely.
    ArgumentDomain,
    /// A parameter whose elements may be any, and which is the probabilities of a law, or the weights of a
    /// mixture, as it stands: they do not add up to 1, and the density is one of something else.
    NoSimplex,
    /// Cutpoints of ordered categories that are more than the data have categories for, or that are declared
    /// without an order.
    Cutpoints,
    /// Data that multiply a coefficient and have a standard deviation above 100 or below 0.01, in an
    /// expression that is affine in its coefficients, such as `a + b * data(&x)` or `data(&x).dot(b)`: the
    /// argument of a law, a definition, or what a function or a product in one of them is applied to, as in
    /// `(b * data(&x)).exp()`. What a parameter divides may have its scale, and is left alone. Also data that
    /// lie more than 20 standard deviations from 0, such as years, beside an intercept in the argument of a
    /// law or in a definition.
    UnscaledPredictor,
    /// A column of a matrix of data that is the same number in all rows, beside an intercept: data tell only
    /// a sum of the two coefficients.
    ConstantPredictor,
    /// An increment that mentions parameters and data: no observation has it in its density, so predictions
    /// and comparisons of models do not see it.
    UnseenData,
    /// A variable without a statement. It may have one in another part of the model.
    NoStatement,
    /// Data that nearly no data set of the prior reaches, or a prior whose data sets are nearly all far wider
    /// than the data. It is found by draws: see `check_prior` of the trait `Predict`.
    PriorPredictive,
}

impl Rule {
    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Uninformed => "uninformed",
            Self::ImproperPrior => "improper-prior",
            Self::PriorSupport => "prior-support",
            Self::CutPrior => "cut-prior",
            Self::UniformPrior => "uniform-prior",
            Self::Circular => "circular",
            Self::UnscaledConstant => "unscaled-constant",
            Self::CentredHierarchy => "centred-hierarchy",
            Self::VagueGamma => "vague-gamma",
            Self::ArgumentDomain => "argument-domain",
            Self::NoSimplex => "no-simplex",
            Self::Cutpoints => "cutpoints",
            Self::UnscaledPredictor => "unscaled-predictor",
            Self::ConstantPredictor => "constant-predictor",
            Self::UnseenData => "unseen-data",
            Self::NoStatement => "no-statement",
            Self::PriorPredictive => "prior-predictive",
        }
    }
}

/// Something suspicious about a model.
///
/// ```
/// use monomorph::prelude::*;
///
/// params! { x: real() }
/// let finding = &model! { x |= normal(x, 1.0) }.check()[0];
/// assert_eq!((finding.rule.name(), finding.variable.as_str()), ("circular", "x"));
/// assert!(finding.to_string().starts_with("warning: circular: `x` depends on itself"));
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Lint {
    /// The rule that found it.
    pub rule: Rule,
    /// The severity of the finding.
    pub severity: Severity,
    /// The variable that the finding is about.
    pub variable: String,
    /// The variable's statement.
    pub statement: String,
    /// The text that says what is the matter, and what to do.
    pub message: String,
}

impl fmt::Display for Lint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let severity = match self.severity {
            Severity::Warning => "warning",
            Severity::Note => "note",
        };
        write!(f, "{severity}: {}: {}", self.rule.name(), self.message)?;
        if self.statement.is_empty() { Ok(()) } else { write!(f, " (in `{}`)", self.statement) }
    }
}
