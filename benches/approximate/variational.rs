//! Variational inference by normal distributions, which the library does not have. The benchmark tests its
//! value.
//!
//! Kucukelbir, Tran, Ranganath, Gelman and Blei, *Automatic differentiation variational inference*, JMLR 18
//! (2017). With q = μ + L u the evidence lower bound E log p(q) + Σ log Lᵢᵢ has the gradients E g by μ, E g
//! uᵀ by L and 1/Lᵢᵢ more by its diagonal, g the gradient of log p at q. One draw estimates them, Adam
//! (Kingma and Ba 2015) takes a step, whose length falls to 0, and the mean of the last quarter of all steps
//! is the result. The mean-field distribution has a diagonal L.
//!
//! It is given the best rate, for which Stan's algorithm has to search: among several rates the rate with
//! the largest evidence lower bound. The gradients for this bound and for the other rates are not counted.

use crate::random::Random;
use monomorph::prelude::*;

/// The rates of Adam among which the best one counts.
const RATES: [f64; 4] = [0.01, 0.05, 0.2, 1.0];

/// The draws that estimate the bound of a rate.
const JUDGES: usize = 200;

/// Adam's weights of the past.
const PAST: (f64, f64) = (0.9, 0.999);

#[derive(Clone, Copy, PartialEq)]
pub enum Kind {
    MeanField,
    FullRank,
}

/// A normal distribution: its mean, the logarithms of the diagonal of L, and L below it, row after row.
#[derive(Clone)]
pub struct Normal {
    kind: Kind,
    size: usize,
    numbers: Vec<f64>,
}

impl Normal {
    fn at(point: &[f64], kind: Kind) -> Self {
        let size = point.len();
        let below = if kind == Kind::FullRank { size * (size - 1) / 2 } else { 0 };
        let mut numbers = vec![0.0; 2 * size + below];
        numbers[..size].copy_from_slice(point);
        Self { kind, size, numbers }
    }

    /// The entries of L below the diagonal: row, column and place.
    fn below(&self) -> impl Iterator<Item = (usize, usize, usize)> + use<> {
        let rows = if self.kind == Kind::FullRank { self.size } else { 0 };
        let first = 2 * self.size;
        (0..rows).flat_map(move |row| {
            (0..row).map(move |column| (row, column, first + row * row.saturating_sub(1) / 2 + column))
        })
    }

    /// A draw of normal numbers u, with its log density.
    pub fn draw(&self, u: &[f64]) -> (Vec<f64>, f64) {
        let (mean, rest) = self.numbers.split_at(self.size);
        let logs = &rest[..self.size];
        let mut point: Vec<f64> = (0..self.size).map(|i| mean[i] + logs[i].exp() * u[i]).collect();
        self.below().for_each(|(row, column, place)| point[row] += self.numbers[place] * u[column]);
        let squares: f64 = u.iter().map(|u| u * u).sum();
        let constant = self.size as f64 * std::f64::consts::TAU.ln();
        (point, -logs.iter().sum::<f64>() - 0.5 * (squares + constant))
    }
}

/// The distribution after `gradients` gradients from a point, by the best of the rates.
pub fn fit(posterior: &dyn Density, start: &[f64], kind: Kind, gradients: usize, seed: u64) -> Normal {
    let fits = RATES.map(|rate| ascend(posterior, start, kind, gradients, rate, &mut Random::new(seed)));
    let mut workspace = posterior.workspace();
    let mut bound = |normal: &Normal| {
        let random = &mut Random::new(seed + 1_000_000);
        let mut difference = || {
            let u: Vec<f64> = (0..normal.size).map(|_| random.normal()).collect();
            let (point, log_density) = normal.draw(&u);
            posterior.log_density(&point, &mut workspace) - log_density
        };
        let sum: f64 = (0..JUDGES).map(|_| difference()).sum();
        if sum.is_nan() { f64::NEG_INFINITY } else { sum }
    };
    let [first, rest @ ..] = fits;
    let mut best = (bound(&first), first);
    for other in rest {
        let of_other = bound(&other);
        if of_other > best.0 {
            best = (of_other, other);
        }
    }
    best.1
}

fn ascend(
    posterior: &dyn Density,
    start: &[f64],
    kind: Kind,
    gradients: usize,
    rate: f64,
    random: &mut Random,
) -> Normal {
    let mut normal = Normal::at(start, kind);
    let (size, count) = (normal.size, normal.numbers.len());
    let mut workspace = posterior.workspace();
    let (mut slopes, mut slope) = (vec![0.0; count], vec![0.0; size]);
    let (mut first, mut second, mut mean) = (vec![0.0; count], vec![0.0; count], vec![0.0; count]);
    let last = gradients - gradients / 4;
    for step in 0..gradients {
        let u: Vec<f64> = (0..size).map(|_| random.normal()).collect();
        let (point, _) = normal.draw(&u);
        let is_inside = posterior.log_density_and_gradient(&point, &mut slope, &mut workspace).is_finite();
        if is_inside {
            for i in 0..size {
                slopes[i] = slope[i];
                slopes[size + i] = slope[i] * u[i] * normal.numbers[size + i].exp() + 1.0;
            }
            normal.below().for_each(|(row, column, place)| slopes[place] = slope[row] * u[column]);
            let rate = rate * (1.0 - step as f64 / gradients as f64);
            let (one, two) = (1.0 - PAST.0.powi(step as i32 + 1), 1.0 - PAST.1.powi(step as i32 + 1));
            for i in 0..count {
                first[i] = PAST.0 * first[i] + (1.0 - PAST.0) * slopes[i];
                second[i] = PAST.1 * second[i] + (1.0 - PAST.1) * slopes[i] * slopes[i];
                normal.numbers[i] += rate * (first[i] / one) / ((second[i] / two).sqrt() + 1e-8);
            }
        }
        if step >= last {
            mean.iter_mut().zip(&normal.numbers).for_each(|(mean, number)| *mean += number);
        }
    }
    let steps = (gradients - last).max(1) as f64;
    normal.numbers.iter_mut().zip(mean).for_each(|(number, mean)| *number = mean / steps);
    normal
}
