//! Proves that expressions of whole matrices have the values and the gradients of their formulas: against
//! plain loops and central differences, on every instruction set, with arguments that are parameters,
//! definitions, expressions and data.

use crate::common;
use crate::common::{check_against as check, numbers};
use faer::{Mat, MatRef};
use monomorph::prelude::*;
use monomorph::typenum::{U2, U3, U5};

fn multiply(a: &[f64], b: &[f64], inner: usize) -> Vec<f64> {
    let columns = b.len() / inner;
    let cell = |i: usize, j: usize| (0..inner).map(|k| a[i * inner + k] * b[k * columns + j]).sum();
    (0..a.len() / inner * columns)
        .map(|cell_index| cell(cell_index / columns, cell_index % columns))
        .collect()
}

fn inner(x: &[f64], y: &[f64]) -> f64 {
    x.iter().zip(y).map(|(x, y)| x * y).sum()
}

fn weigh(values: &[f64]) -> f64 {
    values.iter().enumerate().map(|(k, value)| value * (1.0 + k as f64).sqrt()).sum()
}

fn weights(count: usize) -> Vec<f64> {
    (0..count).map(|k| (1.0 + k as f64).sqrt()).collect()
}

#[test]
fn products_of_parameters() {
    let (a_rows, inner, columns) = (3, 5, 9);
    let w = weights(a_rows * columns);
    params! { a: vector(inner).rows(a_rows), b: vector(columns).rows(inner) }
    let w = Mat::from_fn(a_rows, columns, |i, j| w[i * columns + j]);
    let model = model! {
        a |= flat(),
        b |= flat(),
        c = a.dot(b),
        increment((c * data(&w)).sum()),
    };
    let split = a_rows * inner;
    check(model, &numbers(split + inner * columns), |q| weigh(&multiply(&q[..split], &q[split..], inner)));
}

/// A product as a definition is computed where it stands; a matrix of data is multiplied as a value, or, with
/// a vector, in panels.
#[test]
fn products_of_everything() {
    let x = numbers(12);
    let table = Mat::from_fn(4, 3, |i, j| x[i * 3 + j]);
    let weights = weights(4);
    params! { b: vector(U3::new()).rows(U2::new()), v: vector(2), s: real() }
    let model = model! {
        b |= flat(),
        v |= flat(),
        s |= flat(),
        row = v.dot(b * s),
        z = matrix(table.as_ref()).dot(row),
        increment(z.dot(z) + b.dot(row).dot(v)),
        increment((data(&table).dot(row) * data(&weights)).sum()),
    };
    check(model, &numbers(9), |q| {
        let (b, v, s) = (&q[..6], &q[6..8], q[8]);
        let row: Vec<f64> = multiply(v, b, 2).iter().map(|x| x * s).collect();
        let z = multiply(&x, &row, 3);
        inner(&z, &z) + inner(&multiply(b, &row, 3), v) + weigh(&z)
    });
}

/// Rows that fill no register, no block, and not all the registers that are worked on at once: in 64 bits
/// and, where there is enough of them, in 32. All sums are exact.
#[test]
fn products_with_a_vector_of_any_number_of_rows() {
    let few = (1..=130).map(|rows| (rows, 3));
    let wide = [(1, 131_073), (13, 10_083), (30, 4370), (54, 2428), (60, 2185), (100, 1311)];
    for (rows, columns) in few.chain(wide) {
        let x = Mat::from_fn(rows, columns, |i, j| ((7 * i + 5 * j) % 11) as f64 - 4.5);
        let w: Vec<f64> = (0..rows).map(|i| (i % 5) as f64 - 1.5).collect();
        params! { b: vector(columns) }
        let model = model! { b |= flat(), eta = data(&x).dot(b), increment((eta * data(&w)).sum()) };
        common::on_every_set(model, |set, posterior| {
            let q: Vec<f64> = (0..columns).map(|j| (j % 7) as f64 - 2.5).collect();
            let (value, gradient) = common::evaluate_gradient(posterior, &q);
            let slopes: Vec<f64> = (0..columns).map(|j| (0..rows).map(|i| x[(i, j)] * w[i]).sum()).collect();
            assert_eq!(gradient, slopes, "{rows} × {columns}, {set}");
            assert_eq!(value, inner(&slopes, &q), "{rows} × {columns}, {set}");
            assert_eq!(posterior.explain().to_string().contains("32 bits"), columns > 3);
        });
    }
}

