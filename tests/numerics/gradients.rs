//! Proves that expressions have the right values and gradients: every operator, function, reduction, product
//! and index, alone and nested, of parameters and data, on every instruction set and at lengths around every
//! boundary (odd tails of a register, blocks of 64 rows).
//!
//! Values are compared with the same formula in plain `f64`, written beside each expression. Gradients are
//! compared with central differences of that plain formula, so nothing of the crate checks itself.
//!
//! Tolerances, with |f| the value, Σ|t| the sum of the absolute values of its terms and G the largest
//! gradient entry:
//!
//! * value 1e-13 Σ|t|: the functions are good to a few units in the last place, the sum to 130 roundings at
//!   most;
//! * gradient 1e-9 max(1, G, |f|): differences with steps of 1e-3 have errors of 1e-13 f⁽⁵⁾ and 4e-13 |f|,
//!   and the fifth derivatives of the expressions below, at the points below, stay under 10³.

use crate::common::{
    Random, assert_near, evaluate, gradient_by_differences, largest, lgamma, logistic, on_every_set, softplus,
};
use faer::MatRef;
use monomorph::prelude::*;

/// Every tail of a register of 8 lanes and of a panel of 16 rows, and both sides of one and two blocks.
const LENGTHS: [usize; 23] =
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 63, 64, 65, 130];

/// Compares a model's density, and its gradient, with the terms of a plain formula at a point.
fn compare(what: &str, model: impl Model, q: &[f64], terms: &(dyn Fn(&[f64]) -> Vec<f64> + Sync)) {
    let want: f64 = terms(q).iter().sum();
    let magnitude = terms(q).iter().map(|term| term.abs()).sum::<f64>().max(1.0);
    let slopes = gradient_by_differences(&mut |q| terms(q).iter().sum(), q);
    let allowed = 1e-9 * largest(&slopes).max(want.abs()).max(1.0);
    on_every_set(model, |set, posterior| {
        let (got, gradient) = evaluate(posterior, q);
        assert_near(got, want, 1e-13 * magnitude, || format!("{what}, {set}: value"));
        for (place, (&got, &want)) in gradient.iter().zip(&slopes).enumerate() {
            assert_near(got, want, allowed, || format!("{what}, {set}: gradient[{place}]"));
        }
    });
}

/// A test for each function of two vectors x and y, a scalar s, and data d, all in (½, 2):
/// `name: |x, y, s, d| expression, plain formula of one element`.
macro_rules! elementwise {
    ($($name:ident: |$x:ident, $y:ident, $s:ident, $d:ident| $expression:expr, $plain:expr;)*) => {$(
        #[test]
        fn $name() {
            let mut random = Random(u64::from(line!()));
            for n in LENGTHS {
                let numbers = random.numbers(n, 0.5, 2.0);
                let weights = random.numbers(n, -1.0, 1.0);
                let q = random.numbers(2 * n + 1, 0.5, 2.0);
                let model = {
                    params! { $x: vector(n), $y: vector(n), $s: real() }
                    let $d = data(&numbers);
                    let _ = $d;
                    let expression = $expression;
                    model! {
                        $x |= flat(),
                        $y |= flat(),
                        $s |= flat(),
                        increment(data(&weights) * expression),
                    }
                };
                compare(&format!("{} of {n}", stringify!($name)), model, &q, &|q| {
                    let term = |i: usize| {
                        let ($x, $y, $s, $d) = (q[i], q[n + i], q[2 * n], numbers[i]);
                        let _ = ($x, $y, $s, $d);
                        let plain: f64 = $plain;
                        weights[i] * plain
                    };
                    (0..n).map(term).collect()
                });
            }
        }
    )*};
}

