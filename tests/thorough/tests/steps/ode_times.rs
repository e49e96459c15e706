//! Proves that `ode` takes the times that files of doses and observations hold: the initial one, at which the
//! value is the initial value, equal ones, which are one step, and two doses at once, which both count.
//! Values against solutions in closed form, gradients against finite differences, by the explicit, the
//! implicit and the exact method, for numbers and subjects in lanes, with times that are data or parameters,
//! on every instruction set.

use crate::common::{
    assert_gradient, assert_near, differences, evaluate, evaluate_gradient, largest, on_every_set_with,
};
use faer::MatRef;
use monomorph::prelude::*;

/// Compares values that are defined in the model, and its gradient, by exponentials where they serve and in
/// steps.
fn check(model: impl Model, q: &[f64], expected: &[(&str, Vec<f64>)]) {
    for rewrites in [Rewrites::All, Rewrites::None] {
        on_every_set_with(rewrites, model, |set, posterior| {
            let values = posterior.constrain(q).unwrap();
            for (name, expected) in expected {
                let got = values.get(*name).unwrap();
                assert_eq!(got.len(), expected.len(), "{name}");
                for (place, (got, expected)) in got.iter().zip(expected).enumerate() {
                    let what = || format!("{name}[{place}], {set}, {rewrites:?}");
                    assert_near(*got, *expected, 1e-9 * expected.abs().max(1.0), what);
                }
            }
            let gradient = evaluate(posterior, q).1;
            let differences = differences(posterior, q);
            let allowed = 1e-8 * largest(&differences).max(1.0);
            assert_gradient(&gradient, &differences, allowed, || format!("{set}, {rewrites:?}"));
        });
    }
}

/// Two values before anything happens, two at the time of two doses, and a last one.
const START: f64 = 0.5;
const TIMES: [f64; 8] = [0.5, 0.5, 1.0, 2.0, 2.0, 3.0, 3.0, 3.0];
const WHEN: [f64; 6] = [0.5, 0.5, 2.0, 2.0, 2.0, 9.0];
const SIZES: [f64; 6] = [1.0, 0.5, 0.25, 2.0, 0.75, 7.0];

/// The states at all times: doses before a time count, in a course that goes from state to state by
/// `flow(from, to, state)`.
fn course<const PARTS: usize>(
    first: [f64; PARTS],
    dose: impl Fn(usize) -> f64,
    flow: impl Fn(f64, f64, [f64; PARTS]) -> [f64; PARTS],
) -> Vec<[f64; PARTS]> {
    let at = |&time: &f64| {
        let (mut state, mut now) = (first, START);
        for jump in (0..WHEN.len()).filter(|jump| WHEN[*jump] < time) {
            state = flow(now, WHEN[jump], state);
            state[0] += dose(jump);
            now = WHEN[jump];
        }
        flow(now, time, state)
    };
    TIMES.iter().map(at).collect()
}

/// y′ = −k y², y′ = −k y, and gut and blood.
fn squared(k: f64, time: f64, y: f64) -> f64 {
    y / (1.0 + k * y * time)
}

fn absorbed(into: f64, out: f64, time: f64, [gut, blood]: [f64; 2]) -> [f64; 2] {
    let (stays, left) = ((-into * time).exp(), (-out * time).exp());
    [gut * stays, blood * left + gut * into / (into - out) * (left - stays)]
}

#[test]
fn numbers_with_doses() {
    params! { k: positive(), first: positive() }
    let model = model! {
        k     |= exponential(1.0),
        first |= exponential(1.0),
        curved = ode(&TIMES, first, |_, y| -k * y * y).initial_time(START)
            .jumps(0, &WHEN, first * data(&SIZES)).tolerance(1e-12, 1e-12),
        stiff = ode(&TIMES, first, |_, y| -k * y * y)
            .initial_time(START)
            .jumps(0, &WHEN, first * data(&SIZES))
            .stiff()
            .tolerance(1e-11, 1e-11)
            .max_steps(20_000),
        doses = ode(&TIMES, (first, 0.5), |_, (gut, blood)| (-k * gut, k * gut - 0.3 * blood))
            .initial_time(START)
            .jumps(0, &WHEN, k * data(&SIZES))
            .tolerance(1e-12, 1e-12),
        increment((curved * curved).sum() + (stiff * stiff * stiff).sum() + (doses * doses).sum()),
    };
    let q = [0.3_f64, -0.2];
    let (k, first) = (q[0].exp(), q[1].exp());
    let curved: Vec<f64> =
        course([first], |jump| first * SIZES[jump], |from, to, [y]| [squared(k, to - from, y)]).concat();
    let doses =
        course([first, 0.5], |jump| k * SIZES[jump], |from, to, y| absorbed(k, 0.3, to - from, y)).concat();
    check(model, &q, &[("curved", curved.clone()), ("stiff", curved), ("doses", doses)]);
}

const PEOPLE: usize = 5;

