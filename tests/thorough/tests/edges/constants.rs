//! Log densities without the terms of data alone: what Stan's `~` leaves out, of laws of all kinds.

use monomorph::faer::mat;
use monomorph::prelude::*;

/// The log density of the model without its constants where all coordinates are `q`, less the log Jacobian;
/// checked to differ from that with constants by the same number at another point, and to be the same if the
/// constants are left out by `compile()`.
fn proportional<M: BoundModel>(posterior: &Posterior<M>, dropped: &Posterior<M>, q: f64) -> f64 {
    let without = posterior.without_constants();
    let mut workspace = posterior.workspace();
    let mut gradients = [vec![0.0; posterior.dimension()], vec![0.0; posterior.dimension()]];
    let mut difference = |q: f64| {
        let q = vec![q; posterior.dimension()];
        let whole = posterior.log_density_and_gradient(&q, &mut gradients[0], &mut workspace);
        let part = without.log_density_and_gradient(&q, &mut gradients[1], &mut workspace);
        assert_eq!(gradients[0], gradients[1]);
        let compiled = dropped.log_density(&q, &mut dropped.workspace());
        assert!((part - compiled).abs() < 1e-12, "{part} at run time, {compiled} by compile()");
        whole - part
    };
    let (first, second) = (difference(q), difference(0.7));
    assert!((first - second).abs() < 1e-12, "the constants are {first} and {second}");
    let point = vec![q; posterior.dimension()];
    let log_density = without.log_density(&point, &mut workspace);
    log_density - posterior.log_jacobian_and_gradient(&point, &mut gradients[0], &mut workspace)
}

/// Compares the log density of a model without constants where all coordinates are a number with a formula.
macro_rules! check {
    ($model:expr, $q:expr, $expected:expr) => {
        let options = Options::default().drop_constants(true);
        let (posterior, dropped) = ($model.compile().unwrap(), $model.compile_with(options).unwrap());
        let (found, expected): (f64, f64) = (proportional(&posterior, &dropped, $q), $expected);
        assert!((found - expected).abs() < 1e-12, "{found}, not {expected}");
    };
}

#[test]
fn correlation_matrices_have_no_normaliser() {
    params! { l: cholesky_factor_corr(3) }
    check!(model! { l |= lkj_corr_cholesky(2.0) }, 0.0, 0.0);
    params! { omega: corr_matrix(3) }
    check!(model! { omega |= lkj_corr(2.0) }, 0.0, 0.0);
}

#[test]
fn a_normaliser_of_a_parameter_stays() {
    params! { l: cholesky_factor_corr(2), eta: positive() }
    // Of two variables the correlation r has the density (1 − r²)^(η − 1) / (2^(2η − 1) B(η, η)), here ½.
    check!(
        model! { l |= lkj_corr_cholesky(eta), eta |= exponential(1.0) },
        0.0,
        -core::f64::consts::LN_2 - 1.0
    );
}

#[test]
fn wishart_matrices_have_no_normaliser() {
    // The inverse is diag(½, ¼), and all coordinates 0 are the unit matrix.
    let scale = mat![[2.0, 0.0], [0.0, 4.0]];
    params! { w: cov_matrix(2) }
    check!(model! { w |= wishart(5.0, data(&scale)) }, 0.0, -0.375);
    params! { v: cov_matrix(2) }
    check!(model! { v |= inv_wishart(5.0, data(&scale)) }, 0.0, -3.0);
    let root = mat![[2.0, 0.0], [0.0, 4.0]];
    params! { l: cholesky_factor_cov(2) }
    check!(model! { l |= wishart_cholesky(5.0, data(&root)) }, 0.0, -0.5 * (0.25 + 0.0625));
    params! { k: cholesky_factor_cov(2) }
    check!(model! { k |= inv_wishart_cholesky(5.0, data(&root)) }, 0.0, -0.5 * (4.0 + 16.0));
}

#[test]
fn normal_vectors_have_no_determinant_of_data() {
    let covariance = mat![[2.0, 0.5], [0.5, 1.0]];
    params! { x: vector(2) }
    check!(model! { x |= multi_normal(&[0.0, 0.0], data(&covariance)) }, 0.0, 0.0);
    let y = mat![[1.0, 1.0], [1.0, 1.0], [1.0, 1.0]];
    params! { mu: vector(2) }
    let model = model! { mu |= flat(), data(&y) |= multi_normal(mu, data(&covariance)) };
    check!(model, 1.0, 0.0);
    params! { z: vector(2) }
    check!(model! { z |= multi_student_t(4.0, &[0.0, 0.0], data(&covariance)) }, 0.0, 0.0);
}

#[test]
fn scales_that_are_parameters_leave_their_logarithm_alone() {
    let y: [f64; 3] = [1.0, 2.0, 4.0];
    params! { s: positive() }
    // Where the scale is 1 its logarithm is 0.
    check!(model! { s |= flat(), data(&y) |= normal(1.0, s) }, 0.0, -0.5 * (0.0 + 1.0 + 9.0));
    params! { t: positive() }
    let kernel: f64 = y.iter().map(|y| -(y * y).ln_1p()).sum();
    check!(model! { t |= flat(), data(&y) |= cauchy(0.0, t) }, 0.0, kernel);
    params! { u: positive() }
    check!(model! { u |= flat(), data(&y) |= half_cauchy(u) }, 0.0, kernel);
    params! { v: positive() }
    check!(model! { v |= flat(), data(&y) |= half_normal(v) }, 0.0, -0.5 * (1.0 + 4.0 + 16.0));
    params! { w: positive() }
    check!(model! { w |= flat(), data(&y) |= double_exponential(0.0, w) }, 0.0, -7.0);
    params! { x: real() }
    check!(model! { x |= std_normal() }, 0.5, -0.125);
}