elementwise! {
    sums: |x, y, s, d| (x + y) + (s + x) + (y + s) + (d + x) + (y + d) + (2.0 + x) + (x + 2.5),
        (x + y) + (s + x) + (y + s) + (d + x) + (y + d) + (2.0 + x) + (x + 2.5);
    differences: |x, y, s, d| (x - y) - (s - x) - (y - s) * (d - x) - (y - d) - (2.0 - x) - (x - 2.5),
        (x - y) - (s - x) - (y - s) * (d - x) - (y - d) - (2.0 - x) - (x - 2.5);
    products: |x, y, s, d| x * y + s * x * (y * s) + d * x - y * d + 2.0 * x * (y * 2.5) + x * x,
        x * y + s * x * (y * s) + d * x - y * d + 2.0 * x * (y * 2.5) + x * x;
    quotients: |x, y, s, d| x / y + s / x + y / s + d / x + y / d + 2.0 / x + y / 2.5,
        x / y + s / x + y / s + d / x + y / d + 2.0 / x + y / 2.5;
    negation: |x, y, s, d| -(-x * y) + -s * -d, x * y + s * d;
    data_and_data: |x, y, s, d| (d * d + d.exp()) * x + d / (d + 1.0) + (1.0 - d) * s,
        (d * d + d.exp()) * x + d / (d + 1.0) + (1.0 - d) * s;
    scalars_alone: |x, y, s, d| (s * s + 1.0 / s - s.exp()) * x, (s * s + 1.0 / s - s.exp()) * x;
    powers_of_vectors: |x, y, s, d| x.powf(y) + d.powf(x) + x.powf(d) + x.powf(2.5) + x.powf(s),
        x.powf(y) + d.powf(x) + x.powf(d) + x.powf(2.5) + x.powf(s);
    powers_of_scalars: |x, y, s, d| s.powf(x) + s.powf(1.5) + s.powf(s) * d,
        s.powf(x) + s.powf(1.5) + s.powf(s) * d;
    whole_powers: |x, y, s, d| x.powi(0) + x.powi(1) - y.powi(2) + x.powi(5) - y.powi(-3)
        + s.powi(-1) * d.powi(2),
        1.0 + x - y.powi(2) + x.powi(5) - y.powi(-3) + d * d / s;
    exponentials: |x, y, s, d| x.exp() + (-y).expm1() + (x * s).exp() * d + (d - 2.0 * x).expm1(),
        x.exp() + (-y).exp_m1() + (x * s).exp() * d + (d - 2.0 * x).exp_m1();
    logarithms: |x, y, s, d| x.log() + y.log1p() + s.log() * d.log1p() + (x * y).log(),
        x.ln() + y.ln_1p() + s.ln() * d.ln_1p() + (x * y).ln();
    logistics: |x, y, s, d| (x - y).inv_logit() + (x / 4.0).logit() + (y - 2.0 * s).log1p_exp() * d,
        logistic(x - y) + (x / 4.0).ln() - (1.0 - x / 4.0).ln() + softplus(y - 2.0 * s) * d;
    roots_and_squares: |x, y, s, d| x.sqrt() + (y - s).square() + (d * s).sqrt() - s.square() + y.recip(),
        x.sqrt() + (y - s) * (y - s) + (d * s).sqrt() - s * s + 1.0 / y;
    trigonometry: |x, y, s, d| (3.0 * x).sin() + (y - x).cos() * d + s.sin() - (s * d).cos() + (x - y).tanh(),
        (3.0 * x).sin() + (y - x).cos() * d + s.sin() - (s * d).cos() + (x - y).tanh();
    // Nowhere within the steps of the differences of 0.
    absolute_values: |x, y, s, d| (x - 3.0).abs() * y + (y + 1.0).abs() - (-s).abs(),
        (x - 3.0).abs() * y + (y + 1.0).abs() - (-s).abs();
    log_gammas: |x, y, s, d| x.lgamma() - (x + y).lgamma() + (5.0 * s).lgamma() * d,
        lgamma(x) - lgamma(x + y) + lgamma(5.0 * s) * d;
    nested: |x, y, s, d| ((x * y + s).log() / (1.0 + (d - x).square())).exp().sqrt()
        - (x / (y + s)).tanh().powi(3),
        ((x * y + s).ln() / (1.0 + (d - x) * (d - x))).exp().sqrt() - (x / (y + s)).tanh().powi(3);
    used_often: |x, y, s, d| {
        let theta = s + x * y;
        let phi = theta * theta - theta / (theta + d);
        phi * theta + phi.exp() / (phi.exp() + 1.0)
    }, {
        let theta = s + x * y;
        let phi = theta * theta - theta / (theta + d);
        phi * theta + phi.exp() / (phi.exp() + 1.0)
    };
}

