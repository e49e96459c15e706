//! Accelerations of a head in a crash: Gaussian processes, approximated by cosines, for the mean and the log
//! scale.

use super::case::*;

posteriors! { accel_gp: ["mcycle_gp-accel_gp"] }

fn accel_gp(case: &Case, task: &mut impl Task) {
    assert_eq!(case.number("Dgp_1"), 1.0);
    let y = case.vector("Y");
    let (x, frequency) = (case.vector("Xgp_1"), case.vector("slambda_1"));
    let (x_sigma, frequency_sigma) = (case.vector("Xgp_sigma_1"), case.vector("slambda_sigma_1"));
    let (basis, basis_sigma) = (frequency.len(), frequency_sigma.len());
    let (x, x_sigma) = (matrix(by_rows(&x, basis)), matrix(by_rows(&x_sigma, basis_sigma)));
    params! {
        intercept:       real(),
        sdgp:            positive(),
        lscale:          positive(),
        zgp:             vector(basis),
        intercept_sigma: real(),
        sdgp_sigma:      positive(),
        lscale_sigma:    positive(),
        zgp_sigma:       vector(basis_sigma),
    }
    // √S(λ) with S(λ) = s² √(2π) l exp(−½ l² λ²).
    let root = std::f64::consts::TAU.sqrt().sqrt();
    let spread = root * sdgp * lscale.sqrt() * (-0.25 * (lscale * data(&frequency)).square()).exp();
    let spread_sigma = root
        * sdgp_sigma
        * lscale_sigma.sqrt()
        * (-0.25 * (lscale_sigma * data(&frequency_sigma)).square()).exp();
    task.run(model! {
        intercept       |= student_t(3.0, -13.0, 36.0),
        intercept_sigma |= student_t(3.0, 0.0, 10.0),
        sdgp            |= half_student_t(3.0, 36.0),
        sdgp_sigma      |= half_student_t(3.0, 36.0),
        lscale          |= inv_gamma(1.124909, 0.0177),
        lscale_sigma    |= inv_gamma(1.124909, 0.0177),
        zgp             |= normal(0.0, 1.0),
        zgp_sigma       |= normal(0.0, 1.0),
        data(&y) |= normal(
            intercept + x.dot(spread * zgp),
            (intercept_sigma + x_sigma.dot(spread_sigma * zgp_sigma)).exp()
        ),
    });
}
