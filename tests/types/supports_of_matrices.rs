//! Proves what the records of the oracle do not show of supports of matrices: the free coordinates in types,
//! sizes of one and more registers, known to the type or not, gradients against differences, the inverse and
//! its complaints, and matrices of real numbers against rows of vectors.

use crate::common::{
    Random, assert_gradient, assert_near, differences, evaluate, has_free, largest, on_every_set, with_room,
};
use monomorph::prelude::*;
use monomorph::shape::Dyn;
use monomorph::typenum::{U0, U1, U3, U4, U6, U9, U10, U136};

#[test]
fn free_coordinates_are_in_the_types() {
    use monomorph::typenum::U17;
    params! {
        correlations: corr_matrix(U4::new()),
        factor:       cholesky_factor_corr(U4::new()),
        large:        cholesky_factor_corr(U17::new()),
        single:       cholesky_factor_corr(U1::new()),
        covariances:  cov_matrix(U4::new()),
        root:         cholesky_factor_cov(U4::new()),
        variance:     cov_matrix(U1::new()),
        unknown:      cov_matrix(4),
        tall:         cholesky_factor_cov_of(4, 2),
        loadings:     real_matrix(U4::new(), U3::new()),
    }
    has_free::<U6, _, _, _>(correlations);
    has_free::<U6, _, _, _>(factor);
    has_free::<U136, _, _, _>(large);
    has_free::<U0, _, _, _>(single);
    has_free::<U10, _, _, _>(covariances);
    has_free::<U10, _, _, _>(root);
    has_free::<U1, _, _, _>(variance);
    has_free::<Dyn, _, _, _>(unknown);
    has_free::<Dyn, _, _, _>(tall);
    has_free::<Dyn, _, _, _>(loadings);
}

/// The row and the column of each element, row after row.
fn places(rows: usize, columns: usize) -> (Vec<usize>, Vec<usize>) {
    (0..rows * columns).map(|place| (place / columns, place % columns)).unzip()
}

/// Returns `count` coordinates, with one pair of extreme ones.
fn point(count: usize, seed: u64) -> Vec<f64> {
    let mut q = Random(seed).numbers(count, -1.0, 1.0);
    if let [first, second, ..] = &mut q[..] {
        (*first, *second) = (2.5, -2.0);
    }
    q
}

/// The gradient of a function of all elements is that of differences, and `unconstrain` takes the value back.
/// The vector `after`, of two elements, stands behind the matrix in memory and has to be left alone.
fn check(what: &str, model: impl Model, is_inside: impl Fn(&[f64]) -> bool + Sync + Send) {
    on_every_set(model, |set, posterior| {
        let what = || format!("{what}, {set}");
        let q = point(posterior.dimension(), 61);
        let trace = posterior.constrain(&q).expect("the point has the right length");
        assert!(is_inside(&trace.get("x").expect("a parameter")), "{}: {trace:?}", what());
        assert_eq!(trace.get("after").expect("a parameter"), &q[q.len() - 2..], "{}", what());

        let (_, gradient) = evaluate(posterior, &q);
        let slopes = differences(posterior, &q);
        assert_gradient(&gradient, &slopes, 1e-8 * largest(&slopes).max(1.0), what);
        let point = posterior.unconstrain(&trace.values()).expect("all is inside");
        for (place, (&got, &want)) in point.iter().zip(&q).enumerate() {
            assert_near(got, want, 1e-9, || format!("{}: q[{place}] and back", what()));
        }
    });
}

/// A test for each support: `name: |rows, columns| space, [sizes], what holds of its elements`.
macro_rules! supports {
    ($($name:ident: |$rows:ident, $columns:ident| $space:expr, [$($size:expr),*], $is_inside:expr;)*) => {$(
        #[test]
        fn $name() {
            let sizes: &[((usize, usize), u64)] = &[$(($size, 0)),*];
            for &(($rows, $columns), _) in sizes {
                let (row_indices, column_indices) = places($rows, $columns);
                let weights = Random(62).numbers($rows * $columns, -1.0, 1.0);
                let weights = data(&weights);
                params! { x: $space, after: vector(2) }
                let elements = x.cells(&row_indices, &column_indices);
                let model = model! {
                    x |= flat(),
                    after |= normal(0.0, 1.0),
                    increment(weights * ((0.05 * elements).sin() + elements.square() * after.at(1))),
                };
                let what = format!("{} of {} and {}", stringify!($name), $rows, $columns);
                check(&what, model, |x| $is_inside(x, $rows, $columns));
            }
        }
    )*};
}

