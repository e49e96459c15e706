//! 5 000 observations in 100 groups, five coefficients that vary between them, with correlations.

use crate::compare::{Bench, Rivals};
use crate::json::{from_one, list, rows};
use crate::random::Random;
use monomorph::faer::MatRef;
use monomorph::prelude::*;

/// Compares it.
pub fn compare(bench: &mut Bench) {
    const N: usize = 5_000;
    const K: usize = 5;
    const J: usize = 100;
    let mut random = Random::new(20_240_606);
    let mut group: Vec<usize> = (0..J).collect();
    group.resize_with(N, || random.below(J));
    group.sort_unstable();
    let coefficients: Vec<f64> = random.normals(J * K);
    let (mut x, mut y) = (Vec::with_capacity(N * K), Vec::with_capacity(N));
    for &group in &group {
        let row: Vec<f64> = (0..K).map(|k| if k == 0 { 1.0 } else { random.normal() }).collect();
        let mean: f64 = row.iter().zip(&coefficients[group * K..]).map(|(x, b)| x * b).sum();
        y.push(mean + 0.7 * random.normal());
        x.extend(row);
    }
    let groups = from_one(&group);
    let json = format!(r#"{{"N":{N},"K":{K},"J":{J},"jj":{groups},"x":{},"y":{}}}"#, rows(&x, K), list(&y));
    let x = data(MatRef::from_row_major_slice(&x, N, K));
    // Stan's matrix of K rows goes column by column into the unconstrained point, as the rows here do.
    params! {
        z:     vector(K).rows(J),
        l:     cholesky_factor_corr(K),
        tau:   vector(K).positive(),
        gamma: vector(K),
        sigma: positive(),
    }
    let model = model! {
        z     |= normal(0.0, 1.0),
        l     |= lkj_corr_cholesky(2.0),
        tau   |= cauchy(0.0, 2.5),
        gamma |= normal(0.0, 5.0),
        sigma |= exponential(1.0),
        beta = gamma + z.dot(diag_pre_multiply(tau, l).transpose()),
        data(&y) |= normal(x.dot_by_group(beta, &group), sigma),
    };
    bench.compare("hierarchy, lkj", model, Rivals::stan("mvhier", json));
}
