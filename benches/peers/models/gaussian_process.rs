//! 200 noisy points of a smooth function, which is integrated out.

use crate::compare::{Bench, Rivals};
use crate::json::list;
use crate::random::Random;
use monomorph::prelude::*;

/// Compares it.
pub fn compare(bench: &mut Bench) {
    const N: usize = 200;
    let mut random = Random::new(20_240_605);
    let mut x: Vec<f64> = (0..N).map(|_| 10.0 * random.uniform() - 5.0).collect();
    x.sort_by(f64::total_cmp);
    let y: Vec<f64> = x.iter().map(|x| (1.3 * x).sin() + 0.5 * x.cos() + 0.3 * random.normal()).collect();
    let json = format!(r#"{{"N":{N},"x":{},"y":{}}}"#, list(&x), list(&y));
    params! { rho: positive(), alpha: positive(), sigma: positive() }
    let covariance = gp_exp_quad_cov(&x, alpha, rho).add_diagonal(sigma.square());
    let model = model! {
        rho   |= inv_gamma(5.0, 5.0),
        alpha |= normal(0.0, 1.0),
        sigma |= normal(0.0, 1.0),
        data(&y) |= multi_normal(0.0, covariance),
    };
    bench.compare("gp", model, Rivals::stan("gp", json));
}