fn is_near(got: f64, want: f64) -> bool {
    (got - want).abs() < 1e-14
}

fn squares(x: &[f64]) -> f64 {
    x.iter().map(|x| x * x).sum()
}

fn is_triangle(x: &[f64], _: usize, columns: usize) -> bool {
    x.iter().enumerate().all(|(place, &x)| {
        let (row, column) = (place / columns, place % columns);
        if column == row { x > 0.0 } else { column < row || x == 0.0 }
    })
}

fn is_symmetric(x: &[f64], _: usize, columns: usize) -> bool {
    (0..x.len()).all(|place| x[place] == x[place % columns * columns + place / columns])
}

fn rows_sum_to(x: &[f64], columns: usize, sum: f64) -> bool {
    x.chunks(columns).all(|row| is_near(row.iter().sum(), sum))
}

fn columns_sum_to(x: &[f64], columns: usize, sum: f64) -> bool {
    (0..columns).all(|column| is_near(x.iter().skip(column).step_by(columns).sum(), sum))
}

supports! {
    factors_of_correlations: |rows, columns| cholesky_factor_corr(columns),
        [(1, 1), (2, 2), (3, 3), (5, 5), (8, 8), (9, 9), (17, 17)],
        |x: &[f64], rows, columns| {
            is_triangle(x, rows, columns) && x.chunks(columns).all(|row| is_near(squares(row), 1.0))
        };
    correlations: |rows, columns| corr_matrix(columns),
        [(1, 1), (2, 2), (3, 3), (5, 5), (8, 8), (9, 9), (17, 17)],
        |x: &[f64], rows, columns| {
            is_symmetric(x, rows, columns) && x.iter().step_by(columns + 1).all(|&x| x == 1.0)
        };
    factors_of_covariances: |rows, columns| cholesky_factor_cov(columns),
        [(1, 1), (2, 2), (3, 3), (5, 5), (8, 8), (9, 9), (17, 17)], is_triangle;
    tall_factors: |rows, columns| cholesky_factor_cov_of(rows, columns),
        [(1, 1), (5, 1), (4, 3), (10, 9), (11, 3), (20, 8)], is_triangle;
    covariances: |rows, columns| cov_matrix(columns),
        [(1, 1), (2, 2), (3, 3), (5, 5), (8, 8), (9, 9), (17, 17)], is_symmetric;
    rows_of_sum_one: |rows, columns| row_stochastic_matrix(rows, columns),
        [(1, 1), (3, 1), (1, 3), (2, 3), (9, 5), (5, 9), (3, 17)],
        |x: &[f64], _, columns| rows_sum_to(x, columns, 1.0);
    columns_of_sum_one: |rows, columns| column_stochastic_matrix(rows, columns),
        [(1, 1), (3, 1), (1, 3), (2, 3), (9, 5), (5, 9), (17, 3)],
        |x: &[f64], _, columns| columns_sum_to(x, columns, 1.0);
    sums_of_zero: |rows, columns| sum_to_zero_matrix(rows, columns),
        [(1, 1), (1, 3), (2, 2), (3, 2), (5, 9), (9, 5), (17, 3)],
        |x: &[f64], _, columns| rows_sum_to(x, columns, 0.0) && columns_sum_to(x, columns, 0.0);
    real_numbers: |rows, columns| real_matrix(rows, columns),
        [(1, 1), (1, 3), (3, 1), (2, 3), (9, 5), (5, 17)], |_: &[f64], _, _| true;
    positive_numbers: |rows, columns| real_matrix(rows, columns).positive(),
        [(1, 3), (3, 1), (9, 5)], |x: &[f64], _, _| x.iter().all(|&x| x > 0.0);
}

