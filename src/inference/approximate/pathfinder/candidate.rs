//! A normal distribution on a path that may be the best one, and the race between two of them.
//!
//! Both get their draws from the same normal numbers, so the evidence lower bounds E_q (log p − log q) are
//! compared draw by draw. A few draws decide where one is clearly better, by t > [`CLEAR`] of their
//! differences; only where they do not, all draws are evaluated.

use super::factors::Factors;
use crate::approximate::problem::Densities;
use crate::posterior::Workspace;

/// The draws that may decide.
const FEW: usize = 5;

/// The statistic t of so few differences from which on they decide.
const CLEAR: f64 = 5.0;

/// A distribution with log p − log q at its first draws.
#[derive(Clone, Default)]
pub(super) struct Candidate {
    pub factors: Factors,
    differences: Vec<f64>,
    /// True if a draw has the log density −∞: the bound is −∞.
    is_outside: bool,
}

/// What draws are made of and evaluated with.
pub(super) struct Draws<'a> {
    /// All normal numbers, draw after draw.
    pub normals: &'a [f64],
    pub densities: Densities<'a>,
    pub workspace: &'a mut Workspace,
    /// Memory for a draw.
    pub draw: Vec<f64>,
    /// The number of evaluations.
    pub count: usize,
}

impl Draws<'_> {
    fn most(&self) -> usize {
        self.normals.len() / self.draw.len()
    }
}

impl Candidate {
    /// Forgets the draws of another distribution.
    pub fn begin(&mut self) {
        self.differences.clear();
        self.is_outside = false;
    }

    /// Evaluates draws until there are `wanted`, or one is outside.
    fn extend(&mut self, draws: &mut Draws<'_>, wanted: usize) {
        let dimension = draws.draw.len();
        while self.differences.len() < wanted.min(draws.most()) && !self.is_outside {
            let start = self.differences.len() * dimension;
            draws.draw.copy_from_slice(&draws.normals[start..start + dimension]);
            let log_approximation = self.factors.draw(&mut draws.draw);
            let difference = draws.densities.at(&draws.draw, draws.workspace) - log_approximation;
            draws.count += 1;
            self.is_outside = !difference.is_finite();
            self.differences.push(difference);
        }
    }

    /// The evidence lower bound of all draws.
    pub fn elbo(&mut self, draws: &mut Draws<'_>) -> f64 {
        self.extend(draws, usize::MAX);
        match self.is_outside {
            true => f64::NEG_INFINITY,
            false => self.differences.iter().sum::<f64>() / self.differences.len() as f64,
        }
    }

    /// True if its bound is larger than that of the best one so far.
    pub fn beats(&mut self, best: &mut Self, draws: &mut Draws<'_>) -> bool {
        self.extend(draws, FEW);
        best.extend(draws, FEW);
        if !self.is_outside && !best.is_outside {
            let pairs = self.differences.iter().zip(&best.differences).take(FEW);
            let ahead: Vec<f64> = pairs.map(|(own, other)| own - other).collect();
            let count = ahead.len() as f64;
            let mean = ahead.iter().sum::<f64>() / count;
            let variance = ahead.iter().map(|d| (d - mean).powi(2)).sum::<f64>() / (count - 1.0);
            if mean.abs() > CLEAR * (variance / count).sqrt() {
                return mean > 0.0;
            }
        }
        self.elbo(draws) > best.elbo(draws)
    }
}
