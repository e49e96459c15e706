//! Proves that an equation may have inputs that are constant between times: values of linear equations and of
//! others against solutions in closed form, gradients against finite differences, with values that are data
//! or parameters, numbers or vectors, by both methods, on every instruction set; and that wrong inputs are
//! errors.

use crate::common::on_every_set;
use crate::solutions::{Allowed, assert_solved};
use faer::MatRef;
use monomorph::prelude::*;

/// Compares values that are defined in the model, and its gradient.
fn check<M: BoundModel>(posterior: &Posterior<M>, q: &[f64], expected: &[(&str, Vec<f64>)], what: &str) {
    assert_solved(posterior, q, expected, what, Allowed { value: 1e-9, least: 1.0, slope: 1e-8 });
}

const TIMES: [f64; 5] = [0.5, 1.0, 2.0, 3.0, 7.5];
const STARTS: [f64; 4] = [-1.0, 1.0, 2.5, 4.0];

/// The integral over time from 0 on of what is constant between times.
fn integral(starts: &[f64], values: &[f64], t: f64) -> f64 {
    let ends = starts[1..].iter().copied().chain([f64::INFINITY]);
    let piece = |((start, end), value): ((&f64, f64), &f64)| value * (end.min(t) - start.max(0.0)).max(0.0);
    starts.iter().zip(ends).zip(values).map(piece).sum()
}

/// y′ = r(t) − k y from y₀ on, piece after piece.
fn infused(rate: &dyn Fn(usize) -> f64, first: f64, k: f64, t: f64) -> f64 {
    let (mut y, mut time) = (first, 0.0);
    for piece in 0..STARTS.len() {
        let end = STARTS.get(piece + 1).copied().unwrap_or(f64::INFINITY).min(t);
        if end > time {
            y = rate(piece) / k + (y - rate(piece) / k) * (-k * (end - time)).exp();
            time = end;
        }
    }
    y
}

#[test]
fn inputs_of_linear_equations() {
    let values = [3.0, 0.0, 5.0, 1.0];
    let (others, elsewhere) = ([0.0, 2.0], [0.3, 1.3]);
    params! { k: positive(), rates: vector(4).positive() }
    let model = model! {
        k     |= exponential(1.0),
        rates |= exponential(1.0),
        y = ode(&TIMES, 0.7, |t, y| t.piecewise(&STARTS, &values) - k * y),
        z = ode(&TIMES, 0.7, |t, z| t.piecewise(&STARTS, rates) - k * z),
        // The matrix changes from time to time.
        w = ode(&TIMES, 0.7, |t, w| -(t.piecewise(&STARTS, rates) + t.piecewise(&others, &elsewhere)) * w),
        increment((y * y).sum() + (z * z).sum() + (w * w).sum()),
    };
    let q = [-0.4_f64, 0.3, -0.2, 0.9, 0.1];
    let rates: Vec<f64> = q[1..].iter().map(|q| q.exp()).collect();
    let k = q[0].exp();
    let of = |f: &dyn Fn(f64) -> f64| TIMES.iter().map(|&t| f(t)).collect::<Vec<f64>>();
    let expected = [
        ("y", of(&|t| infused(&|piece| values[piece], 0.7, k, t))),
        ("z", of(&|t| infused(&|piece| rates[piece], 0.7, k, t))),
        ("w", of(&|t| 0.7 * (-integral(&STARTS, &rates, t) - integral(&others, &elsewhere, t)).exp())),
    ];
    on_every_set(model, |set, posterior| {
        assert!(posterior.explain().to_string().contains("solved by exponentials"));
        check(posterior, &q, &expected, set);
    });
}

/// y′ = −r(t) y² has the solution y₀ / (1 + y₀ ∫ r), in steps; a dose comes when the input changes.
#[test]
fn inputs_of_other_equations() {
    let doses = [1.0, 0.5];
    params! { rates: vector(4).positive(), first: positive() }
    let model = model! {
        rates |= exponential(1.0),
        first |= exponential(1.0),
        y = ode(&TIMES, first, |t, y| -t.piecewise(&STARTS, rates) * y * y).tolerance(1e-12, 1e-12),
        stiff = ode(&TIMES, first, |t, y| -t.piecewise(&STARTS, rates) * y * y)
            .stiff()
            .max_steps(50_000)
            .tolerance(1e-11, 1e-11),
        dosed = ode(&TIMES, first, |t, y| -t.piecewise(&STARTS, rates) * y * y)
            .jumps(0, &[1.0, 4.0], first * data(&doses))
            .tolerance(1e-12, 1e-12),
        increment((y * y).sum() + (stiff * stiff).sum() + (dosed * dosed).sum()),
    };
    let q = [0.3_f64, -0.2, 0.9, 0.1, 0.4];
    let rates: Vec<f64> = q[..4].iter().map(|q| q.exp()).collect();
    let first = q[4].exp();
    let area = |t: f64| integral(&STARTS, &rates, t);
    let until = |y: f64, from: f64, t: f64| y / (1.0 + y * (area(t) - area(from)));
    let dosed = |t: f64| {
        let (mut y, mut time) = (first, 0.0);
        for (when, dose) in [1.0, 4.0].iter().zip(doses).filter(|(when, _)| **when < t) {
            (y, time) = (until(y, time, *when) + first * dose, *when);
        }
        until(y, time, t)
    };
    let plain: Vec<f64> = TIMES.iter().map(|&t| until(first, 0.0, t)).collect();
    let expected =
        [("y", plain.clone()), ("stiff", plain), ("dosed", TIMES.iter().map(|&t| dosed(t)).collect())];
    on_every_set(model, |set, posterior| check(posterior, &q, &expected, set));
}

