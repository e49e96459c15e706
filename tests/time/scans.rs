//! Proves that `scan` computes what a loop computes: values against loops written out, gradients against
//! finite differences, for carries of one number and of several, affine and not, with lags, on every
//! instruction set and at lengths that are no multiple of a register.

use crate::common::{
    Random, assert_gradient, assert_near, differences, evaluate, largest, numbers, on_every_set,
};
use monomorph::prelude::*;

const LENGTHS: [usize; 6] = [1, 2, 7, 8, 9, 31];

/// Compares the value of the definition `name` at `q` with `want`, and the gradient with differences.
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
        params! {
            mu: real(), a0: positive(), a1: interval(0.0, 1.0), b1: interval(0.0, 1.0), first: positive(),
        }
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
            size   = scan(first, (0.1 * noise, data(y)),
                |s, (noise, y)| s * (r - s / k + noise).exp() / (1.0 + y)),
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
        let priors = model! {
            level |= normal(0.0, 1.0), slope |= normal(0.0, 1.0), a |= uniform(0.0, 1.0),
            b |= uniform(0.0, 1.0),
        };
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
            states = scan((level, slope), data(y),
                |(l, s), y| (a * l + (s.lag(2) * 0.3).sin() + y, b * s - 0.1 * l.tanh() * l.lag(3))),
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
            errors = scan(start, data(y),
                |e, y| y - theta.at(0) * e - theta.at(1) * e.lag(2) - theta.at(2) * e.lag(4)),
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

/// A scan of data alone; a step without parameters; a step that does not read the carry; a scan in a scan's
/// input; a carry whose parameters have values; captured vectors, matrix products and gathers.
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
        rich = scan(c.at(0), steps(n),
            |s, t| data(x).dot(b) * s * 0.1 + c.at(at) * (0.1 * t).cos() + data(y)),
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
    let outer = model! {
        a |= normal(0.0, 1.0), increment(scan(a, data(&y), |s, _| scan(a, data(&y), |r, _| r + s)).sum()),
    };
    wrong(of(outer.compile().err()), "one value in each step");
    let lengths = model! {
        a |= normal(0.0, 1.0), increment(scan(a, (data(&y), data(&short)), |s, (x, y)| s + x + y).sum()),
    };
    wrong(of(lengths.compile().err()), "input 2 of the scan");
    let captured =
        model! { a |= normal(0.0, 1.0), increment(scan(a, data(&y), |s, y| s + y * data(&short)).sum()) };
    wrong(of(captured.compile().err()), "has length 2");
    let empty = model! { a |= normal(0.0, 1.0), increment(scan(a, data(&none), |s, y| s + y).sum()) };
    wrong(of(empty.compile().err()), "the input of the scan is empty");
    let lag = model! { a |= normal(0.0, 1.0), increment(scan(a, data(&y), |s, y| s.lag(0) + y).sum()) };
    wrong(of(lag.compile().err()), "`lag(0)` is what the step computes");
    let lag = model! {
        a |= normal(0.0, 1.0), increment(scan(data(&short), data(&y), |s, y| a * s.lag(3) + y).sum()),
    };
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

/// A panel: lanes are series, in widths that fill registers and that do not; elementwise steps begin one
/// sweep for all.
#[test]
fn panels_of_series() {
    for (times, series) in [(1, 1), (1, 9), (5, 1), (4, 3), (3, 8), (6, 13)] {
        let y = Random((times * series) as u64).numbers(times * series, -1.0, 1.0);
        let y = monomorph::faer::MatRef::from_row_major_slice(&y, times, series);
        params! { phi: real(), mu: vector(series), theta: vector(series), noise: vector(series).rows(times) }
        let model = model! {
            phi   |= normal(0.0, 0.5),
            mu    |= normal(0.0, 1.0),
            theta |= normal(0.0, 0.5),
            noise |= normal(0.0, 1.0),
            states = scan_rows(mu, (data(y), noise), |s, (y, e)| {
                mu.exp() * (phi * s).tanh() + theta * (y - s.lag(3)) + e * (1.0 + s.square()).log()
            }),
            data(y) |= normal(states, 1.0),
        };
        agrees(model, &numbers(1 + 2 * series + times * series), "states", &|values| {
            let of = |name: &str| values.get(name).unwrap().to_vec();
            let (phi, mu, theta, noise) = (of("phi")[0], of("mu"), of("theta"), of("noise"));
            let mut rows = vec![mu.clone(); 3];
            for t in 0..times {
                let (s, lagged) = (&rows[t + 2], &rows[t]);
                let next = (0..series).map(|i| {
                    mu[i].exp() * (phi * s[i]).tanh()
                        + theta[i] * (y[(t, i)] - lagged[i])
                        + noise[t * series + i] * (1.0 + s[i] * s[i]).ln()
                });
                rows.push(next.collect());
            }
            rows[3..].concat()
        });
    }
}

