//! Proves that `scan` computes what a loop computes: values against loops written out, gradients against finite differences, for
//! carries of one number and of several, affine and not, with lags, on every instruction set and at lengths that are no multiple of a
//! register.

mod common;

use common::{Random, assert_gradient, assert_near, differences, evaluate, largest, numbers, on_every_set};
use monomorph::prelude::*;

const LENGTHS: [usize; 6] = [1, 2, 7, 8, 9, 31];

/// The value that the definition `name` has at `q`, against `want`; the gradient against differences.
fn agrees(model: impl Model, q: &[f64], name: &str, want: &(dyn Fn(&Trace) -> Vec<f64> + Sync)) {
    on_every_set(model, |set, posterior| {
        let values = posterior.constrain(q).unwrap();
        let want = want(&values);
        let got = values.get(name).unwrap();
        assert_eq!(got.len(), want.len());
        for (step, (got, want)) in got.iter().zip(&want).enumerate() {
            assert_near(*got, *want, 1e-12 * largest(&[*want, 1.0]), || format!("step {step}, {set}"));
        }
        let (_, gradient) = evaluate(posterior, q);
        let differences = differences(posterior, q);
        let most = largest(&differences);
        assert_gradient(&gradient, &differences, 1e-8 * most.max(1.0), || {
            format!("gradient, {set}, {}", want.len())
        });
    });
}

fn number(values: &Trace, name: &str) -> f64 {
    values.get(name).unwrap()[0]
}

#[test]
fn an_affine_carry_is_composed() {
    for n in LENGTHS {
        let y = Random(n as u64).numbers(n, -2.0, 2.0);
        let y = &y;
        params! { mu: real(), a0: positive(), a1: interval(0.0, 1.0), b1: interval(0.0, 1.0), first: positive() }
        let model = model! {
            mu    |= normal(0.0, 5.0),
            a0    |= exponential(1.0),
            first |= exponential(1.0),
            a1    |= uniform(0.0, 1.0),
            b1    |= uniform(0.0, 1.0),
            s2     = scan(first, data(y), |s2, y| a0 + a1 * (y - mu).square() + b1 * s2),
            data(y) |= normal(mu, s2.sqrt()),
        };
        agrees(model, &numbers(5), "s2", &|values| {
            let of = |name| number(values, name);
            let mut s2 = of("first");
            y.iter()
                .map(|y| {
                    s2 = of("a0") + of("a1") * (y - of("mu")).powi(2) + of("b1") * s2;
                    s2
                })
                .collect()
        });
    }
}

#[test]
fn a_carry_that_is_not_affine() {
    for n in LENGTHS {
        let y = Random(n as u64).numbers(n, 0.1, 2.0);
        let y = &y;
        params! { r: positive(), k: positive(), first: positive(), noise: vector(n) }
        let model = model! {
            r     |= exponential(1.0),
            k     |= exponential(1.0),
            first |= exponential(1.0),
            noise |= normal(0.0, 1.0),
            // Ricker's map with inputs of two kinds
            size   = scan(first, (0.1 * noise, data(y)), |s, (noise, y)| s * (r - s / k + noise).exp() / (1.0 + y)),
            data(y) |= normal(size, 0.5),
        };
        agrees(model, &numbers(3 + n), "size", &|values| {
            let of = |name| number(values, name);
            let mut s = of("first");
            let noise = values.get("noise").unwrap().to_vec();
            y.iter()
                .zip(noise)
                .map(|(y, noise)| {
                    s = s * (of("r") - s / of("k") + 0.1 * noise).exp() / (1.0 + y);
                    s
                })
                .collect()
        });
    }
}

#[test]
fn several_numbers_affine_and_not() {
    for n in LENGTHS {
        let y = Random(n as u64).numbers(n, -1.0, 2.0);
        let y = &y;
        params! { level: real(), slope: real(), a: interval(0.0, 1.0), b: interval(0.0, 1.0) }
        let priors = model! { level |= normal(0.0, 1.0), slope |= normal(0.0, 1.0), a |= uniform(0.0, 1.0), b |= uniform(0.0, 1.0) };
        let holt = model! {
            priors,
            states = scan((level, slope), data(y), |(l, s), y| {
                let next = a * y + (1.0 - a) * (l + s);
                (next, b * (next - l) + (1.0 - b) * s)
            }),
            data(y) |= normal(states.row(0) + states.row(1).exp(), 1.0),
        };
        agrees(holt, &numbers(4), "states", &|values| {
            let of = |name| number(values, name);
            let (mut l, mut s, a, b) = (of("level"), of("slope"), of("a"), of("b"));
            let mut rows = [Vec::new(), Vec::new()];
            for y in y {
                let next = a * y + (1.0 - a) * (l + s);
                (l, s) = (next, b * (next - l) + (1.0 - b) * s);
                rows[0].push(l);
                rows[1].push(s);
            }
            rows.concat()
        });
        let curved = model! {
            priors,
            states = scan((level, slope), data(y), |(l, s), y| (a * l + (s.lag(2) * 0.3).sin() + y, b * s - 0.1 * l.tanh() * l.lag(3))),
            data(y) |= normal(states.row(0) * states.row(1), 2.0),
        };
        agrees(curved, &numbers(4), "states", &|values| {
            let of = |name| number(values, name);
            let (a, b) = (of("a"), of("b"));
            let (mut l, mut s) = (vec![of("level"); 3], vec![of("slope"); 3]);
            for y in y {
                let t = l.len();
                let next = a * l[t - 1] + (s[t - 2] * 0.3).sin() + y;
                s.push(b * s[t - 1] - 0.1 * l[t - 1].tanh() * l[t - 3]);
                l.push(next);
            }
            [&l[3..], &s[3..]].concat()
        });
    }
}

