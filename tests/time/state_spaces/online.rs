//! Proves that the filter of rows that arrive one by one has, for each beginning of a series, the results
//! of the filter, the smoother, the log likelihood and the forecast of whole series; that refused rows
//! change nothing; and that a row allocates nothing.

use super::{System, covariances};
use crate::common::counting::allocations;
use crate::common::{Random, assert_near, largest, swept};
use monomorph::prelude::*;
use monomorph::state_space::{OnlineFilter, StateSpace};

/// Numbers that are those of whole series to 1e-12 of the largest of these, or of a scale that is larger.
#[track_caller]
fn assert_as(got: &[f64], want: &[f64], scale: f64, what: &str) {
    assert_eq!(got.len(), want.len(), "{what}");
    let finite: Vec<f64> = want.iter().copied().filter(|number| number.is_finite()).collect();
    let scale = finite.iter().fold(scale, |scale, number| scale.max(number.abs()));
    for (got, want) in got.iter().zip(want) {
        if want.is_finite() {
            assert_near(*got, *want, 1e-12 * scale, || what.to_owned());
        } else {
            assert_eq!(got, want, "{what}");
        }
    }
}

/// Makes a system whose matrices differ between times, or are the same at all times.
fn system(
    states: usize,
    series: usize,
    length: usize,
    diffuse: usize,
    varies: bool,
    seed: u64,
) -> (StateSpace, Vec<f64>) {
    let random = &mut Random(seed);
    let (times, n) = (if varies { length } else { 1 }, length * series);
    let (steps, square) = (times, states * states);
    let mut transition = random.numbers(steps * square, -0.3, 0.3);
    (0..steps * square).filter(|at| at % square / states == at % states).for_each(|at| transition[at] += 0.6);
    let made = |at: usize| at % 5 != 1 && at != 2;
    let system = System {
        states,
        series,
        length,
        diffuse,
        observed: (0..n).map(made).collect(),
        y: random.numbers(n, -2.0, 2.0),
        design: random.numbers(times * series * states, -1.5, 1.5),
        transition,
        noise: random.numbers(times * series, 0.2, 1.0),
        state_noise: covariances(random, states, steps),
        intercept: random.numbers(steps * states, -0.5, 0.5),
        mean: random.numbers(states, -1.0, 1.0),
        covariance: covariances(random, states, 1),
    };
    let offset = if varies { random.numbers(n, -1.0, 1.0) } else { vec![0.7] };
    (system.of_numbers().offset(&offset), system.with_gaps())
}

/// Checks the results for a beginning of a series, and the prediction of the next time if there is one.
fn check(model: &StateSpace, filter: &OnlineFilter, y: &[f64], has_next: bool, what: &str) {
    let (whole, smoothed) = (model.filter(y).unwrap(), model.smooth(y).unwrap());
    let (last, lag) = (whole.len() - 1, filter.lag());
    assert_eq!(filter.len(), whole.len(), "{what}");
    let spread = |covariance: &[f64]| {
        covariance.iter().filter(|v| v.is_finite()).fold(0.0_f64, |a, b| a.max(*b)).sqrt()
    };
    assert_as(filter.mean(), whole.mean(last), spread(whole.covariance(last)), what);
    assert_as(filter.covariance(), whole.covariance(last), 0.0, what);
    let want = model.log_likelihood(y).unwrap();
    assert_near(filter.log_likelihood(), want, 1e-12 * want.abs().max(1.0), || what.to_owned());
    let is_known = whole.covariance(last).iter().all(|element| element.is_finite());
    assert_eq!(filter.smoothed().is_some(), last >= lag && is_known, "{what}");
    if lag == 0 {
        assert!(filter.smoothed().is_none_or(|own| own == (filter.mean(), filter.covariance())));
    } else if let Some((mean, covariance)) = filter.smoothed() {
        let wanted = smoothed.covariance(last - lag);
        let prior = spread(whole.covariance(last - lag));
        assert_as(mean, smoothed.mean(last - lag), prior, what);
        assert_as(covariance, wanted, prior * prior, what);
    }
    if has_next {
        let (ahead, want) = (filter.forecast(2).unwrap(), model.forecast(y, 2).unwrap());
        let scale = spread(&want.variances);
        assert_as(&ahead.means, &want.means, scale, what);
        assert_as(&ahead.variances, &want.variances, 0.0, what);
    }
}

