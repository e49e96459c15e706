//! Comparisons of data with draws of the prior.

use monomorph::graph::{LintRule, Severity};
use monomorph::prelude::*;

/// Returns the findings about data for a width of the prior of a mean.
fn findings(y: &[f64], width: f64) -> Vec<monomorph::graph::Lint> {
    params! { mu: real() }
    let model = model! { mu |= normal(0.0, width), data(y) |= normal(mu, 1.0) };
    let all = model.check_prior(500, 4).unwrap();
    all.into_iter().filter(|lint| lint.rule == LintRule::PriorPredictive).collect()
}

#[test]
fn data_that_the_prior_reaches_are_fine() {
    for y in [&[0.3, -1.2, 2.0][..], &[0.1]] {
        assert_eq!(findings(y, 2.0), [], "{y:?}");
    }
}

#[test]
fn data_far_beyond_the_prior_are_found_on_both_sides() {
    for (y, side) in [([0.3, 25.0], "below 25"), ([-31.5, 0.2], "above -31.5")] {
        let found = findings(&y, 2.0);
        assert_eq!((found.len(), found[0].severity), (1, Severity::Warning));
        assert!(found[0].message.contains(side), "{}", found[0]);
    }
}

#[test]
fn a_prior_that_is_far_too_wide_is_a_note() {
    params! { a: real(), b: real() }
    let (x, y) = ([0.0, 1.0, 2.0, 3.0], [1.0, 1.5, 2.2, 2.4]);
    let model = model! {
        a |= normal(0.0, 10.0),
        b |= normal(0.0, 1e5),
        data(&y) |= normal(a + b * data(&x), 1.0),
        data(&y) |= normal(a, 1.0),
    };
    let all = model.check_prior(500, 4).unwrap();
    let found: Vec<_> = all.iter().filter(|lint| lint.rule == LintRule::PriorPredictive).collect();
    assert_eq!((found.len(), found[0].severity), (1, Severity::Note), "{found:?}");
    assert!(found[0].statement.contains("b * "), "the first statement: {}", found[0]);
    assert!(all.iter().any(|lint| lint.rule == LintRule::UnscaledConstant), "with what `check` finds");
}

/// Data with gaps, by NaN, by a mask, and by giving some elements values.
#[test]
fn data_with_gaps_are_looked_at() {
    fn of<M: Predict>(model: M) -> Vec<monomorph::graph::Lint> {
        let all = model.check_prior(500, 4).unwrap();
        all.into_iter().filter(|lint| lint.rule == LintRule::PriorPredictive).collect()
    }
    let (near, far) = ([0.3, f64::NAN, -1.2, 2.0], [0.3, f64::NAN, 25.0, 2.0]);
    let close = [0.30, f64::NAN, 0.31, 0.29];
    params! { mu: real() }
    params! { b: real() }
    macro_rules! with {
        ($declared:expr, $width:expr) => {{
            params! { y: $declared }
            of(model! {
                mu |= normal(0.0, 2.0),
                b |= normal(0.0, $width),
                y |= normal(mu + b * data(&[0.0, 1.0, 2.0, 3.0]), 0.01),
            })
        }};
    }
    let mask = [false, true, false, false];
    assert_eq!(with!(data(&near).missing_nan(), 1.0), []);
    for found in [with!(data(&far).missing_nan(), 1.0), with!(data(&far).missing(&mask), 1.0)] {
        assert_eq!((found.len(), found[0].severity, found[0].variable.as_str()), (1, Severity::Warning, "y"));
        assert!(found[0].message.contains("below 25"), "{}", found[0]);
    }
    let wide = with!(data(&close).missing_nan(), 1000.0);
    assert_eq!((wide.len(), wide[0].severity), (1, Severity::Note), "{wide:?}");
    params! { z: vector(3) }
    let model = model! { mu |= normal(0.0, 2.0), z |= normal(mu, 1.0) };
    assert_eq!(of(model.condition_at(z, &[0, 2], &[0.5, 1.0])), []);
    assert_eq!(of(model.condition_at(z, &[0, 2], &[0.5, 31.0])).len(), 1);
    assert_eq!(of(model), []);
}

/// A prediction for more rows than the draws have names the methods that draw the new elements.
#[test]
fn predictions_with_another_number_of_elements() {
    fn walk(y: &[f64]) -> impl Model {
        params! { s: positive(), z: vector(y.len()) }
        model! {
            s |= half_normal(1.0),
            z |= normal(0.0, s),
            data(y) |= normal(z, 1.0),
        }
    }
    let draws = walk(&[0.0; 15]).sample_prior(3, 1).unwrap();
    let refused = |count: usize| {
        let y = vec![0.0; count];
        walk(&y).predict(&draws, 1).unwrap_err().to_string()
    };
    let longer = refused(16);
    assert!(
        longer.contains("`z` is a vector of length 16 in the model, but of length 15 in the draws"),
        "{longer}"
    );
    assert!(
        longer.contains("`forecast(&draws, 1, seed)`") && longer.contains("`Labels::extended`"),
        "{longer}"
    );
    let shorter = refused(14);
    assert!(shorter.contains("of length 14 in the model") && !shorter.contains("forecast"), "{shorter}");
}