/// Subjects are elements of vectors: curved and linear, with doses of their own.
#[test]
fn subjects_in_lanes() {
    let first: Vec<f64> = (0..PEOPLE).map(|person| 0.5 + 0.1 * person as f64).collect();
    let nothing = [0.0; PEOPLE];
    let sizes: Vec<f64> = (0..WHEN.len() * PEOPLE).map(|place| 0.2 + 0.1 * (place % 7) as f64).collect();
    let sizes = MatRef::from_row_major_slice(&sizes, WHEN.len(), PEOPLE);
    params! { k: vector(PEOPLE).positive(), part: positive() }
    let model = model! {
        k    |= exponential(1.0),
        part |= exponential(1.0),
        curved = ode(&TIMES, data(&first), |_, y| -k * y * y).initial_time(START)
            .jumps(0, &WHEN, part * data(sizes)).tolerance(1e-12, 1e-12),
        doses = ode(&TIMES, (data(&first), data(&nothing)),
            |_, (gut, blood)| (-k * gut, k * gut - 0.3 * blood))
            .initial_time(START)
            .jumps(0, &WHEN, part * data(sizes))
            .tolerance(1e-12, 1e-12),
        increment((curved * curved).sum() + (doses * doses).sum()),
    };
    let q: Vec<f64> = (0..=PEOPLE).map(|place| 0.2 * (place as f64).sin()).collect();
    let (k, part) = (|person: usize| q[person].exp(), q[PEOPLE].exp());
    let of_person = |person: usize| {
        let dose = |jump: usize| part * sizes[(jump, person)];
        let curved = course([first[person]], dose, |from, to, [y]| [squared(k(person), to - from, y)]);
        let doses = course([first[person], 0.0], dose, |from, to, y| absorbed(k(person), 0.3, to - from, y));
        (curved, doses)
    };
    let people: Vec<_> = (0..PEOPLE).map(of_person).collect();
    let rows = |value: &dyn Fn(usize, usize) -> Vec<f64>| -> Vec<f64> {
        let of_time = |time: usize| (0..PEOPLE).map(move |person| value(person, time)).collect::<Vec<_>>();
        let row = |people: Vec<Vec<f64>>| {
            let parts = people[0].len();
            (0..parts).flat_map(|part| people.iter().map(|person| person[part]).collect::<Vec<_>>()).collect()
        };
        (0..TIMES.len()).flat_map(|time| -> Vec<f64> { row(of_time(time)) }).collect()
    };
    let curved = rows(&|person, time| people[person].0[time].to_vec());
    let doses = rows(&|person, time| people[person].1[time].to_vec());
    check(model, &q, &[("curved", curved), ("doses", doses)]);
}

/// Inputs change at the initial time, at an observation with doses, and between times: y′ = r(t) − k y, and
/// y′ = −r(t) y².
#[test]
fn inputs_that_are_constant_between_times() {
    const STARTS: [f64; 4] = [0.0, 0.5, 2.0, 2.5];
    const RATES: [f64; 4] = [9.0, 1.0, 0.0, 2.0];
    params! { k: positive(), first: positive() }
    let model = model! {
        k     |= exponential(1.0),
        first |= exponential(1.0),
        infused = ode(&TIMES, first, |t, y| t.piecewise(&STARTS, k * data(&RATES)) - k * y)
            .initial_time(START)
            .jumps(0, &WHEN, first * data(&SIZES))
            .tolerance(1e-12, 1e-12),
        curved = ode(&TIMES, first, |t, y| -t.piecewise(&STARTS, k * data(&RATES)) * y * y)
            .initial_time(START).tolerance(1e-12, 1e-12),
        stiff = ode(&TIMES, first, |t, y| t.piecewise(&STARTS, k * data(&RATES)) - k * y + 0.0 * y * y)
            .initial_time(START)
            .jumps(0, &WHEN, first * data(&SIZES))
            .stiff()
            .tolerance(1e-11, 1e-11)
            .max_steps(20_000),
        increment((infused * infused).sum() + (curved * curved).sum() + (stiff * stiff).sum()),
    };
    let q = [0.3_f64, -0.2];
    let (k, first) = (q[0].exp(), q[1].exp());
    // Piece after piece, each with its rate.
    let through = |from: f64, to: f64, y: f64, piece: &dyn Fn(f64, f64, f64) -> f64| {
        let (mut now, mut y) = (from, y);
        for (place, rate) in RATES.iter().enumerate() {
            let end = STARTS.get(place + 1).copied().unwrap_or(f64::INFINITY).min(to);
            if end > now {
                (now, y) = (end, piece(k * rate, end - now, y));
            }
        }
        y
    };
    let drawn = |rate: f64, time: f64, y: f64| rate / k + (y - rate / k) * (-k * time).exp();
    let dose = |jump: usize| first * SIZES[jump];
    let infused = course([first], dose, |from, to, [y]| [through(from, to, y, &drawn)]).concat();
    let curved = course([first], |_| 0.0, |from, to, [y]| [through(from, to, y, &squared)]).concat();
    check(model, &q, &[("infused", infused.clone()), ("curved", curved), ("stiff", infused)]);
}