/// Extends the lifetime of a value, so that a model in one expression can borrow it.
fn kept<T>(value: T) -> &'static T {
    Box::leak(Box::new(value))
}

/// A matrix of weights.
fn table(rows: usize, columns: usize) -> &'static Mat<f64> {
    let weights = weights(rows * columns);
    kept(Mat::from_fn(rows, columns, |i, j| weights[i * columns + j]))
}

/// The elements of a matrix, row after row.
fn cells(rows: usize, columns: usize, cell: impl Fn(usize, usize) -> f64) -> Vec<f64> {
    (0..rows * columns).map(|place| cell(place / columns, place % columns)).collect()
}

/// Σ w x of expressions with the weights of [`weigh`].
macro_rules! weighed {
    ($x:expr, $rows:expr, $columns:expr) => {
        ($x * data(table($rows, $columns))).sum()
    };
    ($x:expr, $length:expr) => {
        ($x * data(kept(weights($length)))).sum()
    };
}

/// Sides beyond a register of any instruction set, read in place.
#[test]
fn views_of_parameters() {
    let (r, c) = (11, 9);
    params! { a: vector(c).rows(r) }
    let model = model! {
        a |= flat(),
        increment(weighed!(a.transpose().exp(), c, r) + weighed!(a.column(3).square(), r)),
        increment(weighed!(a.rows(2..5).exp(), 3, c) + weighed!(a.columns(1..4).square(), r, 3)),
        increment(weighed!(a.block(1..10, 0..9).exp(), 9, 9) + weighed!(a.columns(0..9).square(), r, c)),
        increment(weighed!(a.flatten().exp(), r * c) + weighed!(a.reshape(c, r).square(), c, r)),
        increment(a.block(1..10, 0..9).trace() + weighed!(a.rows(2..11).diagonal().exp(), 9)),
        increment(weighed!(a.transpose().flatten().square(), r * c)),
    };
    check(model, &numbers(r * c), |q| {
        let a = |i: usize, j: usize| q[i * c + j];
        let square = |i: usize, j: usize| a(i, j).powi(2);
        weigh(&cells(c, r, |i, j| a(j, i).exp()))
            + weigh(&cells(r, 1, |i, _| square(i, 3)))
            + weigh(&cells(3, c, |i, j| a(i + 2, j).exp()))
            + weigh(&cells(r, 3, |i, j| square(i, j + 1)))
            + weigh(&cells(9, 9, |i, j| a(i + 1, j).exp()))
            + weigh(&cells(r, c, square))
            + weigh(&cells(r * c, 1, |i, _| q[i].exp()))
            + weigh(&cells(c * r, 1, |i, _| q[i].powi(2)))
            + (0..9).map(|i| a(i + 1, i)).sum::<f64>()
            + weigh(&cells(9, 1, |i, _| a(i + 2, i).exp()))
            + weigh(&cells(c, r, |i, j| square(j, i)))
    });
}

/// Runs of a slot that end before a register does, whose neighbours keep their adjoints; runs of runs, and
/// single elements.
#[test]
fn runs_of_parameters() {
    let (r, c) = (7, 9);
    params! { a: vector(c).rows(r), b: vector(U3::new()).rows(U5::new()) }
    let model = model! {
        a |= flat(),
        b |= flat(),
        increment(weighed!(a.row(0).exp(), c) + weighed!(a.row(6).square(), c)
            + weighed!(a.row(3) * a.row(2), c)),
        increment(weighed!(b.row(4).exp(), 3) + weighed!(b.rows(1..4).row(1) * b.row(0), 3)),
        increment(weighed!(a.flatten().slice(4..17).exp(), 13) + weighed!(a.row(5).slice(8..9).exp(), 1)),
        increment(weighed!(a.flatten().slice(20..35).reshape(5, 3) * b, 5, 3)),
        increment(a.row(4).at(8).exp() * b.flatten().at(14)
            + b.reshape(U3::new(), U5::new()).row(2).at(0).square()),
    };
    check(model, &numbers(r * c + 15), |q| {
        let (a, b) = q.split_at(r * c);
        let a_row = |i: usize| &a[i * c..][..c];
        weigh(&cells(c, 1, |j, _| a[j].exp()))
            + weigh(&cells(c, 1, |j, _| a_row(6)[j].powi(2)))
            + weigh(&cells(c, 1, |j, _| a_row(3)[j] * a_row(2)[j]))
            + weigh(&cells(3, 1, |j, _| b[12 + j].exp()))
            + weigh(&cells(3, 1, |j, _| b[6 + j] * b[j]))
            + weigh(&cells(13, 1, |i, _| a[4 + i].exp()))
            + weigh(&[a_row(5)[8].exp()])
            + weigh(&cells(5, 3, |i, j| a[20 + i * 3 + j] * b[i * 3 + j]))
            + a_row(4)[8].exp() * b[14]
            + b[10].powi(2)
    });
}

