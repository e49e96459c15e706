//! Proves that functions of the rows of a matrix, sums over windows of a vector, and sums of exponentials of
//! any number of expressions are what their formulas say, with gradients that are central differences, on
//! every instruction set, at odd sizes, in the tails, and that what does not fit is refused in words.

use crate::common::{
    assert_gradient, assert_near, check_against, evaluate, evaluate_gradient, numbers, on_every_set,
};
use faer::MatRef;
use monomorph::functions::{log_sum_exp, log_sum_exp_of};
use monomorph::prelude::*;
use monomorph::typenum::{U2, U3};

const INFINITY: f64 = f64::INFINITY;

/// log Σ exp of some numbers.
fn log_of_sum(row: &[f64]) -> f64 {
    let largest = row.iter().copied().fold(-INFINITY, f64::max);
    largest + row.iter().map(|x| (x - largest).exp()).sum::<f64>().ln()
}

/// Weights without a pattern.
fn weights(count: usize) -> Vec<f64> {
    numbers(count).iter().map(|x| x + 0.3).collect()
}

/// Compares all three functions of rows with their formulas.
macro_rules! check_rows {
    ($rows:expr, $columns:expr, $height:expr, $width:expr) => {{
        let (height, width): (usize, usize) = ($height, $width);
        params! { m: vector($columns).rows($rows) }
        let (of_rows, of_cells) = (weights(height), weights(height * width));
        let cells = data(MatRef::from_row_major_slice(&of_cells, height, width));
        let model = model! {
            m |= flat(),
            sums = m.log_sum_exp_rows(),
            shares = m.softmax_rows(),
            increment(sums.dot(data(&of_rows))),
            increment((shares * cells).sum()),
            increment(((m * 0.5).log_softmax_rows() * cells).sum()),
        };
        let q: Vec<f64> = numbers(height * width).iter().map(|x| 3.0 * x).collect();
        check_against(model, &q, |q| {
            let each =
                q.chunks(width).zip(&of_rows).zip(of_cells.chunks(width)).map(|((row, weight), cells)| {
                    let sum = log_of_sum(row);
                    let half: Vec<f64> = row.iter().map(|x| 0.5 * x).collect();
                    let half_sum = log_of_sum(&half);
                    let of_cells = row.iter().zip(cells);
                    weight * sum
                        + of_cells.map(|(x, cell)| cell * ((x - sum).exp() + 0.5 * x - half_sum)).sum::<f64>()
                });
            each.sum()
        });
    }};
}

#[test]
fn rows() {
    for (height, width) in [
        (1, 1),
        (1, 5),
        (7, 1),
        (5, 3),
        (3, 7),
        (2, 8),
        (3, 9),
        (2, 17),
        (19, 4),
        (8, 1),
        (25, 2),
        (9, 16),
        (17, 17),
    ] {
        check_rows!(height, width, height, width);
    }
    check_rows!(U3::new(), U2::new(), 3, 2);
}

#[test]
fn rows_of_data_and_of_expressions() {
    let x: Vec<f64> = numbers(15);
    params! { s: real() }
    let table = || data(MatRef::from_row_major_slice(&x, 5, 3));
    let of_rows = weights(5);
    let model = model! {
        s |= normal(0.0, 1.0),
        increment((table().log_sum_exp_rows() * s).dot(data(&of_rows))),
        increment((table() * s).transpose().log_sum_exp_rows().sum()),
        increment((table() * s).rows(1..4).softmax_rows().column(1).sum()),
    };
    check_against(model, &[0.7], |q| {
        let s = q[0];
        let scaled: Vec<f64> = x.iter().map(|x| x * s).collect();
        let known: f64 = x.chunks(3).zip(&of_rows).map(|(row, weight)| weight * s * log_of_sum(row)).sum();
        let column = |j: usize| (0..5).map(|i| scaled[3 * i + j]).collect::<Vec<f64>>();
        let of_columns: f64 = (0..3).map(|j| log_of_sum(&column(j))).sum();
        let shares: f64 = (1..4).map(|i| (scaled[3 * i + 1] - log_of_sum(&scaled[3 * i..][..3])).exp()).sum();
        -0.5 * s * s - 0.5 * std::f64::consts::TAU.ln() + known + of_columns + shares
    });
}

