//! A mixture of three normal distributions: q is the simplex θ in two numbers, the ordered μ₁ < μ₂ < μ₃, and
//! log σ.

use super::HALF_LOG_TAU;
use crate::timing::Gradient;

const K: usize = 3;

/// The log density with its gradient.
pub fn gradient(y: Vec<f64>) -> Gradient<'static> {
    let n = y.len() as f64;
    // Of the observations, the priors normal(0, 10) of μ and lognormal(0, 2) of σ, a flat θ, and its
    // transform.
    let constant = -n * HALF_LOG_TAU - 3.0 * (HALF_LOG_TAU + 10_f64.ln()) - 3.0 * (HALF_LOG_TAU + 2_f64.ln())
        + 0.5 * 3_f64.ln();
    Box::new(move |q, gradient| {
        // θ = softmax(z), where z has the isometric log-ratio coordinates q₀, q₁.
        let (v0, v1) = (q[0] / 2_f64.sqrt(), q[1] / 6_f64.sqrt());
        let z = [v0 + v1, v1 - v0, -2.0 * v1];
        let log_sum = z.iter().map(|z| z.exp()).sum::<f64>().ln();
        let log_theta = z.map(|z| z - log_sum);
        let gaps = [q[3].exp(), q[4].exp()];
        let mu = [q[2], q[2] + gaps[0], q[2] + gaps[0] + gaps[1]];
        let log_sigma = [q[5], q[6], q[7]];
        let inverse = log_sigma.map(|log_sigma| (-log_sigma).exp());

        let mut value = 0.0;
        let (mut counts, mut by_mu, mut by_sigma) = ([0.0; K], [0.0; K], [0.0; K]);
        for &y in &y {
            let mut standard = [0.0; K];
            let mut log = [0.0; K];
            for k in 0..K {
                standard[k] = (y - mu[k]) * inverse[k];
                log[k] = log_theta[k] - log_sigma[k] - 0.5 * standard[k] * standard[k];
            }
            let largest = log[0].max(log[1]).max(log[2]);
            let weight = log.map(|log| (log - largest).exp());
            let total = weight[0] + weight[1] + weight[2];
            value += largest + total.ln();
            for k in 0..K {
                let share = weight[k] / total;
                counts[k] += share;
                by_mu[k] += share * standard[k];
                by_sigma[k] += share * standard[k] * standard[k];
            }
        }
        value += constant - 3.0 * log_sum + q[3] + q[4];

        // n + K counts of θ: K from log |J| = ½ log K − K log Σ exp z.
        let mut by_z = [0.0; K];
        for k in 0..K {
            by_z[k] = counts[k] - (n + 3.0) * log_theta[k].exp();
            value -= 0.5 * (mu[k] / 10.0).powi(2) + log_sigma[k].powi(2) / 8.0;
            by_mu[k] = by_mu[k] * inverse[k] - mu[k] / 100.0;
            gradient[5 + k] = by_sigma[k] - counts[k] - log_sigma[k] / 4.0;
        }
        gradient[0] = (by_z[0] - by_z[1]) / 2_f64.sqrt();
        gradient[1] = (by_z[0] + by_z[1] - 2.0 * by_z[2]) / 6_f64.sqrt();
        gradient[2] = by_mu[0] + by_mu[1] + by_mu[2];
        gradient[3] = (by_mu[1] + by_mu[2]) * gaps[0] + 1.0;
        gradient[4] = by_mu[2] * gaps[1] + 1.0;
        value
    })
}
