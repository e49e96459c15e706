//! Sparse precisions: value and gradient equal those of dense ones, draws have their covariance, and
//! matrices that are not positive definite are refused.

use crate::common::{assert_gradient, differences, evaluate};
use approx::assert_relative_eq;
use monomorph::covariance::{Pattern, car, leroux, sparse_precision};
use monomorph::faer::Mat;
use monomorph::prelude::*;

/// The edges of a lattice of rows and columns.
fn lattice(rows: usize, columns: usize) -> Vec<(usize, usize)> {
    let cell = |row: usize, column: usize| row * columns + column;
    let down = (1..rows).flat_map(move |i| (0..columns).map(move |j| (cell(i, j), cell(i - 1, j))));
    let right = (0..rows).flat_map(move |i| (1..columns).map(move |j| (cell(i, j), cell(i, j - 1))));
    down.chain(right).collect()
}

/// D and W of a graph on its pattern, and as matrices.
fn parts(size: usize, edges: &[(usize, usize)]) -> (Pattern, [Vec<f64>; 2], [Mat<f64>; 2]) {
    let pattern = Pattern::new(size, edges.iter().copied()).unwrap();
    let (mut d, mut w) = (Mat::zeros(size, size), Mat::zeros(size, size));
    for &(one, other) in edges {
        (d[(one, one)], d[(other, other)]) = (d[(one, one)] + 1.0, d[(other, other)] + 1.0);
        (w[(one, other)], w[(other, one)]) = (1.0, 1.0);
    }
    let of = |matrix: &Mat<f64>| pattern.iter().map(|place| matrix[place]).collect();
    let vectors = [of(&d), of(&w)];
    (pattern, vectors, [d, w])
}

/// The field itself, as a parameter, with a mean; and rows of data with one mean.
#[test]
fn sparse_precisions_are_dense_ones() {
    for (rows, columns) in [(1, 1), (1, 5), (3, 4), (5, 7)] {
        let size = rows * columns;
        let edges = lattice(rows, columns);
        let (pattern, [d, w], [dense_d, dense_w]) = parts(size, &edges);
        let y = Mat::from_fn(3, size, |row, column| ((row * 5 + column * 7) % 11) as f64 / 4.0 - 1.0);
        params! { alpha: interval(0.0, 1.0), tau: positive(), mu: real(), x: vector(size) }
        let (kappa, unit) = (0.3, identity(&pattern));
        let sparse = model! {
            alpha |= beta(2.0, 1.0),
            tau   |= gamma(2.0, 1.0),
            mu    |= normal(0.0, 1.0),
            omega = kappa * data(&unit) + data(&d) - alpha * data(&w),
            x     |= multi_normal(mu, sparse_precision(&pattern, tau * omega)),
            data(&y) |= multi_normal(x, sparse_precision(&pattern, omega)),
        };
        let eye = Mat::<f64>::identity(size, size);
        let dense = model! {
            alpha |= beta(2.0, 1.0),
            tau   |= gamma(2.0, 1.0),
            mu    |= normal(0.0, 1.0),
            omega = kappa * data(&eye) + data(&dense_d) - alpha * data(&dense_w),
            x     |= multi_normal_prec(mu, tau * omega),
            data(&y) |= multi_normal_prec(x, omega),
        };
        let (sparse, dense) = (sparse.compile().unwrap(), dense.compile().unwrap());
        let q: Vec<f64> = (0..size + 3).map(|place| ((place * 13) % 17) as f64 / 9.0 - 0.9).collect();
        let (value, gradient) = evaluate(&sparse, &q);
        let (want, slopes) = evaluate(&dense, &q);
        assert_relative_eq!(value, want, max_relative = 1e-11);
        for (slope, want) in gradient.iter().zip(&slopes) {
            assert_relative_eq!(slope, want, max_relative = 1e-9, epsilon = 1e-10);
        }
        assert_gradient(&gradient, &differences(&sparse, &q), 1e-7, || format!("{rows} × {columns}"));
    }
}

/// The identity on a pattern.
fn identity(pattern: &Pattern) -> Vec<f64> {
    pattern.iter().map(|(row, column)| f64::from(u8::from(row == column))).collect()
}

