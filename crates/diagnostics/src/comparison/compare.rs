//! Differences of expected log predictive densities, `Σᵢ (elpdᵢᵃ − elpdᵢᵇ)`, with the standard error of the
//! sum. The observations are the same, so that variation which both models share cancels.

use super::{Caution, pseudo_bma_weights, stacking_weights};
use crate::loo::{Estimate, LooError, Pointwise};
use monomorph_numerics::math;
use monomorph_numerics::simd::Pack;
use pulp::Scalar;

/// A model of a [`Comparison`].
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct ComparedModel {
    /// The name of the model.
    pub name: String,
    /// The expected log predictive density.
    pub elpd: Estimate,
    /// The effective number of parameters, if it is known.
    pub p: Option<Estimate>,
    /// The elpd minus the elpd of the best model: 0 or less.
    #[cfg_attr(feature = "serde", serde(with = "crate::any_number"))]
    pub diff: f64,
    /// The standard error of the difference, 0 for the best model.
    #[cfg_attr(feature = "serde", serde(with = "crate::any_number"))]
    pub se_diff: f64,
    /// The probability that the model predicts worse than the best model, if the difference is normal; NaN
    /// for the best model.
    #[cfg_attr(feature = "serde", serde(with = "crate::any_number"))]
    pub p_worse: f64,
    /// The weight of the model in a mixture of predictions, by stacking.
    #[cfg_attr(feature = "serde", serde(with = "crate::any_number"))]
    pub stacking: f64,
    /// The weight of the model by its elpd alone (pseudo-BMA).
    #[cfg_attr(feature = "serde", serde(with = "crate::any_number"))]
    pub pseudo_bma: f64,
}

/// Models sorted by their expected log predictive density, the best first.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Comparison {
    models: Vec<ComparedModel>,
    cautions: Vec<Caution>,
}

impl Comparison {
    /// The models, the best first.
    pub fn models(&self) -> &[ComparedModel] {
        &self.models
    }

    /// The model of this name.
    pub fn get(&self, name: &str) -> Option<&ComparedModel> {
        self.models.iter().find(|model| model.name == name)
    }

    /// True if a model has too few effective draws for any conclusion; the table marks it with `*`.
    pub(super) fn has_few_draws(&self, name: &str) -> bool {
        let is_it = |caution: &Caution| matches!(caution, Caution::FewDraws { model, .. } if model == name);
        self.cautions.iter().any(is_it)
    }

    /// The cautions about the results of the comparison.
    pub fn cautions(&self) -> &[Caution] {
        &self.cautions
    }
}

/// Compares models by how well they predict the same observations: for example two
/// [`Loo`](crate::loo::Loo), or a [`CrossValidated`](crate::loo::CrossValidated) and a `Loo` as
/// `&dyn Pointwise`.
///
/// # Errors
/// [`LooError`] if there are no models, if two have the same name, or if the models have different
/// observations.
///
/// ```
/// use monomorph_diagnostics::comparison::compare;
/// use monomorph_diagnostics::loo::{LogLikelihood, Loo};
///
/// let loo_of = |miss: f64| {
///     let density = |i: u32| -1.0 - miss * f64::from(i % 7) - 0.1 * (f64::from(i) * 0.7).sin().powi(2);
///     Loo::of(&LogLikelihood::new((0..500).map(density).collect::<Vec<_>>(), 2, 50)?)
/// };
/// let (near, far) = (loo_of(0.1)?, loo_of(0.5)?);
/// let comparison = compare([("far", &far), ("near", &near)])?;
/// assert_eq!(comparison.models()[0].name, "near");
/// println!("{comparison}");
/// # Ok::<(), monomorph_diagnostics::loo::LooError>(())
/// ```
pub fn compare<'a, P: Pointwise + ?Sized + 'a>(
    models: impl IntoIterator<Item = (&'a str, &'a P)>,
) -> Result<Comparison, LooError> {
    let mut models: Vec<(&str, &P)> = models.into_iter().collect();
    check(&models)?;
    models.sort_by(|(_, a), (_, b)| b.elpd().value.total_cmp(&a.elpd().value));
    let of_each: Vec<&P> = models.iter().map(|(_, model)| *model).collect();
    let (stacking, pseudo_bma) = (stacking_weights(&of_each)?, pseudo_bma_weights(&of_each)?);
    let best = of_each[0];
    let compared = models.iter().enumerate().map(|(place, (name, model))| {
        let pairs = model.pointwise_elpd().iter().zip(best.pointwise_elpd());
        let differences: Vec<f64> = pairs.map(|(model, best)| model - best).collect();
        let (Estimate { value: diff, se }, other) = (model.sum(&differences), best.sum(&differences));
        // One of the models may take the observations as dependent.
        let se = if se.is_nan() || se > other.se { se } else { other.se };
        let se_diff = if place == 0 { 0.0 } else { se };
        ComparedModel {
            name: (*name).to_owned(),
            elpd: model.elpd(),
            p: model.pointwise_p().map(Estimate::of),
            diff,
            se_diff,
            p_worse: if place == 0 { f64::NAN } else { normal_cdf(-diff / se_diff) },
            stacking: stacking[place],
            pseudo_bma: pseudo_bma[place],
        }
    });
    let compared: Vec<ComparedModel> = compared.collect();
    let cautions = Caution::all(&compared, &of_each);
    Ok(Comparison { models: compared, cautions })
}

/// Returns an error unless models can be compared: there is at least one, the names differ, and the
/// observations are the same.
fn check<P: Pointwise + ?Sized>(models: &[(&str, &P)]) -> Result<(), LooError> {
    for (place, (name, _)) in models.iter().enumerate() {
        if models[..place].iter().any(|(other, _)| other == name) {
            return Err(LooError::SameName { name: (*name).to_owned() });
        }
    }
    let Some((first, reference)) = models.first() else { return Err(LooError::Empty { what: "models" }) };
    for (name, model) in models {
        let (expected, found) = (reference.names().len(), model.names().len());
        if expected != found {
            let what = format!("observations of the model `{name}`, beside those of `{first}`");
            return Err(LooError::Length { what, expected, found });
        }
        if let Some((a, b)) = model.names().iter().zip(reference.names()).find(|(a, b)| a != b) {
            return Err(LooError::OtherObservations {
                models: [(*name).to_owned(), (*first).to_owned()],
                observations: [a.clone(), b.clone()],
            });
        }
    }
    Ok(())
}

fn normal_cdf(x: f64) -> f64 {
    math::normal_cdf(Pack::splat(Scalar::new(), x)).first()
}
