//! Warm starts: points by names, the metric and its cost, and chains that are right for every other run.

use monomorph::faer::MatRef;
use monomorph::prelude::*;

mod callers;
mod refused;

/// Numbers between −1 and 1 that are nearly independent if the steps have no common factor.
fn numbers(count: usize, step: f64) -> Vec<f64> {
    (1..=count).map(|place| 2.0 * (place as f64 * step).fract() - 1.0).collect()
}

/// A hierarchy over the levels of a column, whose matrix parameter has no label.
fn hierarchy<'a>(y: &'a [f64], level: &'a Labels) -> impl Model + 'a {
    params! { mu: real(), tau: positive(), alpha: vector(level).positive(), m: real_matrix(2, 3) }
    model! {
        mu |= normal(0.0, 2.0),
        tau |= half_normal(2.0),
        alpha |= lognormal(mu, tau),
        m |= normal(0.0, 1.0),
        data(y) |= normal(alpha.at(level), 0.5),
    }
}

/// Chains begin at draws of the other run: elements are found by their labels, elements of a matrix by
/// their places, and a new level begins anywhere.
#[test]
fn chains_begin_at_draws_by_name() {
    let y = [1.0, 2.0, 3.0, 1.5, 2.5, 2.0];
    let before = Labels::from(&["b", "c", "a", "b", "c", "a"]);
    let posterior = hierarchy(&y, &before).compile().unwrap();
    let first = posterior.nuts().chains(2).warmup(200).draws(100).seed(1).run().unwrap();
    // Other levels, in another order.
    let after = Labels::from(&["new", "c", "a", "a", "c", "new"]);
    let posterior = hierarchy(&y, &after).compile().unwrap();
    let learned = first.adaptation();
    assert_eq!(learned.draws(), 200);
    let nuts = posterior.nuts().warm_start(&learned).warmup(200).chains(2).draws(20).seed(2);
    let fit = nuts.clone().run().unwrap();
    assert!(fit.is_warm_started() && !first.is_warm_started());
    for (chain, statistics) in fit.chains().iter().enumerate() {
        let values = posterior.constrain(statistics.initial_point()).unwrap();
        for (variable, element, name) in [
            ("mu", 0, "mu"),
            ("alpha", 1, "alpha[c]"),
            ("alpha", 2, "alpha[a]"),
            ("m", 1, "m[1,0]"),
            ("m", 4, "m[0,2]"),
        ] {
            let found = values.get(variable).unwrap().in_names().nth(element).unwrap();
            let drawn = first.draws().column(name).unwrap().chain(chain).unwrap()[99];
            assert!(
                (found - drawn).abs() <= 1e-12 * drawn.abs(),
                "{name} of chain {chain}: {found}, {drawn}"
            );
        }
    }
    assert_eq!(fit.draws(), nuts.threads(2).run().unwrap().draws());
}

/// A regression whose columns are correlated and of scales a hundred apart.
fn regression<'a>(x: MatRef<'a, f64>, y: &'a [f64]) -> impl Model + 'a {
    params! { beta: vector(x.ncols()), sigma: positive() }
    model! {
        beta |= normal(0.0, 10.0),
        sigma |= exponential(1.0),
        data(y) |= normal(matrix(x).dot(beta), sigma),
    }
}

fn design(rows: usize) -> (Vec<f64>, Vec<f64>) {
    let (a, b, noise) = (numbers(rows, 0.754_877_67), numbers(rows, 0.569_840_29), numbers(rows, 0.618_034));
    let x = (0..rows).flat_map(|row| [1.0, 100.0 * a[row] + 50.0, a[row] + 0.1 * b[row]]).collect();
    let y = (0..rows).map(|row| 1.0 + 0.02 * a[row] + b[row] + 0.3 * noise[row]).collect();
    (x, y)
}

