//! Proves that `ode` solves an equation whose right-hand side is linear exactly: values to 1e-10 of solutions
//! in closed form, gradients against finite differences, for states of numbers, vectors, matrices and tuples
//! of them, with doses, initial times and times that are parameters, on every instruction set; that steps
//! come to the same; and what `explain()` says.

use crate::common;
use crate::common::{assert_gradient, assert_near, evaluate, evaluate_gradient, largest, on_every_set};
use crate::solutions::{Allowed, assert_solved};
use faer::MatRef;
use monomorph::prelude::*;

/// Compares values that are defined in the model, and its gradient.
fn check<M: BoundModel>(posterior: &Posterior<M>, q: &[f64], expected: &[(&str, Vec<f64>)], what: &str) {
    assert_solved(posterior, q, expected, what, Allowed { value: 1e-10, least: 1e-3, slope: 1e-9 });
}

/// Checks exponentials on every instruction set, and compares the log density and the gradient with those
/// that steps have.
fn solves(model: impl Model, q: &[f64], expected: &[(&str, Vec<f64>)]) {
    on_every_set(model, |set, posterior| {
        let text = posterior.explain().to_string();
        assert!(text.contains("solved by exponentials") && !text.contains("solved in steps"), "{text}");
        check(posterior, q, expected, set);
    });
    common::with_room(|| {
        let exact = evaluate_gradient(&model.compile().unwrap(), q);
        let options = Options::default().rewrites(Rewrites::None);
        let posterior = model.compile_with(options).unwrap();
        let text = posterior.explain().to_string();
        assert!(text.contains("solved in steps") && !text.contains("solved by exponentials"), "{text}");
        let in_steps = evaluate_gradient(&posterior, q);
        assert_near(in_steps.0, exact.0, 1e-8 * exact.0.abs().max(1.0), || {
            "the log density of steps".to_owned()
        });
        let allowed = 1e-7 * largest(&exact.1).max(1.0);
        assert_gradient(&in_steps.1, &exact.1, allowed, || "the gradient of steps".to_owned());
    });
}

const TIMES: [f64; 5] = [0.5, 1.0, 1.1, 3.0, 7.5];

/// The amounts of a drug in the gut and in the blood, after a time, of an amount of 1 in the gut.
fn absorbed(into: f64, out: f64, t: f64) -> [f64; 2] {
    let (gut, rest) = ((-into * t).exp(), (-out * t).exp());
    [gut, into / (into - out) * (rest - gut)]
}

#[test]
fn numbers() {
    params! { rate: positive(), first: positive() }
    let tight = 1e-12;
    let model = model! {
        rate  |= exponential(1.0),
        first |= exponential(1.0),
        decay = ode(&TIMES, first, |_, y| -rate * y).tolerance(tight, tight),
        drawn = ode(&TIMES, first, |_, y| (3.0 - y) * rate / 2.0).tolerance(tight, tight),
        steady = ode(&TIMES, first, |_, _| rate).tolerance(tight, tight),
        wave = ode(&TIMES, (first, 0.0), |_, (x, v)| (v, -rate * x)).tolerance(tight, tight),
        three = ode(&TIMES, (first, 0.0, 0.0),
            |_, (a, b, c)| (-rate * a, rate * a - 0.3 * b, 0.3 * b + 0.0 * c))
            .initial_time(-1.0)
            .tolerance(tight, tight),
        decay |= normal(0.2, 1.0),
        increment((drawn * drawn).sum() + (wave.column(0) * wave.column(1)).sum() + (three * three).sum()),
        increment((steady * steady).sum()),
    };
    let q = [0.3_f64, -0.2];
    let (rate, first) = (q[0].exp(), q[1].exp());
    let over = |f: fn(f64, f64, f64) -> Vec<f64>| TIMES.iter().flat_map(|&t| f(rate, first, t)).collect();
    let expected = [
        ("decay", over(|rate, first, t| vec![first * (-rate * t).exp()])),
        ("drawn", over(|rate, first, t| vec![3.0 + (first - 3.0) * (-0.5 * rate * t).exp()])),
        ("steady", over(|rate, first, t| vec![first + rate * t])),
        (
            "wave",
            over(|rate, first, t| {
                let (sin, cos) = (rate.sqrt() * t).sin_cos();
                vec![first * cos, -first * rate.sqrt() * sin]
            }),
        ),
        (
            "three",
            over(|rate, first, t| {
                let [a, b] = absorbed(rate, 0.3, t + 1.0);
                vec![first * a, first * b, first * (1.0 - a - b)]
            }),
        ),
    ];
    solves(model, &q, &expected);
}

