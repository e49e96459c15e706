//! Runge–Kutta methods: the formula of a step.
//!
//! Xᵢ = y + h Σⱼ aᵢⱼ Kⱼ,  Kᵢ = f(t + cᵢ h, Xᵢ),  y′ = X of the last stage,  e = h Σᵢ eᵢ Kᵢ.
//!
//! The first stage is the point before the step, and the last stage is the point after it, so its slopes are
//! the first slopes of the next step. All stages except the first have the same diagonal aᵢᵢ = γ, which is 0
//! if the method is explicit.

use crate::sealed::Sealed;

mod dormand_prince;
mod kennedy_carpenter;

pub use dormand_prince::DormandPrince;
pub use kennedy_carpenter::KennedyCarpenter;

/// The maximum number of stages of a method.
pub(crate) const MOST: usize = 7;

/// The coefficients of a method; the coefficients of stages that it does not have are 0.
pub trait RungeKutta: Sealed + Copy + core::fmt::Debug + Send + Sync + 'static {
    /// The number of stages.
    const STAGES: usize;

    /// cᵢ, the time of each stage, as a fraction of the step.
    const TIMES: [f64; MOST];

    /// aᵢⱼ, the weights of the slopes of the stages j before i in the point of the stage i.
    const WEIGHTS: [[f64; MOST]; MOST];

    /// γ, the weight of a stage's own slopes in its point; 0 if the method is explicit.
    const DIAGONAL: f64;

    /// eᵢ, the weights of the slopes of all stages in the error of a step.
    const ERRORS: [f64; MOST];

    /// The order of the error: the order of the less exact of the two solutions that are compared, plus 1.
    const ORDER: f64;
}

/// Returns true if stages are solutions of equations.
pub(crate) const fn is_implicit<Method: RungeKutta>() -> bool {
    Method::DIAGONAL != 0.0
}

/// Returns the number of stages, counted from the first, on which the point after a step depends.
pub(crate) const fn stages_in_sum<Method: RungeKutta>() -> usize {
    if is_implicit::<Method>() { Method::STAGES } else { Method::STAGES - 1 }
}

/// Returns aᵢⱼ of the stages before the one just before i, which has the latest slopes.
pub(crate) const fn earlier_weights<Method: RungeKutta>() -> [[f64; MOST]; MOST] {
    let mut weights = Method::WEIGHTS;
    let mut stage = 1;
    while stage < MOST {
        weights[stage][stage - 1] = 0.0;
        stage += 1;
    }
    weights
}

/// Returns aₗᵢ, in row i, of the stages l after the one just after i, which has the latest adjoint.
pub(crate) const fn later_weights<Method: RungeKutta>() -> [[f64; MOST]; MOST] {
    let mut weights = [[0.0; MOST]; MOST];
    let mut stage = 0;
    while stage < MOST {
        let mut later = stage + 2;
        while later < stages_in_sum::<Method>() {
            weights[stage][later] = Method::WEIGHTS[later][stage];
            later += 1;
        }
        stage += 1;
    }
    weights
}

/// Returns bᵢ, including γ of the last stage of an implicit method.
pub(crate) const fn sum_weights<Method: RungeKutta>() -> [f64; MOST] {
    let mut weights = Method::WEIGHTS[Method::STAGES - 1];
    weights[Method::STAGES - 1] = Method::DIAGONAL;
    weights
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that Σⱼ aᵢⱼ = cᵢ, that Σᵢ bᵢ cᵢᵏ = 1/(k + 1) for k below the order of the method, and that
    /// polynomials of an order below the order of the error have no error.
    fn fulfils_its_conditions<Method: RungeKutta>(order: i32) {
        let last = Method::STAGES - 1;
        let row = |stage: usize| {
            let mut row = Method::WEIGHTS[stage];
            row[stage] = if stage == 0 { 0.0 } else { Method::DIAGONAL };
            row
        };
        for stage in 0..Method::STAGES {
            let sum: f64 = row(stage).iter().sum();
            assert!((sum - Method::TIMES[stage]).abs() < 1e-14, "{stage}: {sum}");
        }
        for power in 0..order {
            let of = |weights: [f64; MOST]| -> f64 {
                weights[..Method::STAGES]
                    .iter()
                    .zip(Method::TIMES)
                    .map(|(weight, time)| weight * time.powi(power))
                    .sum()
            };
            let (moment, error) = (of(row(last)), of(Method::ERRORS));
            assert!((moment - 1.0 / f64::from(power + 1)).abs() < 1e-14, "{power}: {moment}");
            assert_eq!(error.abs() < 1e-14, f64::from(power) < Method::ORDER - 1.0, "{power}: {error}");
        }
    }

    #[test]
    fn coefficients_fulfil_their_conditions() {
        fulfils_its_conditions::<DormandPrince>(5);
        fulfils_its_conditions::<KennedyCarpenter>(4);
    }
}
