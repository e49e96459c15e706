//! Invented data, with the sizes of the posteriors after which the models are named.

#[path = "../peers/random.rs"]
#[allow(dead_code)]
mod random;

use random::Random;

/// The design of a regression by rows, the first column of ones, and answers.
pub struct Design<const N: usize> {
    pub rows: Vec<[f64; N]>,
    pub y: Vec<f64>,
}

impl<const N: usize> Design<N> {
    /// Standard normal predictors, coefficients ½, −¼, ⅛, … and a residual of deviation ½.
    pub fn new(seed: u64, count: usize) -> Self {
        let mut random = Random::new(seed);
        let mut row = || std::array::from_fn(|place| if place == 0 { 1.0 } else { random.normal() });
        let rows: Vec<[f64; N]> = (0..count).map(|_| row()).collect();
        let mut random = Random::new(seed + 1);
        let mean = |row: &[f64; N]| -> f64 {
            row.iter().zip(0..).map(|(x, place)| 0.5 * (-0.5_f64).powi(place) * x).sum()
        };
        let y = rows.iter().map(|row| mean(row) + 0.5 * random.normal()).collect();
        Self { rows, y }
    }

    /// The elements of the design, row after row.
    pub fn elements(&self) -> Vec<f64> {
        self.rows.iter().flatten().copied().collect()
    }

    /// One predictor.
    pub fn column(&self, place: usize) -> Vec<f64> {
        self.rows.iter().map(|row| row[place]).collect()
    }
}

/// The effects and their standard errors of the eight schools (Rubin 1981).
pub const SCHOOLS: ([f64; 8], [f64; 8]) =
    ([28.0, 8.0, -3.0, 7.0, -1.0, 1.0, 18.0, 12.0], [15.0, 10.0, 16.0, 11.0, 9.0, 11.0, 10.0, 18.0]);

/// Deaths and operations of twelve hospitals.
pub const HOSPITALS: ([f64; 12], [f64; 12]) = (
    [0.0, 18.0, 8.0, 46.0, 8.0, 13.0, 9.0, 31.0, 14.0, 8.0, 29.0, 24.0],
    [47.0, 148.0, 119.0, 810.0, 211.0, 196.0, 148.0, 215.0, 207.0, 97.0, 256.0, 360.0],
);

/// The number of captures of each animal that was seen, on three occasions, and the number of those that were
/// not seen.
pub fn captures() -> (Vec<f64>, f64) {
    let mut random = Random::new(3);
    let totals = (0..87).map(|_| 1.0 + random.below(3) as f64).collect();
    (totals, 150.0)
}
