//! Proves that the filter of observations that arrive one by one has, for each beginning of a series, the
//! filtered and smoothed states and the log likelihood of whole series.

use crate::common::counting::allocations;
use crate::common::{Random, assert_near};
use monomorph::hidden_states::{HiddenStates, OnlineFilter};

/// Probabilities, in rows of one length.
fn probabilities(random: &mut Random, rows: usize, length: usize) -> Vec<f64> {
    let numbers = random.numbers(rows * length, 0.05, 1.0);
    let row = |row: &[f64]| {
        let sum: f64 = row.iter().sum();
        row.iter().map(move |number| number / sum).collect::<Vec<f64>>()
    };
    numbers.chunks_exact(length).flat_map(row).collect()
}

/// A row for each state of what has a row for each time.
fn by_state(rows: &[f64], states: usize) -> Vec<f64> {
    let length = rows.len() / states;
    (0..rows.len()).map(|at| rows[at % length * states + at / length]).collect()
}

#[test]
fn beginnings_of_series() {
    const LENGTH: usize = 12;
    for (states, lag, differs) in [(1, 0, false), (2, 0, false), (2, 3, true), (3, 1, false), (4, 5, true)] {
        let random = &mut Random((states * 10 + lag) as u64);
        let initial = probabilities(random, 1, states);
        let square = states * states;
        let moves = probabilities(random, if differs { LENGTH * states } else { states }, states);
        let moves_to = |time: usize| if differs { &moves[(time - 1) * square..][..square] } else { &moves };
        // Some fit far too badly for a number.
        let mut rows = random.numbers(LENGTH * states, if lag == 3 { -900.0 } else { -3.0 }, 0.0);
        rows[4 * states..][..states].fill(0.0);
        rows[6 * states] = if states > 1 { f64::NEG_INFINITY } else { -1.0 };
        let mut filter = OnlineFilter::new(&initial, moves_to(1), lag).unwrap();
        assert!(filter.is_empty() && filter.smoothed().is_none());
        assert_eq!(filter.predicted(), filter.filtered());
        for time in 0..LENGTH {
            if differs && time > 0 {
                filter.set_transition(moves_to(time)).unwrap();
            }
            let predicted = filter.predicted().to_vec();
            let before = filter.filtered().to_vec();
            filter.push(&rows[time * states..][..states]).unwrap();
            let so_far = by_state(&rows[..(time + 1) * states], states);
            let until = if differs { &moves[..time.max(1) * square] } else { &moves };
            let whole = HiddenStates::new(&initial, until, &so_far).unwrap();
            let what = || format!("{states} {lag} {differs}, time {time}");
            let want = whole.log_likelihood();
            assert_near(filter.log_likelihood(), want, 1e-12 * want.abs().max(1.0), what);
            let (filtered, smoothed) = (whole.filtered(), whole.smoothed());
            // Of whole series they are differences of logarithms of the size of the log likelihood.
            let tolerance = if lag == 3 { 1e-15 * want.abs().max(1e3) } else { 1e-13 };
            for state in 0..states {
                let want = filtered[time * states + state];
                assert_near(filter.filtered()[state], want, tolerance, what);
                if time > 0 {
                    let moves = moves_to(time);
                    let want: f64 = (0..states).map(|from| before[from] * moves[from * states + state]).sum();
                    assert_near(predicted[state], want, 1e-14, what);
                }
                if time >= lag {
                    let want = smoothed[state * (time + 1) + time - lag];
                    assert_near(filter.smoothed().unwrap()[state], want, tolerance, what);
                }
            }
            assert_eq!(filter.smoothed().is_some(), time >= lag);
            let best = filter.filtered()[filter.most_likely_state()];
            assert!(filter.filtered().iter().all(|probability| *probability <= best));
        }
    }
}

/// Refused observations change nothing.
#[test]
fn observations_that_are_refused() {
    let never = f64::NEG_INFINITY;
    // The second state is never left.
    let mut filter = OnlineFilter::new(&[0.5, 0.5], &[0.5, 0.5, 0.0, 1.0], 1).unwrap();
    filter.push(&[never, -1.0]).unwrap();
    let other = filter.clone();
    for (wrong, reason) in [
        (&[-1.0][..], "the log densities"),
        (&[-1.0, f64::NAN], "the log densities: element 1 is NaN, but must be less than ∞"),
        (&[f64::INFINITY, 0.0], "the log densities: element 0 is inf"),
        (
            &[never, never],
            "at time 1, counted from 0, is impossible, because its log density is −∞ in all states",
        ),
        (&[0.0, never], "is impossible, because no path leads to a state that explains it"),
    ] {
        let error = filter.push(wrong).unwrap_err().to_string();
        assert!(error.contains(reason), "{error}");
    }
    let error = filter.set_transition(&[1.0, 0.0, 0.5, 0.4]).unwrap_err().to_string();
    assert!(error.contains("row 1 of the transitions"), "{error}");
    let mut pair = [filter, other];
    for filter in &mut pair {
        filter.push(&[0.0, -3.0]).unwrap();
    }
    let [filter, other] = &pair;
    assert_eq!((filter.len(), filter.log_likelihood()), (2, other.log_likelihood()));
    assert_eq!((filter.smoothed(), filter.filtered()), (other.smoothed(), other.filtered()));
    assert_eq!(filter.filtered(), [0.0, 1.0]);

    let wrong = |initial: &[f64], transition: &[f64], lag: usize| {
        OnlineFilter::new(initial, transition, lag).unwrap_err().to_string()
    };
    assert!(wrong(&[], &[], 0).contains("the initial probabilities"));
    assert!(wrong(&[0.5, 0.5], &[1.0; 3], 0).contains("the transitions"));
    assert!(wrong(&[0.5, 0.4], &[1.0, 0.0, 0.0, 1.0], 0).contains("the initial probabilities"));
    assert!(wrong(&[1.0], &[1.0], usize::MAX).contains("a lag of"));
}

#[test]
fn observations_do_not_allocate() {
    for lag in [0, 3] {
        let mut filter = OnlineFilter::new(&[0.2, 0.8], &[0.9, 0.1, 0.3, 0.7], lag).unwrap();
        let rows = Random(1).numbers(40, -3.0, 0.0);
        let count = allocations(|| rows.chunks_exact(2).for_each(|row| filter.push(row).unwrap()));
        assert_eq!(count, 0, "{lag}");
    }
}
