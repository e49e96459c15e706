//! Modes of the log density against closed forms, and the log Jacobians alone.

use monomorph::prelude::*;

/// Asserts that two numbers are near.
#[track_caller]
fn near(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() <= tolerance, "{found}, not {expected} within {tolerance}");
}

#[test]
fn the_mode_of_a_normal_mean_is_the_weighted_mean() {
    params! { mu: real() }
    let y = [1.0, 2.0, 4.0, 9.0];
    let posterior =
        model! { mu |= normal(1.0, 2.0), data(&y) |= normal(mu, 3.0) }.compile().expect("a posterior");
    let mode = posterior.optimise().standard_errors(true).run().expect("a mode");
    let precision = 1.0 / 4.0 + 4.0 / 9.0;
    near(mode.value("mu").unwrap(), (1.0 / 4.0 + 16.0 / 9.0) / precision, 1e-6);
    near(mode.standard_error("mu").unwrap(), precision.powf(-0.5), 1e-8);
    assert!(mode.gradient_norm() < 1e-5 && mode.gradients() < 25, "{mode:?}");
    assert_eq!(mode.point(), mode.values());
}

/// With the Jacobian p(1 − p) of the logit the mode is the mode of the beta(8, 4) density times the
/// Jacobian, and without it the mode of the density.
#[test]
fn the_jacobian_moves_the_mode_of_a_probability() {
    params! { p: interval(0.0, 1.0) }
    let posterior = model! { p |= beta(1.0, 1.0), data(&[7.0]) |= binomial(10.0, p) }.compile().unwrap();
    let with = posterior.optimise().standard_errors(true).run().unwrap();
    near(with.value("p").unwrap(), 8.0 / 12.0, 1e-6);
    // Of logit p the curvature is 12 p (1 − p).
    let p: f64 = 8.0 / 12.0;
    near(with.standard_error("p").unwrap(), p * (1.0 - p) / (12.0 * p * (1.0 - p)).sqrt(), 1e-7);
    let without = posterior.optimise().jacobian(false).standard_errors(true).run().unwrap();
    near(without.value("p").unwrap(), 0.7, 1e-6);
    // The one of maximum likelihood: √(p̂ (1 − p̂) / n).
    near(without.standard_error("p").unwrap(), (0.7 * 0.3 / 10.0_f64).sqrt(), 1e-6);
    // The log density of the parameter itself: 10 choose 7 among the constants.
    near(without.log_density(), 120_f64.ln() + 7.0 * 0.7_f64.ln() + 3.0 * 0.3_f64.ln(), 1e-10);
    assert!(with.has_jacobian() && !without.has_jacobian());
}

#[test]
fn maximum_likelihood_of_a_regression_is_least_squares() {
    params! { a: real(), b: real(), sigma: positive() }
    let x: [f64; 6] = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0];
    let y = [1.1, 2.9, 5.2, 6.8, 9.1, 11.2];
    let model = model! {
        a |= flat(),
        b |= flat(),
        sigma |= flat(),
        spread = sigma * sigma,
        data(&y) |= normal(a + b * data(&x), sigma),
    };
    let posterior = model.compile().unwrap();
    let mode = posterior.optimise().jacobian(false).starts(3).seed(4).standard_errors(true).run().unwrap();
    let (mx, my) = (2.5, y.iter().sum::<f64>() / 6.0);
    let sxx: f64 = x.iter().map(|x| (x - mx).powi(2)).sum();
    let sxy: f64 = x.iter().zip(&y).map(|(x, y)| (x - mx) * (y - my)).sum();
    let (slope, intercept) = (sxy / sxx, my - sxy / sxx * mx);
    let residuals: f64 = x.iter().zip(&y).map(|(x, y)| (y - intercept - slope * x).powi(2)).sum();
    let sigma = (residuals / 6.0).sqrt();
    near(mode.value("a").unwrap(), intercept, 1e-5);
    near(mode.value("b").unwrap(), slope, 1e-5);
    near(mode.value("sigma").unwrap(), sigma, 1e-5);
    near(mode.value("spread").unwrap(), sigma * sigma, 1e-5);
    near(mode.standard_error("b").unwrap(), sigma / sxx.sqrt(), 1e-5);
    near(mode.standard_error("sigma").unwrap(), sigma / 12_f64.sqrt(), 1e-5);
    near(mode.standard_error("spread").unwrap(), 2.0 * sigma * sigma / 12_f64.sqrt(), 1e-5);
    let text = mode.to_string();
    assert!(
        text.contains("std. error") && text.contains("spread") && text.contains("without Jacobian"),
        "{text}"
    );
}

