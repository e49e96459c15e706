//! Leave-one-out cross-validation by Pareto-smoothed importance sampling (Vehtari, Gelman and Gabry 2017).
//!
//! Without observation `i` the draws have the weights `w_s ∝ 1 / p(yᵢ | θ_s)`, smoothed. Then
//!
//! ```text
//! elpdᵢ = log Σ_s w_s p(yᵢ | θ_s)            lpdᵢ = log mean_s p(yᵢ | θ_s)            pᵢ = lpdᵢ − elpdᵢ
//! MCSEᵢ = √(log(1 + Σ_s w_s² (p(yᵢ | θ_s) / exp elpdᵢ − 1)²) / r_eff)
//! ```
//!
//! The last formula is equation 6 of Vehtari et al. (2024), transformed to the logarithm by a lognormal
//! distribution with the same moments.

use super::efficiency::few_effective_draws;
use super::observation::{Observation, leave_out_all};
use super::sums::log_mean_exp;
use super::{Efficiency, Estimate, LogLikelihood, LooError, Pointwise};
use crate::psis::{Quality, Tail, threshold};

/// The smallest number of draws from which weights are computed.
const FEWEST_DRAWS: usize = 25;

/// The settings by which [`Loo`] weights draws.
///
/// ```
/// use monomorph_diagnostics::loo::{Efficiency, LooSettings};
/// use monomorph_diagnostics::psis::Tail;
///
/// let like_arviz = LooSettings::default().efficiency(Efficiency::Given(0.8)).tail(Tail::Floor);
/// assert_ne!(like_arviz, LooSettings::default()); // which is like R
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Default)]
#[must_use = "settings have no effect outside a cross-validation"]
#[non_exhaustive]
pub struct LooSettings {
    /// The relative efficiency of the draws.
    pub efficiency: Efficiency,
    /// The number of the largest weights that are smoothed.
    pub tail: Tail,
}

impl LooSettings {
    /// Sets the relative efficiency of the draws.
    pub fn efficiency(self, efficiency: Efficiency) -> Self {
        Self { efficiency, ..self }
    }

    /// Sets the number of the largest weights that are smoothed.
    pub fn tail(self, tail: Tail) -> Self {
        Self { tail, ..self }
    }
}

/// The expected log predictive density of each observation when it is left out.
///
/// It prints as R's package loo does, with a table of `k̂` and advice.
///
/// ```
/// use monomorph_diagnostics::loo::{LogLikelihood, Loo, Pointwise};
///
/// // Draws of a mean, and normal observations of which the last lies far from the others.
/// let y = [0.1, -0.4, 0.3, 4.0];
/// let mean = |draw: u32| 0.5 * (f64::from(draw) * 0.7).sin() + 0.3 * (f64::from(draw) * 2.3).cos();
/// let density = |y: f64, mean: f64| -0.919 - 0.5 * (y - mean).powi(2);
/// let values: Vec<f64> = y.iter().flat_map(|y| (0..1000).map(|draw| density(*y, mean(draw)))).collect();
/// let loo = Loo::of(&LogLikelihood::new(values, 4, 250)?)?;
/// assert!(loo.elpd().value < loo.pointwise_elpd()[3]);
/// assert!(loo.pointwise_elpd()[3] < -6.0);
/// println!("{loo}");
/// # Ok::<(), monomorph_diagnostics::loo::LooError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Loo {
    names: Vec<String>,
    chains: usize,
    draws_per_chain: usize,
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::any_numbers::serialize"))]
    elpd: Vec<f64>,
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::any_numbers::serialize"))]
    p: Vec<f64>,
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::any_numbers::serialize"))]
    mcse: Vec<f64>,
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::any_numbers::serialize"))]
    pub(super) r_eff: Vec<f64>,
    pub(super) quality: Vec<Quality>,
    /// The `k̂` of the draws before any were moved.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::any_numbers::serialize"))]
    influence: Vec<f64>,
    exact: Vec<bool>,
    pub(super) tail: Tail,
    is_given_the_past: bool,
    is_of_groups: bool,
    remark: String,
}

impl Loo {
    /// Leaves out each observation in turn, with the settings of R.
    ///
    /// # Errors
    /// [`LooError`] if there are fewer than 25 draws, or if the weights of an observation are not valid.
    pub fn of(log_likelihood: &LogLikelihood<'_>) -> Result<Self, LooError> {
        Self::with(log_likelihood, LooSettings::default())
    }

