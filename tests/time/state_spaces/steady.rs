//! Proves that times at which the covariance has settled are filtered like all others: compared with the
//! same system with its transition written out for each time, which never counts as settled, in value and
//! in every gradient, on every instruction set.

use super::covariances;
use crate::common::{Random, assert_gradient, assert_near, column, evaluate, largest, on_every_set, swept};
use monomorph::faer::MatRef;
use monomorph::prelude::*;
use monomorph::state_space::StateSpace;

/// Sums rows of a matrix that all belong to one row of a smaller one.
fn folded(gradient: &[f64], length: usize) -> Vec<f64> {
    (0..length).map(|at| gradient.iter().skip(at).step_by(length).sum()).collect()
}

#[test]
fn settled_covariances() {
    for (states, series, length, diffuse, memory) in [
        (1, 1, 100, 0, 0.7),
        (1, 1, 60, 1, 0.7),
        (1, 2, 80, 0, 0.9),
        (2, 1, 203, 0, 0.8),
        (2, 1, 100, 1, 0.5),
        (2, 3, 75, 2, 0.7),
        (3, 1, 90, 0, 0.6),
        (3, 2, 150, 3, 0.7),
        (6, 1, 190, 2, 0.7),
        (6, 2, 200, 0, 0.4),
    ] {
        for intercepts in [1, length - 1] {
            let random = &mut Random((states * 1000 + series * 100 + diffuse * 10 + intercepts) as u64);
            let (n, square) = (length * series, states * states);
            let y = random.numbers(n, -2.0, 2.0);
            let mut transition = random.numbers(square, -0.2, 0.2);
            (0..states).for_each(|state| transition[state * states + state] += memory);
            let rest = [
                random.numbers(series * states, 0.4, 1.5),
                random.numbers(series, 0.2, 1.0),
                covariances(random, states, 1),
                random.numbers(intercepts * states, -0.5, 0.5),
                random.numbers(states, -1.0, 1.0),
                covariances(random, states, 1),
            ]
            .concat();
            let build = |steps: usize| {
                params! {
                    y: vector(series).rows(length),
                    t: vector(states).rows(steps * states),
                    z: vector(states).rows(series),
                    h: vector(series),
                    q: vector(states).rows(states),
                    c: vector(states).rows(intercepts),
                    a: vector(states),
                    p: vector(states).rows(states),
                }
                let made = linear_gaussian(z, h, t, q).initial(a, p).intercept(c).diffuse(diffuse);
                model! {
                    t |= flat(), z |= flat(), h |= flat(), q |= flat(), c |= flat(), a |= flat(), p |= flat(),
                    y |= made,
                }
            };
            let apart = [y.clone(), transition.repeat(length - 1), rest.clone()].concat();
            let (want, by_time) = evaluate(&build(length - 1).compile().unwrap(), &apart);
            let (of_y, tail) = by_time.split_at(n);
            let (of_moves, of_rest) = tail.split_at((length - 1) * square);
            let gradient = [of_y.to_vec(), folded(of_moves, square), of_rest.to_vec()].concat();
            let point = [y, transition, rest].concat();
            on_every_set(build(1), |set, posterior| {
                let (value, found) = evaluate(posterior, &point);
                let what = || format!("{states} {series} {length} {diffuse} {intercepts} {set}");
                assert_near(value, want, 1e-12 * want.abs().max(1.0), what);
                assert_gradient(&found, &gradient, 1e-11 * largest(&gradient), what);
            });
        }
    }
}

/// Series after settled times have the means and variances of a filter that does not use settled times.
#[test]
fn settled_series_go_on() {
    const DRAWS: usize = 5_000;
    let random = &mut Random(7);
    let y = random.numbers(90, -2.0, 2.0);
    let turn = [0.5, 0.2, 0.1, -0.3, 0.4, 0.2, 0.1, 0.1, 0.6];
    for states in [1, 2, 3] {
        let table: Vec<f64> = (0..states * states).map(|at| turn[at / states * 3 + at % states]).collect();
        let (design, noise, first) = (&[1.0, 0.5, -0.4][..states], [0.2, 0.4, 0.3], [1.0, 2.0, 0.5]);
        let moves = data(MatRef::from_row_major_slice(&table, states, states));
        let law = linear_gaussian(design, 0.3, moves, &noise[..states]).initial(&first[..states], 0.5);
        params! { shift: real() }
        let model = model! { shift |= normal(0.0, 1.0), data(&y) |= law.offset(shift) };
        let variables = model.compile().unwrap().variables();
        let given = monomorph::draws::Draws::new(variables, 1, DRAWS, vec![0.6; DRAWS]).unwrap();
        let numbers = StateSpace::new(states, design, &[0.3], &table, &noise[..states])
            .initial(&first[..states], &[0.5])
            .offset(&[0.6]);
        // The horizon begins at the last time, which stands in a row of its own, or before it.
        for horizon in swept(1, [2, 1, 20]) {
            let future = model.forecast(&given, horizon, 5).unwrap();
            let known = numbers.forecast(&y[..y.len() - horizon], horizon).unwrap();
            for ahead in 0..horizon {
                let drawn = column(&future, &format!("y[{ahead}]"));
                let (mean, variance) = (known.means[ahead], known.variances[ahead]);
                let what = || format!("{states} {horizon} {ahead}");
                let got = drawn.iter().sum::<f64>() / DRAWS as f64;
                assert_near(got, mean, 5.0 * (variance / DRAWS as f64).sqrt(), what);
                let spread = drawn.iter().map(|y| (y - got).powi(2)).sum::<f64>() / DRAWS as f64;
                assert_near(spread / variance, 1.0, 0.1, what);
            }
        }
    }
}

/// Known states: past values without noise, which stop having an effect at once, and a constant, which
/// never does.
#[test]
fn known_states() {
    let y = Random(3).numbers(80, -2.0, 2.0);
    let past = [0.5, 0.3, 1.0, 0.0];
    let constant = [0.8, 1.0, 0.0, 1.0];
    for (moves, design, noise, start) in
        [(past, [1.0, 0.0], 0.0, [1.0, 0.0]), (constant, [1.0, 0.0], 0.3, [1.0, 0.0])]
    {
        let build = |steps: usize| {
            params! { t: vector(2).rows(2 * steps), q: positive() }
            let variances = concatenate((q, 0.0));
            let law = linear_gaussian(&design, noise, t, variances).initial(&[0.0, 0.4], &start);
            model! { t |= flat(), q |= flat(), data(&y) |= law }
        };
        let apart = [moves.repeat(y.len() - 1), vec![0.2]].concat();
        let (want, by_time) = evaluate(&build(y.len() - 1).compile().unwrap(), &apart);
        let (of_moves, of_q) = by_time.split_at(by_time.len() - 1);
        let gradient = [folded(of_moves, 4), of_q.to_vec()].concat();
        let point = [moves.to_vec(), vec![0.2]].concat();
        on_every_set(build(1), |set, posterior| {
            let (value, found) = evaluate(posterior, &point);
            let what = || format!("{moves:?} {set}");
            assert_near(value, want, 1e-12 * want.abs(), what);
            assert_gradient(&found, &gradient, 1e-11 * largest(&gradient), what);
        });
    }
}
