//! Proves that functions of several arguments keep rows and columns: whatever is a matrix, a function of it
//! has the sums of rows and of columns that the function of all elements, as a vector, has when these are
//! added up by hand. Matrices stand in each position, as data and as parameters, beside vectors (as each row)
//! and numbers.

use crate::common;
use crate::common::{assert_gradient, assert_near, evaluate_gradient, numbers, on_every_set};
use faer::Mat;
use monomorph::functions::{
    atan2, beta_function, gamma_p, gamma_q, hypot, inc_beta, lbeta, lchoose, log_diff_exp, log_mix,
    log_sum_exp,
};
use monomorph::prelude::*;
use monomorph::typenum::{U3, U5};

/// Asserts that two models have the same log density and the same gradient.
fn assert_equal(as_matrix: impl Model, as_vector: impl Model, q: &[f64]) {
    let vector = common::with_room(|| as_vector.compile().unwrap());
    let (value, gradient) = common::with_room(|| evaluate_gradient(&vector, q));
    assert!(value.is_finite(), "{value}");
    on_every_set(as_matrix, |set, posterior| {
        let (got, slopes) = evaluate_gradient(posterior, q);
        assert_near(got, value, 1e-11 * value.abs().max(1.0), || format!("the value, {set}"));
        let allowed = 1e-11 * common::largest(&gradient).max(1.0);
        assert_gradient(&slopes, &gradient, allowed, || format!("the gradient, {set}"));
    });
}

/// Weights of rows and of columns.
fn weights(count: usize) -> Vec<f64> {
    (0..count).map(|k| (2.0 + k as f64).sqrt()).collect()
}

/// Checks expressions of `m`, a matrix with elements in 0 … 1, `z`, one of any numbers, `x`, one of data in 0
/// … 1, `v`, a vector in 0 … 1 as each row, and `s`, a number in 0 … 1.
macro_rules! check {
    ($rows:expr, $columns:expr, ($m:ident $z:ident $x:ident $v:ident $s:ident) $($expression:expr;)+) => {{
        let (rows, columns) = ($rows, $columns);
        let (height, width) = (length(rows), length(columns));
        params! {
            inner: real_matrix(rows, columns).interval(0.0, 1.0),
            outer: real_matrix(rows, columns),
            along: vector(columns).interval(0.0, 1.0),
            share: interval(0.0, 1.0),
        }
        let observed: Vec<f64> = numbers(height * width).iter().map(|x| 0.5 + 0.4 * x).collect();
        let table = Mat::from_fn(height, width, |i, j| observed[i * width + j]);
        let column_of: Vec<usize> = (0..height * width).map(|k| k % width).collect();
        let (down, across) = (weights(height), weights(width));
        let of_cell: Vec<f64> = (0..height * width).map(|k| down[k / width] + across[k % width]).collect();
        let prior = || model! { inner |= flat(), outer |= flat(), along |= flat(), share |= flat() };
        let q: Vec<f64> = numbers(2 * height * width + width + 1).iter().map(|x| 1.3 * x).collect();
        $({
            let as_matrix = {
                let ($m, $z, $x, $v, $s) = (inner, outer, data(&table), along, share);
                let _ = ($m, $z, $x, $v, $s);
                let cells = $expression;
                model! {
                    prior(),
                    of_rows = cells.row_sums(),
                    of_columns = cells.column_sums(),
                    increment(of_rows.dot(data(&down)) + of_columns.dot(data(&across))),
                }
            };
            let as_vector = {
                let ($m, $z, $x, $v, $s) =
                    (inner.flatten(), outer.flatten(), data(&observed), along.at(&column_of), share);
                let _ = ($m, $z, $x, $v, $s);
                let cells = $expression;
                model! { prior(), increment(cells * data(&of_cell)) }
            };
            assert_equal(as_matrix, as_vector, &q);
        })+
    }};
}

/// The number that a dimension is.
fn length(dimension: impl monomorph::shape::IntoDimension) -> usize {
    monomorph::shape::Dimension::size(dimension.into_dimension())
}

