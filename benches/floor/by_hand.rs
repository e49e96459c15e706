//! A hand-written function for each model: its log density up to a constant, with its gradient, in plain
//! scalar Rust. Sums over data are computed once, as in the library.

use crate::data::Design;

/// ½ log 2π
const HALF_LOG_TAU: f64 = 0.918_938_533_204_672_7;

/// Σ (yᵢ − xᵢᵀb)² = ρ² + (b − b̂)ᵀH(b − b̂), with H = XᵀX.
pub struct Squares<const N: usize> {
    matrix: [[f64; N]; N],
    centre: [f64; N],
    rest: f64,
    count: f64,
}

impl<const N: usize> Squares<N> {
    pub fn new(design: &Design<N>) -> Self {
        let mut matrix = [[0.0; N]; N];
        let mut right = [0.0; N];
        for (row, y) in design.rows.iter().zip(&design.y) {
            for i in 0..N {
                right[i] += row[i] * y;
                for j in 0..N {
                    matrix[i][j] += row[i] * row[j];
                }
            }
        }
        let centre = solve(matrix, right);
        let residual = |row: &[f64; N], y: &f64| y - row.iter().zip(&centre).map(|(x, b)| x * b).sum::<f64>();
        let rest = design.rows.iter().zip(&design.y).map(|(row, y)| residual(row, y).powi(2)).sum();
        Self { matrix, centre, rest, count: design.y.len() as f64 }
    }

    /// The log density of the answers at b = `q[..N]` and log σ = `q[N]`. Returns it with σ.
    #[inline(always)]
    pub fn normal(&self, q: &[f64], gradient: &mut [f64]) -> (f64, f64) {
        let sigma = q[N].exp();
        let precision = 1.0 / (sigma * sigma);
        let moved: [f64; N] = std::array::from_fn(|i| q[i] - self.centre[i]);
        let mut squares = self.rest;
        for i in 0..N {
            let slope: f64 = (0..N).map(|j| self.matrix[i][j] * moved[j]).sum();
            squares += slope * moved[i];
            gradient[i] = -slope * precision;
        }
        let scaled = squares * precision;
        gradient[N] = scaled - self.count + 1.0;
        (-self.count * q[N] - 0.5 * scaled + q[N], sigma)
    }

    /// Flat priors of b and σ.
    pub fn flat(&self, q: &[f64], gradient: &mut [f64]) -> f64 {
        self.normal(q, gradient).0
    }

    /// A flat prior of b, and a Cauchy prior of the scale 2.5 of σ.
    pub fn cauchy_scale(&self, q: &[f64], gradient: &mut [f64]) -> f64 {
        let (value, sigma) = self.normal(q, gradient);
        let z = sigma / 2.5;
        let square = 1.0 + z * z;
        gradient[N] -= 2.0 * z * z / square;
        value - square.ln()
    }

    /// Normal priors of the scale 10 of b, and of the scale 1 of σ.
    pub fn normal_priors(&self, q: &[f64], gradient: &mut [f64]) -> f64 {
        let (mut value, sigma) = self.normal(q, gradient);
        for i in 0..N {
            value -= 0.005 * q[i] * q[i];
            gradient[i] -= 0.01 * q[i];
        }
        gradient[N] -= sigma * sigma;
        value - 0.5 * sigma * sigma
    }
}

/// The solution of a system of equations, by elimination.
#[expect(clippy::needless_range_loop, reason = "rows and columns as in the textbook")]
fn solve<const N: usize>(mut matrix: [[f64; N]; N], mut right: [f64; N]) -> [f64; N] {
    for i in 0..N {
        for j in i + 1..N {
            let factor = matrix[j][i] / matrix[i][i];
            for k in i..N {
                matrix[j][k] -= factor * matrix[i][k];
            }
            right[j] -= factor * right[i];
        }
    }
    for i in (0..N).rev() {
        for k in i + 1..N {
            right[i] -= matrix[i][k] * right[k];
        }
        right[i] /= matrix[i][i];
    }
    right
}

/// θ, log θ and log(1 − θ) of a probability whose logit is q.
#[inline(always)]
fn probability(q: f64) -> (f64, f64, f64) {
    let small = (-q.abs()).exp();
    let log_sum = small.ln_1p();
    let theta = if q > 0.0 { 1.0 / (1.0 + small) } else { small / (1.0 + small) };
    (theta, q.min(0.0) - log_sum, (-q).min(0.0) - log_sum)
}

/// k successes of n, under a uniform prior: k log θ + (n − k) log(1 − θ), and the Jacobian θ(1 − θ).
pub fn rate(k: f64, n: f64, q: &[f64], gradient: &mut [f64]) -> f64 {
    let (theta, log, log_rest) = probability(q[0]);
    gradient[0] = (k + 1.0) - (n + 2.0) * theta;
    (k + 1.0) * log + (n - k + 1.0) * log_rest
}