/// Sources that are expressions, definitions, data; sizes in the types; views of views; products of views.
#[test]
fn views_of_everything() {
    let x = numbers(12);
    let known = Mat::from_fn(4, 3, |i, j| x[i * 3 + j]);
    params! { a: vector(U3::new()).rows(U2::new()), v: vector(6) }
    let model = model! {
        a |= flat(),
        v |= flat(),
        b = a.transpose(),
        c = v.reshape(U3::new(), U2::new()) * b,
        increment(weighed!((a.exp() + a).transpose(), 3, 2) + weighed!(b.transpose().square(), 2, 3)),
        increment(weighed!(data(&known).transpose().rows(0..2) * a.dot(b).row(1).repeat_columns(4), 2, 4)),
        increment(weighed!(c.transpose().dot(c), 2, 2) + weighed!(a.dot(data(&known).transpose()), 2, 4)),
        increment((c.columns(1..2).rows(1..3).flatten() * (v + 1.0).reshape(2, 3).column(2)).sum()),
        increment(weighed!(v.square().reshape(2, 3).flatten(), 6)),
    };
    check(model, &numbers(12), |q| {
        let (a, v) = (&q[..6], &q[6..]);
        let a_at = |i: usize, j: usize| a[i * 3 + j];
        let c = cells(3, 2, |i, j| v[i * 2 + j] * a_at(j, i));
        let gram = cells(2, 2, |i, j| (0..3).map(|k| a_at(i, k) * a_at(j, k)).sum());
        weigh(&cells(3, 2, |i, j| a_at(j, i).exp() + a_at(j, i)))
            + weigh(&cells(2, 3, |i, j| a_at(i, j).powi(2)))
            + weigh(&cells(2, 4, |i, j| x[j * 3 + i] * gram[2 + i]))
            + weigh(&cells(2, 2, |i, j| (0..3).map(|k| c[k * 2 + i] * c[k * 2 + j]).sum()))
            + weigh(&cells(2, 4, |i, j| (0..3).map(|k| a_at(i, k) * x[j * 3 + k]).sum()))
            + c[3] * (v[2] + 1.0)
            + c[5] * (v[5] + 1.0)
            + weigh(&cells(6, 1, |i, _| v[i].powi(2)))
    });
}

/// Products with diagonal matrices, and vectors beside the rows and the columns of matrices.
#[test]
fn diagonals_and_outer_products() {
    let (r, c) = (9, 10);
    params! { m: vector(c).rows(r), u: vector(r), v: vector(c) }
    let model = model! {
        m |= flat(),
        u |= flat(),
        v |= flat(),
        increment(weighed!(diag_pre_multiply(u, m), r, c) + weighed!(diag_post_multiply(m, v.exp()), r, c)),
        increment(weighed!(m / u.exp().repeat_columns(c) - m * v, r, c) + weighed!(v - m, r, c)),
        increment(weighed!(u.outer(v), r, c) + weighed!(u.outer(u + 1.0).exp(), r, r)),
        increment(weighed!(u.diagonal_matrix().exp(), r, r) + weighed!(v.repeat_rows(4).square(), 4, c)),
        increment(weighed!(diag_pre_multiply(data(kept(weights(r))), m).dot(v), r)),
    };
    check(model, &numbers(r * c + r + c), |q| {
        let (m, rest) = q.split_at(r * c);
        let (u, v) = rest.split_at(r);
        let m = |i: usize, j: usize| m[i * c + j];
        let w = weights(r);
        weigh(&cells(r, c, |i, j| u[i] * m(i, j)))
            + weigh(&cells(r, c, |i, j| m(i, j) * v[j].exp()))
            + weigh(&cells(r, c, |i, j| m(i, j) / u[i].exp() - m(i, j) * v[j]))
            + weigh(&cells(r, c, |i, j| v[j] - m(i, j)))
            + weigh(&cells(r, c, |i, j| u[i] * v[j]))
            + weigh(&cells(r, r, |i, j| (u[i] * (u[j] + 1.0)).exp()))
            + weigh(&cells(r, r, |i, j| if i == j { u[i].exp() } else { 1.0 }))
            + weigh(&cells(4, c, |_, j| v[j].powi(2)))
            + weigh(&cells(r, 1, |i, _| (0..c).map(|j| w[i] * m(i, j) * v[j]).sum()))
    });
}