#[test]
fn tails_of_rows() {
    // Rows of large numbers, of numbers far apart, with −∞, and of −∞ alone.
    let rows = [[1000.0, 1001.0, 999.0], [-800.0, 0.0, 800.0], [-INFINITY, 0.5, 0.5], [-INFINITY; 3]];
    let q: Vec<f64> = rows.concat();
    params! { m: vector(3).rows(4) }
    let model = model! {
        m |= flat(),
        sums = m.log_sum_exp_rows(),
        shares = m.rows(0..3).softmax_rows(),
        logs = m.rows(0..3).log_softmax_rows(),
        // Of the row of −∞ what is seen is 0, whatever it is.
        increment(sums.slice(0..3).dot(data(&[1.0, 2.0, 3.0])) + sums.at(3).exp()),
        increment(shares.column(1).sum() + logs.column(2).sum()),
    };
    let probability = |row: &[f64; 3], j: usize| (row[j] - log_of_sum(row)).exp();
    on_every_set(model, |set, posterior| {
        let trace = posterior.constrain(&q).unwrap();
        let (sums, shares) = (trace.get("sums").unwrap(), trace.get("shares").unwrap());
        let logs = trace.get("logs").unwrap();
        assert_eq!(sums[3], -INFINITY, "{set}");
        for (i, row) in rows[..3].iter().enumerate() {
            let want = log_of_sum(row);
            assert_near(sums[i], want, 1e-14 * want.abs(), || format!("the sum of row {i}, {set}"));
            for j in 0..3 {
                let want = probability(row, j);
                assert_near(shares[3 * i + j], want, 1e-12 * want, || format!("share {i}, {j}, {set}"));
                let want = row[j] - log_of_sum(row);
                assert_near(logs[3 * i + j], want, 1e-12 * want.abs(), || format!("log {i}, {j}, {set}"));
            }
        }
        let (_, gradient) = evaluate_gradient(posterior, &q);
        let mut want = Vec::new();
        for (i, row) in rows[..3].iter().enumerate() {
            for j in 0..3 {
                let (p, of_share) = (probability(row, j), probability(row, 1));
                let is = |k: usize| if j == k { 1.0 } else { 0.0 };
                want.push((1.0 + i as f64) * p + of_share * (is(1) - p) + is(2) - p);
            }
        }
        want.extend([0.0; 3]);
        assert_gradient(&gradient, &want, 1e-12, || format!("the gradient, {set}"));
    });
}

/// Short rows that fill registers have their own code: each kind of tail in each lane, and behind the last
/// register.
#[test]
fn tails_of_rows_side_by_side() {
    const ROWS: usize = 19;
    let kinds = [[1000.0, 1001.0, 999.0], [-800.0, 0.0, 800.0], [-INFINITY, 0.5, 0.7], [-INFINITY; 3]];
    let of_rows = weights(ROWS);
    params! { m: vector(3).rows(ROWS) }
    let sums = model! {
        m |= flat(),
        sums = m.log_sum_exp_rows(),
        increment((sums * 0.001).exp().dot(data(&of_rows))),
    };
    let shares = model! {
        m |= flat(),
        increment(m.softmax_rows().column(1).dot(data(&of_rows))),
        increment(m.log_softmax_rows().column(2).dot(data(&of_rows))),
    };
    for shift in 0..4 {
        let rows: Vec<[f64; 3]> = (0..ROWS).map(|i| kinds[(i + shift) % 4]).collect();
        on_every_set(sums, |set, posterior| {
            let what = || format!("sums, shift {shift}, {set}");
            let (value, gradient) = evaluate(posterior, &rows.concat());
            let each: Vec<f64> =
                rows.iter().zip(&of_rows).map(|(row, w)| w * (0.001 * log_of_sum(row)).exp()).collect();
            // log Σ exp of a row of −∞ alone is NaN where it is written out.
            let want: f64 = each.iter().filter(|term| !term.is_nan()).sum();
            assert_near(value, want, 1e-13 * 100.0, what);
            let slopes = rows.iter().zip(&each).flat_map(|(row, term)| {
                row.map(|x| if term.is_nan() { 0.0 } else { 0.001 * term * (x - log_of_sum(row)).exp() })
            });
            assert_gradient(&gradient, &slopes.collect::<Vec<f64>>(), 1e-13, what);
        });
        let rows: Vec<[f64; 3]> = (0..ROWS).map(|i| kinds[(i + shift) % 3]).collect();
        on_every_set(shares, |set, posterior| {
            let what = || format!("shares, shift {shift}, {set}");
            let (value, gradient) = evaluate(posterior, &rows.concat());
            let p = |row: &[f64; 3], j: usize| (row[j] - log_of_sum(row)).exp();
            let term = |row: &[f64; 3]| p(row, 1) + row[2] - log_of_sum(row);
            let want: f64 = rows.iter().zip(&of_rows).map(|(row, w)| w * term(row)).sum();
            assert_near(value, want, 1e-12 * want.abs(), what);
            let slope = |row: &[f64; 3], j: usize| {
                let is = |k: usize| if j == k { 1.0 } else { 0.0 };
                p(row, 1) * (is(1) - p(row, j)) + is(2) - p(row, j)
            };
            let slopes = rows.iter().zip(&of_rows).flat_map(|(row, w)| [0, 1, 2].map(|j| w * slope(row, j)));
            assert_gradient(&gradient, &slopes.collect::<Vec<f64>>(), 1e-12, what);
        });
    }
}

