//! Missing cells that are marginalised, in rows with a multivariate law, in vectors and in predictors: the
//! results equal the density of the observed cells, and imputation is exact.

use crate::common::normal::{log_density as normal_density, multi_normal as multi_normal_density};
use crate::common::{assert_gradient, differences, evaluate, on_every_set};
use approx::assert_relative_eq;
use monomorph::faer::{Mat, mat};
use monomorph::prelude::*;

/// Rows of which some cells are missing: all of one row, none of another.
fn rows() -> (Mat<f64>, Vec<bool>) {
    let y = Mat::from_fn(7, 3, |i, j| (i as f64 * 1.3 + j as f64 * 0.8).sin() + 0.5 * j as f64);
    let missing = [(0, 1), (2, 0), (2, 2), (3, 0), (3, 1), (3, 2), (5, 2)];
    let mask = (0..7).flat_map(|i| (0..3).map(move |j| missing.contains(&(i, j)))).collect();
    (y, mask)
}

/// The log density of the cells that were seen, of a normal law with these means and covariances.
fn seen_density(
    y: &Mat<f64>,
    mask: &[bool],
    mean: &dyn Fn(usize) -> f64,
    sigma: &dyn Fn(usize, usize) -> f64,
) -> f64 {
    let of_row = |i: usize| {
        let seen: Vec<usize> = (0..y.ncols()).filter(|j| !mask[i * y.ncols() + j]).collect();
        let numbers: Vec<f64> = seen.iter().map(|&j| y[(i, j)]).collect();
        let means: Vec<f64> = seen.iter().map(|&j| mean(j)).collect();
        multi_normal_density(&numbers, &means, &|a, b| sigma(seen[a], seen[b]))
    };
    (0..y.nrows()).map(of_row).sum()
}

#[test]
fn rows_with_a_covariance() {
    let (y, mask) = rows();
    params! {
        mu: vector(3),
        scale: vector(3).positive(),
        corr: cholesky_factor_corr(3),
        cells: data(&y).missing(&mask),
    }
    let model = model! {
        mu    |= normal(0.0, 2.0),
        scale |= exponential(1.0),
        corr  |= lkj_corr_cholesky(2.0),
        cells |= multi_normal_cholesky(mu, diag_pre_multiply(scale, corr)),
    };
    let marginal = model.marginalise(cells);
    let posterior = marginal.compile().unwrap();
    assert_eq!(posterior.dimension(), 9);
    let explanation = posterior.explain().to_string();
    assert!(explanation.contains("4 groups of elements together, at most 3 in one"), "{explanation}");
    on_every_set(marginal, |set, posterior| {
        let q = [0.3, -0.2, 0.8, 0.1, -0.4, 0.3, 0.5, -0.7, 0.2];
        let values = posterior.constrain(&q).unwrap();
        let [mu, scale, corr] = ["mu", "scale", "corr"].map(|name| values.get(name).unwrap().to_vec());
        let sigma = |a: usize, b: usize| {
            let product: f64 = (0..3).map(|k| corr[3 * a + k] * corr[3 * b + k]).sum();
            scale[a] * scale[b] * product
        };
        let likelihood = seen_density(&y, &mask, &|j| mu[j], &sigma);
        let prior = {
            params! { mu: vector(3), scale: vector(3).positive(), corr: cholesky_factor_corr(3) }
            let prior = model! {
                mu    |= normal(0.0, 2.0),
                scale |= exponential(1.0),
                corr  |= lkj_corr_cholesky(2.0),
            };
            let prior = prior.compile().unwrap();
            prior.log_density(&q, &mut prior.workspace())
        };
        let (value, gradient) = evaluate(posterior, &q);
        assert_relative_eq!(value, prior + likelihood, max_relative = 1e-10);
        assert_gradient(&gradient, &differences(posterior, &q), 2e-7, || set.to_owned());
    });
}

