//! The inverse Hessian that a descent learns, in either of two forms.

use super::dense::Dense;
use super::history::History;

/// All pairs in one matrix, or the newest ones.
#[derive(Clone, Debug)]
pub enum Inverse {
    Dense(Dense),
    Pairs(History),
}

impl Inverse {
    /// Up to this number of coordinates a matrix costs less than the pairs of a history.
    pub const FEW: usize = 32;

    /// The inverse of a few coordinates, made of all pairs, or that of many, made of the last `history`
    /// pairs.
    pub fn of(dimension: usize, history: usize) -> Self {
        if dimension <= Self::FEW {
            Self::Dense(Dense::new(dimension))
        } else {
            Self::Pairs(History::new(dimension, history))
        }
    }

    /// True if no pair has come since the beginning, or since all were forgotten.
    pub fn is_empty(&self) -> bool {
        match self {
            Self::Dense(dense) => dense.len() == 0,
            Self::Pairs(history) => history.len() == 0,
        }
    }

    /// Forgets all pairs.
    pub fn clear(&mut self) {
        match self {
            Self::Dense(dense) => dense.clear(),
            Self::Pairs(history) => history.clear(),
        }
    }

    /// Adds the pair (s, y) of two points with their gradients, where sᵀ H⁻¹ s is known; false if its
    /// curvature is not positive.
    pub fn push(&mut self, points: [&[f64]; 2], gradients: [&[f64]; 2], form_of_step: f64) -> bool {
        match self {
            Self::Dense(dense) => dense.push(points, gradients, form_of_step),
            Self::Pairs(history) => history.push(points, gradients),
        }
    }

    /// x := H x
    pub fn apply(&mut self, x: &mut [f64]) {
        match self {
            Self::Dense(dense) => dense.apply(x),
            Self::Pairs(history) => history.apply(x),
        }
    }

    /// ½ log |H| up to a constant, where it is known.
    pub fn log_volume(&self) -> Option<f64> {
        match self {
            Self::Dense(dense) => dense.log_volume(),
            Self::Pairs(_) => None,
        }
    }
}
