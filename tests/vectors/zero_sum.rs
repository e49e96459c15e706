//! `zero_sum_normal`: its density against independent normal coordinates and against the non-centred form, on
//! vectors, rows and matrices, of parameters and of data.

use crate::common::{assert_gradient, assert_near, check_against, differences, evaluate, evaluate_gradient};
use monomorph::faer::mat;
use monomorph::prelude::*;

const HALF_LOG_TWO_PI: f64 = 0.918_938_533_204_672_8;

/// The log density of independent numbers that follow normal(0, sd).
fn normals(q: &[f64], sd: f64) -> f64 {
    q.iter().map(|q| -0.5 * (q / sd).powi(2) - sd.ln() - HALF_LOG_TWO_PI).sum()
}

/// The log density of half_normal(1) at eᵗ, with the log Jacobian.
fn scale_prior(t: f64) -> f64 {
    -0.5 * (2.0 * t).exp() + 0.5 * (2.0 / std::f64::consts::PI).ln() + t
}

#[test]
fn coordinates_are_independent_and_normal() {
    params! { tau: positive() }
    params! { x: sum_to_zero(4) }
    params! { rows: sum_to_zero(3).rows(2) }
    params! { matrix: sum_to_zero_matrix(3, 4) }
    params! { one: sum_to_zero(1) }
    params! { pair: sum_to_zero(2) }
    let vector = model! { tau |= half_normal(1.0), x |= zero_sum_normal(tau) };
    check_against(vector, &[0.3, 0.4, -1.2, 0.7], |q| scale_prior(q[0]) + normals(&q[1..], q[0].exp()));
    let both = model! { tau |= half_normal(1.0), matrix |= zero_sum_normal(tau) };
    let q = [-0.4, 0.1, 0.9, -0.3, 0.2, 1.1, -0.6];
    check_against(both, &q, |q| scale_prior(q[0]) + normals(&q[1..], q[0].exp()));
    let each = model! { tau |= half_normal(1.0), rows |= zero_sum_normal(tau) };
    check_against(each, &q[..5], |q| scale_prior(q[0]) + normals(&q[1..], q[0].exp()));
    // A scale that is a number, data, an expression; vectors of one and of two elements.
    check_against(model! { x |= zero_sum_normal(0.5) }, &q[..3], |q| normals(q, 0.5));
    check_against(model! { pair |= zero_sum_normal(data(2.0)) }, &q[..1], |q| normals(q, 2.0));
    let defined = model! { tau |= half_normal(1.0), twice = 2.0 * tau, x |= zero_sum_normal(twice.sqrt()) };
    check_against(defined, &q[..4], |q| scale_prior(q[0]) + normals(&q[1..], (2.0 * q[0].exp()).sqrt()));
    check_against(model! { one |= zero_sum_normal(3.0), pair |= zero_sum_normal(1.0) }, &[0.3], |q| {
        normals(q, 1.0)
    });
}

#[test]
fn rows_have_scales_of_their_own() {
    params! { tau: vector(2).positive() }
    params! { rows: sum_to_zero(4).rows(2) }
    let model = model! { tau |= half_normal(1.0), rows |= zero_sum_normal(tau) };
    let q = [0.2, -0.7, 0.1, 0.9, -0.3, 0.2, 1.1, -0.6];
    check_against(model, &q, |q| {
        let priors = scale_prior(q[0]) + scale_prior(q[1]);
        priors + normals(&q[2..5], q[0].exp()) + normals(&q[5..], q[1].exp())
    });
}

/// x = τ z with z of the scale 1 is the same law: p(τ, x) dx = p(τ, z) dz with dx = τᵈ dz.
#[test]
fn the_non_centred_form_is_the_same_model() -> Result<(), Error> {
    let (y, group) = ([0.4, -0.3, 1.7, 0.2, 0.1, -1.0], [0, 1, 2, 3, 1, 2]);
    params! { tau: positive() }
    params! { x: sum_to_zero(4) }
    params! { z: sum_to_zero(4) }
    let centred = model! {
        tau |= half_normal(1.0), x |= zero_sum_normal(tau), data(&y) |= normal(x.at(&group), 0.8),
    };
    let other = model! {
        tau |= half_normal(1.0), z |= zero_sum_normal(1.0), effect = tau * z,
        data(&y) |= normal(effect.at(&group), 0.8),
    };
    let stan = model! {
        tau |= half_normal(1.0), x |= normal(0.0, tau), data(&y) |= normal(x.at(&group), 0.8),
    };
    let (centred, other, stan) = (centred.compile()?, other.compile()?, stan.compile()?);
    let standard = [0.3, -0.8, 1.4];
    for t in [-2.0, 0.0, 1.3_f64] {
        let point = |scale: f64| [t, scale * standard[0], scale * standard[1], scale * standard[2]];
        let at = evaluate(&centred, &point(t.exp())).0;
        assert_near(at + 3.0 * t, evaluate(&other, &point(1.0)).0, 1e-12, || format!("at {t}"));
        // The product over elements counts τ once more.
        let difference = at - evaluate(&stan, &point(t.exp())).0;
        assert_near(difference, t + HALF_LOG_TWO_PI, 1e-12, || format!("normal(0, tau) at {t}"));
    }
    Ok(())
}

