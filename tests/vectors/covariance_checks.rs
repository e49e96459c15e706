//! Covariances that are not symmetric, of which one triangle would be read, whether they are data or computed
//! of data and parameters: errors that say where.

use monomorph::covariance::{dense, kronecker, kronecker_precision, precision};
use monomorph::faer::{Mat, mat};
use monomorph::prelude::*;
use monomorph::rand::{RngExt, SeedableRng, rngs::SmallRng};

/// Checks the error of `compile()`, after the statement.
#[track_caller]
fn refused(model: impl Model, what: &str) {
    let error = model.compile().map(drop).expect_err("the model should be refused").to_string();
    let (_, error) = error.split_once("`: ").expect("a statement in quotes");
    let wanted =
        format!("{what}: element 0 is 0.3, but must equal the element that mirrors it in a symmetric matrix");
    assert_eq!(error, wanted);
}

fn wrong() -> Mat<f64> {
    mat![[1.0, 0.5], [0.3, 1.0]]
}

fn right() -> Mat<f64> {
    mat![[1.0, 0.3 + 1e-9], [0.3, 1.0]]
}

#[test]
fn normal_vectors() {
    let (y, wrong, right) = ([0.1, 0.4], wrong(), right());
    params! { mu: vector(2) }
    let model = model! { mu |= normal(0.0, 1.0), data(&y) |= multi_normal(mu, data(&right)) };
    assert!(model.compile().is_ok());
    let matrix = "row 1 of the matrix";
    refused(model! { mu |= normal(0.0, 1.0), data(&y) |= multi_normal(mu, data(&wrong)) }, matrix);
    refused(model! { mu |= multi_normal(0.0, data(&wrong)) }, matrix);
    refused(model! { mu |= multi_normal(0.0, dense(&wrong)) }, matrix);
    refused(model! { mu |= multi_normal(0.0, precision(&wrong)) }, matrix);
    refused(model! { mu |= multi_student_t(3.0, 0.0, data(&wrong)) }, matrix);
    params! { one: real() }
    refused(
        model! {
            one |= normal(0.0, 1.0),
            data(&[0.3]) |= multi_normal(one, dense(&wrong).observed(&[true, false])),
        },
        matrix,
    );
    let outputs = mat![[0.3, -0.2], [9.1, 0.4]];
    params! { w: vector(2).positive() }
    refused(model! { w |= gamma(2.0, 1.0), data(&outputs) |= multi_gp(data(&wrong), w) }, matrix);
    // What is computed of data is seen as well.
    params! { scale: positive() }
    refused(
        model! { scale |= exponential(1.0), data(&y) |= multi_normal(scale, data(&wrong) * 1.0) },
        matrix,
    );
}

#[test]
fn matrices() {
    let (y, wrong, right) = (mat![[0.1, 0.4], [0.2, 0.3]], wrong(), right());
    params! { mu: real() }
    refused(
        model! { mu |= normal(0.0, 1.0), data(&y) |= matrix_normal(mu, data(&wrong), data(&right)) },
        "row 1 of the matrix of rows",
    );
    refused(
        model! { mu |= normal(0.0, 1.0), data(&y) |= matrix_normal(mu, data(&right), data(&wrong)) },
        "row 1 of the matrix of columns",
    );
    params! { x: vector(4) }
    refused(model! { x |= multi_normal(0.0, kronecker(&right, &wrong)) }, "row 1 of the matrix of columns");
    refused(
        model! { x |= multi_normal(0.0, kronecker_precision(&wrong, &right)) },
        "row 1 of the matrix of rows",
    );
    params! { s: cov_matrix(2) }
    refused(model! { s |= wishart(4.0, data(&wrong)) }, "row 1 of the scale");
    refused(model! { s |= inv_wishart(4.0, data(&wrong)) }, "row 1 of the scale");
    params! { nu: lower(2.0) }
    refused(
        model! { nu |= exponential(1.0), data(&wrong) |= wishart(nu, data(&right)) },
        "row 1 of the variable on the left",
    );
    params! { eta: positive() }
    refused(
        model! { eta |= exponential(1.0), data(&wrong) |= lkj_corr(eta) },
        "row 1 of the variable on the left",
    );
    refused(
        model! { mu |= normal(0.0, 1.0), increment(mu * data(&wrong).cholesky().diagonal().sum()) },
        "row 1 of the matrix",
    );
}

