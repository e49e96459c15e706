//! NUTS with warm starts: what one data set has taught begins the fits of others, right for them or far off.

use super::{DRAWS, assert_calibrated};
use monomorph::calibration::{Calibration, Truth, Truths, sbc};
use monomorph::prelude::*;
use monomorph::sampling::Adaptation;
use std::sync::atomic::{AtomicUsize, Ordering};

const GROUPS: [usize; 9] = [0, 0, 0, 1, 1, 1, 2, 2, 2];

/// Groups whose effects have a scale of their own, so that no metric fits everywhere.
fn groups<'a>(y: &'a [f64]) -> impl Model + use<'a> {
    params! { centre: real(), spread: positive(), effect: vector(3) }
    model! {
        centre |= normal(0.0, 1.0),
        spread |= half_normal(1.0),
        effect |= normal(0.0, 1.0),
        data(y) |= normal(centre + spread * effect.at(&GROUPS), 0.5),
    }
}

/// Truths of the groups; another seed has other ones.
fn truths(replications: usize, seed: u64) -> Truths {
    Truths::of(groups(&[0.0; 9]).sample_prior(replications, seed).unwrap())
}

/// Returns the adaptation from the fit of one data set.
fn learned(y: &[f64]) -> Adaptation {
    let posterior = groups(y).compile().unwrap();
    posterior.nuts().target_accept(0.9).seed(1).progress(false).run().unwrap().adaptation()
}

/// Returns the adaptation from one data set of the prior.
fn near() -> Adaptation {
    learned(truths(1, 11).all()[0].data("y").unwrap())
}

/// Returns the adaptation from data that are 25 standard deviations away from all draws of the prior.
fn far() -> Adaptation {
    learned(&[40.0; 9])
}

/// Fits that begin with an adaptation, with the warmup that it has by default.
fn calibrate(learned: &Adaptation) -> Calibration {
    let truths = truths(200, 7);
    sbc(&truths, |truth| groups(truth.data("y")?).compile())
        .warm_start(learned)
        .draws(DRAWS * 8)
        .run()
        .unwrap()
}

#[test]
fn fits_begin_with_what_another_has_learned() {
    assert_calibrated(&calibrate(&near()));
}

#[test]
fn fits_begin_far_from_their_data() {
    assert_calibrated(&calibrate(&far()));
}

/// A defect that is planted: the draws of a warmup that comes from far off, in place of those after it. It is
/// found. Of a start that is right for the data it is not: the first 40 draws had a p-value of 0.05.
#[test]
fn draws_of_warmup_are_found() {
    let (truths, learned) = (truths(200, 7), far());
    let found = sbc(&truths, |truth| groups(truth.data("y")?).compile()).run_with(|posterior, seed| {
        let nuts = posterior.nuts().warm_start(&learned).chains(1).draws(1).seed(seed);
        let fit = nuts.save_warmup(true).progress(false).run()?;
        Ok(fit.warmup_draws().unwrap().clone())
    });
    let found = found.unwrap();
    assert!(found.failed().is_empty() && found.p_value() < 1e-6, "{found}");
}

/// A mean with a prior of two modes.
fn modes<'a>(y: &'a [f64], apart: f64, noise: f64) -> impl Model + use<'a> {
    params! { mu: real() }
    model! {
        mu |= mixture([0.5, 0.5], [normal(-apart, 1.0), normal(apart, 1.0)]),
        data(y) |= normal(mu, noise),
    }
}

/// The calibration of 300 fits of four chains, and in how many of them R-hat is above 1.05. Warm ones begin
/// in the upper mode.
fn calibrate_modes(count: usize, apart: f64, noise: f64, is_warm: bool) -> (Calibration, usize) {
    let y = vec![apart; count];
    let upper = modes(&y, apart, 0.5).compile().unwrap().nuts().seed(1).progress(false).run().unwrap();
    let (upper, apart_chains) = (upper.adaptation(), AtomicUsize::new(0));
    let truths = Truths::of(modes(&y, apart, noise).sample_prior(300, 7).unwrap());
    let compile = |truth| modes(Truth::data(truth, "y")?, apart, noise).compile();
    let found = sbc(&truths, compile).run_with(|posterior, seed| {
        let nuts = if is_warm { posterior.nuts().warm_start(&upper) } else { posterior.nuts() };
        let fit = nuts.draws(DRAWS * 8).seed(seed).progress(false).run()?;
        let is_seen = fit.summary().row("mu")?.rhat > 1.05;
        apart_chains.fetch_add(usize::from(is_seen), Ordering::Relaxed);
        Ok(fit.draws().clone())
    });
    (found.unwrap(), apart_chains.into_inner())
}

/// Chains leave a mode that the data have done away with.
#[test]
fn a_mode_that_is_gone_is_left() {
    assert_calibrated(&calibrate_modes(3, 4.0, 2.0, true).0);
}

/// Where the mode is still one, but has next to no probability, chains stay in it. Warm chains then agree, so
/// that R-hat is silent, and calibration finds it; of cold chains, some in each mode, R-hat tells.
#[test]
fn a_mode_that_stays_is_seen_by_cold_chains_alone() {
    let ((warm, seen_warm), (_, seen_cold)) =
        (calibrate_modes(1, 6.0, 4.0, true), calibrate_modes(1, 6.0, 4.0, false));
    assert!(warm.p_value() < 1e-6, "{warm}");
    assert!(seen_warm < 60 && seen_cold > 200, "R-hat tells {seen_warm} warm fits, {seen_cold} cold ones");
}
