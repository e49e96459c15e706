//! The reasons why a difference between models is not conclusive (Sivula et al. 2025).

use super::ComparedModel;
use crate::loo::{Pointwise, few_draws, listed};
use std::fmt;

/// The difference below which standard errors are too small, and the distribution of the difference is
/// skewed.
const SMALL_DIFFERENCE: f64 = 4.0;

/// The number of observations below which the standard error of a difference is not estimated well.
const FEW_OBSERVATIONS: usize = 100;

/// The number of standard errors that a difference should exceed.
const STANDARD_ERRORS: f64 = 2.0;

/// A caution about the result of a comparison.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Caution {
    /// The difference from the best model is below 4: too small to tell which model predicts better. Its
    /// standard error and `p_worse` are not reliable, even if `p_worse` is near 1.
    SmallDifference {
        /// The name of the model.
        model: String,
    },
    /// The difference is less than two of its standard errors.
    WithinError {
        /// The name of the model.
        model: String,
    },
    /// With fewer than 100 observations, the standard errors of differences are themselves uncertain.
    FewObservations {
        /// The number of observations.
        count: usize,
    },
    /// Some of a model's log predictive densities are not reliable.
    Unreliable {
        /// The name of the model.
        model: String,
        /// The names of the observations.
        observations: Vec<String>,
    },
    /// A remark about the meaning of a model's numbers: [`Pointwise::remark`].
    Remark {
        /// The name of the model.
        model: String,
        /// The remark.
        remark: String,
    },
    /// Too few effective draws determine a model's likelihoods, so that no result about the model is
    /// reliable: [`Pointwise::few_effective_draws`].
    FewDraws {
        /// The name of the model.
        model: String,
        /// The name of the observation with the fewest effective draws.
        observation: String,
        /// The number of effective draws.
        #[cfg_attr(feature = "serde", serde(with = "crate::any_number"))]
        draws: f64,
    },
}

impl Caution {
    /// Returns all cautions about some models.
    pub(super) fn all<P: Pointwise + ?Sized>(models: &[ComparedModel], estimates: &[&P]) -> Vec<Self> {
        let mut cautions = Vec::new();
        for model in &models[1..] {
            let name = model.name.clone();
            if model.diff.abs() < SMALL_DIFFERENCE {
                cautions.push(Self::SmallDifference { model: name });
            } else if model.diff.abs() < STANDARD_ERRORS * model.se_diff {
                cautions.push(Self::WithinError { model: name });
            }
        }
        let count = estimates[0].names().len();
        if models.len() > 1 && count < FEW_OBSERVATIONS {
            cautions.push(Self::FewObservations { count });
        }
        for (model, estimate) in models.iter().zip(estimates) {
            let observations: Vec<String> =
                estimate.unreliable_names().into_iter().map(str::to_owned).collect();
            if !observations.is_empty() {
                cautions.push(Self::Unreliable { model: model.name.clone(), observations });
            }
            if !estimate.remark().is_empty() {
                let (model, remark) = (model.name.clone(), estimate.remark().to_owned());
                cautions.push(Self::Remark { model, remark });
            }
            if let Some((observation, draws)) = estimate.few_effective_draws() {
                let (model, observation) = (model.name.clone(), observation.to_owned());
                cautions.push(Self::FewDraws { model, observation, draws });
            }
        }
        cautions
    }

    /// The model that the text is about, if other models may have the same text, and the text.
    fn parts(&self) -> (Option<&str>, String) {
        match self {
            Self::SmallDifference { model } => (
                Some(model),
                format!(
                    "the difference from the best is below {SMALL_DIFFERENCE}, too small to tell which predicts \
                     better; se and p_worse are not reliable"
                ),
            ),
            Self::WithinError { model } => {
                (Some(model), "the difference from the best is less than twice its se".to_owned())
            }
            Self::Remark { model, remark } => (Some(model), remark.replace('\n', " ")),
            Self::FewObservations { count } => {
                (None, format!("{count} observations are few: the se of a difference is then too small"))
            }
            Self::Unreliable { model, observations } => {
                let names: Vec<&str> = observations.iter().map(String::as_str).collect();
                (None, format!("the estimate of `{model}` is not reliable for {}", listed(&names)))
            }
            Self::FewDraws { model, observation, draws } => {
                let reason = few_draws(observation, *draws);
                (None, format!("* `{model}` and its differences are not to be trusted: {reason}"))
            }
        }
    }

    /// The texts of cautions: a text that several models share stands only once, after their names.
    pub(super) fn texts(cautions: &[Self]) -> Vec<String> {
        let mut texts: Vec<(Vec<&str>, String)> = Vec::new();
        for (model, text) in cautions.iter().map(Self::parts) {
            match texts.iter_mut().find(|(models, other)| !models.is_empty() && *other == text) {
                Some((models, _)) => models.extend(model),
                None => texts.push((Vec::from_iter(model), text)),
            }
        }
        texts.into_iter().map(|(models, text)| joined(&models, text)).collect()
    }
}

/// Puts the names of models before a text about them.
fn joined(models: &[&str], text: String) -> String {
    let names: Vec<String> = models.iter().map(|model| format!("`{model}`")).collect();
    if names.is_empty() { text } else { format!("{}: {text}", names.join(", ")) }
}

impl fmt::Display for Caution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (model, text) = self.parts();
        f.write_str(&joined(model.as_slice(), text))
    }
}
