//! The step size of Hamiltonian trajectories, adapted during warmup to the acceptance of the trajectories.
//!
//! With the acceptance aₜ of step t and the target acceptance δ,
//!
//!   Hₜ = (1 − 1/(t + t₀)) Hₜ₋₁ + (δ − aₜ)/(t + t₀),
//!   log εₜ = μ − √t/γ · Hₜ,
//!   log ε̄ₜ = t^−κ log εₜ + (1 − t^−κ) log ε̄ₜ₋₁,
//!
//! where t₀ = 10, γ = 0.2, κ = 0.75, and μ is the logarithm of the first step: Hoffman and Gelman 2014, "The
//! No-U-turn sampler", algorithm 5.
//!
//! There, and in Stan, γ is 0.05 and μ the logarithm of ten times the first step. Steps then change by half
//! from trajectory to trajectory until the end of warmup. Since the acceptance falls ever faster as the
//! step grows, the acceptance at the mean of such steps is well above the mean of their acceptances: 0.87
//! to 0.92 for a target of 0.8, in six models. With the constants of this file it is 0.80 to 0.82.
//!
//! Near 1 the acceptance hardly depends on the step: 1 − a is proportional to ε², so its slope by log ε is
//! −2 (1 − δ). Fifty draws reach such a target only if the step adapts faster, with γ √((1 − δ) / 0.2) in
//! place of γ, and begins where 1 − a is expected to be 1 − δ.

/// γ: the larger it is, the less a single acceptance moves the step.
const DAMPING: f64 = 0.2;

/// The acceptance for which γ is chosen.
const USUAL: f64 = 0.8;

/// Returns √((1 − δ) / (1 − 0.8)), the ratio of a step with an acceptance δ above 0.8 to a step with 0.8.
pub fn shortened(target: f64) -> f64 {
    ((1.0 - target) / (1.0 - USUAL)).sqrt().min(1.0)
}

/// γ for steps that are far from their target.
const EAGER_DAMPING: f64 = 0.05;

/// Nesterov's dual averaging of the logarithm of a step size.
#[derive(Clone, Debug)]
pub struct DualAveraging {
    target: f64,
    damping: f64,
    center: f64,
    count: f64,
    error: f64,
    average: f64,
}

crate::checkpoint::state!(DualAveraging { target, damping, center, count, error, average });

impl DualAveraging {
    /// Begins at the logarithm of a step size, with a target acceptance.
    pub fn around(log_step: f64, target: f64) -> Self {
        let damping = DAMPING * shortened(target);
        Self { target, damping, center: log_step, count: 0.0, error: 0.0, average: log_step }
    }

    /// Begins at the logarithm of a step size that may be wrong by orders of magnitude, with the published
    /// constants: μ is the logarithm of ten times the step.
    pub fn eager(log_step: f64, target: f64) -> Self {
        let center = log_step + core::f64::consts::LN_10;
        Self { damping: EAGER_DAMPING, center, ..Self::around(log_step, target) }
    }

    /// Returns the logarithm of the next step size, given the acceptance of a trajectory.
    pub fn step(&mut self, acceptance: f64) -> f64 {
        self.count += 1.0;
        let weight = 1.0 / (self.count + 10.0);
        self.error += weight * (self.target - acceptance - self.error);
        let log_step = self.center - self.count.sqrt() / self.damping * self.error;
        self.average += self.count.powf(-0.75) * (log_step - self.average);
        log_step
    }

    /// Returns the logarithm of the step size after warmup; `log_step` if there was no warmup.
    pub fn finish(&self, log_step: f64) -> f64 {
        if self.count > 0.0 { self.average } else { log_step }
    }
}
