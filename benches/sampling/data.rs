//! Data of the sampled models, with the names that their Stan programs declare. Every generator has a fixed
//! seed.

use crate::json::list;
use crate::random::Random;
use crate::regression_data::Regression;
use std::fmt::Display;

/// A regression as `linreg.stan`, `logreg.stan` and their variants read it.
pub fn json<Y: Display>(observed: &Regression<Y>) -> String {
    let rows = list(observed.x.chunks(observed.columns).map(list));
    let (n, p) = (observed.y.len(), observed.columns);
    let y = list(&observed.y);
    format!(r#"{{"N":{n},"P":{p},"X":{rows},"y":{y}}}"#)
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

/// Measurements in groups, each group with an intercept and slopes of its own.
pub struct VaryingSlopes {
    /// The group of each measurement, ascending, counted from zero.
    pub group: Vec<usize>,
    /// The predictors, row by row, the first of them 1.
    pub x: Vec<f64>,
    /// The outcomes.
    pub y: Vec<f64>,
}

impl VaryingSlopes {
    /// The number of measurements.
    pub const ROWS: usize = 1_000;
    /// The number of predictors.
    pub const COLUMNS: usize = 3;
    /// The number of groups.
    pub const GROUPS: usize = 50;

    /// 1 000 measurements of 50 groups.
    pub fn of_groups() -> Self {
        let mut random = Random::new(20_240_712);
        let group: Vec<usize> = (0..Self::ROWS).map(|row| row * Self::GROUPS / Self::ROWS).collect();
        let coefficients: Vec<f64> =
            random.normals(Self::GROUPS * Self::COLUMNS).iter().map(|b| 0.4 * b).collect();
        let (mut x, mut y) = (Vec::new(), Vec::new());
        for group in &group {
            let row = [1.0, random.normal(), random.normal()];
            let mean: f64 = row.iter().zip(&coefficients[group * Self::COLUMNS..]).map(|(x, b)| x * b).sum();
            y.push(mean + random.normal());
            x.extend(row);
        }
        Self { group, x, y }
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
