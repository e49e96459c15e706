//! Stochastic volatility, centred: q is μ, logit of (φ + 1)/2, log σ, h₁ … h_T.

use super::HALF_LOG_TAU;
use crate::timing::Gradient;
use std::f64::consts::PI;

/// The log density with its gradient.
pub fn gradient(y: Vec<f64>) -> Gradient<'static> {
    let squared: Vec<f64> = y.iter().map(|y| y * y).collect();
    let n = y.len() as f64;
    // Of states and observations, and the priors cauchy(0, 10) of μ, uniform(−1, 1) of φ and cauchy(0, 5) of
    // σ.
    let constant = -2.0 * n * HALF_LOG_TAU - (10.0 * PI).ln() - 2_f64.ln() - (5.0 * PI).ln();
    Box::new(move |q, gradient| {
        let (mu, log_sigma, h) = (q[0], q[2], &q[3..]);
        let share = 1.0 / (1.0 + (-q[1]).exp());
        let phi = 2.0 * share - 1.0;
        let precision = (-2.0 * log_sigma).exp();
        let rest = 1.0 - phi * phi;
        let (by_parameters, by_h) = gradient.split_at_mut(3);

        // Observations: −½ hₜ − ½ yₜ² e^(−hₜ).
        let mut value = 0.0;
        for ((h, squared), slope) in h.iter().zip(&squared).zip(by_h.iter_mut()) {
            let weight = squared * (-h).exp();
            value -= h + weight;
            *slope = 0.5 * (weight - 1.0);
        }
        // The first state, with precision (1 − φ²)/σ², and the steps dₜ = (hₜ − μ) − φ (hₜ₋₁ − μ).
        let first = h[0] - mu;
        let mut squares = rest * first * first;
        let (mut by_mu, mut by_phi) = (rest * first, phi * first * first);
        by_h[0] -= precision * rest * first;
        for t in 1..h.len() {
            let before = h[t - 1] - mu;
            let step = h[t] - mu - phi * before;
            squares += step * step;
            by_mu += (1.0 - phi) * step;
            by_phi += step * before;
            by_h[t] -= precision * step;
            by_h[t - 1] += precision * phi * step;
        }
        // The priors and the transforms.
        let (mu_ratio, sigma) = (mu * mu / 100.0, log_sigma.exp());
        let sigma_ratio = sigma * sigma / 25.0;
        by_parameters[0] = precision * by_mu - 2.0 * mu / (100.0 + mu * mu);
        let by_phi = precision * by_phi - phi / rest;
        by_parameters[1] = by_phi * 2.0 * share * (1.0 - share) + 1.0 - 2.0 * share;
        by_parameters[2] = precision * squares - n - 2.0 * sigma_ratio / (1.0 + sigma_ratio) + 1.0;
        let transforms = (2.0 * share * (1.0 - share)).ln() + log_sigma;
        constant + 0.5 * value - 0.5 * precision * squares - n * log_sigma + 0.5 * rest.ln()
            - mu_ratio.ln_1p()
            - sigma_ratio.ln_1p()
            + transforms
    })
}