/// Categories by rows of logits, as many as fill registers and a few more, with logits that are far apart or
/// exclude a category.
#[test]
fn categories_side_by_side() {
    const ROWS: usize = 21;
    let kinds = [[0.3, -0.4, 1.2], [1000.0, 1001.0, 999.0], [-800.0, 0.0, 800.0], [-INFINITY, 0.5, 0.7]];
    params! { m: vector(3).rows(ROWS) }
    for shift in 0..4 {
        let rows: Vec<[f64; 3]> = (0..ROWS).map(|i| kinds[(i + shift) % 4]).collect();
        // What has the logit −∞ is not seen.
        let y: Vec<usize> = (0..ROWS).map(|i| if (i + shift) % 4 == 3 { 1 + i % 2 } else { i % 3 }).collect();
        let model = model! { m |= flat(), data(&y) |= categorical_logit(m) };
        on_every_set(model, |set, posterior| {
            let what = || format!("shift {shift}, {set}");
            let (value, gradient) = evaluate(posterior, &rows.concat());
            let want: f64 = rows.iter().zip(&y).map(|(row, &y)| row[y] - log_of_sum(row)).sum();
            assert_near(value, want, 1e-14 * want.abs(), what);
            let slopes = rows.iter().zip(&y).flat_map(|(row, &y)| {
                [0, 1, 2].map(|j| f64::from(u8::from(j == y)) - (row[j] - log_of_sum(row)).exp())
            });
            assert_gradient(&gradient, &slopes.collect::<Vec<f64>>(), 1e-12, what);
        });
    }
}

/// A row of −∞ has no probabilities, and NaN stays in its row.
#[test]
fn rows_without_probabilities() {
    params! { m: vector(2).rows(2) }
    let shares = model! { m |= flat(), shares = m.softmax_rows(), increment(shares.sum()) };
    let logs = model! { m |= flat(), logs = m.log_softmax_rows(), increment(logs.row(0).sum()) };
    let sums = model! { m |= flat(), sums = m.log_sum_exp_rows(), increment(sums.at(0)) };
    on_every_set(shares, |set, posterior| {
        for outside in [-INFINITY, f64::NAN] {
            let q = [0.0, 0.0, outside, outside];
            let trace = posterior.constrain(&q).unwrap();
            let shares = trace.get("shares").unwrap();
            assert_eq!(shares[..2], [0.5, 0.5], "{set}");
            assert!(shares[2].is_nan() && shares[3].is_nan(), "{shares:?}, {set}");
            assert_eq!(evaluate(posterior, &q).0, -INFINITY, "{set}");
        }
    });
    on_every_set(logs, |set, posterior| {
        let (value, _) = evaluate(posterior, &[0.0, -INFINITY, 0.0, 1.0]);
        assert_eq!(value, -INFINITY, "{set}");
    });
    on_every_set(sums, |set, posterior| {
        let trace = posterior.constrain(&[0.0, f64::NAN, INFINITY, 0.0]).unwrap();
        let sums = trace.get("sums").unwrap();
        assert!(sums[0].is_nan() && sums[1] == INFINITY, "{sums:?}, {set}");
    });
}

/// A function of rows treats a vector as one row, also where an element is −∞.
#[test]
fn vectors_of_negative_infinity() {
    params! { x: vector(3), y: real() }
    let model = model! {
        x |= flat(),
        y |= flat(),
        increment(x.log_sum_exp().exp() + log_sum_exp_of([x.at(0), x.at(1), x.at(2)]).exp() - y * y),
    };
    on_every_set(model, |set, posterior| {
        let (value, gradient) = evaluate(posterior, &[-INFINITY, -INFINITY, -INFINITY, 2.0]);
        assert_eq!((value, gradient), (-4.0, vec![0.0, 0.0, 0.0, -4.0]), "{set}");
    });
}