/// A row of values for each time: each person has rates of its own.
#[test]
fn inputs_of_vectors() {
    const PEOPLE: usize = 3;
    let cells: Vec<f64> = (0..STARTS.len() * PEOPLE).map(|place| 1.0 + (place % 5) as f64).collect();
    let table = MatRef::from_row_major_slice(&cells, STARTS.len(), PEOPLE);
    let first = [0.5, 1.0, 1.5];
    params! { k: vector(PEOPLE).positive(), rates: vector(12) }
    let model = model! {
        k     |= exponential(1.0),
        rates |= normal(0.0, 1.0),
        linear = ode(&TIMES, data(&first), |t, y| t.piecewise(&STARTS, data(table)) - k * y),
        driven = ode(&TIMES, data(&first), |t, y| t.piecewise(&STARTS, rates.reshape(4, 3)) - k * y),
        curved = ode(&TIMES, data(&first), |t, y| -0.1 * t.piecewise(&STARTS, data(table)) * y * y)
            .tolerance(1e-12, 1e-12),
        increment((linear * linear).sum() + (driven * driven).sum() + (curved * curved).sum()),
    };
    let q: Vec<f64> = (0..PEOPLE + 12).map(|place| 0.5 * (place as f64).sin()).collect();
    let k = |person: usize| q[person].exp();
    let of = |f: &dyn Fn(usize, f64) -> f64| {
        TIMES
            .iter()
            .flat_map(|&t| (0..PEOPLE).map(move |person| (person, t)))
            .map(|(person, t)| f(person, t))
            .collect()
    };
    let column =
        |person: usize| (0..STARTS.len()).map(|piece| cells[piece * PEOPLE + person]).collect::<Vec<_>>();
    let expected = [
        ("linear", of(&|person, t| infused(&|piece| column(person)[piece], first[person], k(person), t))),
        (
            "driven",
            of(&|person, t| {
                infused(&|piece| q[PEOPLE + piece * PEOPLE + person], first[person], k(person), t)
            }),
        ),
        (
            "curved",
            of(&|person, t| {
                first[person] / (1.0 + 0.1 * first[person] * integral(&STARTS, &column(person), t))
            }),
        ),
    ];
    on_every_set(model, |set, posterior| check(posterior, &q, &expected, set));
}

#[test]
fn wrong_inputs_are_errors() {
    params! { rate: positive() }
    let says = |starts: &[f64], values: &[f64], words: &str| {
        let model = model! {
            rate |= exponential(1.0),
            y = ode(&[1.0, 2.0], 1.0, |t, y| t.piecewise(starts, values) - rate * y),
            y |= normal(0.0, 1.0),
        };
        let error = model.compile().unwrap_err().to_string();
        assert!(error.contains(words) && error.contains('y'), "{error}");
    };
    says(&[0.0, 1.0], &[1.0], "there are 2 times and 1 values");
    says(&[], &[], "there are no times");
    says(
        &[0.5, 1.0],
        &[1.0, 2.0],
        "the first value begins at 0.5, and must not begin after the initial time, 0",
    );
    says(&[f64::NAN], &[1.0], "NaN");
    says(
        &[0.0, 2.0, 2.0],
        &[1.0, 2.0, 3.0],
        "value 2 begins at 2, and must begin after the previous value, which begins at 2",
    );
    params! { times: positive_ordered(2) }
    let unknown = model! {
        rate  |= exponential(1.0),
        times |= normal(0.0, 1.0),
        y = ode(times, 1.0, |t, y| t.piecewise(&[0.0, 1.0], &[1.0, 2.0]) - rate * y),
        y |= normal(0.0, 1.0),
    };
    let error = unknown.compile().unwrap_err().to_string();
    assert!(error.contains("that is constant between times must be data"), "{error}");
    let begins = model! {
        rate  |= exponential(1.0),
        times |= normal(0.0, 1.0),
        y = ode(&[1.0], 1.0, |t, y| t.piecewise(times, &[1.0, 2.0]) - rate * y),
        y |= normal(0.0, 1.0),
    };
    let error = begins.compile().unwrap_err().to_string();
    assert!(error.contains("must be data"), "{error}");
}
