//! The settings, the file and the errors of simulation-based calibration.
//! `tests/thorough/tests/calibration` tests that it finds defects.

use crate::common::swept_count;
use monomorph::calibration::{Truths, sbc};
use monomorph::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering};

fn truths(replications: usize) -> Truths {
    let y = [0.0; 3];
    params! { mu: real(), eta: vector(2) }
    let model = model! { mu |= normal(0.0, 1.0), eta |= normal(mu, 1.0), data(&y) |= normal(eta.at(0), 1.0) };
    Truths::of(model.sample_prior(replications, 3).unwrap())
}

/// `sbc` of the model of `truths`, after a statement that may fail.
macro_rules! calibration {
    ($truths:expr, |$truth:ident| $before:expr) => {
        sbc($truths, |$truth| {
            params! { mu: real(), eta: vector(2) }
            $before;
            let y = $truth.data("y")?;
            model! { mu |= normal(0.0, 1.0), eta |= normal(mu, 1.0), data(y) |= normal(eta.at(0), 1.0) }
                .compile()
        })
        .warmup(60)
        .draws(40)
    };
}

#[test]
fn ranks_do_not_depend_on_threads() {
    let truths = truths(8);
    let run = |threads, seed| {
        calibration!(&truths, |truth| truth.trace()).threads(threads).seed(seed).run().unwrap()
    };
    let (one, three) = (run(1, 4), run(3, 4));
    assert_eq!(one.quantities(), ["mu", "eta[0]", "eta[1]", "log joint"]);
    assert_eq!(one.replications(), three.replications());
    assert_ne!(one.replications(), run(1, 5).replications());
    assert_eq!(one.ranks("eta[1]").unwrap().len(), 8);
    assert!(one.ranks("eta[2]").unwrap_err().to_string().contains("eta[2]"));
}

