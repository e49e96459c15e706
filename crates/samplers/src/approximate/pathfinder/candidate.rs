//! A normal distribution on a path that may be the best one, and the comparison of two candidates.
//!
//! Both distributions are drawn from the same normal numbers, so the evidence lower bounds E_q (log p − log
//! q) are compared draw by draw. The draws are made and compared a few at a time, until it is clear which
//! bound is larger, by t > [`CLEAR`] of the differences, or that the bounds differ by less than matters.

use super::factors::Factors;
use crate::approximate::evaluator::Evaluator;
use crate::approximate::weighted::Normal;

/// The number of draws between two comparisons.
const FEW: usize = 5;

/// The statistic t of the differences above which the comparison is decided.
const CLEAR: f64 = 3.0;

/// The largest difference between bounds that does not matter: the bounds of two normal distributions whose
/// means are a third of a standard deviation apart differ by this much.
const EQUAL: f64 = 0.05;

/// A distribution, with log p − log q at the draws evaluated so far.
#[derive(Clone, Default)]
pub(super) struct Candidate {
    pub factors: Factors,
    differences: Vec<f64>,
    /// True if a draw has no finite log density: the bound is −∞.
    is_outside: bool,
}

/// The random numbers, the kernel and the memory for draws.
pub(super) struct Draws<'a, 'b> {
    /// All normal numbers, draw after draw.
    pub normals: &'a [f64],
    pub evaluator: &'a mut Evaluator<'b>,
    pub dimension: usize,
    /// Memory for a few draws.
    pub drawn: Vec<f64>,
    /// The number of evaluations.
    pub count: usize,
}

impl Draws<'_, '_> {
    fn most(&self) -> usize {
        self.normals.len() / self.dimension
    }
}

impl Candidate {
    /// Forgets the draws of the former distribution.
    pub fn begin(&mut self) {
        self.differences.clear();
        self.is_outside = false;
    }

    /// Evaluates draws until `wanted` draws are evaluated, or a draw has no finite log density.
    fn extend(&mut self, draws: &mut Draws<'_, '_>, wanted: usize) {
        let Draws { normals, evaluator, dimension, drawn, count } = draws;
        let (first, wanted) = (self.differences.len(), wanted.min(normals.len() / *dimension));
        if self.is_outside || first >= wanted {
            return;
        }
        let normals = &normals[first * *dimension..wanted * *dimension];
        drawn.resize(normals.len(), 0.0);
        self.differences.resize(wanted, 0.0);
        let new = &mut self.differences[first..];
        self.factors.draw(normals, drawn, new);
        let mut done = 0;
        while done < new.len() && !self.is_outside {
            let log_densities = evaluator.next(&drawn[done * *dimension..]);
            for (difference, log_density) in new[done..].iter_mut().zip(log_densities) {
                *difference = log_density - *difference;
                self.is_outside |= !difference.is_finite();
            }
            done += log_densities.len();
            *count += log_densities.len();
        }
    }

    /// Returns the evidence lower bound from all draws.
    pub fn elbo(&mut self, draws: &mut Draws<'_, '_>) -> f64 {
        self.extend(draws, usize::MAX);
        match self.is_outside {
            true => f64::NEG_INFINITY,
            false => self.differences.iter().sum::<f64>() / self.differences.len() as f64,
        }
    }

    /// Returns true if the bound of this distribution is larger than the bound of the best one so far.
    pub fn beats(&mut self, best: &mut Self, draws: &mut Draws<'_, '_>) -> bool {
        let most = draws.most();
        let mut count = 0;
        while count < most {
            count = most.min(count + FEW);
            self.extend(draws, count);
            best.extend(draws, count);
            if self.is_outside || best.is_outside {
                break;
            }
            let ahead =
                || self.differences.iter().zip(&best.differences).take(count).map(|(own, other)| own - other);
            let mean = ahead().sum::<f64>() / count as f64;
            let variance = ahead().map(|d| (d - mean).powi(2)).sum::<f64>() / (count as f64 - 1.0);
            let error = CLEAR * (variance / count as f64).sqrt();
            if mean.abs() > error || mean.abs() + error < EQUAL {
                return mean > 0.0;
            }
        }
        self.elbo(draws) > best.elbo(draws)
    }
}