/// Sizes in the types make no difference.
#[test]
fn sizes_in_the_types() {
    macro_rules! same {
        ($($typed:expr, $dynamic:expr;)*) => {$({
            let typed = {
                params! { x: $typed }
                model! { x |= normal(0.2, 0.7) }
            };
            let dynamic = {
                params! { x: $dynamic }
                model! { x |= normal(0.2, 0.7) }
            };
            let dynamic = with_room(|| dynamic.compile()).expect("the model compiles");
            let q = point(dynamic.dimension(), 63);
            let (want, wanted) = evaluate(&dynamic, &q);
            on_every_set(typed, |set, posterior| {
                let what = || format!("{}, {set}", stringify!($typed));
                let (got, gradient) = evaluate(posterior, &q);
                assert_near(got, want, 1e-13 * want.abs(), what);
                assert_gradient(&gradient, &wanted, 1e-13 * largest(&wanted), what);
                let (got, want) = (posterior.constrain(&q).unwrap(), dynamic.constrain(&q).unwrap());
                for (&got, &want) in got.values().iter().zip(&want.values()) {
                    assert_near(got, want, 1e-14 * largest(&wanted).max(1.0), what);
                }
            });
        })*};
    }
    same! {
        cholesky_factor_corr(U9::new()), cholesky_factor_corr(9);
        corr_matrix(U9::new()), corr_matrix(9);
        cholesky_factor_cov(U9::new()), cholesky_factor_cov(9);
        cholesky_factor_cov_of(U9::new(), U3::new()), cholesky_factor_cov_of(9, 3);
        cov_matrix(U9::new()), cov_matrix(9);
        row_stochastic_matrix(U9::new(), U3::new()), row_stochastic_matrix(9, 3);
        column_stochastic_matrix(U9::new(), U3::new()), column_stochastic_matrix(9, 3);
        sum_to_zero_matrix(U9::new(), U3::new()), sum_to_zero_matrix(9, 3);
        real_matrix(U9::new(), U3::new()), real_matrix(9, 3);
    }
}

/// Matrices are rows of vectors whose coordinates stand in another order.
#[test]
fn matrices_are_rows_in_another_order() {
    let (rows, columns) = (5, 3);
    let bounds = [-1.0, -2.0, 0.5];
    let transposed = |free: usize, q: &[f64]| -> Vec<f64> {
        (0..rows * free).map(|place| q[place % free * rows + place / free]).collect()
    };
    macro_rules! same {
        ($($matrix:expr, $stacked:expr, $free:expr;)*) => {$({
            let stacked = {
                params! { x: $stacked }
                model! { x |= normal(data(&bounds), 1.5), increment(-x.row(3).square()) }
            };
            let stacked = with_room(|| stacked.compile()).expect("the model compiles");
            params! { x: $matrix }
            let matrix = model! { x |= normal(data(&bounds), 1.5), increment(-x.row(3).square()) };
            let q = point(rows * $free, 64);
            let (want, wanted) = evaluate(&stacked, &transposed($free, &q));
            on_every_set(matrix, |set, posterior| {
                let what = || format!("{}, {set}", stringify!($matrix));
                let (got, gradient) = evaluate(posterior, &q);
                assert_near(got, want, 1e-13 * want.abs(), what);
                assert_gradient(&transposed($free, &gradient), &wanted, 1e-13 * largest(&wanted), what);
                let trace = posterior.constrain(&q).expect("the point has the right length");
                let other = stacked.constrain(&transposed($free, &q)).expect("the point has the right length");
                for (&got, &want) in trace.values().iter().zip(&other.values()) {
                    assert_near(got, want, 1e-14 * want.abs().max(1.0), what);
                }
                let back = posterior.unconstrain(&trace.values()).expect("all is inside");
                let other = stacked.unconstrain(&trace.values()).expect("all is inside");
                assert_eq!(transposed($free, &back), other, "{}", what());
            });
        })*};
    }
    same! {
        real_matrix(rows, columns), vector(columns).rows(rows), 3;
        real_matrix(rows, columns).positive(), vector(columns).positive().rows(rows), 3;
        real_matrix(rows, columns).upper(4.0), vector(columns).upper(4.0).rows(rows), 3;
        real_matrix(rows, columns).lower(&bounds), vector(columns).lower(&bounds).rows(rows), 3;
        real_matrix(rows, columns).interval(&bounds, 4.0), vector(columns).interval(&bounds, 4.0).rows(rows),
        3;
        real_matrix(rows, columns).offset_multiplier(&bounds, 0.5),
            vector(columns).offset_multiplier(&bounds, 0.5).rows(rows), 3;
        real_matrix(5, U3::new()).lower(&bounds), vector(U3::new()).lower(&bounds).rows(rows), 3;
        row_stochastic_matrix(rows, columns), simplex(columns).rows(rows), 2;
    }
}