/// Many people with independent equations: a matrix of two rows for each, with more people than registers
/// have lanes.
#[test]
fn people_side_by_side() {
    const PEOPLE: usize = 11;
    let (doses, nothing) = ([1.0; PEOPLE], [0.0; PEOPLE]);
    let when = [0.0, 1.0, 2.5, 9.0];
    let sizes: Vec<f64> = (0..when.len() * PEOPLE).map(|place| 1.0 + (place % 7) as f64).collect();
    params! { into: vector(PEOPLE).positive(), out: vector(PEOPLE).positive(), part: positive() }
    let model = model! {
        into |= exponential(1.0),
        out  |= exponential(1.0),
        part |= exponential(1.0),
        once = ode(&TIMES, (data(&doses), data(&nothing)),
            |_, (gut, blood)| (-into * gut, into * gut - out * blood))
            .tolerance(1e-12, 1e-12),
        daily = ode(&TIMES, (data(&nothing), data(&nothing)), |_, (gut, blood)| {
            (-into * gut, into * gut - out * blood)
        })
        .jumps(0, &when, part * data(&sizes))
        .tolerance(1e-12, 1e-12),
        increment((once * once).sum() + (daily * daily).sum()),
    };
    let q: Vec<f64> = (0..=2 * PEOPLE).map(|place| (place as f64 * 1.7).sin()).collect();
    let person = |k: usize| (q[k].exp(), q[PEOPLE + k].exp());
    let rows = |f: &dyn Fn(usize, f64) -> [f64; 2]| {
        TIMES
            .iter()
            .flat_map(|&t| {
                (0..2 * PEOPLE).map(move |place| (place / PEOPLE, place % PEOPLE, t)).collect::<Vec<_>>()
            })
            .map(|(part, k, t)| f(k, t)[part])
            .collect::<Vec<f64>>()
    };
    let once = rows(&|k, t| absorbed(person(k).0, person(k).1, t));
    let daily = rows(&|k, t| {
        let mut sum = [0.0; 2];
        for (number, time) in when.iter().enumerate().filter(|(_, time)| **time < t) {
            let amounts = absorbed(person(k).0, person(k).1, t - time);
            let size = q[2 * PEOPLE].exp() * sizes[number * PEOPLE + k];
            sum = [sum[0] + size * amounts[0], sum[1] + size * amounts[1]];
        }
        sum
    });
    let text = model.compile().unwrap().explain().to_string();
    assert!(text.contains("exponentials of 11 matrices of 3 rows"), "{text}");
    solves(model, &q, &[("once", once), ("daily", daily)]);
}

/// The series of exp(t A) y, for the columns of y.
fn series(a: &[f64], side: usize, y: &[f64], t: f64) -> Vec<f64> {
    let columns = y.len() / side;
    let (mut sum, mut term) = (y.to_vec(), y.to_vec());
    for order in 1..80 {
        let factor = t / f64::from(order);
        let entry = |place: usize| {
            let (row, column) = (place / columns, place % columns);
            (0..side).map(|k| a[row * side + k] * term[k * columns + column]).sum::<f64>() * factor
        };
        term = (0..y.len()).map(entry).collect();
        sum.iter_mut().zip(&term).for_each(|(sum, term)| *sum += term);
    }
    sum
}

/// A vector whose elements are mixed by a matrix, beside a number, and a matrix; at equal distances, which
/// share an exponential, and at others.
#[test]
fn vectors_and_matrices() {
    const SIDE: usize = 3;
    let system: Vec<f64> = (0..SIDE * SIDE).map(|place| 0.3 * (place as f64 * 0.7).sin()).collect();
    let a = MatRef::from_row_major_slice(&system, SIDE, SIDE);
    let first: Vec<f64> = (0..SIDE).map(|place| 1.0 - 0.1 * place as f64).collect();
    let cells: Vec<f64> = (0..4).map(|place| (place as f64).cos()).collect();
    let matrix = MatRef::from_row_major_slice(&cells, 2, 2);
    let small = MatRef::from_row_major_slice(&system[..4], 2, 2);
    let (even, uneven) = ([0.3, 0.6, 0.9, 1.2], [0.3, 1.0, 1.4]);
    params! { rate: positive(), z: real() }
    let model = model! {
        rate |= exponential(1.0),
        z    |= normal(0.0, 1.0),
        y = ode(&even, data(&first), |_, y| rate * data(a).dot(y)).tolerance(1e-12, 1e-12),
        both = ode(&uneven, (z, data(&first)), |_, (z, y)| (-rate * z, rate * data(a).dot(y) + 0.5 * z))
            .tolerance(1e-12, 1e-12),
        evenly = ode(&even, (z, data(&first)), |_, (z, y)| (-rate * z, rate * data(a).dot(y) + 0.5 * z))
            .tolerance(1e-12, 1e-12),
        cells = ode(&uneven, data(matrix), |_, y| rate * data(small).dot(y)).tolerance(1e-12, 1e-12),
        apart = ode(&uneven, data(matrix), |_, y| z - rate * y).tolerance(1e-12, 1e-12),
        increment((y * y).sum() + (both * both).sum() + (cells * cells).sum() + (apart * apart).sum()),
        increment((evenly * evenly * evenly).sum()),
    };
    let q = [0.1_f64, 0.7];
    let (rate, z) = (q[0].exp(), q[1]);
    // z beside y: a matrix with a row and a column more.
    let mut larger = vec![0.0; (SIDE + 1) * (SIDE + 1)];
    larger[0] = -rate;
    for row in 0..SIDE {
        larger[(row + 1) * (SIDE + 1)] = 0.5;
        for column in 0..SIDE {
            larger[(row + 1) * (SIDE + 1) + column + 1] = rate * system[row * SIDE + column];
        }
    }
    let beside = [vec![z], first.clone()].concat();
    let alone = |y: f64, t: f64| z / rate + (y - z / rate) * (-rate * t).exp();
    let expected = [
        ("y", even.iter().flat_map(|&t| series(&system, SIDE, &first, rate * t)).collect()),
        ("both", uneven.iter().flat_map(|&t| series(&larger, SIDE + 1, &beside, t)).collect()),
        ("evenly", even.iter().flat_map(|&t| series(&larger, SIDE + 1, &beside, t)).collect()),
        ("cells", uneven.iter().flat_map(|&t| series(&system[..4], 2, &cells, rate * t)).collect()),
        ("apart", uneven.iter().flat_map(|&t| cells.iter().map(move |&y| alone(y, t))).collect()),
    ];
    solves(model, &q, &expected);
}

