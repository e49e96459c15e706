//! Regression on a Gaussian process, with the function integrated out.

use crate::*;

#[test]
fn gp_regr() {
    let Some(case) = Case::open("gp_pois_regr-gp_regr") else { return };
    let (x, y) = (case.vector("x"), case.vector("y"));
    params! { rho: positive(), alpha: positive(), sigma: positive() }
    let covariance = gp_exp_quad_cov(&x, alpha, rho).add_diagonal(sigma);
    let priors = model! {
        rho   |= gamma(25.0, 4.0),
        alpha |= normal(0.0, 2.0),
        sigma |= normal(0.0, 1.0),
    };
    case.compare(model! { priors, data(&y) |= multi_normal(0.0, covariance) });
    case.compare(model! { priors, data(&y) |= multi_normal_cholesky(0.0, covariance.cholesky()) });
}
