//! Stacking: the mixture of predictions that has the largest expected log predictive density,
//! `max Σᵢ log Σₖ wₖ exp elpdᵢₖ` over weights of 0 or more that sum to 1. Yao et al. (2018).
//!
//! With `aᵢₖ = exp(elpdᵢₖ − maxₖ elpdᵢₖ)`, the weights are the `w ≥ 0` that minimise
//!
//! ```text
//! f(w) = −(1/n) Σᵢ log (A w)ᵢ + Σₖ wₖ,
//! ```
//!
//! which automatically sum to 1: a multiple of `w` changes the first term only by a logarithm (Kim,
//! Carbonetto, Stephens and Anitescu 2020, *A fast algorithm for maximum likelihood estimation of mixture
//! proportions using sequential quadratic programming*). The minimum is found by Newton's method on
//! `f − μ Σ log wₖ` for smaller and smaller `μ`; for each `μ` the function is convex, and has one minimum
//! in the interior.

use crate::loo::{LooError, Pointwise};
use monomorph_numerics::linalg::{Triangle, cholesky, solve};
use pulp::Scalar;

/// The smallest weight of the barrier, and the factor by which it falls. Rounding moves weight between
/// equal models by about 1e-16 divided by the smallest weight of the barrier.
const BARRIER: (f64, f64) = (1e-13, 0.1);

/// The largest number of steps of Newton's method for each weight of the barrier; fewer steps suffice.
const STEPS: usize = 50;

/// Computes the weights of models in the mixture of predictions with the largest expected log predictive
/// density.
///
/// # Errors
/// [`LooError`] if there are no models, or if they have different numbers of observations.
///
/// ```
/// # use monomorph_diagnostics::loo::{LogLikelihood, Waic};
/// use monomorph_diagnostics::comparison::stacking_weights;
///
/// # let of = |elpd: [f64; 3]| {
/// #     let values: Vec<f64> = elpd.iter().flat_map(|elpd| [*elpd; 2]).collect();
/// #     Waic::of(&LogLikelihood::new(values, 1, 2)?)
/// # };
/// // One model is right about two observations, another about the third.
/// let (often, seldom) = (of([-1.0, -1.0, -30.0])?, of([-30.0, -30.0, -1.0])?);
/// let weights = stacking_weights(&[&often, &seldom])?;
/// assert!((weights[0] - 2.0 / 3.0).abs() < 1e-9);
/// # Ok::<(), monomorph_diagnostics::loo::LooError>(())
/// ```
pub fn stacking_weights<P: Pointwise + ?Sized>(models: &[&P]) -> Result<Vec<f64>, LooError> {
    Ok(stack(&columns(models)?))
}

/// Returns the log predictive densities of models, after checking that all models have the same number of
/// observations.
pub(super) fn columns<'a, P: Pointwise + ?Sized>(models: &[&'a P]) -> Result<Vec<&'a [f64]>, LooError> {
    let columns: Vec<&[f64]> = models.iter().map(|model| model.pointwise_elpd()).collect();
    let Some(first) = columns.first() else { return Err(LooError::Empty { what: "models" }) };
    let expected = first.len();
    match columns.iter().find(|column| column.len() != expected) {
        Some(other) => {
            let what = "observations of a model".to_owned();
            Err(LooError::Length { what, expected, found: other.len() })
        }
        None => Ok(columns),
    }
}

/// The densities of each observation under the models, divided by the largest of them.
struct Problem {
    rows: Vec<f64>,
    models: usize,
}

fn stack(columns: &[&[f64]]) -> Vec<f64> {
    let models = columns.len();
    let mut problem = Problem { rows: Vec::with_capacity(models * columns[0].len()), models };
    for observation in 0..columns[0].len() {
        let of_models = columns.iter().map(|column| column[observation]);
        let largest = of_models.clone().fold(f64::NEG_INFINITY, f64::max);
        problem.rows.extend(of_models.map(|elpd| (elpd - largest).exp()));
    }
    let mut weights = vec![1.0 / models as f64; models];
    let mut barrier = 0.1;
    while barrier > BARRIER.0 {
        // Near the minimum each step is far shorter than the previous one, until only rounding errors
        // remain.
        let mut last = f64::INFINITY;
        for _ in 0..STEPS {
            match problem.step(&mut weights, barrier) {
                Some(decrement) if decrement == f64::INFINITY || decrement < 0.5 * last => last = decrement,
                _ => break,
            }
        }
        barrier *= BARRIER.1;
    }
    let sum: f64 = weights.iter().sum();
    weights.iter().map(|weight| weight / sum).collect()
}

impl Problem {
    /// Computes the minimised function, `f(w) − μ Σ log wₖ`, where μ is the weight of the barrier.
    fn value(&self, weights: &[f64], barrier: f64) -> f64 {
        let count = (self.rows.len() / self.models) as f64;
        let logs: f64 = self.rows.chunks_exact(self.models).map(|row| dot(row, weights).ln()).sum();
        let inside: f64 = weights.iter().map(|weight| weight - barrier * weight.ln()).sum();
        inside - logs / count
    }

    /// Takes a step of Newton's method, and returns twice the decrease that it expected; ∞ if the step was
    /// shortened, and `None` if no step was possible.
    fn step(&self, weights: &mut [f64], barrier: f64) -> Option<f64> {
        let (models, simd) = (self.models, Scalar::new());
        let count = (self.rows.len() / models) as f64;
        // The Hessian is in units of the weights, so that weights near 0 do not spoil the accuracy of its
        // factor.
        let mut hessian = vec![0.0; models * models];
        let mut direction = vec![0.0; models];
        for (k, weight) in weights.iter().enumerate() {
            direction[k] = barrier - weight;
            hessian[k * models + k] = barrier;
        }
        for row in self.rows.chunks_exact(models) {
            let density = dot(row, weights);
            for (k, (a, weight)) in row.iter().zip(weights.iter()).enumerate() {
                let share = a * weight / density;
                direction[k] += share / count;
                for (j, (b, other)) in row.iter().zip(weights.iter()).enumerate() {
                    hessian[k * models + j] += share * b * other / (density * count);
                }
            }
        }
        let slope = direction.clone();
        if !cholesky(simd, &mut hessian, models) {
            return None;
        }
        let factor = Triangle::upper(&hessian, models);
        solve(simd, factor.transpose(), &mut direction, 1);
        solve(simd, factor, &mut direction, 1);
        let decrement = dot(&slope, &direction);
        let step = |length: f64| -> Vec<f64> {
            weights.iter().zip(&direction).map(|(weight, step)| weight * (1.0 + length * step)).collect()
        };
        // Divided by the smaller of the two weights of its logarithms, the function is self-concordant, so
        // that full steps converge from here on, even if the differences of its values are lost in
        // rounding.
        if decrement <= 0.05 * barrier.min(1.0 / count) {
            weights.copy_from_slice(&step(1.0));
            return Some(decrement);
        }
        // The step is shortened so that no weight becomes negative.
        let longest = direction.iter().map(|step| 0.95 / (-step).max(0.95)).fold(1.0, f64::min);
        let before = self.value(weights, barrier);
        let lengths = (0..60).map(|halvings| longest * 0.5_f64.powi(halvings));
        let moved = lengths.map(|length| (length, step(length))).find(|(length, moved)| {
            self.value(moved, barrier) <= before - 1e-4 * length * decrement //
        });
        let (_, moved) = moved?;
        weights.copy_from_slice(&moved);
        Some(f64::INFINITY)
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
