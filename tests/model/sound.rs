//! Rules of `check()` are silent about models without defects.

use monomorph::prelude::*;

/// Every rule that looks at a model finds nothing in any of them; that each speaks where it should is in
/// `lints` and `predictor_lints`.
#[test]
fn sound_models_have_no_findings() {
    let (mut models, mut found) = (0, Vec::new());
    macro_rules! visit {
        ($name:literal, $model:expr) => {{
            let findings = $model.check();
            found.extend(findings.iter().map(|lint| format!("{}: {lint}", $name)));
            models += 1;
        }};
    }
    crate::sound_models!(visit);
    assert!(models >= 10);
    assert!(found.is_empty(), "{found:#?}");
}

/// Data without a unit get no finding about their unit, also with other data that have one.
#[test]
fn pure_numbers_have_no_units() {
    use monomorph::graph::LintRule;
    params! {
        s: positive(), p: interval(0.0, 1.0), w: simplex(2),
        x: real(), c: interval(0.0, 200.0), k: positive(),
    }
    let pure = model! {
        s |= gamma(40.0, 2.0), p |= beta(0.05, 30.0), w |= dirichlet(50.0), x |= skew_normal(0.0, 1.0, 12.0),
        c |= uniform(0.0, 200.0), k |= gamma(2.0, 1.0).truncated(0.0, 100.0),
    };
    let is_about_units = |lint: &&monomorph::graph::Lint| lint.rule == LintRule::UnscaledConstant;
    assert_eq!(pure.check().iter().filter(is_about_units).count(), 0, "{:?}", pure.check());
    let with_units = model! {
        s |= gamma(2.0, 0.01), x |= normal(0.0, 40.0), k |= inv_gamma(3.0, 500.0).truncated_above(1e4),
    };
    let named: Vec<String> =
        with_units.check().iter().filter(is_about_units).map(|lint| lint.variable.clone()).collect();
    assert_eq!(named, ["s", "x", "k"]);
}

/// An increment may be the prior. If there is no increment, the flat prior is reported.
#[test]
fn a_prior_in_an_increment_is_a_prior() {
    use monomorph::graph::LintRule;
    params! { a: real(), b: real() }
    let improper = |model: &dyn Fn() -> monomorph::graph::Lints| {
        model()
            .into_iter()
            .filter(|lint| lint.rule == LintRule::ImproperPrior)
            .map(|lint| lint.variable)
            .collect::<Vec<_>>()
    };
    let y = [0.3, 1.2];
    let only_a = || {
        model! { a |= flat(), b |= flat(), increment(-a.square()), data(&y) |= normal(a + b, 1.0) }.check()
    };
    let through = || {
        model! { a |= flat(), b |= flat(), d = a - b, increment(-d.square()), data(&y) |= normal(a + b, 1.0) }
            .check()
    };
    let neither = || model! { a |= flat(), b |= flat(), data(&y) |= normal(a + b, 1.0) }.check();
    assert_eq!(improper(&only_a), ["b"]);
    assert_eq!(improper(&through), [""; 0]);
    assert_eq!(improper(&neither), ["a", "b"]);
}

/// Data with gaps are data: no hierarchy, no units, and what they depend on is informed.
#[test]
fn data_with_gaps_are_data() {
    let (y, other) = ([171.0, f64::NAN, 180.0], [1.0, 0.4]);
    params! {
        mu: real().offset_multiplier(170.0, 10.0), s: positive(), nu: real(), seen: data(&y).missing_nan(),
    }
    let model = model! {
        mu |= normal(170.0, 10.0), s |= exponential(1.0), nu |= normal(0.0, 1.0),
        seen |= normal(mu, s), data(&other) |= normal(nu, 1.0),
    };
    assert_eq!(*model.check(), []);
    assert_eq!(model.graph().vertex("seen").unwrap().values(), Some((171.0, 180.0)));
    params! { z: vector(3) }
    let plain = model! { mu |= normal(170.0, 10.0), s |= exponential(1.0), z |= normal(mu, s) };
    assert!(plain.check().iter().any(|lint| lint.rule.name() == "centred-hierarchy"), "{:?}", plain.check());
    let held = plain.condition_at(z, &[0, 1], &[171.0, 180.0]);
    assert!(held.check().iter().all(|lint| lint.rule.name() != "centred-hierarchy"), "{:?}", held.check());
}