#[test]
fn vectors_and_matrices_put_together() {
    let (r, c) = (3, 5);
    let x = numbers(c);
    params! { m: vector(c).rows(r), u: vector(r), v: vector(c), s: real() }
    let model = model! {
        m |= flat(),
        u |= flat(),
        v |= flat(),
        s |= flat(),
        line = concatenate((s, u, 2.0, u + s, data(&x), v)),
        increment(weighed!(line.exp(), 2 + 2 * r + 2 * c) + weighed!(concatenate([u * 2.0, u * 3.0]), 2 * r)),
        tall = stack_rows((v, m, data(&x), v * s)),
        increment(weighed!(tall.square(), r + 3, c) + weighed!(stack_rows([m.exp(), m.exp()]), 2 * r, c)),
        wide = stack_columns((u, m, m * s, u)),
        increment(weighed!(wide.square(), r, 2 * c + 2) + weighed!(stack_columns([u, u]), r, 2)),
        increment(weighed!(stack_rows((v, v, v, v, v, v)).dot(v), 6)),
    };
    check(model, &numbers(r * c + r + c + 1), |q| {
        let (m, rest) = q.split_at(r * c);
        let (u, rest) = rest.split_at(r);
        let (v, s) = (&rest[..c], rest[c]);
        let scaled = |x: &[f64]| x.iter().map(|x| x * s).collect::<Vec<f64>>();
        let shifted: Vec<f64> = u.iter().map(|u| u + s).collect();
        let line = [&[s], u, &[2.0], &shifted, &x, v].concat();
        let tall = [v, m, &x, &scaled(v)].concat();
        let exp: Vec<f64> = m.iter().map(|m| m.exp()).collect();
        let wide = cells(r, 2 * c + 2, |i, j| match j {
            0 => u[i],
            _ if j <= c => m[i * c + j - 1],
            _ if j <= 2 * c => s * m[i * c + j - c - 1],
            _ => u[i],
        });
        let square = |x: &[f64]| x.iter().map(|x| x * x).collect::<Vec<f64>>();
        weigh(&line.iter().map(|x| x.exp()).collect::<Vec<f64>>())
            + weigh(&u.iter().map(|u| u * 2.0).chain(u.iter().map(|u| u * 3.0)).collect::<Vec<f64>>())
            + weigh(&square(&tall))
            + weigh(&[&exp[..], &exp].concat())
            + weigh(&square(&wide))
            + weigh(&cells(r, 2, |i, _| u[i]))
            + weigh(&cells(6, 1, |_, _| inner(v, v)))
    });
}

/// Elements of Bᵀ A B.
fn form(a: &[f64], b: &[f64], n: usize) -> Vec<f64> {
    let m = b.len() / n;
    let cell = |i: usize, j: usize| {
        (0..n * n).map(|place| b[place / n * m + i] * a[place] * b[place % n * m + j]).sum()
    };
    cells(m, m, cell)
}

#[test]
fn quadratic_forms() {
    let (n, m) = (5, 9);
    let x = numbers(n * n);
    let known = Mat::from_fn(n, n, |i, j| x[i * n + j]);
    params! { a: vector(n).rows(n), b: vector(m).rows(n), v: vector(n) }
    let model = model! {
        a |= flat(),
        b |= flat(),
        v |= flat(),
        whole = quad_form(a, b),
        increment(weighed!(whole, m, m) + weighed!(quad_form_sym(a, b), m, m)),
        increment(quad_form(a, v).square() + quad_form_sym(a * 2.0, v) + quad_form(data(&known), v)),
        increment(weighed!(quad_form(a, a), n, n) + quad_form(v.outer(v), v)),
        increment(weighed!(quad_form(data(&known), b), m, m) + weighed!(quad_form(a, data(&known)), n, n)),
        increment(weighed!(quad_form_diag(a, v), n, n)),
    };
    check(model, &numbers(n * n + n * m + n), |q| {
        let (a, rest) = q.split_at(n * n);
        let (b, v) = rest.split_at(n * m);
        let of_b = form(a, b, n);
        let of_v = form(a, v, n)[0];
        weigh(&of_b)
            + weigh(&cells(m, m, |i, j| 0.5 * (of_b[i * m + j] + of_b[j * m + i])))
            + of_v.powi(2)
            + 2.0 * of_v
            + form(&x, v, n)[0]
            + weigh(&form(a, a, n))
            + inner(v, v).powi(2)
            + weigh(&form(&x, b, n))
            + weigh(&form(a, &x, n))
            + weigh(&cells(n, n, |i, j| v[i] * a[i * n + j] * v[j]))
    });
}