#[test]
fn functions() {
    check!(5, 3, (m z x v s)
        log_sum_exp(z, x) + log_sum_exp(x, z) * log_sum_exp(m, z);
        log_sum_exp(v, x) + log_sum_exp(x, s) + log_sum_exp(z, v) * log_sum_exp(s, z);
        log_diff_exp(z + 9.0, x) + log_diff_exp(x + 2.0, m) + log_diff_exp(v + 1.5, x);
        log_mix(s, z, x) + log_mix(m, 0.5, z) + log_mix(x, v, 1.5) + log_mix(v, x, z) + log_mix(x, z, s);
    );
}

#[test]
fn special_functions() {
    check!(5, 3, (m z x v s)
        lbeta(m, x) + beta_function(x, m) + lbeta(v, x) + beta_function(m, s);
        lchoose(x + 3.0, m) + lchoose(4.0, x) + lchoose(m + 2.0, v);
        inc_beta(m + 1.0, 2.0, s) + inc_beta(2.0, m + 1.0, x) + inc_beta(v + 1.0, s + 1.0, x);
        gamma_p(m + 1.0, x) + gamma_q(x + 1.0, v) + gamma_p(s + 1.0, m);
        atan2(z, x) + atan2(v, m) + hypot(x, z) + hypot(s, z);
    );
}

#[test]
fn operators_and_powers() {
    check!(U5::new(), U3::new(), (m z x v s)
        z + x - m * v / (x + 0.5) + (s - z) * 2.0;
        m.powf(x) + x.powf(z) + v.powf(m) + m.powf(v) + x.powf(s) + m.powf(2.5);
        (x + v) * (v - x) + (s * x).exp();
    );
}

#[test]
fn log_densities() {
    check!(5, 3, (m z x v s)
        normal(z, 1.0).log_density(x) + normal(v, s).log_density(x);
        normal(x, m).log_density(z) + normal(x, m).log_density(0.5) + normal(0.5, x).log_density(v);
        normal(0.0, 1.0).log_density(x + 1.0) + student_t(4.0, s, m).log_density(x)
            + gamma(x, v).log_density(m);
    );
}

#[test]
fn distribution_functions() {
    check!(U5::new(), 3, (m z x v s)
        normal(z, 1.0).log_cdf(x) + normal(v, s).log_ccdf(x) + normal(x, m).log_cdf(v);
        weibull(1.5, m).log_ccdf(x) + gamma(2.0, v).log_cdf(x) + exponential(x).log_cdf(0.5);
    );
}

#[test]
fn mixtures_and_what_is_cut() {
    check!(5, 3, (m z x v s)
        mixture((s, 1.0 - s), (normal(0.0, 1.0), normal(1.0, s))).log_density(x);
        mixture((m, x, s), [normal(z, s); 3]).log_density(x)
            + mixture((m, 1.0 - m), (normal(v, 1.0), normal(z, s))).log_density(x);
        mixture((x, 1.0 - x), (normal(v, 1.0), normal(z, s))).log_density(m);
        normal(z, 1.0).truncated(-1.0, 2.0).log_density(x) + normal(v, s).truncated(-1.0, 2.0).log_density(x);
    );
}

/// Rows longer than a register are read another way.
#[test]
fn long_rows() {
    check!(3, 37, (m z x v s)
        log_sum_exp(z, x) + normal(z, s).log_density(x) + log_mix(v, x, z) + normal(v, s).log_cdf(x);
    );
}

/// Matrices of equal numbers of elements may have different rows.
#[test]
fn rows_of_other_lengths_are_an_error() {
    let wide = Mat::from_fn(2, 3, |i, j| (i + j) as f64);
    let high = Mat::from_fn(3, 2, |i, j| (i + j) as f64);
    let text = |model: Result<(), Error>| model.unwrap_err().to_string();
    params! { s: positive() }
    let sum = model! { s |= flat(), increment(s * log_sum_exp(data(&wide), data(&high))) };
    let density = model! { s |= flat(), increment(normal(data(&wide), s).log_density(data(&high))) };
    let mixed = model! { s |= flat(), data(&wide) |= mixture((0.5, 0.5), [normal(data(&high), s); 2]) };
    for message in
        [text(sum.compile().map(drop)), text(density.compile().map(drop)), text(mixed.compile().map(drop))]
    {
        assert!(message.contains("a row of"), "{message}");
    }
}