#[test]
fn beginnings_of_series() {
    let sizes = (1..=4).flat_map(|states| (1..=3).map(move |series| (states, series)));
    let cases = sizes.flat_map(|(states, series)| {
        [0, 1, states].into_iter().map(move |diffuse| (states, series, diffuse.min(states)))
    });
    let cases: Vec<_> = cases.flat_map(|case| [(case, false), (case, true)]).collect();
    for ((states, series, diffuse), varies) in cases {
        let length = 14;
        let seed = (states * 1000 + series * 100 + diffuse * 10) as u64 + u64::from(varies);
        let (model, y) = system(states, series, length, diffuse, varies, seed);
        for lag in [0, 1, 4] {
            let mut filter = model.online_filter(lag).unwrap();
            assert!(filter.is_empty() && filter.smoothed().is_none());
            for time in 0..length {
                let what = format!("{states} {series} {diffuse} {varies} {lag}, time {time}");
                let (row, before) = (&y[time * series..][..series], filter.log_likelihood());
                let expected = filter.forecast(1).unwrap();
                filter.push(row).unwrap();
                assert_eq!(filter.predicted_means(), expected.means, "{what}");
                assert_eq!(filter.predicted_variances(), expected.variances, "{what}");
                let sum = before + filter.log_density();
                assert_near(filter.log_likelihood(), sum, 0.0, || what.clone());
                check(&model, &filter, &y[..(time + 1) * series], time + 2 < length, &what);
            }
            // The matrices of times end with them.
            let refused = filter.push(&vec![0.0; series]).err().map(|error| error.to_string());
            assert_eq!(refused.is_some(), varies);
            let said = format!("ended: there are no numbers of it for the time {length}, counted from 0");
            assert!(refused.is_none_or(|refused| refused.contains(&said)));
        }
    }
}

/// A long series, a season that stays diffuse for a long time, and a level whose first rows are empty.
#[test]
fn laws_of_numbers() {
    let y = Random(5).numbers(60, -1.0, 1.0);
    for (law, lag) in [
        (StateSpace::of(&local_level(0.5, 1.0).seasonal(4, 0.3)).unwrap(), 6),
        (StateSpace::of(&local_linear_trend(0.5, 0.1, 1.0)).unwrap(), 2),
        (StateSpace::of(&local_level(0.5, 1.0)).unwrap(), 0),
    ] {
        let y: Vec<f64> =
            y.iter().enumerate().map(|(at, y)| if at < 3 || at % 11 == 7 { f64::NAN } else { *y }).collect();
        let mut filter = law.online_filter(lag).unwrap();
        for (time, observation) in y.iter().enumerate() {
            filter.push(&[*observation]).unwrap();
            let is_known = filter.covariance().iter().all(|element| element.is_finite());
            if is_known {
                check(&law, &filter, &y[..=time], true, &format!("{filter:?}"));
            }
        }
        assert!(filter.smoothed().is_some());
    }
}

/// Before the first row there is the first state, and nothing was predicted.
#[test]
fn before_the_first_row() {
    let model = StateSpace::new(2, &[1.0, 0.5], &[1.0], &[1.0, 0.0, 0.0, 0.5], &[0.1, 0.2])
        .initial(&[3.0, 4.0], &[2.0, 0.5, 0.5, 3.0]);
    let filter = model.online_filter(0).unwrap();
    assert_eq!((filter.mean(), filter.covariance()), (&[3.0, 4.0][..], &[2.0, 0.5, 0.5, 3.0][..]));
    assert!(filter.predicted_means()[0].is_nan() && filter.predicted_variances()[0].is_nan());
    assert_eq!((filter.log_density(), filter.log_likelihood()), (0.0, 0.0));
    let unknown = model.diffuse(1).online_filter(0).unwrap();
    assert_eq!(
        (unknown.mean(), unknown.covariance()),
        (&[0.0, 4.0][..], &[f64::INFINITY, 0.0, 0.0, 3.0][..])
    );
    assert_eq!(unknown.forecast(1).unwrap().variances, [f64::INFINITY]);
}

/// Predictors that become known with each row: a regression whose coefficients are the state, and matrices
/// that change once.
#[test]
fn models_go_on_with_other_models() {
    const TIMES: usize = 12;
    let random = &mut Random(8);
    let (x, y) = (random.numbers(2 * TIMES, -1.0, 1.0), random.numbers(TIMES, -2.0, 2.0));
    let unit = [1.0, 0.0, 0.0, 1.0];
    let of = |design: &[f64]| StateSpace::new(2, design, &[0.4], &unit, &[0.0, 0.01]);
    let whole = of(&x);
    for lag in [0, 2] {
        let mut filter = of(&x[..2]).online_filter(lag).unwrap();
        for time in 0..TIMES {
            // A beginning of another kind is not read.
            filter.set_model(&of(&x[2 * time..][..2]).initial(&[9.0], &[1.0])).unwrap();
            filter.push(&y[time..][..1]).unwrap();
            check(&whole, &filter, &y[..=time], false, &format!("{lag}, time {time}"));
        }
        let said = filter.set_model(&StateSpace::new(1, &[1.0], &[1.0], &[1.0], &[1.0])).unwrap_err();
        assert!(
            said.to_string().contains("a model of 1 states and 1 series cannot replace a model of 2 states")
        );
        let said = filter.set_model(&of(&[1.0, f64::NAN])).unwrap_err();
        assert!(said.to_string().contains("the design: element 1 is NaN"), "{said}");
        filter.push(&[0.1]).unwrap();
    }
}