#[test]
fn a_record_is_gone_on_with() {
    let folder = std::env::temp_dir().join(format!("monomorph_sbc_{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("record.tsv");
    std::fs::remove_file(&path).ok();
    let truths = truths(6);
    let compiled = AtomicUsize::new(0);
    let run = |path: &std::path::Path| {
        compiled.store(0, Ordering::Relaxed);
        let calibration = calibration!(&truths, |truth| compiled.fetch_add(1, Ordering::Relaxed));
        calibration.threads(1).record(path).run()
    };
    let whole = run(&path).unwrap();
    assert_eq!(compiled.load(Ordering::Relaxed), 7, "once for the names, and once for each replication");
    let text = std::fs::read_to_string(&path).unwrap();

    // Killed at each place: what is whole is kept, the rest is run again.
    for kept in [0, 3, 40, text.find('\n').unwrap() + 1, text.len() / 2, text.len() - 1, text.len()] {
        std::fs::write(&path, &text[..kept]).unwrap();
        assert_eq!(run(&path).unwrap().replications(), whole.replications(), "cut at {kept}");
        let rows = text[..kept].lines().count().saturating_sub(2);
        let rows = if text[..kept].ends_with('\n') { rows } else { rows.saturating_sub(1) };
        assert_eq!(compiled.load(Ordering::Relaxed), 7 - rows, "cut at {kept}");
        assert_eq!(std::fs::read_to_string(&path).unwrap().lines().count(), 8);
    }

    let other = calibration!(&truths, |truth| truth.trace()).seed(9).record(&path).run().unwrap_err();
    assert!(other.to_string().contains("another calibration"), "{other}");
    std::fs::write(&path, text.replace("\n3\t", "\nthree\t")).unwrap();
    assert!(run(&path).unwrap_err().to_string().contains("damaged"));
    let error = run(&folder.join("none").join("record.tsv")).unwrap_err();
    assert!(error.to_string().contains("record.tsv"), "{error}");
    std::fs::remove_dir_all(&folder).ok();
}

/// A record cannot be used for another model, or for another version of a model.
#[test]
fn a_record_of_another_model_is_refused() {
    let folder = std::env::temp_dir().join(format!("monomorph_sbc_models_{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("record.tsv");
    std::fs::remove_file(&path).ok();
    let truths = truths(3);
    let run = |scale: f64, version: &str| {
        let compile = |truth: &'_ monomorph::calibration::Truth| {
            params! { mu: real(), eta: vector(2) }
            let y = truth.data("y")?.to_vec();
            model! { mu |= normal(0.0, scale), eta |= normal(mu, 1.0), data(&y) |= normal(eta.at(0), 1.0) }
                .compile()
        };
        sbc(&truths, compile).warmup(60).draws(40).version(version).record(&path).run()
    };
    let first = run(1.0, "").unwrap();
    assert_eq!(run(1.0, "").unwrap().replications(), first.replications());
    for (scale, version) in [(1.1, ""), (1.0, "two")] {
        let error = run(scale, version).unwrap_err().to_string();
        assert!(error.contains("another model") && error.contains("version"), "{error}");
    }
    std::fs::remove_dir_all(&folder).ok();
}

/// A Gibbs sampler draws a discrete parameter, and ranks it like the others. A model with another prior of
/// the parameter has another record.
#[test]
fn discrete_parameters_are_ranked() {
    let folder = std::env::temp_dir().join(format!("monomorph_sbc_discrete_{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("record.tsv");
    std::fs::remove_file(&path).ok();
    params! { mu: real(), k: category(2) }
    let y = [0.0; 3];
    let model = model! { mu |= normal(0.0, 1.0), k |= bernoulli(0.3), data(&y) |= normal(mu + 2.0 * k, 1.0) };
    let truths = Truths::of(model.sample_prior(swept_count(80), 3).unwrap());
    let run = |share: f64| {
        let compile = |truth: &'_ monomorph::calibration::Truth| {
            params! { mu: real(), k: category(2) }
            let y = truth.data("y")?.to_vec();
            model! { mu |= normal(0.0, 1.0), k |= bernoulli(share), data(&y) |= normal(mu + 2.0 * k, 1.0) }
                .compile()
        };
        let sbc = sbc(&truths, compile).threads(1).record(&path);
        sbc.run_with(|posterior, seed| posterior.gibbs().chains(1).draws(50).seed(seed).run())
    };
    let found = run(0.3).unwrap();
    assert_eq!(found.quantities(), ["mu", "k", "log joint"]);
    assert!(found.p_value() > 1e-4, "{}", found.p_value());
    assert!(run(0.4).unwrap_err().to_string().contains("another model"));
    std::fs::remove_dir_all(&folder).ok();
}

#[test]
fn replications_that_fail_are_told() {
    let truths = truths(5);
    let middle = truths.draws().column("mu").unwrap().quantile(0.5);
    let refused = |value: f64| match value > middle {
        true => Err(Error::InvalidSetting { setting: "mu", rule: "be small" }),
        false => Ok(()),
    };
    // The first truth must not be refused, since it gives the names.
    let first = truths.all()[0].trace().get("mu").unwrap()[0];
    let sign = if first > middle { -1.0 } else { 1.0 };
    let middle_of = |value: f64| if sign > 0.0 { refused(value) } else { refused(2.0 * middle - value) };
    let found = calibration!(&truths, |truth| middle_of(truth.data("mu")?[0])?).run().unwrap();
    assert_eq!((found.failed().len(), found.replications().len()), (2, 3));
    assert!(found.to_string().contains("2 replications failed"), "{found}");
    let none = calibration!(&truths, |truth| Err(Error::ForeignWorkspace)?).run();
    assert!(matches!(none, Err(Error::ForeignWorkspace)), "{none:?}");
}

#[test]
fn settings_that_make_no_sense_are_refused() {
    let truths = truths(2);
    let error = calibration!(&truths, |truth| truth.trace()).draws(0).run().unwrap_err();
    assert_eq!(error.to_string(), "the setting `draws` must be at least 1");
    let error = calibration!(&truths, |truth| truth.trace()).of(["theta"]).run().unwrap_err();
    assert!(error.to_string().contains("theta") && error.to_string().contains("log joint"), "{error}");
    let found = calibration!(&truths, |truth| truth.trace()).of(["eta", "log joint"]).run().unwrap();
    assert_eq!(found.quantities(), ["eta[0]", "eta[1]", "log joint"]);
}

fn rate<'a>(y: &'a [f64]) -> impl Model + use<'a> {
    params! { rate: positive() }
    model! { rate |= gamma(2.0, 1.0), data(y) |= poisson(rate), twice = rate + rate }
}

/// A truth of a posterior is a draw of the posterior, with data that are simulated from it. Ranks are
/// uniform among the draws given both data, but not given the new data alone, because the prior is
/// elsewhere.
#[test]
fn truths_of_a_posterior() {
    let seen = [9.0, 12.0, 8.0, 11.0, 10.0];
    let draws = rate(&seen).compile().unwrap().gibbs().seed(1).run().unwrap();
    let truths = Truths::of_posterior(rate(&seen), &draws, 60, 2).unwrap();
    let (column, all) = (draws.column("rate").unwrap(), draws.chains() * draws.draws_per_chain());
    for (place, truth) in truths.all().iter().enumerate() {
        let drawn = column.as_slice()[(place + 1) * all / 60 - 1];
        assert_eq!(truth.trace().get("rate").unwrap().as_slice(), [drawn]);
        assert_eq!(truth.trace().get("twice").unwrap().as_slice(), [drawn + drawn]);
        let y = truth.data("y").unwrap();
        assert!(
            y.len() == 5 && y.iter().all(|y| y.fract() == 0.0 && (*y - drawn).abs() < 7.0 * drawn.sqrt())
        );
    }
    let ranks = |both: bool| {
        let found = sbc(&truths, |truth| {
            let before = if both { &seen[..] } else { &[] };
            let y = [before, truth.data("y")?].concat();
            params! { rate: positive() }
            model! { rate |= gamma(2.0, 1.0), data(&y) |= poisson(rate), twice = rate + rate }.compile()
        });
        let sample = |posterior: &Posterior<_>, seed| posterior.gibbs().chains(1).draws(100).seed(seed).run();
        found.of(["rate"]).run_with(sample).unwrap().p_value()
    };
    assert!(ranks(true) > 0.01, "{}", ranks(true));
    assert!(ranks(false) < 1e-4, "{}", ranks(false));
    for count in [0, all + 1] {
        let error = Truths::of_posterior(rate(&seen), &draws, count, 2).unwrap_err();
        assert!(error.to_string().contains("count"), "{error}");
    }
}