/// Matrices times themselves, of sides beyond a register, and of sides in the types.
#[test]
fn grams() {
    let (r, c) = (9, 5);
    params! { a: vector(c).rows(r), l: vector(U3::new()).rows(U3::new()) }
    let model = model! {
        a |= flat(),
        l |= flat(),
        increment(weighed!(a.crossprod(), c, c) + weighed!(a.tcrossprod().square(), r, r)),
        lower = l.multiply_lower_tri_self_transpose(),
        increment(weighed!(lower, 3, 3) + weighed!((l * 2.0).crossprod(), 3, 3)),
        increment(weighed!(a.tcrossprod().multiply_lower_tri_self_transpose(), r, r)),
        increment(weighed!(lower.add_diagonal(l.column(1)).add_diagonal(l.trace()).square(), 3, 3)),
    };
    check(model, &numbers(r * c + 9), |q| {
        let (a, l) = q.split_at(r * c);
        let tall = cells(r, r, |i, j| (0..c).map(|k| a[i * c + k] * a[j * c + k]).sum());
        let lower = |l: &[f64], n: usize| {
            cells(n, n, |i, j| (0..=i.min(j)).map(|k| l[i * n + k] * l[j * n + k]).sum())
        };
        let trace = l[0] + l[4] + l[8];
        let of_l = lower(l, 3);
        let more = |i: usize, j: usize| if i == j { l[i * 3 + 1] + trace } else { 0.0 };
        weigh(&cells(c, c, |i, j| (0..r).map(|k| a[k * c + i] * a[k * c + j]).sum()))
            + weigh(&tall.iter().map(|x| x * x).collect::<Vec<f64>>())
            + weigh(&of_l)
            + weigh(&cells(3, 3, |i, j| (0..3).map(|k| 4.0 * l[k * 3 + i] * l[k * 3 + j]).sum()))
            + weigh(&lower(&tall, r))
            + weigh(&cells(3, 3, |i, j| (of_l[i * 3 + j] + more(i, j)).powi(2)))
    });
}

/// Against the Kronecker product itself.
#[test]
fn kronecker_products() {
    let ((m, n), (p, k)) = ((2, 3), (9, 2));
    let y = numbers(6);
    let known = Mat::from_fn(3, 2, |i, j| y[i * 2 + j]);
    params! { a: vector(n).rows(m), b: vector(k).rows(p), x: vector(n * k) }
    let model = model! {
        a |= flat(),
        b |= flat(),
        x |= flat(),
        increment(weighed!(kronecker_dot(a, b, x).square(), m * p)),
        increment(weighed!(kronecker_dot(data(&known), a, x), 6)
            + weighed!(kronecker_dot(a, a.exp(),
            x.outer(x).row(1).slice(0..6).repeat_rows(2).flatten().slice(0..9)), 4)),
    };
    let product = |a: &[f64], n: usize, b: &[f64], k: usize, x: &[f64]| {
        let (m, p) = (a.len() / n, b.len() / k);
        let cell = |i: usize, j: usize| a[i / p * n + j / k] * b[i % p * k + j % k];
        cells(m * p, 1, |i, _| (0..n * k).map(|j| cell(i, j) * x[j]).sum())
    };
    check(model, &numbers(m * n + p * k + n * k), |q| {
        let (a, rest) = q.split_at(m * n);
        let (b, x) = rest.split_at(p * k);
        let square = product(a, n, b, k, x).iter().map(|y| y * y).collect::<Vec<f64>>();
        let exp: Vec<f64> = a.iter().map(|a| a.exp()).collect();
        let scaled: Vec<f64> = (0..9).map(|j| x[1] * x[j % 6]).collect();
        weigh(&square) + weigh(&product(&y, 2, a, n, x)) + weigh(&product(a, n, &exp, n, &scaled))
    });
}

