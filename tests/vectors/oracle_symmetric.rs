//! Proves that distributions of symmetric matrices and of Cholesky factors have the values and the gradients
//! of Stan: the records of `tests/oracle` on every instruction set, with every argument a parameter; and that
//! those of factors, which have no records, are those of matrices with the Jacobian of their product.

use crate::common::oracle::{compare_model, numbers, records};
use crate::common::{assert_near, evaluate, numbers as some_numbers, on_every_set};
use monomorph::prelude::*;
use serde_json::Value;

/// The number of rows of a square matrix.
fn rows_of(record: &Value, argument: &str) -> usize {
    numbers(&record["args"][argument]).len().isqrt()
}

#[test]
fn correlations() {
    for record in records("densities", "dist", "lkj_corr") {
        let n = rows_of(&record, "y");
        params! { y: vector(n).rows(n), eta: real() }
        compare_model(&record, "parameters", model! { y |= lkj_corr(eta), eta |= flat() }, &["y", "eta"]);
    }
}

#[test]
fn factors_of_correlations() {
    for record in records("densities", "dist", "lkj_corr_cholesky") {
        let n = rows_of(&record, "L");
        {
            params! { l: vector(n).rows(n), eta: real() }
            compare_model(
                &record,
                "parameters",
                model! { l |= lkj_corr_cholesky(eta), eta |= flat() },
                &["L", "eta"],
            );
        }
        let eta = numbers(&record["args"]["eta"])[0];
        params! { l: vector(n).rows(n) }
        compare_model(&record, "parameters", model! { l |= lkj_corr_cholesky(eta) }, &["L"]);
    }
}

/// A test of a distribution with degrees of freedom and a scale matrix.
macro_rules! wisharts {
    ($($test:ident: $distribution:ident;)*) => {$(
        #[test]
        fn $test() {
            for record in records("densities", "dist", stringify!($distribution)) {
                let n = rows_of(&record, "W");
                params! { w: vector(n).rows(n), nu: real(), s: vector(n).rows(n) }
                let model = model! { w |= $distribution(nu, s), nu |= flat(), s |= flat() };
                compare_model(&record, "parameters", model, &["W", "nu", "S"]);
            }
        }
    )*};
}

wisharts! {
    wishart_matrices: wishart;
    inverse_wishart_matrices: inv_wishart;
}

/// A lower triangle with a positive diagonal.
fn lower(n: usize, phase: usize) -> Vec<f64> {
    let numbers = some_numbers(n * n + phase);
    let cell = |i: usize, j: usize| match i.cmp(&j) {
        std::cmp::Ordering::Less => 0.0,
        std::cmp::Ordering::Equal => 1.0 + numbers[phase + i].abs(),
        std::cmp::Ordering::Greater => 0.5 * numbers[phase + i * n + j],
    };
    (0..n * n).map(|k| cell(k / n, k % n)).collect()
}

/// A test that the density of a factor is that of the matrix times the Jacobian.
macro_rules! factors {
    ($($test:ident: $factor:ident of $matrix:ident;)*) => {$(
        #[test]
        fn $test() {
            for n in [1, 2, 3, 5, 9] {
                let spelled = {
                    params! { l: vector(n).rows(n), nu: real(), s: vector(n).rows(n) }
                    let power: Vec<f64> = (0..n).map(|i| (n - i) as f64).collect();
                    let scale = s.multiply_lower_tri_self_transpose();
                    let density = $matrix(nu, scale).log_density(l.multiply_lower_tri_self_transpose());
                    let jacobian = (data(&power) * l.diagonal().log()).sum() + n as f64 * 2.0_f64.ln();
                    let model = model! {
                        l |= flat(), nu |= flat(), s |= flat(), increment(density + jacobian),
                    };
                    let posterior = model.compile().expect("the model compiles");
                    let q = [lower(n, 0), vec![n as f64 + 1.7], lower(n, 3)].concat();
                    (evaluate(&posterior, &q), q)
                };
                let ((value, gradient), q) = spelled;
                params! { l: vector(n).rows(n), nu: real(), s: vector(n).rows(n) }
                let model = model! { l |= $factor(nu, s), nu |= flat(), s |= flat() };
                on_every_set(model, |set, posterior| {
                    let (got, slopes) = evaluate(posterior, &q);
                    assert_near(got, value, 1e-11 * value.abs().max(1.0), || format!("{n}, {set}"));
                    for (k, (got, want)) in slopes.iter().zip(&gradient).enumerate() {
                        let allowed = 1e-9 * want.abs().max(1.0);
                        assert_near(*got, *want, allowed, || format!("{n}, {set}: gradient[{k}]"));
                    }
                });
            }
        }
    )*};
}

factors! {
    factors_of_wishart_matrices: wishart_cholesky of wishart;
    factors_of_inverse_wishart_matrices: inv_wishart_cholesky of inv_wishart;
}
