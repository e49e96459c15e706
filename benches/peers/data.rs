//! Synthetic data for the benchmarked models, the same for every contender.
//!
//! Every generator has a fixed seed, so that each call returns the same data.
//! `json` writes them under the names that the programs in `stan/` declare.

use crate::random::Random;
use std::fmt::Display;

/// Observations and predictors of a regression with as many rows as `y`.
pub struct Regression<Y> {
    /// The number of predictors.
    pub columns: usize,
    /// The predictors, row by row.
    pub x: Vec<f64>,
    /// The outcomes, one per row.
    pub y: Vec<Y>,
}

impl Regression<f64> {
    /// 10 000 real outcomes of 20 standard normal predictors.
    pub fn linear() -> Self {
        let (mut random, x, slopes) = predictors(20_240_601);
        let y = means(&x, 1.5, &slopes).map(|mean| mean + 0.8 * random.normal()).collect();
        let columns = slopes.len();
        Self { columns, x, y }
    }
}

impl Regression<u8> {
    /// 10 000 outcomes of zero or one, of 20 standard normal predictors.
    pub fn logistic() -> Self {
        let (mut random, x, slopes) = predictors(20_240_602);
        let y = means(&x, 0.3, &slopes)
            .map(|logit| u8::from(random.uniform() < 1.0 / (1.0 + (-logit).exp())))
            .collect();
        let columns = slopes.len();
        Self { columns, x, y }
    }
}

impl<Y: Display> Regression<Y> {
    /// The data as `linreg.stan`, `logreg.stan` and their variants read them.
    pub fn json(&self) -> String {
        let rows = list(self.x.chunks(self.columns).map(list));
        let (n, p) = (self.y.len(), self.columns);
        let y = list(&self.y);
        format!(r#"{{"N":{n},"P":{p},"X":{rows},"y":{y}}}"#)
    }
}

fn predictors(seed: u64) -> (Random, Vec<f64>, Vec<f64>) {
    const ROWS: usize = 10_000;
    const COLUMNS: usize = 20;
    let mut random = Random::new(seed);
    let x = random.normals(ROWS * COLUMNS);
    let slopes = (0..COLUMNS).map(|_| 0.5 * random.normal()).collect();
    (random, x, slopes)
}

fn means(x: &[f64], intercept: f64, slopes: &[f64]) -> impl Iterator<Item = f64> {
    let product = move |row: &[f64]| row.iter().zip(slopes).map(|(x, b)| x * b).sum::<f64>();
    x.chunks(slopes.len()).map(move |row| intercept + product(row))
}

/// Measurements in groups, each group with an intercept of its own: the shape
/// of the radon data, in which houses lie in counties.
pub struct VaryingIntercepts {
    /// The number of groups.
    pub groups: usize,
    /// The group of each measurement, ascending, counted from zero.
    pub group: Vec<usize>,
    /// A predictor of zeros and ones: in the radon data, the floor.
    pub x: Vec<f64>,
    /// The outcomes.
    pub y: Vec<f64>,
}

impl VaryingIntercepts {
    /// 919 measurements in 85 groups, none of them empty.
    pub fn radon_like() -> Self {
        const MEASUREMENTS: usize = 919;
        const GROUPS: usize = 85;
        let mut random = Random::new(20_240_603);
        let mut group: Vec<usize> = (0..GROUPS).collect();
        group.resize_with(MEASUREMENTS, || random.below(GROUPS));
        group.sort_unstable();
        let mut floor = || f64::from(u8::from(random.uniform() < 0.17));
        let x: Vec<f64> = (0..MEASUREMENTS).map(|_| floor()).collect();
        let intercepts: Vec<f64> = (0..GROUPS).map(|_| 1.5 + 0.35 * random.normal()).collect();
        let y = group
            .iter()
            .zip(&x)
            .map(|(&group, x)| intercepts[group] - 0.65 * x + 0.75 * random.normal())
            .collect();
        Self { groups: GROUPS, group, x, y }
    }

    /// The data as `radon.stan` and its variant read them.
    pub fn json(&self) -> String {
        let (n, j) = (self.y.len(), self.groups);
        let county = list(self.group.iter().map(|group| group + 1));
        let (x, y) = (list(&self.x), list(&self.y));
        format!(r#"{{"N":{n},"J":{j},"county":{county},"x":{x},"y":{y}}}"#)
    }
}

/// Estimated effects of coaching in eight schools (Rubin, 1981).
pub struct EightSchools {
    /// The estimated effects.
    pub y: Vec<f64>,
    /// The standard errors of the estimates.
    pub sigma: Vec<f64>,
}

impl EightSchools {
    /// The published table.
    pub fn published() -> Self {
        Self {
            y: vec![28.0, 8.0, -3.0, 7.0, -1.0, 1.0, 18.0, 12.0],
            sigma: vec![15.0, 10.0, 16.0, 11.0, 9.0, 11.0, 10.0, 18.0],
        }
    }

    /// The data as `eight_schools.stan` reads them.
    pub fn json(&self) -> String {
        let (j, y, sigma) = (self.y.len(), list(&self.y), list(&self.sigma));
        format!(r#"{{"J":{j},"y":{y},"sigma":{sigma}}}"#)
    }
}

/// A JSON list. Rust writes finite numbers with neither exponent nor loss, which
/// is valid JSON and reads back as the same number.
pub fn list(items: impl IntoIterator<Item: Display>) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    format!("[{}]", items.join(","))
}
