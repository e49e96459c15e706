//! Updates: weights, evidence, the chosen route, rows that are added and removed, and updates of updates.

use approx::assert_relative_eq;
use monomorph::prelude::*;
use monomorph::sampling::{Fit, Route, Updated};

fn rate(events: &[u32]) -> impl Model {
    params! { lambda: positive() }
    model! { lambda |= gamma(2.0, 0.5), data(events) |= poisson(lambda) }
}

fn centre(y: &[f64]) -> impl Model {
    params! { sigma: positive(), mu: real() }
    model! { mu |= normal(0.0, 10.0), sigma |= exponential(1.0), data(y) |= normal(mu, sigma) }
}

/// Returns log p(y) of counts whose rate is gamma(a, b), and a and b of the rate given the counts.
fn evidence((a, b): (f64, f64), counts: &[u32]) -> (f64, (f64, f64)) {
    let mut total = 0.0;
    let (mut a, mut b) = (a, b);
    for &y in counts {
        let y = f64::from(y);
        // Negative binomial, one count after the other.
        let choices: f64 = (0..y as u32).map(|k| ((a + f64::from(k)) / f64::from(k + 1)).ln()).sum();
        total += choices + a * (b / (b + 1.0)).ln() - y * (b + 1.0).ln();
        (a, b) = (a + y, b + 1.0);
    }
    (total, (a, b))
}

fn fit_of(model: impl Model, draws: usize) -> Fit {
    model.compile().unwrap().nuts().chains(4).warmup(300).draws(draws).seed(1).run().unwrap()
}

const BEFORE: [u32; 8] = [3, 5, 4, 2, 6, 4, 3, 5];

#[test]
fn weighted_draws_have_the_moments_and_the_evidence_of_the_new_posterior() {
    let fit = fit_of(rate(&BEFORE), 1000);
    let new = [4, 3, 6];
    let posterior = rate(&[&BEFORE[..], &new].concat()).compile().unwrap();
    let updated = fit.update(&posterior).run().unwrap();
    let before = evidence((2.0, 0.5), &BEFORE).1;
    let (exact, (a, b)) = evidence(before, &new);
    assert_eq!((updated.route(), updated.updates()), (Route::Weighted, 1));
    let row = updated.row("lambda").unwrap();
    let error = (a / b / b).sqrt() / (updated.ess()).sqrt();
    assert!((row.mean - a / b).abs() < 4.0 * error, "{} for {}", row.mean, a / b);
    assert!((row.sd - a.sqrt() / b).abs() < 4.0 * error, "{}", row.sd);
    assert!((row.unweighted_mean - before.0 / before.1).abs() < 4.0 * error);
    assert!((updated.log_evidence().unwrap() - exact).abs() < 0.02, "{:?} {exact}", updated.log_evidence());
    // Draws that were taken by their weights have those moments too.
    let column = updated.draws().column("lambda").unwrap();
    let mean = column.as_slice().iter().sum::<f64>() / column.as_slice().len() as f64;
    assert!((mean - row.mean).abs() < error, "{mean} {}", row.mean);
    assert!(updated.ess() > 500.0 && updated.ess() < 4000.0);
    let text = updated.to_string();
    assert!(
        text.contains("draws are weighted: k-hat") && text.contains("updates since a refit: 1"),
        "{text}"
    );
}

/// Weights are the weights of the product of all likelihoods, whether each comes from the whole posterior
/// or from its own rows, and rows that are added and removed again leave the weights equal.
#[test]
fn updates_of_updates_add_no_error() {
    let fit = fit_of(rate(&BEFORE), 250);
    let weights = |updated: &Updated| updated.weights().to_vec();
    let (one, two) = ([4, 3], [5, 2, 4]);
    let (first, both) = ([&BEFORE[..], &one].concat(), [&BEFORE[..], &one, &two].concat());
    let [first, both] = [&first, &both].map(|rows| rate(rows).compile().unwrap());
    let direct = fit.update(&both).run().unwrap();
    let step = fit.update(&first).run().unwrap();
    let by_steps = step.update(&both).run().unwrap();
    let step = fit.update(&first).added(|draws| rate(&one).pointwise_log_likelihood(draws)).run().unwrap();
    let by_rows = step.update(&both).added(|draws| rate(&two).pointwise_log_likelihood(draws)).run().unwrap();
    assert_eq!((direct.updates(), by_steps.updates(), by_rows.updates()), (1, 2, 2));
    for other in [&by_steps, &by_rows] {
        assert_relative_eq!(weights(&direct)[..], weights(other)[..], max_relative = 1e-9);
    }
    let evidence_of_steps = step.log_evidence().unwrap() + by_rows.log_evidence().unwrap();
    assert_relative_eq!(direct.log_evidence().unwrap(), evidence_of_steps, max_relative = 1e-9);

    let before = rate(&BEFORE).compile().unwrap();
    let gone =
        step.update(&before).removed(|draws| rate(&one).pointwise_log_likelihood(draws)).run().unwrap();
    assert_eq!(gone.khat(), Some(f64::NEG_INFINITY));
    assert_relative_eq!(weights(&gone)[..], vec![1.0 / 1000.0; 1000][..], max_relative = 1e-9);
    assert!(gone.to_string().contains("all weights are equal"));
}