/// Functions of a single scalar, which take another way through the kernel than vectors.
#[test]
fn scalars() {
    params! { a: real(), b: real() }
    let model = model! {
        a |= flat(),
        b |= flat(),
        increment(a * b - a / b + a.powf(b) + a.powi(3) - (-b).exp() + (a + b).log()),
        increment((2.0 - a) * (b - 1.5) + (1.0 / a - b / 2.0) * (a + 0.5)),
        increment(a.log1p() + b.expm1() + a.sqrt() + b.square() + a.recip() + (a - 3.0).abs()),
        increment(a.inv_logit() + (b / 4.0).logit() + a.log1p_exp() + b.tanh() + a.sin() + b.cos()
            + a.lgamma()),
    };
    compare("scalars", model, &[1.3, 0.7], &|q| {
        let (a, b) = (q[0], q[1]);
        vec![
            a * b - a / b + a.powf(b) + a.powi(3) - (-b).exp() + (a + b).ln(),
            (2.0 - a) * (b - 1.5) + (1.0 / a - b / 2.0) * (a + 0.5),
            a.ln_1p() + b.exp_m1() + a.sqrt() + b * b + 1.0 / a + (a - 3.0).abs(),
            logistic(a)
                + (b / 4.0 / (1.0 - b / 4.0)).ln()
                + softplus(a)
                + b.tanh()
                + a.sin()
                + b.cos()
                + lgamma(a),
        ]
    });
}

/// The derivative of |x| at 0 is documented to be 0.
#[test]
fn absolute_value_at_zero() {
    params! { x: vector(3) }
    on_every_set(model! { x |= flat(), increment(x.abs()) }, |_, posterior| {
        assert_eq!(evaluate(posterior, &[0.0, -2.0, 3.0]), (5.0, vec![0.0, -1.0, 1.0]));
    });
}

/// Sums, means and inner products of parameters, data and expressions.
/// The logarithm of a scale eˣ is x, for one scale and for many, in statements, log densities and plates.
#[test]
fn scales_that_are_exponentials() {
    let log_normal = |y: f64, log_scale: f64| {
        -0.5 * (y / log_scale.exp()).powi(2) - log_scale - 0.5 * core::f64::consts::TAU.ln()
    };
    for n in [1, 7, 65] {
        let y = Random(3).numbers(n, -2.0, 2.0);
        params! { s: real(), h: vector(n) }
        let model = model! {
            s |= flat(),
            h |= flat(),
            data(&y) |= normal(0.0, (0.5 * h).exp()),
            data(&y) |= normal(0.0, s.exp()),
            increment(normal(0.0, (s + h).exp()).log_density(data(&y))),
            increment(normal(0.0, (s - 1.0).exp()).log_density(0.7)),
        };
        let q = Random(4).numbers(n + 1, -1.5, 1.5);
        compare(&format!("{n} rows"), model, &q, &|q| {
            let (s, h) = (q[0], &q[1..]);
            let rows = y
                .iter()
                .zip(h)
                .flat_map(|(&y, h)| [log_normal(y, 0.5 * h), log_normal(y, s), log_normal(y, s + h)]);
            rows.chain([log_normal(0.7, s - 1.0)]).collect()
        });
    }
    // The scale is 0 by rounding, and the law none.
    params! { s: real() }
    let posterior = model! { s |= flat(), data(1.0) |= normal(0.0, s.exp()) }.compile().unwrap();
    assert_eq!(evaluate(&posterior, &[-800.0]), (f64::NEG_INFINITY, vec![0.0]));
}

#[test]
fn reductions() {
    let mut random = Random(1);
    for n in LENGTHS {
        let numbers = random.numbers(n, -1.0, 1.0);
        let q = random.numbers(2 * n + 1, 0.5, 2.0);
        params! { x: vector(n), y: vector(n), s: real() }
        let d = data(&numbers);
        let centred = x - x.mean();
        let model = model! {
            x |= flat(),
            y |= flat(),
            s |= flat(),
            increment(x.sum() * s + (x * y).mean() - d.sum() + (d * y).mean().square()),
            increment(x.dot(y) / s + x.dot(d) - d.dot(y) + x.exp().dot(y.log())),
            increment((centred * centred).sum() + centred.dot(d)),
        };
        compare(&format!("reductions of {n}"), model, &q, &|q| {
            let (x, y, s) = (&q[..n], &q[n..2 * n], q[2 * n]);
            let d = &numbers;
            let sum = |f: &dyn Fn(usize) -> f64| (0..n).map(f).sum::<f64>();
            let mean = |f: &dyn Fn(usize) -> f64| sum(f) / n as f64;
            let centre = mean(&|i| x[i]);
            vec![
                sum(&|i| x[i]) * s,
                mean(&|i| x[i] * y[i]),
                -sum(&|i| d[i]),
                mean(&|i| d[i] * y[i]).powi(2),
                sum(&|i| x[i] * y[i]) / s,
                sum(&|i| x[i] * d[i]),
                -sum(&|i| d[i] * y[i]),
                sum(&|i| x[i].exp() * y[i].ln()),
                sum(&|i| (x[i] - centre).powi(2)),
                sum(&|i| (x[i] - centre) * d[i]),
                // Cancels, but tells the tolerance how large the summands are.
                n as f64 * 10.0,
                -(n as f64 * 10.0),
            ]
        });
    }
}