    /// Leaves out each observation in turn, with settings.
    ///
    /// # Errors
    /// The errors of [`of`](Self::of).
    pub fn with(log_likelihood: &LogLikelihood<'_>, settings: LooSettings) -> Result<Self, LooError> {
        let draws = log_likelihood.draws();
        if draws < FEWEST_DRAWS {
            return Err(LooError::TooFewDraws { least: FEWEST_DRAWS, found: draws });
        }
        let all = leave_out_all(log_likelihood, settings)?;
        let numbers = |of: fn(&Observation) -> f64| all.iter().map(of).collect();
        Ok(Self {
            names: log_likelihood.names().to_vec(),
            chains: log_likelihood.chains(),
            draws_per_chain: log_likelihood.draws_per_chain(),
            elpd: numbers(|observation| observation.elpd),
            p: numbers(|observation| observation.p),
            mcse: numbers(|observation| observation.mcse),
            r_eff: numbers(|observation| observation.r_eff),
            quality: all.iter().map(|observation| observation.quality).collect(),
            influence: numbers(|observation| observation.quality.pareto_k),
            exact: vec![false; all.len()],
            tail: settings.tail,
            is_given_the_past: false,
            is_of_groups: log_likelihood.is_of_groups(),
            remark: String::new(),
        })
    }

    /// True if groups of observations are left out in turn.
    pub(super) fn is_of_groups(&self) -> bool {
        self.is_of_groups
    }

    /// Replaces the estimate for an observation by one from its log likelihoods at draws of a model that
    /// was fitted without it.
    ///
    /// # Errors
    /// [`LooError`] if there is no such observation, if there are no draws, or if a log likelihood is not
    /// finite.
    ///
    /// ```
    /// use monomorph_diagnostics::loo::{LogLikelihood, Loo, Pointwise};
    ///
    /// let values: Vec<f64> = (0..200).map(|draw| -1.0 - (f64::from(draw) * 0.7).sin().powi(2)).collect();
    /// let mut loo = Loo::of(&LogLikelihood::new(values, 1, 100)?)?;
    /// loo.replace(1, &[-3.0; 50])?;
    /// assert!((loo.pointwise_elpd()[1] + 3.0).abs() < 1e-12);
    /// # Ok::<(), monomorph_diagnostics::loo::LooError>(())
    /// ```
    pub fn replace(&mut self, observation: usize, log_likelihoods: &[f64]) -> Result<(), LooError> {
        let Some(name) = self.names.get(observation) else {
            let what = "observations".to_owned();
            return Err(LooError::Length { what, expected: observation + 1, found: self.names.len() });
        };
        let checked = LogLikelihood::new(log_likelihoods, 1, log_likelihoods.len())?;
        let elpd = log_mean_exp(checked.named([name.as_str()])?.column(0));
        let (count, squares) = log_likelihoods.iter().fold((0.0, 0.0), |(count, squares), value| {
            (count + 1.0, squares + (value - elpd).exp_m1().powi(2)) //
        });
        self.set_elpd(observation, elpd, (squares / (count * count)).ln_1p().sqrt());
        self.exact[observation] = true;
        Ok(())
    }

    /// Replaces the estimate for an observation by the estimate from moved draws.
    pub(super) fn set(&mut self, place: usize, found: &Observation) {
        self.set_elpd(place, found.elpd, found.mcse);
        self.quality[place] = found.quality;
    }

    /// Sets elpd, and p so that elpd + p, the log predictive density with the observation, is unchanged.
    fn set_elpd(&mut self, place: usize, elpd: f64, mcse: f64) {
        self.p[place] += self.elpd[place] - elpd;
        self.elpd[place] = elpd;
        self.mcse[place] = mcse;
    }

    /// Marks the log likelihoods as those of steps of a series, each given the steps before it; the printed
    /// table then says so.
    ///
    /// ```
    /// use monomorph_diagnostics::loo::{LogLikelihood, Loo};
    ///
    /// let values: Vec<f64> = (0..200).map(|draw| -1.0 - (f64::from(draw) * 0.7).sin().powi(2)).collect();
    /// let loo = Loo::of(&LogLikelihood::new(values, 1, 100)?)?.given_the_past();
    /// assert!(loo.to_string().contains("one step ahead"));
    /// # Ok::<(), monomorph_diagnostics::loo::LooError>(())
    /// ```
    #[must_use = "the result that is returned has the new words"]
    pub fn given_the_past(self) -> Self {
        Self { is_given_the_past: true, ..self }
    }