/// Animals that exist with probability ω and are captured with probability p: `seen` of them, `captures`
/// times on three occasions; of the `unseen` each has the density ω(1 − p)³ + 1 − ω.
pub fn captured(seen: f64, captures: f64, unseen: f64, q: &[f64], gradient: &mut [f64]) -> f64 {
    let (omega, log_omega, log_rest) = probability(q[0]);
    let (p, log_p, log_never) = probability(q[1]);
    let never = 1.0 - p;
    let none = never * never * never;
    let mixed = omega * none + 1.0 - omega;
    let by_omega = unseen * (none - 1.0) / mixed;
    let by_p = -3.0 * unseen * omega * never * never / mixed;
    gradient[0] = seen * (1.0 - omega) + by_omega * omega * (1.0 - omega) + 1.0 - 2.0 * omega;
    gradient[1] = captures * never - (3.0 * seen - captures) * p + by_p * p * never + 1.0 - 2.0 * p;
    let jacobian = log_omega + log_rest + log_p + log_never;
    seen * log_omega + captures * log_p + (3.0 * seen - captures) * log_never + unseen * mixed.ln() + jacobian
}

/// Eight schools: θ normal(μ, τ), μ normal(0, 5), τ half-Cauchy(0, 5). Coordinates: μ, log τ, θ.
pub fn centred(y: &[f64; 8], sigma: &[f64; 8], q: &[f64], gradient: &mut [f64]) -> f64 {
    let tau = q[1].exp();
    let (mut value, mut by_mu, mut squares) = (0.0, 0.0, 0.0);
    let precision = 1.0 / (tau * tau);
    for i in 0..8 {
        let residual = (y[i] - q[2 + i]) / sigma[i];
        let deviation = q[2 + i] - q[0];
        value -= 0.5 * residual * residual;
        squares += deviation * deviation;
        by_mu += deviation;
        gradient[2 + i] = residual / sigma[i] - deviation * precision;
    }
    let (prior, by_log_tau) = priors_of_schools(q, tau);
    gradient[0] = by_mu * precision - q[0] / 25.0;
    gradient[1] = squares * precision - 8.0 + by_log_tau;
    value - 0.5 * squares * precision - 8.0 * q[1] + prior
}

/// Eight schools with effects θ = μ + τη, η standard normal. Coordinates: μ, log τ, η.
pub fn non_centred(y: &[f64; 8], sigma: &[f64; 8], q: &[f64], gradient: &mut [f64]) -> f64 {
    let tau = q[1].exp();
    let (mut value, mut by_mu, mut by_tau) = (0.0, 0.0, 0.0);
    for i in 0..8 {
        let eta = q[2 + i];
        let residual = (y[i] - q[0] - tau * eta) / sigma[i];
        let adjoint = residual / sigma[i];
        value -= 0.5 * (residual * residual + eta * eta);
        by_mu += adjoint;
        by_tau += adjoint * eta;
        gradient[2 + i] = adjoint * tau - eta;
    }
    let (prior, by_log_tau) = priors_of_schools(q, tau);
    gradient[0] = by_mu - q[0] / 25.0;
    gradient[1] = by_tau * tau + by_log_tau;
    value + prior
}

/// The priors of μ and τ with the Jacobian of τ, and the slope by log τ.
#[inline(always)]
fn priors_of_schools(q: &[f64], tau: f64) -> (f64, f64) {
    let z = tau / 5.0;
    let sum = 1.0 + z * z;
    (-q[0] * q[0] / 50.0 - sum.ln() + q[1], 1.0 - 2.0 * z * z / sum)
}

/// Deaths of hospitals: logits normal(μ, √s), s inverse gamma(0.001, 0.001), μ normal(0, 1000). Coordinates:
/// μ, log s, logits.
pub fn hospitals(deaths: &[f64; 12], operations: &[f64; 12], q: &[f64], gradient: &mut [f64]) -> f64 {
    let precision = (-q[1]).exp();
    let (mut value, mut by_mu, mut squares) = (0.0, 0.0, 0.0);
    for i in 0..12 {
        let logit = q[2 + i];
        let (theta, log, log_rest) = probability(logit);
        let deviation = logit - q[0];
        value += deaths[i] * log + (operations[i] - deaths[i]) * log_rest;
        squares += deviation * deviation;
        by_mu += deviation;
        gradient[2 + i] = deaths[i] - operations[i] * theta - deviation * precision;
    }
    gradient[0] = by_mu * precision - q[0] * 1e-6;
    gradient[1] = 0.5 * squares * precision - 6.0 - 0.001 + 0.001 * precision;
    value - 0.5 * squares * precision - 6.0 * q[1] - 0.5e-6 * q[0] * q[0] - 0.001 * q[1] - 0.001 * precision
}

/// A half-Cauchy density of the scale 1, of x = e^q.
pub fn half_cauchy(q: &[f64], gradient: &mut [f64]) -> f64 {
    let square = (2.0 * q[0]).exp();
    gradient[0] = 1.0 - 2.0 * square / (1.0 + square);
    q[0] - (1.0 + square).ln() - HALF_LOG_TAU
}
