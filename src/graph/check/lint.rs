//! The findings of checks.

use core::fmt;

/// The severity of a finding; warnings are listed first. [`LintRule`] has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Severity {
    /// The model is likely to be wrong, or hard to sample.
    Warning,
    /// The model may well be right, but the finding is worth knowing.
    Note,
}

/// A rule of [`Inspect::check`](crate::graph::Inspect::check), which finds something suspicious in a model.
///
/// A program or a test can select findings by their rules:
///
/// ```
/// use monomorph::graph::{Lint, LintRule, Severity};
/// use monomorph::prelude::*;
///
/// params! { height: real() }
/// let findings = model! { height |= normal(170.0, 10.0) }.check();
/// assert_eq!((findings[0].rule, findings[0].severity), (LintRule::UnscaledConstant, Severity::Note));
/// let is_mild = |lint: &Lint| lint.severity != Severity::Warning || lint.rule == LintRule::VagueGamma;
/// assert!(findings.iter().all(is_mild));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum LintRule {
    /// A parameter from which no path of arrows leads to data or to a factor, in a model that has data or
    /// factors. A parameter with parents is a prediction, and the finding is a note.
    Uninformed,
    /// `flat()` where it has no finite integral: the prior is improper, so only data can determine the
    /// parameter. The finding is a warning if there are no data. There is no finding if an `increment`
    /// mentions the parameter, since it may be its prior. Also `von_mises` for a parameter that is not
    /// declared within one turn.
    ImproperPrior,
    /// A parameter whose declared support contains values where its prior is zero, such as `real()` with a
    /// gamma prior: the sampler runs into a wall.
    PriorSupport,
    /// A parameter whose declared support is narrower than its prior: the prior is cut, and the rest is not
    /// normalised. If the prior's arguments are numbers, that is a constant, and the finding is a note; if
    /// they are parameters, it changes their posterior. There is no finding for half of a distribution that
    /// is symmetric about the bound, such as `normal(0.0, 5.0)` for a positive parameter. Among parameters
    /// that are constrained as a whole, the rule finds those with fewer dimensions than elements, such as
    /// `sum_to_zero`, whose law depends on parameters: the integral of the law depends on them too, and may
    /// have a pole.
    CutPrior,
    /// A uniform prior whose bounds differ from the bounds with which the parameter is declared.
    UniformPrior,
    /// A variable that depends on itself, as in `x |= normal(x, 1.0)`.
    Circular,
    /// A number below 0.1 or above 10, other than 0, as an argument of a parameter's prior: the parameter
    /// probably has units in which it is not about 1. These are the limits of Stan's pedantic mode, which
    /// also checks the laws of data. Arguments without units are not checked: shapes, concentrations,
    /// degrees of freedom, whole numbers, and the arguments of parameters that are declared with two bounds
    /// or with an offset.
    UnscaledConstant,
    /// A parameter with a location-scale law whose scale is a parameter, declared on the real line without
    /// an offset and a multiplier: a centred hierarchy, whose posterior is a funnel unless data determine
    /// each element well. It is found if fewer than ten observations for each element depend on it, and if
    /// data do not determine the scale in another way.
    CentredHierarchy,
    /// `gamma(a, a)` or `inv_gamma(a, a)` with a number a < 1, which users mean to be vague but which is
    /// strong, as in Stan's pedantic mode.
    VagueGamma,
    /// A parameter as an argument that must be positive, or between 0 and 1, if the parameter may take
    /// other values.
    ArgumentDomain,
    /// A parameter with unconstrained elements that is used directly as the probabilities of a law or the
    /// weights of a mixture: they do not add up to 1, so the density is not normalised.
    NoSimplex,
    /// Cutpoints of ordered categories that are too many for the categories in the data, or that are
    /// declared without an order.
    Cutpoints,
    /// Data that multiply a coefficient and have a standard deviation above 100 or below 0.01, in an
    /// expression that is affine in its coefficients, such as `a + b * data(&x)` or `data(&x).dot(b)`: in
    /// an argument of a law, in a definition, or inside a function or a product in one of these, as in
    /// `(b * data(&x)).exp()`. Data that a parameter divides are not checked, since the parameter may be
    /// their scale. Also data that lie more than 20 standard deviations from 0, such as years, beside an
    /// intercept in the argument of a law or in a definition.
    UnscaledPredictor,
    /// A column of a data matrix that has the same number in all rows, beside an intercept: data determine
    /// only a sum of the two coefficients.
    ConstantPredictor,
    /// An increment that mentions parameters and data: its data are not observations, so predictions and
    /// comparisons of models leave them out.
    UnseenData,
    /// A variable without a statement. It may have one in another part of the model.
    NoStatement,
    /// Data that hardly any data set drawn from the prior reaches, or a prior whose data sets are nearly
    /// all far wider than the data. It is found by draws: see `check_prior` of the trait `Predict`.
    PriorPredictive,
}

impl LintRule {
    /// The name of the rule.
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

/// A suspicious part of a model.
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
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Lint {
    /// The rule that found it.
    pub rule: LintRule,
    /// The severity of the finding.
    pub severity: Severity,
    /// The name of the variable that the finding is about.
    pub variable: String,
    /// The variable's statement.
    pub statement: String,
    /// The text that describes the problem and a remedy.
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
