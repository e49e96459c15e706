//! Chains of fifty updates, one row after the other: the last draws are calibrated, and without their weights
//! they are not.

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

/// Fifty updates after a first fit, one row each.
fn updated(y: &[f64], seed: u64) -> Updated {
    let mut nuts = NutsSettings::default();
    (nuts.run.chains, nuts.run.draws) = (2, 300);
    let first = centre(&y[..FIRST]).compile().unwrap();
    let fit = first.nuts().chains(2).warmup(300).draws(300).seed(seed).progress(false).run().unwrap();
    let mut latest: Option<Updated> = None;
    for known in FIRST..ROWS {
        let posterior = centre(&y[..known + 1]).compile().unwrap();
        let rows = |draws: &Draws| centre(&y[known..known + 1]).pointwise_log_likelihood(draws);
        let update = match &latest {
            Some(latest) => latest.update(&posterior),
            None => fit.update(&posterior),
        };
        latest = Some(update.added(rows).nuts(&nuts).seed(seed + known as u64).run().unwrap());
    }
    latest.unwrap()
}

/// The ranks of the parameters' truths among draws.
type Ranks = [Vec<f64>; 2];

/// The share of weight below each truth, the same of candidates without their weights where an update ended
/// with weights, and the routes.
fn ranks(replications: usize) -> (Ranks, Ranks, Vec<Route>) {
    let truths = Truths::of(centre(&[0.0; ROWS]).sample_prior(replications, 5).unwrap());
    let (mut weighted, mut plain, mut routes) = (Ranks::default(), Ranks::default(), Vec::new());
    for (seed, truth) in truths.all().iter().enumerate() {
        let last = updated(truth.data("y").unwrap(), 1000 * seed as u64);
        routes.push(last.route());
        for (parameter, name) in ["mu", "sigma"].into_iter().enumerate() {
            let own = truth.trace().get(name).unwrap().as_slice()[0];
            let column = last.candidates().column(name).unwrap();
            let below = column.as_slice().iter().map(|value| f64::from(u8::from(*value < own)));
            let share = below.clone().zip(last.weights()).map(|(below, weight)| below * weight).sum::<f64>();
            weighted[parameter].push(share.clamp(0.0, 1.0));
            if last.route() == Route::Weighted {
                plain[parameter].push(below.sum::<f64>() / last.weights().len() as f64);
            }
        }
    }
    (weighted, plain, routes)
}

/// Draws that are moved on the way come from the density of that time, so the last weights carry what the
/// rows since then say.
#[test]
fn fifty_updates_are_calibrated() {
    let (weighted, plain, routes) = ranks(200);
    for ranks in &weighted {
        assert!(uniformity(ranks) > 1e-3, "{}", uniformity(ranks));
    }
    assert!(routes.contains(&Route::Weighted), "{routes:?}");
    let found = plain.iter().map(|ranks| uniformity(ranks)).fold(1.0, f64::min);
    assert!(found < 1e-3, "draws without their weights: {found}, of {}", plain[0].len());
}
