//! Warm starts of many fits, of calibration and of cross-validation.

use super::numbers;
use monomorph::calibration::{Truth, Truths, sbc};
use monomorph::comparison::{CrossValidated, Fold, LeftOut, Pointwise, cross_validate};
use monomorph::fits::{FitSummary, fits};
use monomorph::prelude::*;
use monomorph::sampling::Adaptation;
use std::path::PathBuf;

/// Returns the number of gradients of a run, including warmup.
fn gradients(fit: &Fit) -> u64 {
    fit.chains().iter().map(|chain| chain.warmup_leapfrogs() + chain.leapfrogs()).sum()
}

fn file(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("monomorph_warm_{name}_{}.tsv", std::process::id()));
    std::fs::remove_file(&path).ok();
    path
}

fn rates(y: &[f64]) -> Result<Posterior<impl BoundModel + use<>>, Error> {
    params! { mu: real(), sigma: positive() }
    let model = model! { mu |= normal(0.0, 5.0), sigma |= half_normal(2.0), data(y) |= normal(mu, sigma) };
    model.compile()
}

/// Returns the adaptation from one data set, by a run with a seed.
fn learned(y: &[f64], seed: u64) -> Adaptation {
    rates(y).unwrap().nuts().chains(2).warmup(200).draws(60).seed(seed).run().unwrap().adaptation()
}

/// Each fit is the one that NUTS makes with this warm start; the record of cold fits, and of another
/// adaptation, is refused.
#[test]
fn many_fits_begin_warm() {
    let set = |key: usize| (key, numbers(6, 0.381_966).iter().map(|y| y + key as f64).collect::<Vec<f64>>());
    let sets: Vec<(usize, Vec<f64>)> = (0..4).map(set).collect();
    let (one, other) = (learned(&sets[0].1, 1), learned(&sets[0].1, 2));
    let path = file("fits");
    let short = || fits(sets.clone(), |y| rates(y)).chains(2).draws(40).progress(false);
    let warm = || short().warm_start(&one).record(path.clone());
    let found = warm().threads(1).run().unwrap();
    let nuts = short().run_with(|posterior, _, seed| {
        let nuts = posterior.nuts().chains(2).warm_start(&one).draws(40).threads(1).seed(seed);
        let fit = nuts.progress(false).run()?;
        assert_eq!(posterior.nuts().warm_start(&one).settings().run.warmup, 100);
        Ok(FitSummary::of(&fit))
    });
    let nuts = nuts.unwrap();
    for key in 0..4 {
        assert_eq!(found.get(key).unwrap(), nuts.get(key).unwrap());
    }
    assert_eq!(warm().threads(3).run().unwrap().resumed(), 4);
    assert!(short().warmup(100).record(path.clone()).run().is_err());
    assert!(short().warm_start(&other).record(path.clone()).run().is_err());
    assert!(warm().warmup(150).run().is_err());
    std::fs::remove_file(&path).ok();
}

/// Ranks with a warm start differ from ranks without one, and do not depend on the number of threads. A
/// record identifies the adaptation.
#[test]
fn calibration_begins_warm() {
    let zeros = [0.0; 4];
    params! { mu: real(), sigma: positive() }
    let prior =
        model! { mu |= normal(0.0, 5.0), sigma |= half_normal(2.0), data(&zeros) |= normal(mu, sigma) };
    let truths = Truths::of(prior.sample_prior(6, 3).unwrap());
    let data = |truth: &Truth| -> Result<Vec<f64>, Error> { Ok(truth.data("zeros")?.to_vec()) };
    let first = data(&truths.all()[0]).unwrap();
    let (one, other) = (learned(&first, 1), learned(&first, 2));
    let path = file("sbc");
    let short = || sbc(&truths, |truth| rates(&data(truth)?)).draws(40);
    let warm = |threads| short().warm_start(&one).threads(threads);
    let found = warm(1).record(path.clone()).run().unwrap();
    assert_eq!(found.replications(), warm(3).run().unwrap().replications());
    assert_ne!(found.replications(), short().warmup(100).run().unwrap().replications());
    assert!(short().warmup(100).record(path.clone()).run().is_err());
    assert!(short().warm_start(&other).record(path.clone()).run().is_err());
    assert_eq!(warm(2).record(path.clone()).run().unwrap().replications(), found.replications());
    std::fs::remove_file(&path).ok();
}

/// A regression whose columns are correlated.
fn line(x: &[f64], y: &[f64]) -> impl Model {
    params! { level: real(), slope: real(), sigma: positive() }
    model! {
        level |= normal(0.0, 5.0),
        slope |= normal(0.0, 5.0),
        sigma |= exponential(1.0),
        data(y) |= normal(level + slope * data(x), sigma),
    }
}

