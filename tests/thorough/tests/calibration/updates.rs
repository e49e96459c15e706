//! Chains of fifty updates, one row after the other: the last draws are calibrated, and where other rows are
//! weighed than those that came they are not.

use monomorph::calibration::Truths;
use monomorph::diagnostics::ecdf::uniformity;
use monomorph::prelude::*;
use monomorph::sampling::{NutsSettings, Route, Updated};

/// The rows of the first fit, and of each replication.
const FIRST: usize = 10;
const ROWS: usize = 60;

fn centre<'a>(y: &'a [f64]) -> impl Model + use<'a> {
    params! { mu: real(), sigma: positive() }
    model! { mu |= normal(0.0, 2.0), sigma |= gamma(3.0, 2.0), data(y) |= normal(mu, sigma) }
}

/// Fifty updates after a first fit, one row each, in whose place one is weighed that is larger by an error.
fn updated(y: &[f64], seed: u64, error: f64) -> Updated {
    let mut nuts = NutsSettings::default();
    (nuts.run.chains, nuts.run.draws) = (2, 300);
    let first = centre(&y[..FIRST]).compile().unwrap();
    let fit = first.nuts().chains(2).warmup(300).draws(300).seed(seed).progress(false).run().unwrap();
    let mut latest: Option<Updated> = None;
    for known in FIRST..ROWS {
        let posterior = centre(&y[..known + 1]).compile().unwrap();
        let rows = |draws: &Draws| centre(&[y[known] + error]).pointwise_log_likelihood(draws);
        let update = match &latest {
            Some(latest) => latest.update(&posterior),
            None => fit.update(&posterior),
        };
        let update = update.added(rows).nuts(&nuts).seed(seed + known as u64);
        latest = Some(update.least_share(0.1).run().unwrap());
    }
    latest.unwrap()
}

/// The share of weight below the truth, for each parameter, and the routes.
fn ranks(replications: usize, error: f64) -> ([Vec<f64>; 2], Vec<Route>) {
    let truths = Truths::of(centre(&[0.0; ROWS]).sample_prior(replications, 5).unwrap());
    let (mut ranks, mut routes) = ([Vec::new(), Vec::new()], Vec::new());
    for (seed, truth) in truths.all().iter().enumerate() {
        let last = updated(truth.data("y").unwrap(), 1000 * seed as u64, error);
        routes.push(last.route());
        for (name, ranks) in ["mu", "sigma"].into_iter().zip(&mut ranks) {
            let own = truth.trace().get(name).unwrap().as_slice()[0];
            let column = last.candidates().column(name).unwrap();
            let below = column.as_slice().iter().zip(last.weights()).filter(|(value, _)| **value < own);
            ranks.push(below.map(|(_, weight)| weight).sum::<f64>().clamp(0.0, 1.0));
        }
    }
    (ranks, routes)
}

#[test]
fn fifty_updates_are_calibrated() {
    let (ranks, routes) = ranks(200, 0.0);
    for ranks in &ranks {
        assert!(uniformity(ranks) > 1e-3, "{}", uniformity(ranks));
    }
    // Most of them weigh draws of long ago.
    assert!(routes.iter().filter(|route| **route == Route::Weighted).count() > 100, "{routes:?}");
}

#[test]
fn other_rows_are_found() {
    let (ranks, _) = ranks(40, 0.5);
    let found = ranks.iter().map(|ranks| uniformity(ranks)).fold(1.0, f64::min);
    assert!(found < 1e-5, "{found}");
}