/// Returns all results of a filter, in bits.
fn said(filter: &OnlineFilter) -> Vec<u64> {
    let (mean, covariance) = filter.smoothed().unwrap_or_default();
    let predicted = [filter.predicted_means(), filter.predicted_variances()].concat();
    let numbers = [filter.mean(), filter.covariance(), mean, covariance, &predicted].concat();
    let own = [filter.log_density(), filter.log_likelihood(), filter.len() as f64];
    numbers.into_iter().chain(own).map(f64::to_bits).collect()
}

#[test]
fn rows_that_are_refused_change_nothing() {
    // Two series of one level that stays as it is, of which the second has no noise.
    let still = StateSpace::new(1, &[1.0, 1.0], &[1.0, 0.0], &[1.0], &[0.0]).series(2);
    for diffuse in [0, 1] {
        for lag in [0, 2] {
            let model = still.clone().initial(&[0.5], &[2.0]).diffuse(diffuse);
            let mut filter = model.online_filter(lag).unwrap();
            for (time, row) in [[0.3, f64::NAN], [f64::NAN; 2], [0.1, f64::NAN]].into_iter().enumerate() {
                filter.push(&row).unwrap();
                let mut other = filter.clone();
                let before = said(&filter);
                for (wrong, reason) in [
                    (&[0.1][..], "OnlineFilter::push"),
                    (&[0.1, 0.2, 0.3], "the row has length 3"),
                    (&[], "the row has length 0"),
                    (&[0.1, f64::INFINITY], "the row: element 1 is inf, but must be finite, or NaN"),
                    (&[f64::NEG_INFINITY, 0.1], "the row: element 0 is -inf"),
                ] {
                    let error = other.push(wrong).unwrap_err().to_string();
                    assert!(error.contains(reason), "{error}");
                    assert_eq!(said(&other), before);
                }
                // The level is known from the second series on.
                let mut sure = filter.clone();
                sure.push(&[0.2, 0.4]).unwrap();
                let before = said(&sure);
                let error = sure.push(&[0.2, 0.4]).unwrap_err().to_string();
                let place = format!("of series 1 at time {}, counted from 0, has the variance ", time + 2);
                assert!(error.contains(&place), "{error}");
                assert_eq!(said(&sure), before);
                sure.push(&[0.3, f64::NAN]).unwrap();
                other.push(&[0.2, 0.4]).unwrap();
                other.push(&[0.3, f64::NAN]).unwrap();
                assert_eq!(said(&other), said(&sure));
            }
        }
    }
    let wrong = |model: StateSpace| model.online_filter(0).unwrap_err().to_string();
    let level = |noise: &[f64]| StateSpace::new(1, &[1.0], noise, &[1.0], &[1.0]);
    assert!(wrong(level(&[-1.0])).contains("the noise: element 0 is -1"));
    assert!(wrong(level(&[])).contains("the noise has 0 numbers"));
    assert!(wrong(level(&[1.0]).diffuse(2)).contains("2 states are diffuse, but there are only 1 states"));
    let error = level(&[1.0]).online_filter(usize::MAX).unwrap_err().to_string();
    assert!(error.contains(&format!("a lag of {} times", usize::MAX)), "{error}");
}

#[test]
fn rows_do_not_allocate() {
    for (states, series, diffuse, lag) in swept(3, [(1, 1, 1, 0), (2, 3, 2, 4), (4, 2, 0, 1), (7, 1, 7, 3)]) {
        let (model, y) = system(states, series, 30, diffuse, false, 4);
        let mut filter = model.online_filter(lag).unwrap();
        let count = allocations(|| y.chunks_exact(series).for_each(|row| filter.push(row).unwrap()));
        assert_eq!(count, 0, "{states} {series} {diffuse} {lag}");
        assert!(largest(filter.mean()) > 0.0);
    }
}

/// A level and a known covariance in closed form: the mean of a normal law with a normal prior.
#[test]
fn a_normal_mean_is_a_state_that_stays() {
    let model = StateSpace::new(1, &[1.0], &[4.0], &[1.0], &[0.0]).initial(&[1.0], &[9.0]);
    let mut filter = model.online_filter(0).unwrap();
    let (mut precision, mut sum) = (1.0 / 9.0, 1.0 / 9.0);
    for y in [2.0, -1.0, 0.5, 3.0] {
        filter.push(&[y]).unwrap();
        (precision, sum) = (precision + 0.25, sum + 0.25 * y);
        assert_as(filter.mean(), &[sum / precision], 0.0, "mean");
        assert_as(filter.covariance(), &[1.0 / precision], 0.0, "variance");
    }
}
