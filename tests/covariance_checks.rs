//! Covariances of data that are not symmetric, of which one triangle would be read, and state spaces without any variance: errors that say
//! where.

use monomorph::covariance::{dense, kronecker, kronecker_precision, precision};
use monomorph::faer::{Mat, mat};
use monomorph::prelude::*;
use monomorph::rand::{RngExt, SeedableRng, rngs::SmallRng};
use monomorph::state_space::StateSpace;

/// Checks what `compile()` says, after the statement.
#[track_caller]
fn refused(model: impl Model, what: &str) {
    let error = model.compile().map(drop).expect_err("the model should be refused").to_string();
    let (_, error) = error.split_once("`: ").expect("a statement in quotes");
    let wanted = format!("{what}: element 0 is 0.3, but must be what mirrors it in a symmetric matrix");
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
        model! { one |= normal(0.0, 1.0), data(&[0.3]) |= multi_normal(one, dense(&wrong).observed(&[true, false])) },
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
fn state_spaces_of_models() {
    let (y, wrong, unit) = ([0.1, 0.4, 0.2], wrong(), mat![[1.0, 0.0], [0.0, 1.0]]);
    let design = [1.0, 0.0];
    params! { h: positive() }
    refused(
        model! { h |= exponential(1.0), data(&y) |= linear_gaussian(&design, h, data(&unit), data(&wrong)) },
        "row 1 of the state noise",
    );
    refused(
        model! {
            h |= exponential(1.0),
            data(&y) |= linear_gaussian(&design, h, data(&unit), data(&unit)).initial(&[0.0, 0.0], data(&wrong)),
        },
        "row 1 of the initial covariance",
    );
}

#[test]
fn states_with_indefinite_noise() {
    let indefinite = mat![[1.0, 2.0], [2.0, 1.0]];
    let (design, unit) = ([1.0, 0.0], mat![[1.0, 0.0], [0.0, 1.0]]);
    let y = [0.3, 0.1, 0.7];
    params! { h: positive() }
    let model = model! {
        h |= exponential(1.0),
        data(&y) |= linear_gaussian(&design, h, data(&unit), data(&indefinite)).initial(&[0.0, 0.0], data(&unit)),
    };
    let said = model.compile().unwrap_err().to_string();
    assert!(said.contains("the smallest eigenvalue of the state noise is -1"), "{said}");
}

#[test]
fn draws() {
    let wrong = wrong();
    assert!(multi_normal(&[0.0, 0.0], data(&wrong)).sampler().is_err());
    let y: Vec<f64> = SmallRng::seed_from_u64(1).sample(multi_normal(&[0.0, 0.0], data(&wrong)));
    assert!(y.iter().all(|y| y.is_nan()));
}

#[test]
fn state_spaces_of_numbers() {
    let y = [0.3, f64::NAN, 0.1, 0.7];
    let level = |noise: f64, state: f64| StateSpace::new(1, &[1.0], &[noise], &[1.0], &[state]);
    assert!(level(1.0, 0.0).smooth(&y).is_ok());
    assert!(level(0.0, 1.0).smooth(&y).is_ok());
    let still = level(0.0, 0.0);
    // The first observation says where the level is, and the next one cannot be.
    let said = "in `StateSpace`: the arguments of `StateSpace` do not fit: the observation at time 2, counted from 0, has the variance 0 \
                given those before it: it needs noise of its own, or states that vary";
    let mut rng = SmallRng::seed_from_u64(1);
    let all = [
        still.log_likelihood(&y).map(drop),
        still.filter(&y).map(drop),
        still.smooth(&y).map(drop),
        still.forecast(&y, 2).map(drop),
        still.simulate(&y, &mut rng).map(drop),
    ];
    for result in all {
        assert_eq!(result.unwrap_err().to_string(), said);
    }
    let known = still.clone().initial(&[0.3], &[0.0]);
    assert!(known.log_likelihood(&y).unwrap_err().to_string().contains("at time 0"));
    // Nothing was observed, so there is nothing that could not be.
    assert!(known.smooth(&[f64::NAN; 3]).is_ok_and(|states| states.means.iter().all(|mean| *mean == 0.3)));
    let two = StateSpace::new(1, &[1.0, 1.0], &[1.0, 0.0], &[1.0], &[0.0]).series(2).initial(&[0.0], &[0.0]);
    assert!(
        two.log_likelihood(&[0.1, 0.2, 0.3, 0.4]).unwrap_err().to_string().contains("of series 1 at time 0")
    );
    let wrong = |model: StateSpace| model.log_likelihood(&y).unwrap_err().to_string();
    assert!(wrong(level(-1.0, 1.0)).contains("the noise: element 0 is -1, but must be 0 or positive"));
    assert!(wrong(level(1.0, f64::NAN)).contains("the state noise: element 0 is NaN, but must be finite"));
    let pair = StateSpace::new(2, &[1.0, 0.0], &[1.0], &[1.0, 1.0, 0.0, 1.0], &[1.0, 0.5, 0.3, 1.0]);
    assert!(wrong(pair).contains("the state noise: element 2 is 0.3, but must be what mirrors it"));
    assert!(level(1.0, 1.0).smooth(&[f64::INFINITY]).is_err());
    // Symmetric, with the eigenvalues 3 and −1; one with 2 and 0 is a covariance.
    let of_noise = |b: f64| StateSpace::new(2, &[1.0, 0.0], &[0.1], &[1.0, 0.0, 0.0, 1.0], &[1.0, b, b, 1.0]);
    let said = wrong(of_noise(2.0).initial(&[0.0], &[1.0]));
    assert!(said.contains("the smallest eigenvalue of the state noise is -1"), "{said}");
    assert!(of_noise(1.0).initial(&[0.0], &[1.0]).log_likelihood(&y).is_ok());
    let said = wrong(of_noise(1.0).initial(&[0.0, 0.0], &[1.0, -3.0, -3.0, 1.0]));
    assert!(said.contains("the smallest eigenvalue of the initial covariance is -2"), "{said}");
}