/// Sums over the history of rows, with fewer weights than steps and with more, of data and of parameters: in
/// one sweep for all steps, in a sweep for each, and read in the step of a scan inside. Beside them
/// convolutions of columns.
#[test]
fn histories_of_rows() {
    for (times, series, count) in [(1, 1, 3), (6, 3, 2), (9, 8, 12), (14, 13, 5)] {
        let x = Random((times * series) as u64).numbers(times * series, -1.0, 1.0);
        let x = monomorph::faer::MatRef::from_row_major_slice(&x, times, series);
        let known = Random(count as u64).numbers(count, -0.4, 0.4);
        let (known, fixed) = (&known, x.subrows(0, times.min(2)));
        params! { w: vector(count), first: vector(series), k: vector(series).rows(count) }
        let model = model! {
            w     |= normal(0.0, 1.0),
            first |= normal(0.0, 1.0),
            k     |= normal(0.0, 1.0),
            once   = scan_rows(first, data(x),
                |s, x| 0.3 * s + x * s.dot_reversed(w) + s.dot_reversed(known)),
            each   = scan_rows((first, w.at(0)), (data(x), steps(times)), |(s, r), (x, t)| {
                let inside = scan(r, s.dot_reversed(w), |r, h| 0.5 * r + h);
                (x - 0.1 * inside + 0.05 * t * s.dot_reversed(known), 0.5 * r + s.dot_reversed(w).at(0))
            }),
            smooth = once.convolve_columns(k),
            increment((smooth * each.columns(0..series)).sum()
                + each.convolve_columns(each).square().sum() * 0.01),
            increment((once.convolve_columns(data(fixed)) * once).sum()),
        };
        agrees(model, &numbers(count + series + series * count), "smooth", &|values| {
            let of = |name: &str| values.get(name).unwrap().to_vec();
            let (w, first, k) = (of("w"), of("first"), of("k"));
            let sum = |rows: &[Vec<f64>], weights: &[f64], i: usize| -> f64 {
                rows.iter().rev().zip(weights).map(|(row, weight)| weight * row[i]).sum()
            };
            let (mut once, mut each, mut r) = (vec![first.clone()], vec![first.clone()], vec![w[0]]);
            for t in 0..times {
                let next = |i: usize| 0.3 * once[t][i] + x[(t, i)] * sum(&once, &w, i) + sum(&once, known, i);
                let next = (0..series).map(next).collect();
                once.push(next);
                let mut inside = r[t];
                let next = |i: usize| {
                    inside = 0.5 * inside + sum(&each, &w, i);
                    x[(t, i)] - 0.1 * inside + 0.05 * t as f64 * sum(&each, known, i)
                };
                let next = (0..series).map(next).collect();
                r.push(0.5 * r[t] + sum(&each, &w, 0));
                each.push(next);
            }
            for (got, want) in of("once").iter().zip(once[1..].concat()) {
                assert_near(*got, want, 1e-12 * largest(&[want, 1.0]), || "once".to_owned());
            }
            for (t, got) in of("each").chunks(series + 1).enumerate() {
                for (got, want) in got.iter().zip(each[t + 1].iter().chain(&r[t + 1..])) {
                    assert_near(*got, *want, 1e-12 * largest(&[*want, 1.0]), || "each".to_owned());
                }
            }
            let smooth = |t: usize, i: usize| -> f64 {
                (0..=t.min(count - 1)).map(|lag| k[lag * series + i] * once[t + 1 - lag][i]).sum()
            };
            (0..times * series).map(|cell| smooth(cell / series, cell % series)).collect()
        });
    }
}

