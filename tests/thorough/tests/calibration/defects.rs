//! Defects that are planted: truths come from one model, posteriors from another that its author takes for
//! the same.

use monomorph::calibration::{Calibration, Truths, sbc};
use monomorph::prelude::*;

/// The p-value of one quantity, times the number of all.
fn assert_found(found: &Calibration, quantity: &str, words: &str) {
    let text = found.to_string();
    let row = text.lines().find(|line| line.starts_with(quantity)).unwrap_or_default();
    assert!(found.p_value() < 1e-3 && row.contains(words), "{text}");
}

/// Truths of a scale with a prior, and n normal observations.
fn scales(replications: usize, n: usize) -> Truths {
    let y = vec![0.0; n];
    params! { tau: positive() }
    Truths::of(
        model! { tau |= half_normal(1.0), data(&y) |= normal(0.0, tau) }
            .sample_prior(replications, 5)
            .unwrap(),
    )
}

#[test]
fn nothing_is_found_where_nothing_is_wrong() {
    let truths = scales(200, 3);
    params! { tau: positive() }
    let found = sbc(&truths, |truth| {
        model! { tau |= half_normal(1.0), data(truth.data("y")?) |= normal(0.0, tau) }.compile()
    });
    let found = found.warmup(150).draws(150).run().unwrap();
    assert!(found.p_value() > 1e-3 && found.to_string().contains("nothing wrong found"), "{found}");
}

/// The density of log τ without the derivative of τ by it: |dτ / d log τ| = τ is missing.
#[test]
fn a_missing_jacobian() {
    let truths = scales(500, 3);
    params! { tau: positive() }
    let found = sbc(&truths, |truth| {
        let model = model! {
            tau |= half_normal(1.0),
            increment(-tau.log()),
            data(truth.data("y")?) |= normal(0.0, tau),
        };
        model.compile()
    });
    assert_found(&found.warmup(150).draws(150).run().unwrap(), "tau", "too low");
}

#[test]
fn a_standard_deviation_for_a_variance() {
    let truths = scales(200, 8);
    params! { tau: positive() }
    let found = sbc(&truths, |truth| {
        model! { tau |= half_normal(1.0), data(truth.data("y")?) |= normal(0.0, tau.sqrt()) }.compile()
    });
    assert_found(&found.warmup(150).draws(150).run().unwrap(), "tau", "too");
}

/// Data that are counted twice make a posterior too narrow.
#[test]
fn data_that_are_counted_twice() {
    let y = [0.0; 4];
    params! { mu: real() }
    let truths = Truths::of(
        model! { mu |= normal(0.0, 1.0), data(&y) |= normal(mu, 1.0) }.sample_prior(200, 6).unwrap(),
    );
    let found = sbc(&truths, |truth| {
        let y = truth.data("y")?;
        model! { mu |= normal(0.0, 1.0), data(y) |= normal(mu, 1.0), data(y) |= normal(mu, 1.0) }.compile()
    });
    assert_found(&found.warmup(150).draws(150).run().unwrap(), "mu", "too narrow");
}

/// A posterior that ignores its data is the prior, and ranks of parameters are even: the log joint density
/// tells.
#[test]
fn data_that_are_forgotten() {
    let y = [0.0; 8];
    params! { mu: real() }
    let truths = Truths::of(
        model! { mu |= normal(0.0, 1.0), data(&y) |= normal(mu, 1.0) }.sample_prior(200, 6).unwrap(),
    );
    let prior = |seed| model! { mu |= normal(0.0, 1.0) }.sample_prior(200, seed);
    let compile = sbc(&truths, |truth| {
        model! { mu |= normal(0.0, 1.0), data(truth.data("y")?) |= normal(mu, 1.0) }.compile()
    });
    let found = compile.clone().of(["mu"]).run_with(|_, seed| prior(seed)).unwrap();
    assert!(found.p_value() > 1e-3, "{found}");
    assert_found(&compile.run_with(|_, seed| prior(seed)).unwrap(), "log joint", "too");
}