#[test]
fn empty_matrices_are_refused() {
    params! { s: real() }
    let nothing = MatRef::from_row_major_slice(&[], 3, 0);
    let model = model! { s |= normal(0.0, 1.0), increment(s * data(nothing).log_sum_exp_rows().sum()) };
    assert_eq!(
        model.compile().unwrap_err().to_string(),
        "in `increment(s * data(nothing).log_sum_exp_rows().sum())`: `data` is empty"
    );
}

#[test]
fn sums_of_exponentials_of_several() {
    let x = numbers(11);
    let table = numbers(22);
    params! { a: real(), v: vector(11), m: vector(11).rows(2), w: vector(10) }
    let model = model! {
        a |= flat(),
        v |= flat(),
        m |= flat(),
        w |= flat(),
        each = log_sum_exp_of((a, v, data(&x))),
        increment(each * data(&x)),
        increment(log_sum_exp_of((0.5, v, m, data(MatRef::from_row_major_slice(&table, 2, 11)), a, v * 2.0))
            .sum()),
        increment(log_sum_exp_of(
            [w.at(0), w.at(1), w.at(2), w.at(3), w.at(4), w.at(5), w.at(6), w.at(7), w.at(8), w.at(9)])),
        increment(log_sum_exp_of([v * 1.0, v * 3.0]).mean()),
    };
    let q = numbers(1 + 11 + 22 + 10);
    check_against(model, &q, |q| {
        let (a, v, m, w) = (q[0], &q[1..12], &q[12..34], &q[34..]);
        let first: f64 = (0..11).map(|i| x[i] * log_of_sum(&[a, v[i], x[i]])).sum();
        let term = |k: usize| log_of_sum(&[0.5, v[k % 11], m[k], table[k], a, 2.0 * v[k % 11]]);
        let second: f64 = (0..22).map(term).sum();
        let last: f64 = v.iter().map(|v| log_of_sum(&[*v, 3.0 * v])).sum::<f64>() / 11.0;
        first + second + log_of_sum(w) + last
    });
}

/// Terms far apart, −∞ and ∞, against the function of two arguments where there are two.
#[test]
fn tails_of_sums_of_exponentials() {
    params! { a: real(), b: real(), c: real() }
    let of_three = model! {
        a |= flat(),
        b |= flat(),
        c |= flat(),
        sum = log_sum_exp_of((a, b, c)),
        increment(sum),
    };
    on_every_set(of_three, |set, posterior| {
        for (q, want, slopes) in [
            ([1000.0, 1000.0, -1000.0], 1000.0 + 2f64.ln(), [0.5, 0.5, 0.0]),
            ([-1e5, -1e5, -1e5], -1e5 + 3f64.ln(), [1.0 / 3.0; 3]),
            ([-INFINITY, 2.0, -INFINITY], 2.0, [0.0, 1.0, 0.0]),
        ] {
            let (value, gradient) = evaluate(posterior, &q);
            assert_near(value, want, 1e-15 * want.abs(), || format!("{q:?}, {set}"));
            assert_gradient(&gradient, &slopes, 1e-15, || format!("{q:?}, {set}"));
        }
        for (q, want) in [([INFINITY, 0.0, INFINITY], INFINITY), ([-INFINITY; 3], -INFINITY)] {
            let trace = posterior.constrain(&q).unwrap();
            assert_eq!(trace.get("sum").unwrap()[0], want, "{q:?}, {set}");
        }
        assert!(posterior.constrain(&[0.0, f64::NAN, 1.0]).unwrap().get("sum").unwrap()[0].is_nan(), "{set}");
    });
    let of_two = model! {
        a |= flat(), b |= flat(), c |= normal(0.0, 1.0),
        increment(log_sum_exp_of((a, b)) - log_sum_exp(a, b)),
    };
    let prior = -0.5 * std::f64::consts::TAU.ln();
    on_every_set(of_two, |set, posterior| {
        for q in [[0.3, -0.2, 0.0], [700.0, -700.0, 0.0], [-1e300, 1e300, 0.0], [4.0, 4.0, 0.0]] {
            let (value, gradient) = evaluate(posterior, &q);
            assert_near(value, prior, 1e-15 * q[0].abs().max(1.0), || format!("{q:?}, {set}"));
            assert_gradient(&gradient, &[0.0; 3], 1e-15, || format!("{q:?}, {set}"));
        }
    });
}