#[test]
fn weights_decide_what_is_done() {
    let y: Vec<f64> = (0..200).map(|i| 2.0 * (f64::from(i) * 0.618_034).fract() - 1.0).collect();
    let fit = fit_of(centre(&y[..10]), 500);
    // Many more rows of the same kind: few draws have all weight.
    let more = centre(&y[..120]).compile().unwrap();
    let moved = fit.update(&more).seed(3).run().unwrap();
    assert_eq!((moved.route(), moved.updates()), (Route::Moved, 1));
    assert!(moved.khat().unwrap() < 0.7 && moved.fit().unwrap().is_warm_started());
    // Rows that are far away: no draw stands for the new posterior.
    let far: Vec<f64> = y.iter().map(|y| y + 50.0).collect();
    let far = centre(&far[..150]).compile().unwrap();
    let refitted = moved.update(&far).seed(4).run().unwrap();
    assert_eq!((refitted.route(), refitted.updates(), refitted.log_evidence()), (Route::Refitted, 0, None));
    for (updated, posterior) in [(&moved, &more), (&refitted, &far)] {
        let cold = posterior.nuts().seed(9).run().unwrap().summary();
        let warm = updated.summary();
        for name in ["mu", "sigma"] {
            let (cold, warm) = (cold.row(name).unwrap(), warm.row(name).unwrap());
            let error = (cold.mcse_mean.powi(2) + warm.mcse_mean.powi(2)).sqrt();
            assert!((cold.mean - warm.mean).abs() < 5.0 * error, "{name}: {} {}", cold.mean, warm.mean);
            assert!(warm.rhat < 1.02, "{name}: {}", warm.rhat);
        }
    }
    // An update of a run begins with its draws.
    let again = refitted.update(&far).run().unwrap();
    assert_eq!((again.route(), again.updates()), (Route::Weighted, 1));
    // Everything is enough.
    let all = fit.update(&more).least_share(0.0).run().unwrap();
    assert_eq!((all.route(), all.khat()), (Route::Weighted, moved.khat()));
    assert!(all.ess() < 500.0);
}

fn groups<'a>(y: &'a [f64], group: &'a Labels) -> impl Model + 'a {
    params! { mu: real(), alpha: vector(group) }
    model! { mu |= normal(0.0, 1.0), alpha |= normal(mu, 0.5), data(y) |= normal(alpha.at(group), 0.5) }
}

/// Labels in another order are the same parameters; a new label needs a run.
#[test]
fn elements_are_found_by_their_labels() {
    let y = [1.0, -1.0, 0.5, 0.7];
    let before = Labels::from(&["a", "b", "c", "a"]);
    let fit = fit_of(groups(&y, &before), 300);
    let swapped = Labels::from(&["c", "a", "a", "b"]);
    let same = [0.5, 1.0, 0.7, -1.0];
    let posterior = groups(&same, &swapped).compile().unwrap();
    let updated = fit.update(&posterior).run().unwrap();
    assert_eq!((updated.route(), updated.khat()), (Route::Weighted, Some(f64::NEG_INFINITY)));
    for name in ["mu", "alpha[a]", "alpha[b]", "alpha[c]"] {
        let (new, old) = (updated.candidates().column(name).unwrap(), fit.draws().column(name).unwrap());
        assert_relative_eq!(new.as_slice(), old.as_slice(), max_relative = 1e-12);
    }
    let wider = Labels::from(&["c", "a", "d", "b"]);
    let posterior = groups(&same, &wider).compile().unwrap();
    let updated = fit.update(&posterior).run().unwrap();
    assert_eq!((updated.route(), updated.khat(), updated.updates()), (Route::Refitted, None, 0));
    assert!(updated.to_string().contains("a parameter is new"));
    assert!((updated.summary().row("alpha[d]").unwrap().mean - 0.5).abs() < 0.3);
}

