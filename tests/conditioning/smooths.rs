//! Smoothing parameters as mgcv estimates them, whose numbers stand in tests/reference/smooths.json: marginal
//! likelihoods in which the wiggles are integrated out, for REML the level and the line as well.
//!
//! mgcv's λ is σ²/(s² τ²), its ML score −log p(y | β, τ, σ) at the estimates; that of counts is Laplace's
//! approximation where β maximises p(y, u | β, τ) together with u. ML depends on which wiggles are orthogonal
//! to the line, so that for it the line is added to ours as mgcv's have it. REML does not; its score has a
//! constant of its own, which depends on how the line is written.

use crate::common::beside_tests;
use approx::assert_relative_eq;
use monomorph::faer::Mat;
use monomorph::prelude::*;
use serde_json::Value;

fn reference() -> Value {
    let path = beside_tests("reference/smooths.json");
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn numbers(list: &Value) -> Vec<f64> {
    list.as_array().unwrap().iter().map(|number| number.as_f64().unwrap()).collect()
}

/// The columns of 1 and of the line, if there is one; behind them the wiggles, if they are wanted.
fn design(s: &Smooth, rows: usize, with_wiggles: bool) -> Mat<f64> {
    let fixed = 1 + s.line().len() / rows;
    Mat::from_fn(rows, fixed + if with_wiggles { s.count() } else { 0 }, |row, column| match column {
        0 => 1.0,
        column if column < fixed => s.line()[row],
        column => s.wiggles()[(row, column - fixed)],
    })
}

/// The coefficients of a value that is made of the columns of a design.
fn coefficients(design: &Mat<f64>, value: &[f64]) -> Vec<f64> {
    use faer::linalg::solvers::Solve;
    let right = design.transpose() * Mat::from_fn(value.len(), 1, |row, _| value[row]);
    let solution = (design.transpose() * design).partial_piv_lu().solve(right);
    solution.col(0).iter().copied().collect()
}

/// The wiggles w + d ℓ with the trends of mgcv's: Z Zᵀℓ of its columns Z is n d (w + d ℓ)ᵀ/s² for each row.
fn with_trends(s: &Smooth, trend: &Value) -> Mat<f64> {
    let (w, mut columns) = (s.wiggles(), s.wiggles().to_owned());
    let Some(line) = (!s.line().is_empty()).then(|| s.line()) else { return columns };
    for (j, d) in coefficients(&w.to_owned(), &numbers(trend)).into_iter().enumerate() {
        let d = d * s.roughness() / line.len() as f64;
        (0..line.len()).for_each(|row| columns[(row, j)] += d * line[row]);
    }
    columns
}

/// The smooth of a case, with the observations.
fn case(case: &Value) -> (Smooth, Vec<f64>) {
    let (x, k) = (numbers(&case["x"]), case["k"].as_u64().unwrap() as usize);
    let s = match case["basis"].as_str().unwrap() {
        "cr" => Smooth::cubic(&x, k),
        "ps" => Smooth::p_spline(&x, k),
        _ => Smooth::cyclic(&x, k, (0.0, 12.0)),
    };
    (s.unwrap(), numbers(&case["y"]))
}

/// λ and σ² where the log likelihood is greatest, and that.
fn greatest<M: BoundModel>(posterior: &Posterior<M>, s: &Smooth) -> [f64; 3] {
    let mode = posterior.optimise().jacobian(false).run().unwrap();
    let [tau, sigma] = ["tau", "sigma"].map(|name| mode.value(name).unwrap());
    let variance = sigma * sigma;
    [variance / (s.roughness() * tau * tau), variance, mode.log_density()]
}

#[test]
fn maximum_likelihood_as_mgcv() {
    for given in reference()["normal"].as_array().unwrap() {
        let (s, y) = case(given);
        let (x, z) = (design(&s, y.len(), false), with_trends(&s, &given["trend"]));
        params! { beta: vector(x.ncols()), tau: positive(), sigma: positive(), u: vector(s.count()) }
        let model = model! {
            beta  |= flat(),
            tau   |= flat(),
            sigma |= flat(),
            u     |= normal(0.0, tau),
            data(&y) |= normal(data(&x).dot(beta) + data(&z).dot(u), sigma),
        };
        let [lambda, variance, log_likelihood] = greatest(&model.marginalise(u).compile().unwrap(), &s);
        let want = numbers(&given["ml"]);
        assert_relative_eq!(log_likelihood, -want[2], max_relative = 1e-9);
        assert_relative_eq!(lambda, want[0], max_relative = 1e-5);
        assert_relative_eq!(variance, want[1], max_relative = 1e-5);
    }
}

#[test]
fn restricted_maximum_likelihood_as_mgcv() {
    for given in reference()["normal"].as_array().unwrap() {
        let (s, y) = case(given);
        let x = design(&s, y.len(), true);
        let fixed = x.ncols() - s.count();
        let count = s.count() as f64;
        params! { tau: positive(), sigma: positive(), c: vector(x.ncols()) }
        let wiggles = c.slice(fixed..x.ncols());
        let model = model! {
            tau   |= flat(),
            sigma |= flat(),
            c     |= flat(),
            increment(-0.5 * wiggles.dot(wiggles) / tau.square() - count * tau.ln()),
            data(&y) |= normal(data(&x).dot(c), sigma),
        };
        let posterior = model.marginalise_by_laplace(c).compile().unwrap();
        let [lambda, variance, _] = greatest(&posterior, &s);
        let want = numbers(&given["reml"]);
        assert_relative_eq!(lambda, want[0], max_relative = 1e-5);
        assert_relative_eq!(variance, want[1], max_relative = 1e-5);
    }
}

/// Counts: REML's λ, where all coefficients are approximated, and the ML score at mgcv's estimates.
#[test]
fn counts_as_mgcv() {
    let reference = &reference()["counts"];
    let (x, y, k) = (numbers(&reference["x"]), numbers(&reference["y"]), 12);
    let counts: Vec<u32> = y.iter().map(|count| *count as u32).collect();
    let s = Smooth::cubic(&x, k).unwrap();
    let of = |name: &str| {
        let found = numbers(&reference[name]);
        (found[0], found[1], found[2..].to_vec())
    };
    let all = design(&s, y.len(), true);
    let z = with_trends(&s, &reference["trend"]);
    let with_trends = Mat::from_fn(y.len(), all.ncols(), |row, column| match column {
        0 | 1 => all[(row, column)],
        _ => z[(row, column - 2)],
    });

    let (lambda, score, predictor) = of("ml");
    params! { a: real(), b: real(), tau: positive(), u: vector(s.count()) }
    let model = model! {
        a   |= flat(),
        b   |= flat(),
        tau |= flat(),
        u   |= normal(0.0, tau),
        data(&counts) |= poisson_log(a + b * data(s.line()) + data(&z).dot(u)),
    };
    let posterior = model.marginalise_by_laplace(u).compile().unwrap();
    let estimates = coefficients(&with_trends, &predictor);
    let log_tau = -0.5 * (lambda * s.roughness()).ln();
    let point = [estimates[0], estimates[1], log_tau];
    let value = posterior.log_density(&point, &mut posterior.workspace());
    assert_relative_eq!(value - log_tau, -score, max_relative = 1e-9);
    // Where Laplace's approximation itself is greatest: near to mgcv's estimate.
    let mode = posterior.optimise().jacobian(false).run().unwrap();
    let own = (s.roughness() * mode.value("tau").unwrap().powi(2)).recip();
    assert!(mode.log_density() >= value - log_tau - 1e-12);
    assert_relative_eq!(own, lambda, max_relative = 0.01);

    let (lambda, ..) = of("reml");
    let count = s.count() as f64;
    params! { scale: positive(), c: vector(all.ncols()) }
    let wiggles = c.slice(2..all.ncols());
    let model = model! {
        scale |= flat(),
        c     |= flat(),
        increment(-0.5 * wiggles.dot(wiggles) / scale.square() - count * scale.ln()),
        data(&counts) |= poisson_log(data(&all).dot(c)),
    };
    let posterior = model.marginalise_by_laplace(c).compile().unwrap();
    let mode = posterior.optimise().jacobian(false).run().unwrap();
    let own = (s.roughness() * mode.value("scale").unwrap().powi(2)).recip();
    assert_relative_eq!(own, lambda, max_relative = 1e-5);
}