#[test]
fn draws_have_the_covariance() {
    let edges = lattice(2, 3);
    let (pattern, [d, w], [dense_d, dense_w]) = parts(6, &edges);
    let values: Vec<f64> =
        d.iter().zip(&w).map(|(d, w)| 0.2 * f64::from(u8::from(*d > 0.0)) + d - 0.9 * w).collect();
    params! { x: vector(6) }
    let model = model! { x |= multi_normal(1.0, sparse_precision(&pattern, data(&values))) };
    let prior = model.sample_prior(40_000, 3).unwrap();
    let omega = Mat::from_fn(6, 6, |i, j| {
        f64::from(u8::from(i == j)) * 0.2 + dense_d[(i, j)] - 0.9 * dense_w[(i, j)]
    });
    use monomorph::faer::linalg::solvers::DenseSolveCore;
    let sigma = omega.partial_piv_lu().inverse();
    let columns: Vec<Vec<f64>> =
        (0..6).map(|i| prior.column(&format!("x[{i}]")).unwrap().as_slice().to_vec()).collect();
    let mean = |column: &[f64]| column.iter().sum::<f64>() / column.len() as f64;
    for i in 0..6 {
        assert!((mean(&columns[i]) - 1.0).abs() < 0.03);
        for j in 0..6 {
            let products: Vec<f64> =
                columns[i].iter().zip(&columns[j]).map(|(a, b)| (a - 1.0) * (b - 1.0)).collect();
            assert!((mean(&products) - sigma[(i, j)]).abs() < 0.03, "{i} {j}");
        }
    }
}

#[test]
fn what_is_no_precision_is_refused() {
    let pattern = Pattern::new(3, [(1, 0), (2, 1)]).unwrap();
    // The determinant of the middle is negative.
    let values = [1.0, -2.0, 1.0, -2.0, 1.0];
    let error = |length: usize, values: &[f64]| {
        params! { x: vector(length) }
        let model = model! { x |= multi_normal(0.0, sparse_precision(&pattern, data(values))) };
        model.compile().unwrap_err().to_string()
    };
    assert!(error(3, &values).contains("positive definite"), "{}", error(3, &values));
    let of_size = error(4, &values);
    assert!(of_size.contains("pattern") && of_size.contains('4') && of_size.contains('3'), "{of_size}");
    assert!(error(3, &values[..4]).contains("places of the pattern"), "{}", error(3, &values[..4]));
    assert!(Pattern::new(3, [(3, 0)]).unwrap_err().to_string().contains("outside"));
}

/// Autoregressions of a graph with weights and an island, as expressions of its matrices.
#[test]
fn autoregressions_are_sparse_precisions() {
    let edges = [(0, 1), (1, 2), (3, 1), (2, 3), (4, 5)];
    let weights = [1.0, 0.5, 2.0, 1.5, 3.0];
    let adjacency = Adjacency::weighted(7, &edges, &weights).unwrap();
    let pattern = Pattern::new(7, edges).unwrap();
    let (mut d, mut w) = (vec![0.0; pattern.len()], vec![0.0; pattern.len()]);
    for (&(one, other), weight) in edges.iter().zip(weights) {
        w[pattern.place(one, other).unwrap()] += weight;
        d[pattern.place(one, one).unwrap()] += weight;
        d[pattern.place(other, other).unwrap()] += weight;
    }
    let eye = identity(&pattern);
    let y = Mat::from_fn(4, 7, |row, column| ((row * 3 + column * 5) % 7) as f64 / 3.0 - 1.0);
    params! { rho: interval(0.0, 1.0), tau: positive(), x: vector(7) }
    let short = model! {
        rho |= beta(2.0, 1.0), tau |= gamma(2.0, 1.0),
        x |= multi_normal(0.3, leroux(&adjacency, rho, tau)),
        data(&y) |= multi_normal(0.1, leroux(&adjacency, rho, 2.0 * tau)),
    };
    let written = model! {
        rho |= beta(2.0, 1.0), tau |= gamma(2.0, 1.0),
        omega = tau * ((1.0 - rho) * data(&eye) + rho * (data(&d) - data(&w))),
        x |= multi_normal(0.3, sparse_precision(&pattern, omega)),
        data(&y) |= multi_normal(0.1, sparse_precision(&pattern, 2.0 * omega)),
    };
    let q: Vec<f64> = (0..9).map(|place| (place * 5 % 9) as f64 / 5.0 - 0.8).collect();
    let (short, written) = (short.compile().unwrap(), written.compile().unwrap());
    let (value, gradient) = evaluate(&short, &q);
    let (want, slopes) = evaluate(&written, &q);
    assert_relative_eq!(value, want, max_relative = 1e-12);
    for (slope, want) in gradient.iter().zip(&slopes) {
        assert_relative_eq!(slope, want, max_relative = 1e-10, epsilon = 1e-11);
    }

    let connected = Adjacency::weighted(6, &edges, &weights).unwrap();
    let pattern = Pattern::new(6, edges).unwrap();
    let (d, w) = (&d[..pattern.len()], &w[..pattern.len()]);
    params! { alpha: interval(0.0, 1.0), kappa: positive(), z: vector(6) }
    let short = model! {
        alpha |= beta(2.0, 1.0), kappa |= gamma(2.0, 1.0),
        z |= multi_normal(0.3, car(&connected, alpha, kappa)),
    };
    let written = model! {
        alpha |= beta(2.0, 1.0), kappa |= gamma(2.0, 1.0),
        z |= multi_normal(0.3, sparse_precision(&pattern, kappa * (data(d) - alpha * data(w)))),
    };
    let (short, written) = (short.compile().unwrap(), written.compile().unwrap());
    let (value, gradient) = evaluate(&short, &q[..8]);
    let (want, slopes) = evaluate(&written, &q[..8]);
    assert_relative_eq!(value, want, max_relative = 1e-12);
    for (slope, want) in gradient.iter().zip(&slopes) {
        assert_relative_eq!(slope, want, max_relative = 1e-10, epsilon = 1e-11);
    }
    params! { u: vector(7) }
    let island = model! { u |= multi_normal(0.0, car(&adjacency, 0.5, 1.0)) };
    let error = island.compile().unwrap_err().to_string();
    assert!(error.contains("a place of car") && error.contains('6'), "{error}");
}

