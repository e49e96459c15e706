//! Models in parts: submodels from functions, statements without the macro, and the order of parameters and
//! definitions. Models of many statements are in `tests/thorough`.

use monomorph::contract::expression::Expression;
use monomorph::model::{GlueNode, define};
use monomorph::name::{Name, Prefixed};
use monomorph::prelude::*;
use monomorph::shape::{Dyn, Vector};

/// The log density and the gradient at a point.
fn evaluate(posterior: &Posterior<impl BoundModel>, q: &[f64]) -> (f64, Vec<f64>) {
    let mut gradient = vec![0.0; q.len()];
    let value = posterior.log_density_and_gradient(q, &mut gradient, &mut posterior.workspace());
    (value, gradient)
}

/// A point without symmetries.
fn point(dimension: usize) -> Vec<f64> {
    (0..dimension).map(|i| ((i * 7 + 3) as f64).sin()).collect()
}

/// Asserts that two posteriors have one value and one gradient, bit for bit.
#[track_caller]
fn same(left: &Posterior<impl BoundModel>, right: &Posterior<impl BoundModel>) {
    assert_eq!(left.parameter_names(), right.parameter_names());
    let q = point(left.dimension());
    let (left, right) = (evaluate(left, &q), evaluate(right, &q));
    assert!(left.0.is_finite());
    assert_eq!(left, right);
}

// Submodels.

/// Effects of `n` groups, and their prior.
fn effects<Prefix: Name>(
    prefix: Prefix,
    n: usize,
) -> (Expr<impl Expression<Shape = Vector<Dyn>>>, impl Model) {
    params! { in prefix; scale: positive(), raw: vector(n) }
    let prior = model! { in prefix;
        scale |= half_normal(1.0),
        raw   |= normal(0.0, 1.0),
        effect = scale * raw,
    };
    (scale * raw, prior)
}

#[test]
fn a_submodel_is_used_twice_with_prefixes() {
    let (school, pupil, y) = ([0, 0, 1, 2], [0, 1, 2, 3], [1.0, 0.5, -0.5, 2.0]);
    names! { schools, pupils }
    let (by_school, prior_of_schools) = effects(schools, 3);
    let (by_pupil, prior_of_pupils) = effects(pupils, 4);
    let model = model! {
        prior_of_schools,
        prior_of_pupils,
        data(&y) |= normal(by_school.at(&school) + by_pupil.at(&pupil), 1.0),
    };
    let posterior = model.compile().unwrap();
    let names: Vec<_> = posterior.variables().iter().map(|variable| variable.name).collect();
    let expected =
        ["schools.scale", "schools.raw", "pupils.scale", "pupils.raw", "schools.effect", "pupils.effect"];
    assert_eq!(names, expected);

    // The model in one piece.
    params! { s_scale: positive(), s_raw: vector(3), p_scale: positive(), p_raw: vector(4) }
    let whole = model! {
        s_scale |= half_normal(1.0),
        s_raw   |= normal(0.0, 1.0),
        s_effect = s_scale * s_raw,
        p_scale |= half_normal(1.0),
        p_raw   |= normal(0.0, 1.0),
        p_effect = p_scale * p_raw,
        data(&y) |= normal((s_scale * s_raw).at(&school) + (p_scale * p_raw).at(&pupil), 1.0),
    };
    let whole = whole.compile().unwrap();
    let q = point(posterior.dimension());
    let (parts, whole) = (evaluate(&posterior, &q), evaluate(&whole, &q));
    assert!((parts.0 - whole.0).abs() < 1e-12);
    assert!(parts.1.iter().zip(&whole.1).all(|(a, b)| (a - b).abs() < 1e-12));
}

#[test]
fn prefixes_nest() {
    fn inner<Prefix: Name>(prefix: Prefix) -> impl Model {
        params! { in prefix; mu: real() }
        model! { mu |= normal(0.0, 1.0) }
    }
    fn outer<Prefix: Name>(prefix: Prefix) -> impl Model {
        names! { left, right }
        let left = inner(monomorph::name::prefixed(prefix, left));
        let right = inner(monomorph::name::prefixed(prefix, right));
        model! { left, right }
    }
    names! { a, b }
    let (a, b) = (outer(a), outer(b));
    let posterior = model! { a, b }.compile().unwrap();
    assert_eq!(posterior.parameter_names(), ["a.left.mu", "a.right.mu", "b.left.mu", "b.right.mu"]);
}

#[test]
fn names_of_a_submodel_can_be_focused_on() {
    names! { schools, scale }
    let _ = scale;
    let (_, prior) = effects(schools, 2);
    let posterior = prior.compile().unwrap();
    let mut gradient = [f64::NAN; 3];
    posterior.restricted::<(), (Prefixed<schools, scale>,)>(
        &[0.1, 0.2, 0.3],
        &mut gradient,
        &mut posterior.workspace(),
    );
    assert!(gradient[0].is_finite() && gradient[1].is_nan() && gradient[2].is_nan());
}

