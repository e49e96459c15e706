//! Eight schools, non-centred: q is η₁ … η₈, μ, log τ, and θ = μ + τ η.

use super::HALF_LOG_TAU;
use crate::timing::Gradient;

/// The log density with its gradient.
pub fn gradient(y: [f64; 8], sigma: [f64; 8]) -> Gradient<'static> {
    let precision = sigma.map(|sigma| 1.0 / (sigma * sigma));
    // Of eight effects, eight observations, and the priors normal(0, 5) of μ and cauchy(0, 5) of τ.
    let normals = 17.0 * HALF_LOG_TAU + sigma.iter().map(|sigma| sigma.ln()).sum::<f64>() + 5_f64.ln();
    let constant = -normals - (5.0 * std::f64::consts::PI).ln();
    Box::new(move |q, gradient| {
        let (mu, log_tau) = (q[8], q[9]);
        let tau = log_tau.exp();
        let (mut squares, mut by_mu, mut by_tau) = (0.0, 0.0, 0.0);
        for j in 0..8 {
            let eta = q[j];
            let residual = y[j] - (mu + tau * eta);
            let slope = residual * precision[j];
            squares += eta * eta + residual * slope;
            by_mu += slope;
            by_tau += slope * eta;
            gradient[j] = tau * slope - eta;
        }
        let ratio = tau * tau / 25.0;
        gradient[8] = by_mu - mu / 25.0;
        gradient[9] = tau * by_tau - 2.0 * ratio / (1.0 + ratio) + 1.0;
        constant - 0.5 * squares - mu * mu / 50.0 - ratio.ln_1p() + log_tau
    })
}