/// The effect of a new group is drawn from its prior given the others and weighted: its moments and the
/// evidence of its rows are those of normal variables, at once and one row after the other.
#[test]
fn elements_that_are_new_are_weighted() {
    fn effects<'a>(y: &'a [f64], group: &'a Labels) -> impl Model + 'a {
        params! { mu: real(), effect: vector(group) }
        model! { mu |= normal(0.0, 1.0), effect |= normal(mu, 1.0), data(y) |= normal(effect.at(group), 1.0) }
    }
    let (y, names) = ([0.8, 1.6, -0.7, 0.4], ["b", "b", "a", "a"]);
    let known = Labels::from(&names[..2]);
    let group = |rows: core::ops::Range<usize>| known.extended(&names[rows]);
    let fit = fit_of(effects(&y[..2], &known), 2000);
    // Of the new effect: its mean and variance given the rows so far, and the evidence of the next row.
    let (mut mean, mut variance) = ((y[0] + y[1]) / 5.0, 1.6_f64);
    let mut latest: Option<Updated> = None;
    for rows in [3, 4] {
        let (all, new) = (group(0..rows), group(rows - 1..rows));
        let model = effects(&y[..rows], &all);
        let posterior = model.compile().unwrap();
        let update =
            latest.as_ref().map_or_else(|| fit.update(&posterior), |before| before.update(&posterior));
        let added = |draws: &Draws| effects(&y[rows - 1..rows], &new).pointwise_log_likelihood(draws);
        let updated = update.new_elements(|draws| model.predict(draws, 7)).added(added).run().unwrap();
        let error = y[rows - 1] - mean;
        let evidence = -0.5 * ((variance + 1.0).ln() + (2.0 * core::f64::consts::PI).ln())
            - 0.5 * error * error / (variance + 1.0);
        mean += variance / (variance + 1.0) * error;
        variance /= variance + 1.0;
        assert_eq!((updated.route(), updated.updates()), (Route::Weighted, rows - 2));
        let log_evidence = updated.log_evidence().unwrap();
        assert!((log_evidence - evidence).abs() < 0.03, "{log_evidence} for {evidence}");
        let row = updated.row("effect[a]").unwrap();
        assert!((row.mean - mean).abs() < 0.05, "{} for {mean}", row.mean);
        assert!((row.sd - variance.sqrt()).abs() < 0.05, "{} for {}", row.sd, variance.sqrt());
        // The effect that was there keeps its place.
        let old = updated.candidates().column("effect[b]").unwrap();
        assert_eq!(old.as_slice(), fit.draws().column("effect[b]").unwrap().as_slice());
        latest = Some(updated);
    }
    // Weights are those of the ratio of the densities of all rows from here on.
    let (all, latest) = (group(0..4), latest.unwrap());
    let posterior = effects(&y, &all).compile().unwrap();
    let same = latest.update(&posterior).run().unwrap();
    assert_relative_eq!(same.weights()[..], latest.weights()[..], max_relative = 1e-9);
    let error = fit.update(&posterior).new_elements(|draws| Ok(draws.clone())).run().unwrap_err();
    assert!(error.to_string().contains("new_elements"), "{error}");
}

#[test]
fn wrong_updates_are_refused() {
    let fit = fit_of(rate(&BEFORE), 50);
    let posterior = rate(&[1, 2]).compile().unwrap();
    let error = fit.update(&posterior).least_share(1.5).run().unwrap_err();
    assert_eq!(error.to_string(), "the setting `least_share` must be from 0 to 1");
    let other = centre(&[1.0, 2.0]).compile().unwrap();
    assert!(matches!(fit.update(&other).run(), Err(Error::UnknownName { name, .. }) if name == "lambda"));
    // Log likelihoods at other draws.
    let few = fit_of(rate(&BEFORE), 20);
    let rows = |_: &Draws| rate(&[4]).pointwise_log_likelihood(few.draws());
    let error = fit.update(&posterior).added(rows).run().unwrap_err();
    assert!(matches!(error, Error::LengthMismatch { expected: 200, found: 80, .. }), "{error}");
}

