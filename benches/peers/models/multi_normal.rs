//! 1 000 observations of 20 correlated variables.

use crate::compare::{Bench, Rivals};
use crate::json::rows;
use crate::random::Random;
use monomorph::faer::MatRef;
use monomorph::prelude::*;

/// Compares it.
pub fn compare(bench: &mut Bench) {
    const N: usize = 1_000;
    const D: usize = 20;
    let mut random = Random::new(20_240_611);
    let mut y = Vec::with_capacity(N * D);
    for _ in 0..N {
        let common = random.normal();
        y.extend((0..D).map(|d| 0.1 * d as f64 + 0.5 * common + random.normal()));
    }
    let json = format!(r#"{{"N":{N},"D":{D},"y":{}}}"#, rows(&y, D));
    let y = MatRef::from_row_major_slice(&y, N, D);
    params! { mu: vector(D), tau: vector(D).positive(), l: cholesky_factor_corr(D) }
    let model = model! {
        mu  |= normal(0.0, 5.0),
        tau |= cauchy(0.0, 2.5),
        l   |= lkj_corr_cholesky(2.0),
        data(y) |= multi_normal_cholesky(mu, diag_pre_multiply(tau, l)),
    };
    bench.compare("multi_normal", model, Rivals::stan("mvn", json));
}
