//! Warm starts: points by names, the metric and its price, wrong adaptations, and chains that are right
//! whatever the other run was.

use monomorph::faer::MatRef;
use monomorph::prelude::*;
use monomorph::sampling::Adaptation;

/// Numbers between −1 and 1 that are as good as independent where the steps have nothing in common.
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

/// Chains begin at draws of the other run: elements by their labels, those of a matrix in their places, and a
/// level that is new wherever it may.
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

/// With as many draws, a warm run takes less than half of a cold run's gradients, and its trajectories are no
/// longer than by half.
#[test]
fn warm_runs_are_short() {
    let (x, y) = design(220);
    let of_rows = |rows: usize| {
        let x = MatRef::from_row_major_slice(&x[..3 * rows], rows, 3);
        regression(x, &y[..rows]).compile().unwrap()
    };
    let first = of_rows(200).nuts().draws(300).seed(1).run().unwrap();
    let today = of_rows(220);
    let cold = today.nuts().seed(2).draws(200).run().unwrap();
    let warm = today.nuts().warm_start(&first.adaptation()).seed(2).draws(200).run().unwrap();
    let gradients = |fit: &Fit| {
        let counts = fit.chains().iter().map(|chain| (chain.warmup_leapfrogs(), chain.leapfrogs()));
        counts.fold((0, 0), |sum, count| (sum.0 + count.0, sum.1 + count.1))
    };
    let ((cold_warmup, cold_draws), (warm_warmup, warm_draws)) = (gradients(&cold), gradients(&warm));
    assert!(2 * (warm_warmup + warm_draws) < cold_warmup + cold_draws);
    assert!(2 * warm_draws < 3 * cold_draws, "{warm_draws} for {cold_draws}");
    assert!(warm.summary().rows().iter().all(|row| row.rhat < 1.05));
}

/// The mean and the standard deviation of one parameter lie within five standard errors of exact ones, with
/// an adaptation of data that are far away: it costs time alone.
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

/// Of two modes the other run knew the one that is gone, and chains that stay there are seen by R-hat where
/// others leave it: here two chains are given a point of their own.
#[test]
fn a_mode_that_the_other_run_did_not_know_is_seen() {
    params! { x: real() }
    let two = |far: f64| model! { x |= mixture([0.5, 0.5], [normal(-far, 0.1), normal(far, 0.1)]) };
    let one = model! { x |= normal(8.0, 0.1) }.compile().unwrap();
    let learned = one.nuts().chains(2).seed(1).run().unwrap().adaptation();
    let posterior = two(8.0).compile().unwrap();
    let nuts = posterior.nuts().warm_start(&learned).chains(2).draws(200).seed(3);
    let both = nuts.initial_points(vec![vec![-8.0], vec![8.0]]).run().unwrap();
    assert!(both.summary().row("x").unwrap().rhat > 1.5);
}

#[test]
fn wrong_adaptations_are_refused() {
    let learned = {
        params! { mu: real(), tau: positive(), eta: vector(3) }
        let model = model! { mu |= normal(0.0, 1.0), tau |= half_normal(1.0), eta |= normal(mu, tau) };
        let nuts = model.compile().unwrap().nuts().chains(2).warmup(100).draws(20).seed(1).run();
        nuts.unwrap().adaptation()
    };
    let message = |found: Result<Fit, Error>| found.unwrap_err().to_string();

    {
        params! { mu: real(), other: real() }
        let model = model! { mu |= normal(0.0, 1.0), other |= normal(0.0, 1.0) };
        let text = message(model.compile().unwrap().nuts().warm_start(&learned).run());
        assert!(text.contains("tau") && text.contains("other"), "{text}");
    }
    {
        params! { mu: real(), tau: positive(), eta: vector(4) }
        let model = model! { mu |= normal(0.0, 1.0), tau |= half_normal(1.0), eta |= normal(mu, tau) };
        let text = message(model.compile().unwrap().nuts().warm_start(&learned).run());
        assert!(text.contains("`eta`") && text.contains('4') && text.contains('3'), "{text}");
    }
    params! { mu: real(), tau: interval(5.0, 6.0), eta: vector(3) }
    let model = model! { mu |= normal(0.0, 1.0), tau |= uniform(5.0, 6.0), eta |= normal(mu, tau) };
    let text = message(model.compile().unwrap().nuts().warm_start(&learned).run());
    assert!(text.contains("`tau`"), "{text}");
}

/// An adaptation is small, whatever the number of draws and of parameters.
#[test]
fn adaptations_are_small() {
    params! { z: vector(3_000) }
    let posterior = model! { z |= normal(0.0, 1.0) }.compile().unwrap();
    let nuts = posterior.nuts().metric(Metric::Diagonal).chains(2).warmup(50).draws(100);
    let fit = nuts.seed(1).run().unwrap();
    let learned: Adaptation = fit.adaptation();
    assert_eq!(learned.draws(), 32);
    assert!(learned.step_size() > 0.0);
}