/// With the same number of draws, a warm run takes less than half of a cold run's gradients, and its
/// trajectories are at most 1.5 times as long.
#[test]
fn warm_runs_are_short() {
    let (x, y) = design(220);
    let of_rows = |rows: usize| {
        let x = MatRef::from_row_major_slice(&x[..3 * rows], rows, 3);
        regression(x, &y[..rows]).compile().unwrap()
    };
    let first = of_rows(200).nuts().chains(2).draws(100).seed(1).run().unwrap();
    let today = of_rows(220);
    let cold = today.nuts().chains(2).seed(2).draws(200).run().unwrap();
    let warm = today.nuts().warm_start(&first.adaptation()).chains(2).seed(2).draws(200).run().unwrap();
    let gradients = |fit: &Fit| {
        let counts = fit.chains().iter().map(|chain| (chain.warmup_leapfrogs(), chain.leapfrogs()));
        counts.fold((0, 0), |sum, count| (sum.0 + count.0, sum.1 + count.1))
    };
    let ((cold_warmup, cold_draws), (warm_warmup, warm_draws)) = (gradients(&cold), gradients(&warm));
    assert!(2 * (warm_warmup + warm_draws) < cold_warmup + cold_draws);
    assert!(2 * warm_draws < 3 * cold_draws, "{warm_draws} for {cold_draws}");
    assert!(warm.summary().rows().iter().all(|row| row.rhat < 1.05));
}

/// The mean and the standard deviation of one parameter are within five standard errors of the exact
/// values, with an adaptation from distant data: such an adaptation only costs time.
#[test]
fn an_adaptation_of_other_data_is_harmless() {
    params! { mu: real() }
    let posterior = |y: &[f64], sigma: f64| {
        model! { mu |= normal(0.0, 100.0), data(y) |= normal(mu, sigma) }.compile().unwrap()
    };
    let elsewhere = posterior(&[300.0; 5], 20.0).nuts().seed(1).run().unwrap().adaptation();
    let y = [-2.0, -1.0, -1.5, -0.5];
    let fit = posterior(&y, 0.5).nuts().warm_start(&elsewhere).seed(2).run().unwrap();
    let precision: f64 = 1e-4 + 4.0 / 0.25;
    let (mean, deviation) = (-5.0 / 0.25 / precision, precision.sqrt().recip());
    let summary = fit.summary();
    let row = summary.row("mu").unwrap();
    assert!((row.mean - mean).abs() < 5.0 * row.mcse_mean, "{} for {mean}", row.mean);
    assert!((row.sd - deviation).abs() < 0.1 * deviation, "{} for {deviation}", row.sd);
    assert!(row.rhat < 1.01 && row.ess_bulk > 400.0);
}

/// Chains that all begin in one of two modes agree with each other. A cold run with random starts has a
/// large R-hat.
#[test]
fn a_mode_that_the_other_run_did_not_know_is_told_by_a_cold_run() {
    params! { x: real() }
    let one = model! { x |= normal(8.0, 0.1) }.compile().unwrap();
    let learned = one.nuts().chains(2).warmup(200).draws(50).seed(1).run().unwrap().adaptation();
    let two = model! { x |= mixture([0.5, 0.5], [normal(-8.0, 0.1), normal(8.0, 0.1)]) };
    let posterior = two.compile().unwrap();
    let row = |nuts: Nuts| nuts.draws(200).seed(3).run().unwrap().summary().row("x").unwrap().clone();
    let (warm, cold) = (row(posterior.nuts().warm_start(&learned)), row(posterior.nuts().warmup(200)));
    assert!(warm.rhat < 1.05 && (warm.mean - 8.0).abs() < 0.1, "{warm:?}");
    assert!(cold.rhat > 1.5, "{cold:?}");
}

/// A parameter whose bound is another parameter begins at the other run's draw, in either order of
/// statements.
#[test]
fn bounds_that_are_parameters_are_met() {
    params! { outer: interval(0.0, 1.0), inner: interval(0.0, 1.0 - outer) }
    let forward = model! { outer |= beta(2.0, 2.0), inner |= uniform(0.0, 1.0 - outer) };
    let backward = model! { inner |= uniform(0.0, 1.0 - outer), outer |= beta(2.0, 2.0) };
    let check = |first: Nuts, second: Nuts, constrain: &dyn Fn(&[f64]) -> [f64; 2]| {
        let first = first.chains(2).warmup(100).draws(40).seed(1).run().unwrap();
        let fit = second.warm_start(&first.adaptation()).chains(2).draws(10).seed(2).run().unwrap();
        for (chain, statistics) in fit.chains().iter().enumerate() {
            let found = constrain(statistics.initial_point());
            for (name, found) in ["outer", "inner"].into_iter().zip(found) {
                let drawn = first.draws().column(name).unwrap().chain(chain).unwrap()[39];
                assert!((found - drawn).abs() < 1e-12, "{name} of chain {chain}: {found}, {drawn}");
            }
        }
    };
    let (forward, backward) = (forward.compile().unwrap(), backward.compile().unwrap());
    check(forward.nuts(), backward.nuts(), &|q| {
        let values = backward.constrain(q).unwrap();
        ["outer", "inner"].map(|name| values.get(name).unwrap().as_slice()[0])
    });
    check(backward.nuts(), forward.nuts(), &|q| {
        let values = forward.constrain(q).unwrap();
        ["outer", "inner"].map(|name| values.get(name).unwrap().as_slice()[0])
    });
}