/// A row that is given to `added`, or to `removed`, must be what tells the posteriors apart.
#[test]
fn rows_that_the_posterior_has_twice_or_not_at_all_are_refused() {
    let fit = fit_of(rate(&BEFORE), 50);
    let refused = |updated: Result<Updated, Error>, difference: &str| {
        let error = updated.unwrap_err().to_string();
        assert!(error.contains("each added row once") && error.contains(difference), "{error}");
    };
    let [unchanged, with_four] =
        [&BEFORE[..], &[&BEFORE[..], &[4]].concat()].map(|y| rate(y).compile().unwrap());
    let four = |draws: &Draws| rate(&[4]).pointwise_log_likelihood(draws);
    fit.update(&with_four).added(four).run().unwrap();
    refused(fit.update(&unchanged).added(four).run(), "by -1.");
    refused(fit.update(&with_four).added(four).added(four).run(), "by -1.");
    refused(fit.update(&with_four).removed(four).run(), "by ");
    // The rows of the day before, once more.
    let step = fit.update(&with_four).added(four).run().unwrap();
    refused(step.update(&with_four).added(four).run(), "by -1.");
}

fn below(y: &[f64]) -> impl Model {
    params! { theta: positive() }
    model! { theta |= gamma(2.0, 1.0), data(y) |= uniform(0.0, theta) }
}

/// A draw that an update makes impossible stays so in the next one, and the others have the weights of both.
#[test]
fn draws_that_became_impossible_stay_so() {
    let fit = fit_of(below(&[0.5, 0.9]), 500);
    let (first, both) =
        (below(&[0.5, 0.9, 1.0]).compile().unwrap(), below(&[0.5, 0.9, 1.0, 0.3]).compile().unwrap());
    let step = fit.update(&first).least_share(0.0).run().unwrap();
    assert_eq!(step.route(), Route::Weighted);
    assert!(step.weights().contains(&0.0), "no draw was below 1");
    let by_densities = step.update(&both).least_share(0.0).run().unwrap();
    let rows = |draws: &Draws| below(&[0.3]).pointwise_log_likelihood(draws);
    let by_rows = step.update(&both).added(rows).least_share(0.0).run().unwrap();
    let direct = fit.update(&both).least_share(0.0).run().unwrap();
    for other in [&by_densities, &by_rows] {
        assert_eq!(other.route(), Route::Weighted);
        assert_relative_eq!(direct.weights()[..], other.weights()[..], epsilon = 1e-12);
    }
}

/// The density of a draw includes elements that the new posterior does not have, so weights cannot be
/// computed.
#[test]
fn a_level_that_is_gone_wants_a_run() {
    let y = [1.0, -1.0, 0.5, 0.7];
    let fit = fit_of(groups(&y, &Labels::from(&["a", "b", "c", "a"])), 200);
    let fewer = Labels::from(&["a", "b", "a"]);
    let posterior = groups(&[1.0, -1.0, 0.7], &fewer).compile().unwrap();
    let updated = fit.update(&posterior).run().unwrap();
    assert_eq!((updated.route(), updated.khat()), (Route::Refitted, None));
}

#[test]
fn weights_that_tell_nothing_are_not_believed() {
    let posterior = rate(&[4, 4, 4]).compile().unwrap();
    let one = rate(&BEFORE).compile().unwrap().nuts().chains(1).draws(1).seed(1).run().unwrap();
    assert_eq!(one.update(&posterior).run().unwrap().route(), Route::Refitted);
    let fit = fit_of(rate(&BEFORE), 20);
    let broken = |draws: &Draws| {
        let likely = rate(&[4]).pointwise_log_likelihood(draws)?;
        let mut values = likely.values().to_vec();
        values[7] = f64::NAN;
        Draws::new(likely.variables().to_vec(), draws.chains(), draws.draws_per_chain(), values)
    };
    let with_four = rate(&[&BEFORE[..], &[4]].concat()).compile().unwrap();
    let error = fit.update(&with_four).added(broken).run().unwrap_err().to_string();
    assert!(error.contains("draw 7 is NaN"), "{error}");
}