#[test]
fn times_may_be_parameters() {
    params! { times: positive_ordered(3), rate: positive() }
    let model = model! {
        times |= normal(0.0, 3.0),
        rate  |= exponential(1.0),
        y = ode(times, 0.5, |_, y| rate * (2.0 - y)).initial_time(-0.5).tolerance(1e-12, 1e-12),
        increment((y * y).sum()),
    };
    let q = [-0.3_f64, -0.2, 0.1, 0.4];
    let rate = q[3].exp();
    let mut sum = 0.5;
    let times = q[..3].iter().map(|q| {
        sum += q.exp();
        sum
    });
    let expected = [("y", times.map(|t| 2.0 - 1.5 * (-rate * t).exp()).collect())];
    solves(model, &q, &expected);
}

/// There are no steps, so stiffness and the number of steps have no effect. A solution that overflows has
/// no density.
#[test]
fn there_are_no_steps() {
    params! { rate: positive() }
    let model = model! {
        rate |= exponential(1.0),
        y = ode(&[1.0, 50.0], (1.0, 0.0), |_, (a, b)| (-1e3 * rate * (a - b), 1e3 * rate * (a - b)))
            .max_steps(1),
        z = ode(&[1.0, 50.0], 1.0, |_, z| rate * z).max_steps(1),
        increment(y.sum() + z.log().sum()),
    };
    let posterior = model.compile().unwrap();
    let q = [0.0];
    let values = posterior.constrain(&q).unwrap();
    for (got, want) in values.get("y").unwrap().iter().zip([0.5; 4]) {
        assert_near(*got, want, 1e-10, || "y".to_owned());
    }
    for (got, want) in values.get("z").unwrap().iter().zip([1.0_f64, 50.0]) {
        assert_near(*got, want.exp(), 1e-12 * want.exp(), || "z".to_owned());
    }
    // That of y is 0, and that of log z the rate times the time.
    assert_near(evaluate(&posterior, &q).1[0], 51.0, 1e-8, || "the gradient".to_owned());
    assert_eq!(evaluate(&posterior, &[10.0]).0, f64::NEG_INFINITY);
    assert!(evaluate(&posterior, &q).0.is_finite());
}

/// Equations that depend on the time, are not linear, or are too large are solved in steps.
#[test]
fn explanations_say_why_there_are_steps() {
    let first = [1.0; 40];
    let system = [0.01; 40 * 40];
    let a = MatRef::from_row_major_slice(&system, 40, 40);
    params! { rate: positive() }
    let model = model! {
        rate |= exponential(1.0),
        timed  = ode(&[1.0], 1.0, |t, y| -rate * t * y),
        curved = ode(&[1.0], 1.0, |_, y| -rate * y * y),
        large  = ode(&[1.0], data(&first), |_, y| -rate * data(a).dot(y)),
        increment(timed.sum() + curved.sum() + large.sum()),
    };
    let text = model.compile().unwrap().explain().to_string();
    let of = |name: &str| text.split('\n').skip_while(|line| !line.starts_with(name)).nth(1).unwrap();
    for (name, words) in [("timed", "reads the time"), ("curved", "not linear"), ("large", "40 rows")] {
        assert!(of(name).contains(words) && of(name).contains("solved in steps"), "{name}: {text}");
    }
}