#[test]
fn sums_and_rows_by_index() {
    let (r, c) = (5, 9);
    let index = [4_u32, 0, 0, 2, 4, 1, 1, 0, 3, 4];
    params! { a: vector(c).rows(r), v: vector(c) }
    let model = model! {
        a |= flat(),
        v |= flat(),
        increment(weighed!(a.row_sums().square(), r) + weighed!(a.column_sums().square(), c)),
        increment(weighed!((a * v).row_sums(), r) + weighed!(a.rows_dot_self(), r) + a.dot_self()),
        increment(weighed!(a.columns_dot_self(), c) + v.dot_self() * a.exp().mean()),
        increment(weighed!(a.rows_at(&index).exp(), 10, c) + weighed!((a * a).rows_at(&index).dot(v), 10)),
    };
    check(model, &numbers(r * c + c), |q| {
        let (a, v) = q.split_at(r * c);
        let at = |i: usize, j: usize| a[i * c + j];
        let by_row = |f: &dyn Fn(usize, usize) -> f64| cells(r, 1, |i, _| (0..c).map(|j| f(i, j)).sum());
        let by_column = |f: &dyn Fn(usize, usize) -> f64| cells(c, 1, |j, _| (0..r).map(|i| f(i, j)).sum());
        let square = |x: Vec<f64>| x.iter().map(|x| x * x).collect::<Vec<f64>>();
        weigh(&square(by_row(&at)))
            + weigh(&square(by_column(&at)))
            + weigh(&by_row(&|i, j| at(i, j) * v[j]))
            + weigh(&by_row(&|i, j| at(i, j).powi(2)))
            + inner(a, a)
            + weigh(&by_column(&|i, j| at(i, j).powi(2)))
            + inner(v, v) * a.iter().map(|a| a.exp()).sum::<f64>() / (r * c) as f64
            + weigh(&cells(10, c, |i, j| at(index[i] as usize, j).exp()))
            + weigh(&cells(10, 1, |i, _| (0..c).map(|j| at(index[i] as usize, j).powi(2) * v[j]).sum()))
    });
}

/// Numbers, vectors and matrices, parameters and data, in every order, and functions of one argument.
#[test]
fn matrices_element_by_element() {
    let (r, c) = (3, 5);
    let x: Vec<f64> = numbers(r * c).iter().map(|x| x + 2.0).collect();
    let known = kept(Mat::from_fn(r, c, |i, j| x[i * c + j]));
    params! { a: vector(c).rows(r), b: vector(c).rows(r), v: vector(c), s: real() }
    let model = model! {
        a |= flat(),
        b |= flat(),
        v |= flat(),
        s |= flat(),
        e = b.exp(),
        increment(weighed!(a + b, r, c) + weighed!(a - b, r, c) + weighed!(a * b, r, c)
            + weighed!(a / e, r, c)),
        increment(weighed!(a + known, r, c) + weighed!(data(known) - a, r, c) + weighed!(a / known, r, c)),
        increment(weighed!(data(known) / e, r, c) + weighed!(matrix(known.as_ref()).into_expr() * a, r, c)),
        increment(weighed!(a + s, r, c) + weighed!(s - a, r, c) + weighed!(s * a, r, c)
            + weighed!(s / e, r, c)),
        increment(weighed!(2.0 * a - 1, r, c) + weighed!(3 / e, r, c) + weighed!(data(known) * s, r, c)),
        increment(weighed!(v + a, r, c) + weighed!(a / v.exp(), r, c) + weighed!(v * data(known), r, c)),
        increment(weighed!(-a.tanh(), r, c) + weighed!(e.log1p().sqrt(), r, c) + weighed!(e.powf(s), r, c)),
    };
    check(model, &numbers(2 * r * c + c + 1), |q| {
        let (a, rest) = q.split_at(r * c);
        let (b, rest) = rest.split_at(r * c);
        let (v, s) = (&rest[..c], rest[c]);
        weigh(&cells(r * c, 1, |k, _| {
            let (a, e, v, x) = (a[k], b[k].exp(), v[k % c], x[k]);
            let matrices = (a + b[k]) + (a - b[k]) + a * b[k] + a / e;
            let data = (a + x) + (x - a) + a / x + x / e + x * a;
            let numbers = (a + s) + (s - a) + s * a + s / e + (2.0 * a - 1.0) + 3.0 / e + x * s;
            let vectors = (v + a) + a / v.exp() + v * x;
            matrices + data + numbers + vectors - a.tanh() + e.ln_1p().sqrt() + e.powf(s)
        }))
    });
}