#[test]
fn processes_have_the_constants_of_their_steps_alone() {
    let y: [f64; 3] = [1.0, 2.0, 4.0];
    let squares = 1.0 + 1.0 + 4.0;
    // Where the scale is 1 its logarithm is 0.
    params! { s: positive() }
    check!(model! { s |= flat(), data(&y) |= random_walk(0.0, s) }, 0.0, -0.5 * squares);
    params! { r: positive() }
    let model = model! { r |= flat(), data(&y) |= random_walk(normal(0.5, 2.0), r) };
    // The law of the first value is one of data.
    check!(model, 0.0, -0.5 * (1.0 + 4.0));
    params! { h: vector(4) }
    check!(model! { h |= random_walk(normal(0.5, 2.0), 3.0) }, 0.5, 0.0);
    params! { phi: vector(1) }
    let model = model! { phi |= flat(), data(&y) |= autoregression(phi, 0.0, 2.0) };
    check!(model, 0.0, -0.125 * (1.0 + 4.0 + 16.0));
    // Terms of the observations and of the shape: 4 log y and log 24.
    params! { u: positive() }
    let model = model! { u |= flat(), data(&y) |= process(1.0, |y| gamma(5.0, u / y)) };
    check!(model, 0.0, -5.0 * core::f64::consts::LN_2 - 5.0);
}

#[test]
fn observations_of_truncated_laws_have_constants_and_their_mass_has_none() {
    // Two of the rows are equal, and become one that counts twice.
    let (y, below) = ([0.5, 2.0, 0.5], [-0.5, -2.0, -0.5]);
    let (kernel, half) = (-0.5 * (0.25 + 4.0 + 0.25), 3.0 * core::f64::consts::LN_2);
    params! { a: real() }
    check!(model! { a |= flat(), data(&y) |= normal(a, 1.0).truncated_below(0.0) }, 0.0, kernel + half);
    params! { b: real() }
    check!(model! { b |= flat(), data(&below) |= normal(b, 1.0).truncated_above(0.0) }, 0.0, kernel + half);
    let mass = 3.0 * 0.954_499_736_103_641_6_f64.ln();
    params! { c: real() }
    check!(model! { c |= flat(), data(&y) |= normal(c, 1.0).truncated(-2.0, 2.0) }, 0.0, kernel - mass);
    // As in Stan, where the mass stays although its arguments are data.
    params! { t: positive() }
    check!(model! { t |= normal(0.0, 1.0).truncated_below(0.0) }, 0.0, -0.5 + core::f64::consts::LN_2);
}

#[test]
fn observations_that_are_not_censored_have_constants() {
    let beyond = 0.022_750_131_948_179_21_f64.ln();
    let y = [0.5, 2.0, -2.0];
    params! { a: real() }
    let model = model! { a |= flat(), data(&y) |= normal(a, 1.0).censored_above(2.0) };
    check!(model, 0.0, -0.125 - 2.0 + beyond);
    params! { b: real() }
    let model = model! { b |= flat(), data(&y) |= normal(b, 1.0).censored_below(-2.0) };
    check!(model, 0.0, -0.125 - 2.0 + beyond);
    params! { c: real() }
    let model = model! { c |= flat(), data(&y) |= normal(c, 1.0).censored(-2.0, 2.0) };
    check!(model, 0.0, -0.125 + 2.0 * beyond);
    params! { d: real() }
    let model =
        model! { d |= flat(), data(&y) |= normal(d, 1.0).right_censored(data(&[false, true, false])) };
    check!(model, 0.0, -0.125 - 2.0 + beyond);
}

#[test]
fn mixed_laws_keep_the_constants_of_their_components() {
    // Half of each component: where both means are 0 they are one density.
    params! { m: real() }
    let y = [1.0];
    let model = model! { m |= flat(), data(&y) |= mixture([0.5, 0.5], (normal(m, 1.0), normal(m, 1.0))) };
    check!(model, 0.0, -0.5 - 0.5 * (2.0 * core::f64::consts::PI).ln());
}

#[test]
fn matrices_of_normal_numbers_have_no_determinants_of_data() {
    let (a, b) = (mat![[2.0, 0.5], [0.5, 1.0]], mat![[3.0, 0.0], [0.0, 1.0]]);
    let y = mat![[0.0, 0.0], [0.0, 0.0]];
    params! { mu: real() }
    check!(model! { mu |= flat(), data(&y) |= matrix_normal(mu, data(&a), data(&b)) }, 0.0, 0.0);
    params! { x: vector(2).rows(2) }
    check!(model! { x |= matrix_normal_prec(0.0, data(&a), data(&b)) }, 0.0, 0.0);
}

#[test]
fn states_that_are_integrated_out_leave_the_constants_of_the_observations_made() {
    // One state that does not move and is known: independent observations of variance 1.
    let (y, is_made) = ([1.0, 2.0, 4.0], [true, true, false]);
    params! { h: positive() }
    let law = linear_gaussian(1.0, h, 1.0, 0.0).initial(0.0, 0.0).observed(&is_made);
    check!(model! { h |= flat(), data(&y) |= law }, 0.0, -0.5 * (1.0 + 4.0));
}