/// A field over space and time, whose precision is the Kronecker product of both, is a dense one.
#[test]
fn precisions_of_space_and_time_are_products() {
    let (times, cells) = (3, 4);
    let (time, [one, next], dense_time) = parts(times, &[(0, 1), (1, 2)]);
    let (space, [degrees, near], dense_space) = parts(cells, &[(0, 1), (1, 2), (2, 3), (3, 0)]);
    let (both, of_time, of_space) = time.kronecker(&space).unwrap();
    let (unit_of_time, unit_of_space) = (identity(&time), identity(&space));
    let [eye_of_time, eye_of_space] = [times, cells].map(|size| Mat::<f64>::identity(size, size));
    let widen = |matrix: &Mat<f64>, of: &dyn Fn(usize) -> usize| {
        Mat::from_fn(times * cells, times * cells, |row, column| matrix[(of(row), of(column))])
    };
    let [d_time, w_time] = dense_time.map(|matrix| widen(&matrix, &|row| row / cells));
    let [d_space, w_space] = dense_space.map(|matrix| widen(&matrix, &|row| row % cells));
    let (eye_of_time, eye_of_space) =
        (widen(&eye_of_time, &|row| row / cells), widen(&eye_of_space, &|row| row % cells));
    params! { rho: interval(0.0, 1.0), kappa: positive(), x: vector(times * cells) }
    let sparse = model! {
        rho   |= beta(2.0, 2.0),
        kappa |= gamma(2.0, 1.0),
        q_time  = data(&unit_of_time) + data(&one) - rho * data(&next),
        q_space = kappa * data(&unit_of_space) + data(&degrees) - data(&near),
        x |= multi_normal(0.0, sparse_precision(&both, q_time.at(&of_time) * q_space.at(&of_space))),
    };
    let dense = model! {
        rho   |= beta(2.0, 2.0),
        kappa |= gamma(2.0, 1.0),
        q_time  = data(&eye_of_time) + data(&d_time) - rho * data(&w_time),
        q_space = kappa * data(&eye_of_space) + data(&d_space) - data(&w_space),
        x |= multi_normal_prec(0.0, q_time * q_space),
    };
    let (sparse, dense) = (sparse.compile().unwrap(), dense.compile().unwrap());
    let q: Vec<f64> = (0..times * cells + 2).map(|place| ((place * 13) % 17) as f64 / 9.0 - 0.9).collect();
    let (value, gradient) = evaluate(&sparse, &q);
    let (want, slopes) = evaluate(&dense, &q);
    assert_relative_eq!(value, want, max_relative = 1e-12);
    gradient.iter().zip(&slopes).for_each(|(slope, want)| {
        assert_relative_eq!(slope, want, max_relative = 1e-10, epsilon = 1e-11);
    });
    assert_gradient(&gradient, &differences(&sparse, &q), 1e-6, || "a product".to_owned());
}