/// Imputed cells have the moments of the conditional distribution, and observed cells do not change.
#[test]
fn imputed_cells() {
    let sigma = mat![[1.0, 0.8], [0.8, 2.0]];
    let y = mat![[1.5, 0.0], [0.3, -0.2], [0.0, 2.0]];
    let mask = [false, true, false, false, true, false];
    params! { mu: real(), cells: data(&y).missing(&mask) }
    let model = model! {
        mu    |= normal(0.0, 1.0),
        cells |= multi_normal(mu, data(&sigma)),
    };
    let marginal = model.marginalise(cells);
    let posterior = marginal.compile().unwrap();
    let fit = posterior.nuts().chains(2).warmup(300).draws(3_000).seed(1).run().unwrap();
    let drawn = posterior.recover(fit.draws(), 2).unwrap();
    let mu = fit.draws().column("mu").unwrap().as_slice().to_vec();
    let column = |name: &str| drawn.column(name).unwrap().as_slice().to_vec();
    assert!(column("cells[0,0]").iter().all(|&seen| seen == 1.5));
    assert!(column("cells[1,1]").iter().all(|&seen| seen == -0.2));
    // Given what was seen beside it, of the law alone: slopes and variances of a normal distribution.
    for (name, seen, slope, variance) in
        [("cells[0,1]", 1.5, 0.8, 2.0 - 0.64), ("cells[2,0]", 2.0, 0.4, 1.0 - 0.32)]
    {
        let rest: Vec<f64> =
            column(name).iter().zip(&mu).map(|(cell, mu)| cell - mu - slope * (seen - mu)).collect();
        let mean = rest.iter().sum::<f64>() / rest.len() as f64;
        let square = rest.iter().map(|rest| rest * rest).sum::<f64>() / rest.len() as f64;
        assert!(mean.abs() < 5.0 * (variance / rest.len() as f64).sqrt(), "{name}: {mean}");
        assert_relative_eq!(square, variance, max_relative = 0.1);
    }
    let pointwise = marginal.pointwise_log_likelihood(fit.draws()).unwrap();
    let told = pointwise.column("cells").unwrap().as_slice().to_vec();
    for (mu, told) in mu.iter().zip(told).take(20) {
        let expected = seen_density(&y, &mask, &|_| *mu, &|a, b| sigma[(a, b)]);
        assert_relative_eq!(told, expected, max_relative = 1e-10);
    }
}

/// Missing elements of a vector, each alone; of a cell that nothing else tells of, the integral is 1.
#[test]
fn elements_of_a_vector() {
    let y = [1.0, f64::NAN, 0.4, f64::NAN];
    let seen_later = [0.2, 2.0, 1.1, -0.5];
    params! { mu: real(), sigma: positive(), x: data(&y).missing_nan() }
    let model = model! {
        mu    |= normal(0.0, 2.0),
        sigma |= exponential(1.0),
        x     |= normal(mu, sigma),
        data(&seen_later) |= normal(0.5 * x + 0.1, 0.7),
    };
    let marginal = model.marginalise(x);
    let posterior = marginal.compile().unwrap();
    let q = [0.4_f64, -0.3];
    let (mu, sigma) = (q[0], q[1].exp());
    let mut expected = normal_density(mu, 0.0, 2.0) - sigma + q[1];
    for (x, later) in y.iter().zip(seen_later) {
        expected += if x.is_nan() {
            normal_density(later, 0.5 * mu + 0.1, (0.25 * sigma * sigma + 0.49).sqrt())
        } else {
            normal_density(*x, mu, sigma) + normal_density(later, 0.5 * x + 0.1, 0.7)
        };
    }
    let (value, gradient) = evaluate(&posterior, &q);
    assert_relative_eq!(value, expected, max_relative = 1e-10);
    assert_gradient(&gradient, &differences(&posterior, &q), 2e-7, || "missing elements".to_owned());
}