/// Values at the initial time alone need no step; they have the gradient of the initial value.
#[test]
fn values_at_the_initial_time_alone() {
    params! { k: positive(), first: vector(3) }
    let model = model! {
        k     |= exponential(1.0),
        first |= normal(0.0, 1.0),
        curved = ode(&[0.0, 0.0], first.at(0), |_, y| -k * y * y).jumps(0, &[0.0, 0.0], &[2.0, 3.0]),
        linear = ode(&[0.0], (first.at(1), first), |_, (x, y)| (-k * x, k * y)),
        stiff = ode(&[0.0], first, |_, y| -k * y * y).stiff(),
        increment((curved * curved).sum() + (linear * linear).sum() + (stiff * stiff * stiff).sum()),
    };
    let q = [0.3, 0.5, -0.7, 1.1];
    let first = &q[1..];
    let linear = [&[first[1]], first].concat();
    let expected = [("curved", vec![first[0]; 2]), ("linear", linear), ("stiff", first.to_vec())];
    check(model, &q, &expected);
}

/// Times that depend on a parameter, of which some are the initial one and some equal whatever it is.
#[test]
fn times_of_parameters_may_be_equal() {
    const OFFSETS: [f64; 6] = [0.0, 0.0, 1.0, 2.5, 2.5, 2.5];
    params! { scale: positive(), k: positive() }
    let model = model! {
        scale |= exponential(1.0),
        k     |= exponential(1.0),
        driven = ode(scale * data(&OFFSETS), (k, 0.5), |t, (_, y)| ((k * t).cos() + 0.0 * y, -k * y * y))
            .tolerance(1e-12, 1e-12),
        stiff = ode(scale * data(&OFFSETS), k, |_, y| -k * y * y).stiff().tolerance(1e-11, 1e-11)
            .max_steps(20_000),
        linear = ode(scale * data(&OFFSETS), (k, 0.5), |_, (x, y)| (-k * x, k * x - 0.3 * y))
            .tolerance(1e-12, 1e-12),
        increment((driven * driven).sum() + (stiff * stiff).sum() + (linear * linear).sum()),
    };
    let q = [0.3_f64, -0.2];
    let (scale, k) = (q[0].exp(), q[1].exp());
    let over =
        |value: &dyn Fn(f64) -> Vec<f64>| OFFSETS.iter().flat_map(|&time| value(scale * time)).collect();
    let expected = [
        ("driven", over(&|t| vec![k + (k * t).sin() / k, squared(k, t, 0.5)])),
        ("stiff", over(&|t| vec![squared(k, t, k)])),
        ("linear", over(&|t| absorbed(k, 0.3, t, [k, 0.5]).to_vec())),
    ];
    check(model, &q, &expected);
}

/// Each of equal times has the slope of its own value, y′: the one after it does not depend on it.
#[test]
fn equal_times_have_slopes_of_their_own() {
    params! { times: vector(6), k: positive() }
    let model = model! {
        times |= normal(0.0, 1e6),
        k     |= exponential(1.0),
        driven = ode(times, 0.0, |t, y| (k * t).cos() + 0.0 * y * y).tolerance(1e-12, 1e-12),
        stiff  = ode(times, 0.5, |_, y| -k * y * y).stiff().tolerance(1e-11, 1e-11).max_steps(20_000),
        linear = ode(times, 0.5, |_, y| -k * y).tolerance(1e-12, 1e-12),
        increment(driven.sum() + 2.0 * stiff.sum() + 3.0 * linear.sum()),
    };
    let q = [0.0, 0.0, 1.0, 1.0, 2.0, 2.0, -0.2_f64];
    let k = q[6].exp();
    for rewrites in [Rewrites::All, Rewrites::None] {
        on_every_set_with(rewrites, model, |set, posterior| {
            let gradient = evaluate_gradient(posterior, &q).1;
            for (place, &t) in q[..6].iter().enumerate() {
                let stiff = -k * squared(k, t, 0.5).powi(2);
                let expected = (k * t).cos() + 2.0 * stiff - 1.5 * k * (-k * t).exp();
                assert_near(gradient[place], expected, 1e-8, || format!("time {place}, {set}, {rewrites:?}"));
            }
            // Times that decrease, or are before the initial one, have no solution.
            for wrong in [[0.0, 0.0, 1.0, 0.5, 2.0, 2.0], [-0.1, 0.0, 1.0, 1.0, 2.0, 2.0]] {
                let q = [&wrong[..], &[k.ln()]].concat();
                assert_eq!(evaluate_gradient(posterior, &q).0, f64::NEG_INFINITY, "{wrong:?}, {set}");
            }
        });
    }
}
