//! Regression on a Gaussian process, with the function integrated out.

use super::case::*;

posteriors! { gp_regr: ["gp_pois_regr-gp_regr"] }

fn gp_regr(case: &Case, task: &mut impl Task) {
    let (x, y) = (case.vector("x"), case.vector("y"));
    params! { rho: positive(), alpha: positive(), sigma: positive() }
    let covariance = gp_exp_quad_cov(&x, alpha, rho).add_diagonal(sigma);
    let priors = model! {
        rho   |= gamma(25.0, 4.0),
        alpha |= normal(0.0, 2.0),
        sigma |= normal(0.0, 1.0),
    };
    task.run(model! { priors, data(&y) |= multi_normal(0.0, covariance) });
    task.run(model! { priors, data(&y) |= multi_normal_cholesky(0.0, covariance.cholesky()) });
}