/// Missing predictors with a model of their own.
#[test]
fn predictors() {
    let x = mat![[0.5, 1.0], [-0.3, 0.0], [0.0, 0.7]];
    let mask = [false, false, false, true, true, false];
    let y = [1.2, -0.4, 0.9];
    params! { beta: vector(2), sigma: positive(), x_all: data(&x).missing(&mask) }
    let model = model! {
        beta  |= normal(0.0, 1.0),
        sigma |= exponential(1.0),
        x_all |= normal(0.2, 1.5),
        data(&y) |= normal(x_all.dot(beta), sigma),
    };
    let posterior = model.marginalise(x_all).compile().unwrap();
    let explanation = posterior.explain().to_string();
    assert!(explanation.contains("2 groups of elements together, at most 1 in one"), "{explanation}");
    let q = [0.7_f64, -1.1, 0.2];
    let sigma = q[2].exp();
    let of_row = |i: usize| {
        let (mut mean, mut variance, mut own) = (0.0, sigma * sigma, 0.0);
        for j in 0..2 {
            if mask[2 * i + j] {
                mean += 0.2 * q[j];
                variance += 2.25 * q[j] * q[j];
            } else {
                mean += x[(i, j)] * q[j];
                own += normal_density(x[(i, j)], 0.2, 1.5);
            }
        }
        own + normal_density(y[i], mean, variance.sqrt())
    };
    let priors = normal_density(q[0], 0.0, 1.0) + normal_density(q[1], 0.0, 1.0) - sigma + q[2];
    let (value, gradient) = evaluate(&posterior, &q);
    assert_relative_eq!(value, priors + (0..3).map(of_row).sum::<f64>(), max_relative = 1e-10);
    assert_gradient(&gradient, &differences(&posterior, &q), 2e-7, || "missing predictors".to_owned());
}

/// Nothing is missing, or everything.
#[test]
fn none_or_all() {
    let y = mat![[1.0, 2.0], [0.5, -1.0]];
    let sigma = mat![[1.0, 0.5], [0.5, 2.0]];
    for mask in [[false; 4], [true; 4]] {
        params! { mu: real(), cells: data(&y).missing(&mask) }
        let model = model! { mu |= normal(0.0, 1.0), cells |= multi_normal(mu, data(&sigma)) };
        let posterior = model.marginalise(cells).compile().unwrap();
        let (value, gradient) = evaluate(&posterior, &[0.3]);
        let expected =
            normal_density(0.3, 0.0, 1.0) + seen_density(&y, &mask, &|_| 0.3, &|a, b| sigma[(a, b)]);
        assert_relative_eq!(value, expected, max_relative = 1e-10);
        assert_gradient(&gradient, &differences(&posterior, &[0.3]), 2e-7, || format!("{mask:?}"));
    }
}

/// The message names both lengths.
#[test]
fn a_mask_of_another_length() {
    for mask in [&[true, false][..], &[true, false, false, true]] {
        params! { y: data(&[1.0, 2.0, 3.0]).missing(mask) }
        let error = model! { y |= normal(0.0, 1.0) }.compile().err().unwrap().to_string();
        let length = mask.len();
        let rest =
            format!("the data has length 3, but the mask of what is missing of `y` has length {length}");
        assert_eq!(error, format!("in `y |= normal(0.0, 1.0)`: {rest}"));
    }
}

/// Single elements are counted row after row, and so are the coordinates of those that are left; names are
/// those of the element.
#[test]
fn elements_of_matrices_are_counted_row_after_row() {
    // 10 r + c in row r and column c, of which m[0,2] and m[1,0] are known.
    let codes = [0.0, 1.0, 2.0, 10.0, 11.0, 12.0];
    let is_missing = [true, true, false, false, true, true];
    let given: Vec<f64> =
        codes.iter().zip(is_missing).map(|(code, gap)| if gap { f64::NAN } else { *code }).collect();
    let table = Mat::from_fn(2, 3, |r, c| codes[3 * r + c]);
    params! { m: real_matrix(2, 3) }
    let model = model! { m |= normal(0.0, 1.0) };
    let left = [0.0, 1.0, 11.0, 12.0];
    let check = |value: Trace, variable: &str| {
        assert_eq!(value.get(variable).unwrap().as_slice(), codes);
        assert_eq!(value.get(format!("{variable}[1,0]").as_str()).unwrap()[0], 10.0);
        assert_eq!(value.get(format!("{variable}[0,2]").as_str()).unwrap()[0], 2.0);
    };
    check(model.condition_at(m, &[3, 2], &[10.0, 2.0]).compile().unwrap().constrain(&left).unwrap(), "m");
    check(model.intervene_at(m, &[3, 2], &[10.0, 2.0]).compile().unwrap().constrain(&left).unwrap(), "m");
    check(model.observe(m, &given).compile().unwrap().constrain(&left).unwrap(), "m");
    params! { seen: data(&table).missing(&is_missing) }
    check(model! { seen |= normal(0.0, 1.0) }.compile().unwrap().constrain(&left).unwrap(), "seen");
    assert!(model.condition_at(m, 6, &[0.0]).compile().is_err());
}