/// The mean of τ under the joint density of τ and an effect of two groups, by sums over a grid of log τ and
/// of the effect's coordinate, which may be in proportion to τ.
fn prior_mean<M: Model>(model: M, is_centred: bool) -> f64 {
    let posterior = model.compile().unwrap();
    let mut workspace = posterior.workspace();
    let (mut mass, mut first) = (0.0, 0.0);
    for i in -160..=60 {
        let t = f64::from(i) * 0.1;
        for j in -36..=36 {
            let unit = if is_centred { t.exp() } else { 1.0 };
            let q = unit * f64::from(j) * 0.25;
            let density = posterior.log_density(&[t, q], &mut workspace).exp() * unit;
            (mass, first) = (mass + density, first + density * t.exp());
        }
    }
    first / mass
}

/// E τ is that of gamma(3, 2), 3/2, as the statement says. Stan's count divides the density by τ: gamma(2,
/// 2), whose mean is 1.
#[test]
fn the_prior_of_the_scale_is_what_its_statement_says() {
    params! { tau: positive() }
    params! { x: sum_to_zero(2) }
    params! { z: sum_to_zero(2) }
    let scale = || model! { tau |= gamma(3.0, 2.0) };
    let own = prior_mean(model! { scale(), x |= zero_sum_normal(tau) }, true);
    assert_near(own, 1.5, 1e-9, || "zero_sum_normal".to_owned());
    let other = prior_mean(model! { scale(), z |= zero_sum_normal(1.0), x_of_z = tau * z }, false);
    assert_near(other, 1.5, 1e-9, || "its non-centred form".to_owned());
    let stan = prior_mean(model! { scale(), x |= normal(0.0, tau) }, true);
    assert_near(stan, 1.0, 1e-9, || "normal".to_owned());
}

/// Data determine the scale as d normal numbers do, and all forms of the statement have the same density.
#[test]
fn data_that_sum_to_zero() -> Result<(), Error> {
    let (x, rows) = ([0.5, -1.5, 1.0], mat![[0.5, -1.5, 1.0], [0.3, 0.1, -0.4]]);
    let both = mat![[0.5, -1.5, 1.0], [-0.5, 1.5, -1.0]];
    let squares =
        |m: &monomorph::faer::Mat<f64>| -> f64 { m.col_iter().flat_map(|c| c.iter()).map(|x| x * x).sum() };
    params! { tau: positive() }
    params! { each: vector(2).positive() }
    let expected =
        |d: f64, square: f64, tau: f64| -0.5 * square / (tau * tau) - d * (tau.ln() + HALF_LOG_TWO_PI);
    let of = |q: &[f64], d, square| scale_prior(q[0]) + expected(d, square, q[0].exp());
    let prior = || model! { tau |= half_normal(1.0) };
    check_against(model! { prior(), data(&x) |= zero_sum_normal(tau) }, &[0.3], |q| of(q, 2.0, 3.5));
    check_against(model! { prior(), data(&rows) |= zero_sum_normal(tau) }, &[0.3], |q| {
        of(q, 4.0, squares(&rows))
    });
    check_against(model! { prior(), data(&both) |= zero_sum_normal(tau) }, &[0.3], |q| {
        of(q, 2.0, squares(&both))
    });
    let by_row = model! { each |= half_normal(1.0), data(&rows) |= zero_sum_normal(each) };
    check_against(by_row, &[0.3, -0.2], |q| {
        of(q, 2.0, 3.5) + scale_prior(q[1]) + expected(2.0, 0.26, q[1].exp())
    });
    // The log likelihood has one number for each vector that is drawn as a whole.
    let draws = model! { prior(), data(&rows) |= zero_sum_normal(tau) }.compile()?;
    let trace = draws.constrain(&[0.3])?;
    assert!(trace.get("tau").is_ok());
    let constants = Options::default().drop_constants(true);
    let (value, scale) = (&x[..], 2.0);
    let full = model! { prior(), data(value) |= zero_sum_normal(data(scale)) };
    let (with, without) = (full.compile()?, full.compile_with(constants)?);
    let dropped = evaluate(&with, &[0.1]).0 - evaluate(&without, &[0.1]).0;
    let prior_constant = 0.5 * (2.0 / std::f64::consts::PI).ln();
    assert_near(dropped, expected(2.0, 3.5, scale) + prior_constant, 1e-13, || "constants".to_owned());
    let scaled = model! { prior(), data(&x) |= zero_sum_normal(tau) };
    let dropped =
        evaluate(&scaled.compile()?, &[0.1]).0 - evaluate(&scaled.compile_with(constants)?, &[0.1]).0;
    let prior_constant = 0.5 * (2.0 / std::f64::consts::PI).ln();
    assert_near(dropped, prior_constant - 2.0 * HALF_LOG_TWO_PI, 1e-13, || "a constant of 2π".to_owned());
    Ok(())
}