/// A data matrix times a parameter, an expression and a definition; rows around blocks, columns from one to
/// many.
#[test]
fn matrix_products() {
    let mut random = Random(2);
    for rows in LENGTHS {
        for columns in [1, 2, 5, 9, 20] {
            let entries = random.numbers(rows * columns, -1.0, 1.0);
            let weights = random.numbers(rows, -1.0, 1.0);
            let q = random.numbers(columns + 1, 0.5, 2.0);
            let x = matrix(MatRef::from_row_major_slice(&entries, rows, columns));
            params! { beta: vector(columns), s: real() }
            let model = model! {
                beta |= flat(),
                s |= flat(),
                eta = x.dot(beta * s),
                increment(data(&weights) * (x.dot(beta) / 4.0).exp()),
                increment((eta - x.dot(beta.log())).square()),
            };
            compare(&format!("{rows} × {columns}"), model, &q, &|q| {
                let (beta, s) = (&q[..columns], q[columns]);
                let product = |row: usize, vector: &dyn Fn(usize) -> f64| {
                    (0..columns).map(|column| entries[row * columns + column] * vector(column)).sum::<f64>()
                };
                (0..rows)
                    .flat_map(|row| {
                        let eta = product(row, &|k| beta[k] * s);
                        let difference = eta - product(row, &|k| beta[k].ln());
                        [weights[row] * (product(row, &|k| beta[k]) / 4.0).exp(), difference * difference]
                    })
                    .collect()
            });
        }
    }
}

/// A product does not depend on where the matrix is stored: by rows, by columns, or in the middle of a larger
/// matrix, whose rest is never read.
#[test]
fn matrix_layouts() {
    let (rows, columns) = (67, 3);
    let mut random = Random(3);
    let by_row = random.numbers(rows * columns, -1.0, 1.0);
    let entry = |row: usize, column: usize| by_row[row * columns + column];
    let mut by_column = vec![0.0; rows * columns];
    let mut framed = vec![f64::NAN; (rows + 2) * (columns + 2)];
    for row in 0..rows {
        for column in 0..columns {
            by_column[column * rows + row] = entry(row, column);
            framed[(row + 1) * (columns + 2) + column + 1] = entry(row, column);
        }
    }
    let views = [
        MatRef::from_row_major_slice(&by_row, rows, columns),
        MatRef::from_column_major_slice(&by_column, rows, columns),
        MatRef::from_row_major_slice(&framed, rows + 2, columns + 2).submatrix(1, 1, rows, columns),
    ];
    let q = random.numbers(columns, 0.5, 2.0);
    for view in views {
        params! { beta: vector(columns) }
        let model = model! { beta |= flat(), increment(matrix(view).dot(beta).exp()) };
        compare("layouts", model, &q, &|q| {
            (0..rows).map(|row| (0..columns).map(|k| entry(row, k) * q[k]).sum::<f64>().exp()).collect()
        });
    }
}

/// Elements by one index, by many (with repetitions, out of order, some never), and by a range.
#[test]
fn indices() {
    let mut random = Random(4);
    for n in LENGTHS {
        for groups in [1, 3, 8, 21] {
            let group = random.indices(n, groups);
            let weights = random.numbers(n, -1.0, 1.0);
            let q = random.numbers(2 * groups, 0.5, 2.0);
            let (first, last) = (groups / 3, groups - groups / 4);
            params! { alpha: vector(groups), beta: vector(groups) }
            let model = model! {
                alpha |= flat(),
                beta |= flat(),
                phi = alpha * beta,
                increment(data(&weights) * alpha.at(&group) * beta.at(&group).exp()),
                increment((alpha + beta).at(&group) * data(&weights) + phi.at(&group)),
                increment(alpha.at(groups - 1) * beta.at(0) + (alpha / beta).at(groups / 2) + phi.at(0)),
                increment(alpha.slice(first..last) * phi.slice(first..last)
                    + (alpha - beta).slice(0..last - first)),
            };
            compare(&format!("{n} indices into {groups}"), model, &q, &|q| {
                let (alpha, beta) = (&q[..groups], &q[groups..]);
                let mut terms = Vec::new();
                for (i, &k) in group.iter().enumerate() {
                    let (a, b) = (alpha[k as usize], beta[k as usize]);
                    terms.extend([weights[i] * a * b.exp(), (a + b) * weights[i], a * b]);
                }
                terms.push(alpha[groups - 1] * beta[0]);
                terms.push(alpha[groups / 2] / beta[groups / 2] + alpha[0] * beta[0]);
                for i in first..last {
                    terms.push(alpha[i] * alpha[i] * beta[i] + alpha[i - first] - beta[i - first]);
                }
                terms
            });
        }
    }
}