/// Five folds that begin with the adaptation of the fit of all rows predict as cold ones do, each row
/// within five Monte Carlo errors, with fewer than half of the gradients.
#[test]
fn folds_begin_warm() {
    let (x, noise) = (numbers(25, 0.754_877_67), numbers(25, 0.618_034));
    let x: Vec<f64> = x.iter().map(|x| 3.0 + x).collect();
    let y: Vec<f64> = x.iter().zip(&noise).map(|(x, noise)| 1.0 + 2.0 * x + noise).collect();
    let folds = LeftOut::Folds { k: 5, seed: 1 }.folds(y.len()).unwrap();
    let all = line(&x, &y).compile().unwrap();
    let learned = all.nuts().chains(2).warmup(300).draws(100).seed(1).run().unwrap().adaptation();
    // By row: the squared relative error of the mean likelihood.
    let validate = |warm: Option<&Adaptation>, seed| -> (CrossValidated, Vec<f64>, u64) {
        let (mut errors, mut count) = (vec![0.0; y.len()], 0);
        let refit = |fold: &Fold| {
            let posterior = line(&fold.training_of(&x), &fold.training_of(&y)).compile()?;
            let nuts = posterior.nuts().chains(2).draws(200).seed(seed).progress(false);
            let fit = match warm {
                Some(learned) => nuts.warm_start(learned).run()?,
                None => nuts.run()?,
            };
            count += gradients(&fit);
            let (x_out, y_out) = (fold.held_out_of(&x), fold.held_out_of(&y));
            let densities = line(&x_out, &y_out).pointwise_log_likelihood(fit.draws())?;
            for (row, (_, column)) in fold.held_out().iter().zip(densities.columns()) {
                let densities: Vec<f64> = column.as_slice().iter().map(|density| density.exp()).collect();
                let mean = densities.iter().sum::<f64>() / densities.len() as f64;
                let squares = densities.iter().map(|density| (density / mean - 1.0).powi(2)).sum::<f64>();
                // Draws are worth a quarter of as many that are independent, or more.
                errors[*row] = 4.0 * squares / (densities.len() as f64).powi(2);
            }
            Ok(densities)
        };
        (cross_validate(&folds, refit).unwrap(), errors, count)
    };
    let (cold, cold_errors, cold_gradients) = validate(None, 2);
    let (warm, warm_errors, warm_gradients) = validate(Some(&learned), 3);
    let errors = warm_errors.iter().zip(&cold_errors).map(|(warm, cold)| (warm + cold).sqrt());
    for (row, error) in errors.enumerate() {
        let apart = warm.pointwise_elpd()[row] - cold.pointwise_elpd()[row];
        assert!(apart.abs() < 5.0 * error, "row {row}: {apart} with an error of {error}");
    }
    println!("{warm_gradients} gradients of warm folds, {cold_gradients} of cold ones");
    assert!(2 * warm_gradients < cold_gradients, "{warm_gradients}, {cold_gradients}");
}

/// If data are up to 70 standard deviations from the data of the adaptation, warm fits take less than 0.7
/// of the gradients of cold ones, and their draws are worth 0.7 as much or more, because draws on the way
/// to the posterior do not enter the metric.
#[test]
fn fits_of_other_levels_are_cheaper() {
    let set = |key: usize| {
        let y = numbers(20, 0.381_966 + 0.01 * key as f64).into_iter().map(|y| y + key as f64);
        (key, y.collect::<Vec<f64>>())
    };
    let sets: Vec<(usize, Vec<f64>)> = [0, 1, 4, 9].map(set).to_vec();
    let one = learned(&sets[0].1, 1);
    let run = |is_warm: bool| -> (f64, f64) {
        let found = fits(sets.clone(), |y| rates(y)).progress(false).run_with(|posterior, _, seed| {
            let nuts = posterior.nuts().warmup(500);
            let nuts = if is_warm { nuts.warm_start(&one) } else { nuts };
            let fit = nuts.chains(2).draws(200).threads(1).seed(seed).progress(false).run()?;
            let worth = fit.summary().rows().iter().map(|row| row.ess_bulk).fold(f64::INFINITY, f64::min);
            Ok((gradients(&fit) as f64, worth))
        });
        found.unwrap().succeeded().fold((0.0, 0.0), |sum, (_, fit)| (sum.0 + fit.0, sum.1 + fit.1))
    };
    let ((warm, warm_worth), (cold, cold_worth)) = (run(true), run(false));
    assert!(warm < 0.7 * cold, "{warm} gradients, {cold} of cold fits");
    assert!(warm_worth > 0.7 * cold_worth, "worth {warm_worth}, {cold_worth} of cold fits");
}