#[test]
fn what_is_no_scale_has_no_density() -> Result<(), Error> {
    params! { tau: real() }
    params! { x: sum_to_zero(3) }
    let posterior = model! { tau |= normal(0.0, 1.0), x |= zero_sum_normal(tau) }.compile()?;
    for tau in [0.0, -1.0, f64::MIN] {
        assert_eq!(evaluate_gradient(&posterior, &[tau, 0.5, 0.1]).0, f64::NEG_INFINITY, "at {tau}");
    }
    // Far out the gradient is right as well.
    for q in [[1e-150, 3e-150, -2e-150], [1e150, 2e150, 1e150], [3.0, 1e8, 0.0]] {
        let (value, gradient) = evaluate(&posterior, &q);
        let inverse = 1.0 / q[0];
        let square = (q[1] * inverse).powi(2) + (q[2] * inverse).powi(2);
        let want = -0.5 * (q[0] * q[0] + square) - 2.0 * q[0].ln() - 3.0 * HALF_LOG_TWO_PI;
        if want.is_finite() {
            assert_near(value, want, 1e-13 * want.abs(), || format!("at {q:?}"));
            let slope = -q[0] + (square - 2.0) * inverse;
            assert_near(gradient[0], slope, 1e-13 * slope.abs(), || format!("by tau at {q:?}"));
        }
    }
    let q = [0.7, 0.5, 0.1];
    assert_gradient(&evaluate(&posterior, &q).1, &differences(&posterior, &q), 1e-9, || "plain".to_owned());
    Ok(())
}

#[test]
fn what_is_refused() {
    let (uneven, rows, zero) = ([0.5, 0.5, 0.0], mat![[0.5, -0.5], [0.1, 0.2]], [0.0; 3]);
    params! { tau: positive() }
    params! { x: sum_to_zero(3) }
    params! { both: sum_to_zero_matrix(2, 2) }
    params! { two: vector(2).positive() }
    params! { line: sum_to_zero(2).rows(3) }
    params! { loose: real_matrix(2, 2) }
    let message = |error: Error| error.to_string();
    let prior = || model! { tau |= half_normal(1.0) };
    assert_eq!(
        message(model! { prior(), data(&uneven) |= zero_sum_normal(tau) }.compile().unwrap_err()),
        "in `data(&uneven) |= zero_sum_normal(tau)`: the sum of the left side is 1, but must be 0, up to 1e-8 of the largest \
         element"
    );
    let error = message(model! { prior(), data(&rows) |= zero_sum_normal(tau) }.compile().unwrap_err());
    assert!(error.contains("the sum of row 1 of the left side is 0.3"), "{error}");
    let nan = [f64::NAN, 0.0, 0.0];
    assert!(model! { prior(), data(&nan) |= zero_sum_normal(tau) }.compile().is_err());
    let error = message(model! { x |= zero_sum_normal(data(-1.0)) }.compile().unwrap_err());
    assert!(
        error.contains("the argument `scale` of zero_sum_normal is -1, but must be positive and finite"),
        "{error}"
    );
    // Scales that fit no rows.
    for error in [
        model! { two |= half_normal(1.0), x |= zero_sum_normal(two) }.compile().unwrap_err(),
        model! { two |= half_normal(1.0), both |= zero_sum_normal(two) }.compile().unwrap_err(),
        model! { two |= half_normal(1.0), line |= zero_sum_normal(two) }.compile().unwrap_err(),
        model! { two |= half_normal(1.0), data(&zero) |= zero_sum_normal(two) }.compile().unwrap_err(),
    ] {
        assert!(matches!(error, Error::LengthMismatch { .. }), "{error}");
    }
    // A matrix that is computed does not tell which sums are 0.
    let computed = model! {
        prior(), loose |= normal(0.0, 1.0), twice = 2.0 * loose, twice |= zero_sum_normal(tau),
    };
    let error = message(computed.compile().unwrap_err());
    assert!(error.contains("it is not known which sums of the matrix `twice` are 0"), "{error}");
}

/// A value that is computed may follow it, as any other law.
#[test]
fn definitions() {
    let weights = [0.5, -0.2, -0.3];
    params! { tau: positive() }
    params! { a: real() }
    let model = model! {
        tau |= half_normal(1.0), a |= normal(0.0, 1.0),
        effect = a * data(&weights),
        effect |= zero_sum_normal(tau),
    };
    check_against(model, &[0.2, 0.7], |q| {
        let square = q[1] * q[1] * 0.38;
        scale_prior(q[0]) + normals(&q[1..], 1.0)
            - 0.5 * square / (2.0 * q[0]).exp()
            - 2.0 * (q[0] + HALF_LOG_TWO_PI)
    });
}