/// Every integer type indexes alike.
#[test]
fn index_types() {
    macro_rules! each {
        ($($Integer:ty),*) => {$({
            let index: [$Integer; 5] = [2, 0, 0, 1, 2];
            params! { x: vector(3) }
            let model = model! { x |= flat(), increment(x.at(&index) * data(&[1.0, 2.0, 4.0, 8.0, 16.0])) };
            on_every_set(model, |_, posterior| {
                assert_eq!(evaluate(posterior, &[1.0, 10.0, 100.0]), (1786.0, vec![6.0, 8.0, 17.0]));
            });
        })*};
    }
    each!(u8, i64, usize);
}

/// Definitions of definitions, of scalars, vectors, sums, gathers and products, each used in several places.
#[test]
fn definitions() {
    let mut random = Random(5);
    for n in LENGTHS {
        let groups = 4;
        let group = random.indices(n, groups);
        let y = random.numbers(n, -1.0, 1.0);
        let entries = random.numbers(n * 2, -1.0, 1.0);
        let q = random.numbers(groups + 3, 0.5, 1.5);
        let x = matrix(MatRef::from_row_major_slice(&entries, n, 2));
        params! { alpha: vector(groups), beta: vector(2), s: real() }
        let model = model! {
            alpha |= flat(),
            beta |= flat(),
            s |= flat(),
            variance = s.square() + 1.0,
            scaled = alpha / variance,
            effect = scaled.at(&group) + x.dot(beta),
            total = effect.sum() / n as f64,
            residual = data(&y) - effect,
            increment(-residual.square() / variance),
            increment(total * variance - total.square() + scaled.sum()),
            increment(residual * effect),
        };
        compare(&format!("definitions of {n}"), model, &q, &|q| {
            let (alpha, beta, s) = (&q[..groups], &q[groups..groups + 2], q[groups + 2]);
            let variance = s * s + 1.0;
            let effect: Vec<f64> = (0..n)
                .map(|i| {
                    alpha[group[i] as usize] / variance
                        + entries[2 * i] * beta[0]
                        + entries[2 * i + 1] * beta[1]
                })
                .collect();
            let total = effect.iter().sum::<f64>() / n as f64;
            let mut terms = vec![total * variance, -total * total, alpha.iter().sum::<f64>() / variance];
            for i in 0..n {
                let residual = y[i] - effect[i];
                terms.extend([-residual * residual / variance, residual * effect[i]]);
            }
            terms
        });
    }
}

/// A vector whose length is part of the type, and data with it.
#[test]
fn lengths_in_types() {
    use typenum::{U1, U4, U11};
    macro_rules! each {
        ($($Length:ident = $n:literal),*) => {$({
            let numbers: [f64; $n] = std::array::from_fn(|i| 0.5 + i as f64 / 10.0);
            params! { x: vector($Length::new()), s: real() }
            let model = model! {
                x |= flat(),
                s |= flat(),
                z = (x - s) / fixed(&numbers),
                increment(-z.square() * (x * data(&numbers)).exp()),
                increment(z.mean() * x.sum() + x.at($n - 1)),
            };
            let q = Random(6).numbers($n + 1, 0.5, 1.5);
            compare(stringify!($Length), model, &q, &|q| {
                let z: Vec<f64> = (0..$n).map(|i| (q[i] - q[$n]) / numbers[i]).collect();
                let mut terms: Vec<f64> = (0..$n).map(|i| -z[i] * z[i] * (q[i] * numbers[i]).exp()).collect();
                terms.push(z.iter().sum::<f64>() / $n as f64 * q[..$n].iter().sum::<f64>() + q[$n - 1]);
                terms
            });
        })*};
    }
    each!(U1 = 1, U4 = 4, U11 = 11);
}