#[test]
fn terms_that_do_not_fit() {
    params! { a: vector(2), b: vector(3) }
    let model = model! { a |= flat(), b |= flat(), increment(log_sum_exp_of((1.0, a, b)).sum()) };
    assert_eq!(
        model.compile().unwrap_err().to_string(),
        "in `increment(log_sum_exp_of((1.0, a, b)).sum())`: term 1 of log_sum_exp_of has length 2, but term 2 of log_sum_exp_of \
         has length 3"
    );
}

/// The sums of a moving window, each by itself.
fn moving(x: &[f64], window: usize) -> Vec<f64> {
    x.windows(window).map(|window| window.iter().sum()).collect()
}

#[test]
fn moving_sums() {
    for (length, window) in [
        (1, 1),
        (5, 1),
        (5, 2),
        (9, 9),
        (70, 32),
        (70, 33),
        (70, 35),
        (70, 69),
        (70, 70),
        (199, 40),
        (133, 33),
    ] {
        params! { x: vector(length) }
        let of_sums = weights(length + 1 - window);
        let model = model! {
            x |= flat(),
            sums = x.moving_sum(window),
            increment(sums.square().dot(data(&of_sums)) + (x * 0.5).moving_sum(window).sum()),
        };
        let q = numbers(length);
        let sums = moving(&q, window);
        let mut want = vec![0.0; length];
        for (i, (sum, weight)) in sums.iter().zip(&of_sums).enumerate() {
            for slope in &mut want[i..i + window] {
                *slope += 2.0 * sum * weight + 0.5;
            }
        }
        let value: f64 = sums.iter().zip(&of_sums).map(|(sum, weight)| sum * sum * weight + 0.5 * sum).sum();
        on_every_set(model, |set, posterior| {
            let what = || format!("{length} elements, a window of {window}, {set}");
            let (got, gradient) = evaluate(posterior, &q);
            assert_near(got, value, 1e-12 * value.abs().max(100.0), what);
            assert_gradient(&gradient, &want, 1e-11, what);
            let trace = posterior.constrain(&q).unwrap();
            assert_gradient(&trace.get("sums").unwrap(), &sums, 1e-13 * window as f64, what);
        });
    }
}

/// A sum has the error of its own elements alone: what left the window leaves no trace, be it huge or NaN.
#[test]
fn moving_sums_do_not_drift() {
    let length = 4000;
    for window in [3, 50] {
        params! { x: vector(length) }
        let model =
            model! { x |= flat(), sums = x.moving_sum(window), increment(sums.slice(200..300).sum()) };
        let mut q: Vec<f64> = (0..length).map(|i| (i % 7) as f64 + 1.0).collect();
        let whole = moving(&q, window);
        for (place, outlier) in [(5, 1e300), (100, INFINITY), (160, f64::NAN)] {
            q[place] = outlier;
        }
        on_every_set(model, |set, posterior| {
            let trace = posterior.constrain(&q).unwrap();
            let sums = trace.get("sums").unwrap();
            for (i, (&got, &want)) in sums.iter().zip(&whole).enumerate() {
                let sees = |place: usize| i <= place && place < i + window;
                if !(sees(5) || sees(100) || sees(160)) {
                    assert_eq!(got, want, "the sum {i}, a window of {window}, {set}");
                }
            }
            assert_eq!(sums[100], INFINITY, "{set}");
            assert!(sums[160].is_nan(), "{set}");
        });
    }
}

#[test]
fn windows_that_do_not_fit() {
    params! { x: vector(4) }
    for window in [0, 5] {
        let model = model! { x |= flat(), increment(x.moving_sum(window).sum()) };
        assert_eq!(
            model.compile().unwrap_err().to_string(),
            format!(
                "in `increment(x.moving_sum(window).sum())`: the window of `x.moving_sum({window})` is {window}, but must be \
                 from 1 to 4, the length of `x`"
            )
        );
    }
    let model = model! { x |= flat(), average = x.moving_sum(usize::MAX), increment(average.sum()) };
    let message = model.compile().unwrap_err().to_string();
    assert!(message.contains("must be from 1 to 4, the length of `x`"), "{message}");
}