/// Steps that read their carry as a whole: products of matrices, normalised vectors, sums, and a scan of
/// numbers inside.
#[test]
fn vectors_that_are_read_as_a_whole() {
    for (times, count) in [(1, 1), (5, 2), (4, 3), (3, 9)] {
        let x = Random(count as u64).numbers(times, -1.0, 1.0);
        let x = &x;
        params! { a: vector(count).rows(count), first: vector(count), u: vector(times) }
        let model = model! {
            a     |= normal(0.0, 0.5),
            first |= normal(0.0, 1.0),
            u     |= normal(0.0, 1.0),
            linear = scan_rows(first, steps(times), |s, _| a.dot(s)),
            shares = scan_rows(first.softmax(), (data(x), u), |s, (x, u)| {
                (a.dot(s) * x + s.lag(2).sum() * u).softmax() * 0.7 + s.at(0) * a.transpose().dot(s) + first
            }),
            inside = scan_rows(first, data(x),
                |s, x| scan(x * s.at(0), s, |r, s| 0.3 * r + s.sin()) + 0.1 * s),
            increment(linear.square().sum() + (shares * inside.reversed()).sum()
                + shares.row(times - 1).sum()),
        };
        agrees(model, &numbers(count * count + count + times), "shares", &|values| {
            let of = |name: &str| values.get(name).unwrap().to_vec();
            let (a, first, u) = (of("a"), of("first"), of("u"));
            let softmax = |x: Vec<f64>| {
                let sum: f64 = x.iter().map(|x| x.exp()).sum();
                x.iter().map(|x| x.exp() / sum).collect::<Vec<_>>()
            };
            let mut rows = vec![softmax(first.clone()); 2];
            for t in 0..times {
                let (s, before) = (rows[t + 1].clone(), rows[t].iter().sum::<f64>());
                let of_row = |i: usize| (0..count).map(|j| a[i * count + j] * s[j]).sum::<f64>();
                let of_column = |i: usize| (0..count).map(|j| a[j * count + i] * s[j]).sum::<f64>();
                let share = softmax((0..count).map(|i| of_row(i) * x[t] + before * u[t]).collect());
                rows.push((0..count).map(|i| share[i] * 0.7 + s[0] * of_column(i) + first[i]).collect());
            }
            rows[2..].concat()
        });
    }
}

/// Carries of several values: vectors of different lengths, a number and a matrix, with what data alone say
/// computed once.
#[test]
fn tuples_of_vectors() {
    let (times, x) = (5, Random(7).numbers(15, -1.0, 1.0));
    let x = monomorph::faer::MatRef::from_row_major_slice(&x, 5, 3);
    params! { p: vector(3), q: vector(2), m: vector(2).rows(2), r: real() }
    let model = model! {
        p |= normal(0.0, 1.0),
        q |= normal(0.0, 1.0),
        m |= normal(0.0, 1.0),
        r |= normal(0.0, 1.0),
        all = scan_rows((p, q, 0.5, m), data(x), |(p, q, total, m), x| {
            (p * total * 0.5 + x, m.dot(q).tanh() + r * q.lag(2), 0.2 * total + p.sum() - q.at(1) * r,
                0.3 * m.dot(m) + q.outer(q))
        }),
        of_data = scan_rows(data(&[0.1, 0.2, 0.3]), data(x), |s, x| 0.5 * s + x),
        increment((all * all).sum() * 0.1 + (all.columns(0..3) * of_data).sum()),
    };
    let wanted = |values: &Trace| {
        let of = |name: &str| values.get(name).unwrap().to_vec();
        let (mut p, r, mut total, mut m) = (of("p"), of("r")[0], 0.5, of("m"));
        let mut q = vec![of("q"); 2];
        let mut rows = Vec::new();
        for t in 0..times {
            let (now, before) = (q[t + 1].clone(), &q[t]);
            let of_row = |i: usize| m[2 * i] * now[0] + m[2 * i + 1] * now[1];
            let next_q: Vec<f64> = (0..2).map(|i| of_row(i).tanh() + r * before[i]).collect();
            let next_total = 0.2 * total + p.iter().sum::<f64>() - now[1] * r;
            p = (0..3).map(|i| p[i] * total * 0.5 + x[(t, i)]).collect();
            let square = |i: usize, j: usize| m[2 * i] * m[j] + m[2 * i + 1] * m[2 + j];
            m = (0..4).map(|k| 0.3 * square(k / 2, k % 2) + now[k / 2] * now[k % 2]).collect();
            total = next_total;
            q.push(next_q.clone());
            rows.extend(p.iter().chain(&next_q).chain([&total]).chain(&m).copied());
        }
        rows
    };
    agrees(model, &numbers(10), "all", &wanted);
    // with variables that have values, only what changes is passed on
    let held = model.condition(r, 0.4).condition(m, &[0.1, 0.2, 0.3, 0.4]);
    agrees(held, &numbers(5), "all", &|values| {
        wanted(&values.clone().with("r", 0.4).unwrap().with("m", vec![0.1, 0.2, 0.3, 0.4]).unwrap())
    });
    let values = model.compile().unwrap().constrain(&numbers(10)).unwrap();
    let mut s = [0.1, 0.2, 0.3];
    for (t, row) in values.get("of_data").unwrap().chunks(3).enumerate() {
        for i in 0..3 {
            s[i] = 0.5 * s[i] + x[(t, i)];
            assert_near(row[i], s[i], 1e-13, || "of data".to_owned());
        }
    }
}