#[test]
fn lags_with_initial_values_given() {
    for n in LENGTHS {
        let y = Random(n as u64).numbers(n, -1.0, 1.0);
        let y = &y;
        params! { theta: vector(3), start: vector(4) }
        let model = model! {
            theta |= normal(0.0, 0.5),
            start |= normal(0.0, 1.0),
            errors = scan(start, data(y), |e, y| y - theta.at(0) * e - theta.at(1) * e.lag(2) - theta.at(2) * e.lag(4)),
            increment(-0.5 * errors.square().sum()),
            increment(errors.at(n - 1) * 0.3),
        };
        agrees(model, &numbers(7), "errors", &|values| {
            let theta = values.get("theta").unwrap().to_vec();
            let mut e = values.get("start").unwrap().to_vec();
            for y in y {
                let t = e.len();
                e.push(y - theta[0] * e[t - 1] - theta[1] * e[t - 2] - theta[2] * e[t - 4]);
            }
            e[4..].to_vec()
        });
    }
}

/// A scan of data alone; a step without parameters; a step that does not read the carry; a scan in a scan's input; a carry whose
/// parameters have values; captured vectors, matrix products and gathers.
#[test]
fn scans_of_all_kinds() {
    // more than one block of a matrix product
    let n = 69;
    let y = Random(3).numbers(n, 0.1, 2.0);
    let x = Random(4).numbers(2 * n, -1.0, 1.0);
    let x = monomorph::faer::MatRef::from_row_major_slice(&x, n, 2);
    let at = Random(5).indices(n, 3);
    let (y, at) = (&y, &at);
    params! { a: real(), b: vector(2), c: vector(3) }
    let model = model! {
        a |= normal(0.0, 1.0),
        b |= normal(0.0, 1.0),
        c |= normal(0.0, 1.0),
        of_data = scan(0.5, data(y), |s, y| 0.5 * s + y),
        fixed_step = scan(a, data(y), |s, y| (s * y).tanh()),
        no_carry = scan(0.0, data(y), |_, y| a * y),
        nested = scan(a, scan(0.1, data(y), |s, y| s * 0.5 + y * a), |s, inner| s * 0.3 + inner.square()),
        rich = scan(c.at(0), steps(n), |s, t| data(x).dot(b) * s * 0.1 + c.at(at) * (0.1 * t).cos() + data(y)),
        data(y) |= normal(of_data + fixed_step + no_carry + nested + rich, 2.0),
    };
    on_every_set(model, |set, posterior| {
        let q = numbers(6);
        let (_, gradient) = evaluate(posterior, &q);
        let differences = differences(posterior, &q);
        assert_gradient(&gradient, &differences, 1e-8 * largest(&differences), || format!("gradient, {set}"));
        let values = posterior.constrain(&q).unwrap();
        let mut s = 0.5;
        for (got, y) in values.get("of_data").unwrap().iter().zip(y) {
            s = 0.5 * s + y;
            assert_near(*got, s, 1e-13, || format!("of data, {set}"));
        }
        let (b, c) = (values.get("b").unwrap(), values.get("c").unwrap());
        let mut s = c[0];
        for (t, got) in values.get("rich").unwrap().iter().enumerate() {
            s = (x[(t, 0)] * b[0] + x[(t, 1)] * b[1]) * s * 0.1
                + c[at[t] as usize] * (0.1 * t as f64).cos()
                + y[t];
            assert_near(*got, s, 1e-12, || format!("rich, {set}"));
        }
    });
    let held = model.condition(a, 0.4).compile().unwrap();
    let q = numbers(5);
    let (_, gradient) = evaluate(&held, &q);
    let differences = differences(&held, &q);
    assert_gradient(&gradient, &differences, 1e-8 * largest(&differences), || "held".to_owned());
}