    /// Adds a remark below the table, about the meaning of the numbers.
    ///
    /// ```
    /// use monomorph_diagnostics::loo::{LogLikelihood, Loo};
    ///
    /// let values: Vec<f64> = (0..200).map(|draw| -1.0 - (f64::from(draw) * 0.7).sin().powi(2)).collect();
    /// let loo = Loo::of(&LogLikelihood::new(values, 1, 100)?)?.with_remark("The last year is missing.");
    /// assert!(loo.to_string().ends_with("The last year is missing.\n"));
    /// # Ok::<(), monomorph_diagnostics::loo::LooError>(())
    /// ```
    #[must_use = "the result that is returned has the remark"]
    pub fn with_remark(self, remark: impl Into<String>) -> Self {
        Self { remark: remark.into(), ..self }
    }

    /// True if the log likelihoods are those of steps, each [given the steps before
    /// it](Self::given_the_past).
    pub fn is_given_the_past(&self) -> bool {
        self.is_given_the_past
    }

    /// The effective number of parameters.
    pub fn p_loo(&self) -> Estimate {
        Estimate::of(&self.p)
    }

    /// The information criterion, −2 elpd.
    pub fn looic(&self) -> Estimate {
        self.elpd().times(-2.0)
    }

    /// The Monte Carlo standard error of the sum; NaN if it is not reliable for all observations.
    pub fn mcse(&self) -> f64 {
        match self.unreliable().is_empty() {
            true => self.mcse.iter().map(|mcse| mcse * mcse).sum::<f64>().sqrt(),
            false => f64::NAN,
        }
    }

    /// The Monte Carlo standard error by observation.
    pub fn pointwise_mcse(&self) -> &[f64] {
        &self.mcse
    }

    /// The `k̂` and the effective sample size of the weights, by observation. [Replacing](Self::replace) an
    /// observation does not change them.
    pub fn quality(&self) -> &[Quality] {
        &self.quality
    }

    /// The `k̂` of the draws before [moment matching](Self::match_moments), by observation: it measures how
    /// much an observation influences the posterior.
    pub fn influence_pareto_k(&self) -> &[f64] {
        &self.influence
    }

    /// For each observation, true if it was [replaced](Self::replace) by the result of a fit without it.
    pub fn is_exact(&self) -> &[bool] {
        &self.exact
    }

    /// The relative efficiency of the draws by observation.
    pub fn r_eff(&self) -> &[f64] {
        &self.r_eff
    }

    /// The largest `k̂` that is reliable with this number of draws.
    pub fn threshold(&self) -> f64 {
        threshold(self.chains * self.draws_per_chain)
    }

    /// The observations whose `k̂` is above the threshold, the worst first: fit the model without each of
    /// them, and [`replace`](Self::replace) the estimate.
    pub fn unreliable(&self) -> Vec<usize> {
        let is_unreliable = |place: &usize| !self.exact[*place] && !self.quality[*place].is_reliable();
        let mut places: Vec<usize> = (0..self.names.len()).filter(is_unreliable).collect();
        places.sort_by(|a, b| self.quality[*b].pareto_k.total_cmp(&self.quality[*a].pareto_k));
        places
    }

    /// The number of observations whose estimate comes from moved draws.
    pub(super) fn matched(&self) -> usize {
        let pairs = self.quality.iter().zip(&self.influence);
        pairs.filter(|(quality, before)| quality.pareto_k < **before).count()
    }

    /// The number of chains, and the number of draws of each.
    pub(super) fn size(&self) -> (usize, usize) {
        (self.chains, self.draws_per_chain)
    }
}

impl Pointwise for Loo {
    fn pointwise_elpd(&self) -> &[f64] {
        &self.elpd
    }

    fn remark(&self) -> &str {
        &self.remark
    }

    fn names(&self) -> &[String] {
        &self.names
    }

    fn pointwise_p(&self) -> Option<&[f64]> {
        Some(&self.p)
    }

    fn unreliable_names(&self) -> Vec<&str> {
        self.unreliable().into_iter().map(|place| self.names[place].as_str()).collect()
    }

    fn few_effective_draws(&self) -> Option<(&str, f64)> {
        let weighted = self.names.iter().zip(&self.r_eff).zip(&self.exact).filter(|(_, exact)| !**exact);
        let each = weighted.map(|((name, r_eff), _)| (name.as_str(), *r_eff));
        few_effective_draws(each, self.chains * self.draws_per_chain)
    }
}