/// Bounds that are matrices of parameters, in the order of their elements and not of their coordinates.
#[test]
fn bounds_by_parameters() {
    params! {
        low:   real_matrix(5, 3),
        scale: positive(),
        high:  real_matrix(5, 3).lower(low),
        moved: real_matrix(5, 3).offset_multiplier(high, scale),
        after: vector(2),
        x:     real_matrix(5, 3).interval(low, high),
    }
    let model = model! {
        low   |= normal(0.0, 1.0),
        scale |= exponential(1.0),
        high  |= normal(1.0, 2.0),
        moved |= normal(0.5, 1.5),
        x     |= normal(low, 1.0),
        after |= normal(0.0, 1.0),
    };
    on_every_set(model, |set, posterior| {
        let q = Random(65).numbers(posterior.dimension(), -1.0, 1.0);
        let trace = posterior.constrain(&q).expect("the point has the right length");
        let get = |name: &str| trace.get(name).expect("a parameter");
        let (low, scale, high, moved) = (get("low"), get("scale")[0], get("high"), get("moved"));
        for element in 0..15 {
            let coordinate = element % 3 * 5 + element / 3;
            assert_eq!(low[element], q[coordinate], "{set}");
            assert_near(high[element], low[element] + q[16 + coordinate].exp(), 1e-14, || set.to_owned());
            let want = high[element] + scale * q[31 + coordinate];
            assert_near(moved[element], want, 1e-14, || set.to_owned());
        }
        let (_, gradient) = evaluate(posterior, &q);
        let slopes = differences(posterior, &q);
        assert_gradient(&gradient, &slopes, 1e-8 * largest(&slopes), || set.to_owned());
        let back = posterior.unconstrain(&trace.values()).expect("all is inside");
        for (place, (&got, &want)) in back.iter().zip(&q).enumerate() {
            assert_near(got, want, 1e-12, || format!("{set}: q[{place}] and back"));
        }
    });
}