/// The series itself, to a degree where its terms are gone.
#[test]
fn matrix_exponentials() {
    let n = 5;
    params! { a: vector(n).rows(n), s: real() }
    let model = model! {
        a |= flat(),
        s |= flat(),
        increment(weighed!(a.matrix_exp(), n, n) + weighed!((a * s).matrix_exp().square(), n, n)),
    };
    let exponential = |a: &[f64]| {
        let mut term = cells(n, n, |i, j| if i == j { 1.0 } else { 0.0 });
        let mut sum = term.clone();
        for k in 1..60 {
            term = multiply(&term, a, n).iter().map(|x| x / f64::from(k)).collect();
            sum.iter_mut().zip(&term).for_each(|(sum, term)| *sum += term);
        }
        sum
    };
    let q: Vec<f64> = numbers(n * n + 1).iter().map(|q| 0.4 * q).collect();
    check(model, &q, |q| {
        let (a, s) = (&q[..n * n], q[n * n]);
        let scaled: Vec<f64> = a.iter().map(|a| a * s).collect();
        let square: Vec<f64> = exponential(&scaled).iter().map(|x| x * x).collect();
        weigh(&exponential(a)) + weigh(&square)
    });
}

/// Beyond what has an exponential the log density is −∞, without a loop that does not end.
#[test]
fn exponentials_of_what_has_none() {
    params! { a: vector(2).rows(2) }
    let model = model! { a |= flat(), e = a.matrix_exp(), increment(e.sum()) };
    common::on_every_set(model, |set, posterior| {
        for number in [f64::NAN, f64::INFINITY, 1e300, -1e16] {
            let (value, _) = common::evaluate(posterior, &[number, 0.0, 0.0, 1.0]);
            assert_eq!(value, f64::NEG_INFINITY, "{number}, {set}");
        }
    });
}

/// Coefficients by group, with groups in runs and all over, and more rows than a block has.
#[test]
fn coefficients_by_group() {
    for (rows, columns, groups) in [(1, 1, 1), (7, 3, 2), (64, 5, 4), (65, 5, 70), (200, 9, 3)] {
        let x = numbers(rows * columns);
        let table = MatRef::from_row_major_slice(&x, rows, columns);
        let weights = weights(rows);
        let sorted: Vec<usize> = (0..rows).map(|row| row * groups / rows).collect();
        let scattered: Vec<u32> = (0..rows).map(|row| (row * row + row / 3) as u32 % groups as u32).collect();
        let expected = |q: &[f64], group: &dyn Fn(usize) -> usize| {
            let rows = x.chunks(columns).enumerate();
            rows.map(|(row, x)| weights[row] * inner(x, &q[group(row) * columns..][..columns]).exp()).sum()
        };
        let q: Vec<f64> = numbers(groups * columns).iter().map(|number| 0.3 * number).collect();
        params! { b: vector(columns).rows(groups) }
        let weighed = data(&weights);
        let model =
            model! { b |= flat(), increment((weighed * matrix(table).dot_by_group(b, &sorted).exp()).sum()) };
        check(model, &q, |q| expected(q, &|row| sorted[row]));
        let model = model! {
            b |= flat(), increment((weighed * matrix(table).dot_by_group(b, &scattered).exp()).sum()),
        };
        check(model, &q, |q| expected(q, &|row| scattered[row] as usize));
    }
}

#[test]
fn groups_that_do_not_fit() {
    let x = numbers(6);
    let x = matrix(MatRef::from_row_major_slice(&x, 3, 2));
    let message = |groups: &[usize], columns: usize| {
        params! { b: vector(columns).rows(2) }
        let model = model! { b |= flat(), increment(x.dot_by_group(b, groups).sum()) };
        model.compile().err().map(|error| error.to_string()).unwrap_or_default()
    };
    assert_eq!(message(&[0, 1, 1], 2), "");
    assert!(message(&[0, 1], 2).contains("has length 3, but the slice of groups has length 2"));
    assert!(message(&[0, 2, 1], 2).contains("the index at place 1 is 2, but there are 2 elements"));
    assert!(
        message(&[0, 1, 1], 3).contains("a row of the matrix has length 2, but a row of `b` has length 3")
    );
}