/// A valley that bends, and a second mode: many starts find the higher one.
#[test]
fn the_highest_of_several_modes_is_found() {
    params! { x: real(), y: real() }
    let banana = model! {
        x |= flat(),
        y |= flat(),
        increment(-100.0 * (y - x * x) * (y - x * x) - (1.0 - x) * (1.0 - x)),
    };
    let mode = banana.compile().unwrap().optimise().initial_points([vec![-1.2, 1.0]]).run().unwrap();
    near(mode.value("x").unwrap(), 1.0, 1e-5);
    near(mode.value("y").unwrap(), 1.0, 1e-5);

    let two =
        model! { x |= flat(), y |= normal(0.0, 1.0), increment(0.3 * x - (x * x - 4.0) * (x * x - 4.0)) };
    let two = two.compile().unwrap();
    let low = two.optimise().initial("x", [-2.0]).run().unwrap();
    let high = two.optimise().starts(10).seed(1).run().unwrap();
    assert!(low.value("x").unwrap() < 0.0 && high.value("x").unwrap() > 0.0);
    assert!(high.log_density() > low.log_density() && high.gradients() > 5 * low.gradients());
    assert_eq!(high.values(), two.optimise().starts(10).seed(1).threads(1).run().unwrap().values());
}

#[test]
fn a_density_without_a_mode_is_an_error_that_names_the_coordinate() {
    params! { mu: real(), tau: positive(), theta: vector(3) }
    let centred = model! {
        mu    |= normal(0.0, 1.0),
        tau   |= half_normal(1.0),
        theta |= normal(mu, tau),
    };
    let error = centred.compile().unwrap().optimise().run().unwrap_err();
    assert!(matches!(error, Error::NoMode { start: 0, .. }), "{error}");
    let text = error.to_string();
    assert!(text.contains("`tau`") && text.contains("log density"), "{text}");
    // That it has none is seen long before the iterations end.
    assert!(text.contains("grows without bound"), "{text}");
    // Laplace's method needs a mode, Pathfinder does not.
    assert!(centred.compile().unwrap().laplace().run().is_err());
    let found = centred.compile().unwrap().pathfinder().run().unwrap();
    assert!(found.paths().iter().all(|path| path.iterations < 200), "{:?}", found.paths());
}

#[test]
fn a_prior_that_keeps_the_scale_from_zero_gives_a_mode() {
    params! { mu: real(), tau: positive(), theta: vector(8) }
    let y = [28.0, 8.0, -3.0, 7.0, -1.0, 1.0, 18.0, 12.0];
    let sigma = [15.0, 10.0, 16.0, 11.0, 9.0, 11.0, 10.0, 18.0];
    let centred = model! {
        mu    |= normal(0.0, 5.0),
        tau   |= inv_gamma(2.0, 2.0),
        theta |= normal(mu, tau),
        data(&y) |= normal(theta, data(&sigma)),
    };
    let posterior = centred.compile().unwrap();
    for seed in 0..10 {
        let mode = posterior.optimise().seed(seed).run().unwrap();
        // Of log τ the slope is 2/τ − 2 − 8 + Σ (θ − μ)² / τ², whose sum is small.
        near(mode.value("tau").unwrap(), 0.2, 0.03);
    }
}

#[test]
fn too_few_iterations_are_an_error() {
    params! { x: vector(30) }
    let scales: Vec<f64> = (0..30).map(|i| 10_f64.powf(f64::from(i) / 10.0)).collect();
    let posterior = model! { x |= normal(3.0, data(&scales)) }.compile().unwrap();
    let error = posterior.optimise().max_iterations(3).run().unwrap_err().to_string();
    assert!(error.contains("3 iterations") && error.contains("max_iterations"), "{error}");
}