#[test]
fn complaints_of_the_inverse() {
    fn complaint(model: impl Model, values: &[f64]) -> String {
        let posterior = with_room(|| model.compile()).expect("the model compiles");
        posterior.unconstrain_named(&[("x", values)]).unwrap_err().to_string()
    }
    macro_rules! refuses {
        ($($space:expr, $values:expr => $words:literal;)*) => {$({
            params! { x: $space }
            assert_eq!(complaint(model! { x |= flat() }, &$values), $words);
        })*};
    }
    refuses! {
        cholesky_factor_corr(2), [1.0, 0.0, 0.6, -0.8] =>
            "the parameter `x[1,1]` is -0.8, but must be finite and above 0";
        cholesky_factor_corr(2), [1.0, 0.1, 0.6, 0.8] =>
            "the parameter `x[0,1]` is 0.1, but must be 0, as all elements above the diagonal";
        cholesky_factor_corr(2), [1.0, 0.0, f64::NAN, 0.8] =>
            "the parameter `x[1,0]` is NaN, but must be finite";
        cholesky_factor_corr(2), [1.0, 0.0, 0.0, 2.0] =>
            "the norm of row 1 of the parameter `x` is 2, but must be 1, up to 1e-8";
        cholesky_factor_cov(2), [f64::INFINITY, 0.0, 0.0, 2.0] =>
            "the parameter `x[0,0]` is inf, but must be finite and above 0";
        cholesky_factor_cov_of(3, 2), [1.0, 0.0, 1.0, 1.0, 1.0, f64::NAN] =>
            "the parameter `x[2,1]` is NaN, but must be finite";
        corr_matrix(2), [1.0, 0.5, 0.5, 1.1] =>
            "the parameter `x[1,1]` is 1.1, but must be 1, as all elements of the diagonal, up to 1e-8";
        corr_matrix(2), [1.0, 0.5, 0.25, 1.0] =>
            "the parameter `x[1,0]` is 0.25, but must be element [0,1], 0.5, up to 1e-8 of the largest element";
        corr_matrix(2), [1.0, 1.0, 1.0, 1.0] =>
            "pivot 1 of the parameter `x` is 0, but must be above 0, as those of positive definite matrices are";
        cov_matrix(2), [-1.0, 0.0, 0.0, 1.0] =>
            "pivot 0 of the parameter `x` is -1, but must be above 0, as those of positive definite matrices are";
        cov_matrix(2), [1.0, f64::NAN, 0.0, 1.0] => "the parameter `x[0,1]` is NaN, but must be finite";
        row_stochastic_matrix(2, 2), [0.5, 0.5, 1.25, -0.25] =>
            "the parameter `x[1,1]` is -0.25, but must be finite and above 0";
        row_stochastic_matrix(2, 2), [0.5, 0.5, 0.5, 0.75] =>
            "the sum of row 1 of the parameter `x` is 1.25, but must be 1, up to 1e-8";
        column_stochastic_matrix(2, 2), [0.5, 0.0, 0.5, 1.0] =>
            "the parameter `x[0,1]` is 0, but must be finite and above 0";
        column_stochastic_matrix(2, 2), [0.5, 0.5, 0.5, 0.75] =>
            "the sum of column 1 of the parameter `x` is 1.25, but must be 1, up to 1e-8";
        sum_to_zero_matrix(2, 2), [1.0, -1.0, -1.0, 2.0] =>
            "the sum of row 1 of the parameter `x` is 1, but must be 0, up to 1e-8 of the largest element";
        sum_to_zero_matrix(2, 2), [1.0, -1.0, 1.0, -1.0] =>
            "the sum of column 0 of the parameter `x` is 2, but must be 0, up to 1e-8 of the largest element";
        sum_to_zero_matrix(2, 2), [1.0, -1.0, f64::NAN, 1.0] =>
            "the parameter `x[1,0]` is NaN, but must be finite";
        real_matrix(2, 2).positive(), [1.0, 2.0, -1.0, 1.0] =>
            "the parameter `x[1,0]` is -1, but must be finite and above its lower bound";
    }
}

#[test]
fn complaints_of_compile() {
    fn complaint(model: impl Model) -> String {
        with_room(|| model.compile().err()).expect("an error").to_string()
    }
    macro_rules! refuses {
        ($($space:expr => $words:literal;)*) => {$({
            params! { x: $space }
            assert_eq!(complaint(model! { x |= flat() }), $words);
        })*};
    }
    refuses! {
        cholesky_factor_corr(0) => "in `x |= flat()`: the parameter `x` is empty";
        corr_matrix(0) => "in `x |= flat()`: the parameter `x` is empty";
        cov_matrix(0) => "in `x |= flat()`: the parameter `x` is empty";
        row_stochastic_matrix(2, 0) => "in `x |= flat()`: the parameter `x` is empty";
        sum_to_zero_matrix(0, 2) => "in `x |= flat()`: the parameter `x` is empty";
        cholesky_factor_cov_of(2, 3) =>
            "in `x |= flat()`: the number of rows of the parameter is 2, but must be at least that of columns, which is 3";
        real_matrix(3, 2).lower(&[1.0; 3]) =>
            "in `x |= flat()`: the parameter has length 2, but a row of a bound of the parameter has length 3";
    }
}