/// Draws that lie outside of a support, or where the log density is not finite, are left out; the others
/// begin.
#[test]
fn draws_outside_of_a_support_are_left_out() {
    let first = {
        params! { tau: positive() }
        let posterior = model! { tau |= half_normal(1.0) }.compile().unwrap();
        posterior.nuts().chains(2).warmup(200).draws(50).seed(1).run().unwrap()
    };
    let learned = first.adaptation();
    params! { tau: interval(0.0, 0.5) }
    let posterior = model! { tau |= half_normal(1.0) }.compile().unwrap();
    let fit = posterior.nuts().warm_start(&learned).draws(400).seed(2).run().unwrap();
    let drawn = first.draws().column("tau").unwrap();
    for chain in fit.chains() {
        let begun = posterior.constrain(chain.initial_point()).unwrap().get("tau").unwrap().as_slice()[0];
        assert!(drawn.as_slice().iter().any(|tau| (tau - begun).abs() < 1e-12), "{begun}");
    }
    assert!(fit.summary().row("tau").unwrap().rhat < 1.05);
}

/// One draw does not determine scales, so warmup learns them.
#[test]
fn few_draws_tell_no_metric() {
    params! { x: real() }
    let posterior = model! { x |= normal(0.0, 100.0) }.compile().unwrap();
    let learned = posterior.nuts().chains(1).warmup(100).draws(1).seed(1).run().unwrap().adaptation();
    let fit = posterior.nuts().warm_start(&learned).chains(1).draws(50).seed(2).run().unwrap();
    let found = fit.chains()[0].inverse_metric()[0];
    assert!((1e3..1e5).contains(&found), "{found}");
}

/// Draws that stay in a file give the same adaptation as draws in memory.
#[test]
fn draws_in_a_file_tell_the_same() {
    let folder = std::env::temp_dir().join(format!("monomorph_warm_{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let level = Labels::from(&["b", "c", "a", "b", "c", "a"]);
    let posterior = hierarchy(&[1.0, 2.0, 3.0, 1.5, 2.5, 2.0], &level).compile().unwrap();
    for chains in [1, 2] {
        let file = folder.join(format!("{chains}.mono"));
        let nuts = posterior.nuts().chains(chains).warmup(30).draws(31).seed(1);
        let saved = nuts.clone().checkpoint(&file, 30).run_to_disk().unwrap();
        assert_eq!(saved.adaptation().unwrap(), nuts.run().unwrap().adaptation());
    }
    params! { mu: real() }
    let posterior = model! { mu |= normal(0.0, 1.0) }.compile().unwrap();
    let gibbs = posterior.gibbs().draws(20).checkpoint(folder.join("gibbs.mono"), 10);
    let refused = gibbs.run_to_disk().unwrap().adaptation().unwrap_err().to_string();
    assert!(refused.contains("No-U-Turn"), "{refused}");
    std::fs::remove_dir_all(&folder).ok();
}

/// An adaptation is small, whatever the number of draws and of parameters.
#[test]
fn adaptations_are_small() {
    let kept = |size: usize, draws: usize| {
        params! { z: vector(size) }
        let posterior = model! { z |= normal(0.0, 1.0) }.compile().unwrap();
        // One leapfrog step or two: it is enough that there are draws.
        let nuts = posterior.nuts().metric(Metric::Diagonal).chains(1).warmup(0).max_depth(1);
        let learned = nuts.draws(draws).seed(1).run().unwrap().adaptation();
        assert!(learned.step_size() > 0.0);
        learned.draws()
    };
    assert_eq!([kept(3_000, 40), kept(3_000, 20), kept(600, 150), kept(2, 300)], [32, 20, 109, 256]);
}