#[test]
fn a_start_outside_is_an_error_that_names_the_statement() {
    params! { x: real() }
    let posterior = model! { x |= flat(), data(&[1.0]) |= normal(0.0, x) }.compile().unwrap();
    let error = posterior.optimise().initial("x", [-1.0]).run().unwrap_err();
    assert!(matches!(error, Error::NoMode { .. }), "{error}");
    assert!(error.to_string().contains("normal"), "{error}");
    assert!(posterior.pathfinder().initial("x", [-1.0]).run().is_err());
    // A step across the edge is cut.
    let mode = posterior.optimise().initial("x", [3.0]).run().unwrap();
    near(mode.value("x").unwrap(), 1.0, 1e-5);
}

#[test]
fn settings_are_checked() {
    params! { x: real() }
    let posterior = model! { x |= normal(0.0, 1.0) }.compile().unwrap();
    let settings = [
        (posterior.optimise().tolerance(0.0).run().err(), "tolerance"),
        (posterior.optimise().history(0).run().err(), "history"),
        (posterior.laplace().draws(0).run().err(), "draws"),
        (posterior.pathfinder().paths(0).run().err(), "paths"),
        (posterior.pathfinder().elbo_draws(0).run().err(), "elbo_draws"),
        (posterior.pathfinder().initial_radius(-1.0).run().err(), "initial_radius"),
    ];
    for (error, name) in settings {
        let text = error.unwrap_or_else(|| panic!("{name} was taken")).to_string();
        assert!(text.contains(name), "{text}");
    }
    let error = posterior.optimise().initial_points([vec![0.0; 2]]).run().unwrap_err();
    assert!(matches!(error, Error::LengthMismatch { .. }), "{error}");
}

#[test]
fn a_posterior_without_parameters_has_no_mode() {
    let posterior = model! { data(&[1.0]) |= normal(0.0, 1.0) }.compile().unwrap();
    assert!(matches!(posterior.optimise().run(), Err(Error::Empty { .. })));
    assert!(matches!(posterior.laplace().run(), Err(Error::Empty { .. })));
    assert!(matches!(posterior.pathfinder().run(), Err(Error::Empty { .. })));
}

/// The kernel of the Jacobians alone returns sums over the supports.
#[test]
fn log_jacobians_are_apart_from_the_density() {
    params! { a: real(), s: positive(), p: interval(0.0, 1.0), w: simplex(3), u: interval(-1.0, 3.0) }
    let model = model! {
        a |= normal(0.0, s),
        s |= exponential(1.0),
        p |= beta(2.0, 2.0),
        w |= dirichlet(data(&[1.0, 2.0, 3.0])),
        u |= normal(0.0, 1.0),
        twice = 2.0 * s,
        data(&[0.3]) |= normal(a, twice),
    };
    let posterior = model.compile().unwrap();
    let mut workspace = posterior.workspace();
    let q = [0.3, -0.4, 0.2, 0.5, -0.3, 0.7];
    let mut gradient = [0.0; 6];
    let found = posterior.log_jacobian_and_gradient(&q, &mut gradient, &mut workspace);
    // The density of the values themselves is what is left.
    let values = posterior.constrain(&q).unwrap();
    let number = |name: &str| values.get(name).unwrap().as_number().unwrap();
    let normal = |x: f64, mu: f64, sd: f64| {
        -0.5 * ((x - mu) / sd).powi(2) - sd.ln() - 0.5 * std::f64::consts::TAU.ln()
    };
    let (s, p, u) = (number("s"), number("p"), number("u"));
    let w = values.get("w").unwrap().as_slice().to_vec();
    let density = normal(0.3, 0.0, s) - s
        + (6.0 * p * (1.0 - p)).ln()
        + (60.0 * w[1] * w[2] * w[2]).ln()
        + normal(u, 0.0, 1.0)
        + normal(0.3, 0.3, 2.0 * s);
    near(posterior.log_density(&q, &mut workspace) - found, density, 1e-10);
    assert_eq!((gradient[0], gradient[1]), (0.0, 1.0));
    for i in 0..6 {
        let mut at = |step: f64| {
            let mut moved = q;
            moved[i] += step;
            posterior.log_jacobian_and_gradient(&moved, &mut [0.0; 6], &mut workspace)
        };
        near(gradient[i], (at(1e-5) - at(-1e-5)) / 2e-5, 1e-8);
    }
    assert!(posterior.log_jacobian_and_gradient(&q[..2], &mut gradient, &mut workspace).is_nan());
}
