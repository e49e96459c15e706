//! [`Snapshot`]: what readers see, until the next one takes its place.

use crate::inference::Inference;
use crate::model::rates;
use crate::rows::Weekday;
use monomorph::Error;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use rand_distr::{Distribution, Poisson};
use serde::{Deserialize, Serialize};

/// What is in the draws, and how they came about.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct State {
    /// The number of rows that the draws know.
    pub rows: usize,
    /// The shops that they know.
    pub shops: Vec<String>,
    /// How the draws were made, in a word.
    pub way: String,
    /// The Pareto shape k̂ of the last update's weights, if there were weights that differ.
    pub khat: Option<f64>,
    /// The number of independent draws that weighted ones are worth.
    pub ess: Option<f64>,
    /// The number of updates since the last run of all data.
    pub updates: usize,
    /// The number of draws that were made since the service began, runs and updates alike.
    pub published: usize,
    /// The log density of the rows of the last update, given those before.
    pub log_evidence: Option<f64>,
    /// What the run says against its own draws.
    pub warnings: Vec<String>,
    /// Why the last rows are not in the draws, if they are not.
    pub error: Option<String>,
}

/// A prediction: the mean, and an interval that holds nine counts of ten.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Prediction {
    pub shop: String,
    pub weekday: Weekday,
    pub mean: f64,
    pub low: f64,
    pub high: f64,
    /// The number of rows that the prediction knows.
    pub rows: usize,
}

/// The draws of a moment with their state; nothing in either changes.
#[derive(Default)]
#[allow(missing_docs)]
pub struct Snapshot {
    pub state: State,
    pub inference: Option<std::sync::Arc<Inference>>,
}

impl Snapshot {
    /// Predicts the count of a shop on a weekday; nothing if the draws do not know the shop.
    ///
    /// # Errors
    ///
    /// Those of draws of another model.
    pub fn predict(&self, shop: &str, weekday: Weekday) -> Result<Option<Prediction>, Error> {
        let place = self.state.shops.iter().position(|known| known == shop);
        let (Some(place), Some(inference)) = (place, &self.inference) else { return Ok(None) };
        let rates = rates(inference.draws(), place, weekday)?;
        // A count for each draw. The same draws give the same answer, since the seed is always the same.
        let mut rng = ChaCha8Rng::seed_from_u64(0);
        let drawn = |rate: &f64| Poisson::new(*rate).map_or(*rate, |law| law.sample(&mut rng));
        let mut counts: Vec<f64> = rates.iter().map(drawn).collect();
        counts.sort_unstable_by(f64::total_cmp);
        let quantile = |share: f64| counts[(share * (counts.len() - 1) as f64).round() as usize];
        Ok(Some(Prediction {
            shop: shop.to_owned(),
            weekday,
            mean: rates.iter().sum::<f64>() / rates.len() as f64,
            low: quantile(0.05),
            high: quantile(0.95),
            rows: self.state.rows,
        }))
    }
}