#[test]
fn what_is_wrong_with_rows_is_said() {
    let (x, none) = ([0.1; 6], [0.0; 0]);
    let wide = monomorph::faer::MatRef::from_row_major_slice(&x, 2, 3);
    let long = monomorph::faer::MatRef::from_row_major_slice(&x, 3, 2);
    params! { a: vector(3) }
    let wrong = |model: &dyn Fn() -> Option<Error>, words: &str| {
        let text = model().expect("an error").to_string();
        assert!(text.contains(words), "{text}");
    };
    macro_rules! refused {
        ($rows:expr, $words:literal) => {
            wrong(&|| model! { a |= normal(0.0, 1.0), increment($rows.sum()) }.compile().err(), $words);
        };
    }
    refused!(
        scan_rows(a, (data(wide), data(long)), |s, (x, _)| s + x),
        "but the list of rows of input 2 of the scan has length 3"
    );
    refused!(scan_rows(a, data(long), |s, x| s + x.sum() * x), "length 2");
    refused!(scan_rows(a, steps(2), |s, _| s.slice(0..2)), "the value of the scan's step has length 2");
    refused!(
        scan_rows((a, 0.0), steps(2), |(s, r), _| (s.slice(1..2), r)),
        "value 1 of the scan's step has length 1"
    );
    refused!(scan_rows(a, data(&none), |s, x| s * x), "the input of the scan is empty");
    refused!(scan_rows(data(&none), data(&x), |s, x| s * x + a), "empty");
    refused!(scan_rows(a, steps(2), |s, _| s.lag(0)), "`lag(0)` is what the step computes");
    refused!(
        scan_rows(a, steps(2), |s, _| scan_rows(a, steps(2), |r, _| r + s).row(1)),
        "can be read only in its own step"
    );
    refused!(scan_rows(a, data(&[0.1, f64::NAN]), |s, x| s * x), "NaN");
    refused!(scan_rows(a, data(wide), |s, x| x * s.dot_reversed(data(&none))), "is empty");
    refused!(data(wide).convolve_columns(stack_rows((a.slice(0..2), a.slice(1..3)))), "has length 2");
}

/// Messages name values of earlier steps as they are written: the value of the step before is `s`, of several
/// values `s1` and `s2`, and those of earlier steps say how many steps ago.
#[test]
fn messages_name_values_of_earlier_steps() {
    params! { m: vector(2), n: vector(3) }
    let priors = model! { m |= normal(0.0, 1.0), n |= normal(0.0, 1.0) };
    let one = model! { priors, increment(scan_rows(m, steps(3), |s, _| s * s.at(5)).sum()) };
    let text = one.compile().expect_err("an index that is too large").to_string();
    assert!(text.contains("`s.at(5)`: the index is 5"), "{text}");
    let two = model! {
        priors,
        increment(scan_rows((m, n), steps(3), |(s, q), _| (s * q.lag(2).at(4), q)).column(0).sum()),
    };
    let text = two.compile().expect_err("an index that is too large").to_string();
    assert!(text.contains("`s2.lag(2).at(4)`: the index is 4"), "{text}");
}