// With and without the macro.

#[test]
fn the_macro_writes_calls() {
    let y = [28.0, 8.0, -3.0, 7.0, -1.0, 1.0, 18.0, 12.0];
    let error = [15.0, 10.0, 16.0, 11.0, 9.0, 11.0, 10.0, 18.0];
    params! { mu: real(), tau: positive(), eta: vector(8) }
    let with = model! {
        mu  |= normal(0.0, 5.0),
        tau |= half_cauchy(5.0),
        eta |= normal(0.0, 1.0),
        theta = mu + tau * eta,
        data(&y) |= normal(theta, data(&error)),
        increment(-theta.mean().square()),
    };
    let with = with.compile().unwrap();

    names! { theta }
    let (theta, definition) = define(theta, mu + tau * eta);
    // Sums are added in the order of the statements, however they are glued.
    let left_to_right = definition
        & mu.follow(normal(0.0, 5.0), None)
        & tau.follow(half_cauchy(5.0), None)
        & eta.follow(normal(0.0, 1.0), None)
        & data(&y).follow(normal(theta, data(&error)), None)
        & increment(-theta.mean().square());
    same(&with, &left_to_right.compile().unwrap());
    let right_to_left = GlueNode::new(
        mu.follow(normal(0.0, 5.0), None),
        GlueNode::new(
            tau.follow(half_cauchy(5.0), None),
            GlueNode::new(
                eta.follow(normal(0.0, 1.0), None),
                GlueNode::new(
                    definition,
                    GlueNode::new(
                        data(&y).follow(normal(theta, data(&error)), None),
                        increment(-theta.mean().square()),
                    ),
                ),
            ),
        ),
    );
    same(&with, &right_to_left.compile().unwrap());
}

// Order.

#[test]
fn parameters_stand_in_the_order_of_declaration() {
    params! { a: real(), b: vector(2), c: positive() }
    params! { d: real() }
    let model = model! {
        c |= exponential(1.0),
        d |= normal(0.0, c),
        b |= normal(d, 1.0),
        a |= normal(0.0, c),
    };
    let posterior = model.compile().unwrap();
    assert_eq!(posterior.parameter_names(), ["a", "b[0]", "b[1]", "c", "d"]);
    let trace = posterior.constrain(&[1.0, 2.0, 3.0, 0.0, 5.0]).unwrap();
    assert_eq!(trace.values(), [1.0, 2.0, 3.0, 1.0, 5.0]);
    assert_eq!(posterior.unconstrain(&[1.0, 2.0, 3.0, 1.0, 5.0]).unwrap(), [1.0, 2.0, 3.0, 0.0, 5.0]);
}

#[test]
fn a_parameter_may_be_mentioned_before_its_statement() {
    params! { mu: real(), tau: positive() }
    let first = model! { mu |= normal(0.0, tau), tau |= exponential(1.0) };
    let last = model! { tau |= exponential(1.0), mu |= normal(0.0, tau) };
    let (first, last) = (first.compile().unwrap(), last.compile().unwrap());
    let q = [0.3, -0.4];
    assert!((evaluate(&first, &q).0 - evaluate(&last, &q).0).abs() < 1e-14);
    assert_eq!(evaluate(&first, &q).1, evaluate(&last, &q).1);
}

#[test]
fn definitions_may_stand_after_the_statements_that_use_them() {
    let y = [1.0, 2.0, 0.5];
    params! { mu: real(), eta: vector(3) }
    let before = model! {
        theta = mu + eta,
        doubled = 2.0 * theta,
        mu  |= normal(0.0, 1.0),
        eta |= normal(0.0, 1.0),
        data(&y) |= normal(doubled, 1.0),
    };
    let after = model! {
        mu  |= normal(0.0, 1.0),
        eta |= normal(0.0, 1.0),
        data(&y) |= normal(doubled, 1.0),
        theta = mu + eta,
        doubled = 2.0 * theta,
    };
    same(&before.compile().unwrap(), &after.compile().unwrap());
}

#[test]
fn a_definition_without_use_is_reported() {
    params! { mu: real() }
    let posterior = model! { mu |= normal(0.0, 1.0), last = mu.exp() }.compile().unwrap();
    assert_eq!(posterior.constrain(&[0.0]).unwrap().get("last").unwrap(), [1.0]);
}

#[test]
fn definitions_of_data_alone_are_constants() {
    let y = [1.0, 2.0];
    params! { mu: real() }
    let with = model! { centred = data(&y) - 1.5, mu |= normal(0.0, 1.0), increment((mu * centred).sum()) };
    let without = model! { mu |= normal(0.0, 1.0), increment((mu * (data(&y) - 1.5)).sum()) };
    let q = [0.7];
    let (with, without) = (with.compile().unwrap(), without.compile().unwrap());
    assert_eq!(evaluate(&with, &q), evaluate(&without, &q));
}