#[test]
fn sums_over_the_history() {
    for n in LENGTHS {
        let y = Random(n as u64).numbers(n, 0.1, 1.0);
        let y = &y;
        for weights in [3, 40] {
            params! { w: vector(weights).positive(), start: vector(3), r: positive() }
            let model = model! {
                w     |= exponential(2.0),
                start |= normal(0.0, 1.0),
                r     |= exponential(1.0),
                linear = scan(start, data(y), |s, y| y + 0.3 * r * s.dot_reversed(w) - 0.1 * s.lag(2)),
                curved = scan((start, 0.4), data(y), |(s, total), y| {
                    (y + (0.2 * s.dot_reversed(w)).sin() * r - 0.1 * total, total * 0.5 + s)
                }),
                increment(linear.square().sum() + (curved.row(0) * curved.row(1)).sum()),
            };
            agrees(model, &numbers(weights + 4), "linear", &|values| {
                let (w, r) = (values.get("w").unwrap(), number(values, "r"));
                let mut s = values.get("start").unwrap().to_vec();
                for y in y {
                    let t = s.len();
                    let sum: f64 = w.iter().zip(s.iter().rev()).map(|(w, s)| w * s).sum();
                    s.push(y + 0.3 * r * sum - 0.1 * s[t - 2]);
                }
                s[3..].to_vec()
            });
        }
    }
}

#[test]
fn what_is_wrong_is_said() {
    let (y, short) = ([0.1, 0.2, 0.3], [0.1, 0.2]);
    let none: [f64; 0] = [];
    params! { a: real() }
    let wrong = |error: Error, words: &str| {
        let text = error.to_string();
        assert!(text.contains(words), "{text}");
    };
    let of = |message: Option<Error>| message.expect("an error");
    let whole = model! { a |= normal(0.0, 1.0), increment(scan(a, data(&y), |s, y| s.sum() + y).sum()) };
    wrong(of(whole.compile().err()), "one value in each step");
    let outer = model! { a |= normal(0.0, 1.0), increment(scan(a, data(&y), |s, _| scan(a, data(&y), |r, _| r + s)).sum()) };
    wrong(of(outer.compile().err()), "one value in each step");
    let lengths = model! { a |= normal(0.0, 1.0), increment(scan(a, (data(&y), data(&short)), |s, (x, y)| s + x + y).sum()) };
    wrong(of(lengths.compile().err()), "input 2 of the scan");
    let captured =
        model! { a |= normal(0.0, 1.0), increment(scan(a, data(&y), |s, y| s + y * data(&short)).sum()) };
    wrong(of(captured.compile().err()), "has length 2");
    let empty = model! { a |= normal(0.0, 1.0), increment(scan(a, data(&none), |s, y| s + y).sum()) };
    wrong(of(empty.compile().err()), "the input of the scan is empty");
    let lag = model! { a |= normal(0.0, 1.0), increment(scan(a, data(&y), |s, y| s.lag(0) + y).sum()) };
    wrong(of(lag.compile().err()), "`lag(0)` is what the step computes");
    let lag = model! { a |= normal(0.0, 1.0), increment(scan(data(&short), data(&y), |s, y| a * s.lag(3) + y).sum()) };
    wrong(of(lag.compile().err()), "the scan has 2 initial values");
    let nan =
        model! { a |= normal(0.0, 1.0), increment(scan(a, data(&[0.1, f64::NAN]), |s, y| s + y).sum()) };
    wrong(of(nan.compile().err()), "NaN");
}

/// Vectors of steps before, and convolutions: against loops.
#[test]
fn lagged_and_convolved_vectors() {
    for n in [1, 7, 16, 33] {
        let x = Random(n as u64).numbers(n, -1.0, 1.0);
        let x = &x;
        params! { y: vector(n), w: vector(5), first: real(), before: vector(n) }
        let model = model! {
            y      |= normal(0.0, 1.0),
            w      |= normal(0.0, 1.0),
            first  |= normal(0.0, 1.0),
            before |= normal(0.0, 1.0),
            one     = y.lagged(1, first),
            all     = y.lagged(n, before),
            of_data = data(x).lagged(1, 0.5),
            smooth  = (y * y).convolve(w),
            fixed   = y.convolve(x),
            increment((one * smooth).sum() + (all * fixed).sum() + (of_data * y).square().sum()),
        };
        agrees(model, &numbers(2 * n + 6), "smooth", &|values| {
            let (y, w) = (values.get("y").unwrap(), values.get("w").unwrap());
            let one = values.get("one").unwrap();
            assert_eq!((one[0], &one[1..]), (number(values, "first"), &y[..n - 1]));
            assert_eq!(values.get("all").unwrap(), values.get("before").unwrap());
            (0..n).map(|i| (0..=i.min(4)).map(|k| w[k] * y[i - k] * y[i - k]).sum()).collect()
        });
    }
    params! { a: vector(3) }
    let refused = |count, words: &str| {
        let model = model! { a |= normal(0.0, 1.0), increment(a.lagged(count, data(&[0.0, 1.0])).sum()) };
        let Err(error) = model.compile() else { panic!("{count} steps were not refused") };
        let text = error.to_string();
        assert!(text.contains(words), "{text}");
    };
    refused(0, "be from 1 to 3");
    refused(4, "be from 1 to 3");
    refused(1, "has 2 elements");
}