#[test]
fn expressions_of_data_and_parameters() {
    let (y, outputs) = ([0.1, 0.4], mat![[0.1, 0.4], [0.2, 0.3]]);
    let (matrix, scale) = ("row 1 of the matrix", "row 1 of the scale");
    macro_rules! check {
        ($w:expr, $check:expr) => {{
            let (w, check) = ($w, $check);
            {
                params! { tau: real() }
                let model = model! { tau |= normal(0.0, 1.0), data(&y) |= multi_normal(0.0, data(&w) * tau) };
                check(model.compile().map(drop), matrix);
                let of_rows = matrix_normal_prec(0.0, data(&w) / tau, data(&w));
                let model = model! { tau |= normal(0.0, 1.0), data(&outputs) |= of_rows };
                check(model.compile().map(drop), "row 1 of the matrix of");
                let spd = data(&w) * tau.exp();
                let model = model! { tau |= normal(0.0, 1.0), increment(spd.log_determinant_spd()) };
                check(model.compile().map(drop), matrix);
            }
            {
                params! { s: vector(2).positive() }
                let model = model! {
                    s |= exponential(1.0), data(&y) |= multi_normal(s, quad_form_diag(data(&w), s)),
                };
                check(model.compile().map(drop), matrix);
                let model = model! {
                    s |= exponential(1.0),
                    sum = s.diagonal_matrix() + data(&w),
                    data(&y) |= multi_student_t(3.0, s, sum),
                };
                check(model.compile().map(drop), matrix);
            }
            params! { nu: positive(), x: cov_matrix(2) }
            let model = model! { nu |= exponential(1.0), x |= wishart(4.0, nu * data(&w)) };
            check(model.compile().map(drop), scale);
        }};
    }
    check!(wrong(), |result: Result<(), Error>, what: &str| {
        let error = result.expect_err("the model should be refused").to_string();
        assert!(error.contains(&format!("`: {what}")) && error.contains(": element 0 is "), "{error}");
        assert!(error.contains("must equal the element that mirrors it in a symmetric matrix"), "{error}");
    });
    check!(right(), |result: Result<(), Error>, _: &str| result.expect("a model"));
}

/// Products of symmetric matrices are not symmetric, whatever is symmetric in them; rounding is no asymmetry.
#[test]
fn products_and_rounding() {
    let y = [0.1, 0.4];
    params! { tau: positive() }
    let (one, other) = (mat![[2.0, 0.3], [0.3, 1.0]], mat![[1.0, 0.1], [0.1, 3.0]]);
    let model = model! {
        tau |= exponential(1.0),
        data(&y) |= multi_normal(0.0, (data(&one) * tau).dot(data(&other))),
    };
    let said = model.compile().unwrap_err().to_string();
    assert!(said.contains("row 1 of the matrix: element 0 is "), "{said}");
    assert!(said.ends_with(", at the point where `compile()` has computed it"), "{said}");

    let x: Vec<f64> = (0..40).map(|i| f64::from(i) / 40.0).collect();
    let z = [0.0; 40];
    let model = model! {
        tau |= exponential(1.0),
        covariance = gp_exp_quad_cov(&x, 1.0, tau),
        data(&z) |= multi_normal(0.0, precision(covariance.inverse())),
    };
    assert!(model.compile().is_ok());
}

#[test]
fn draws() {
    let wrong = wrong();
    assert!(multi_normal(&[0.0, 0.0], data(&wrong)).sampler().is_err());
    let y: Vec<f64> = SmallRng::seed_from_u64(1).sample(multi_normal(&[0.0, 0.0], data(&wrong)));
    assert!(y.iter().all(|y| y.is_nan()));
}
