//! Proves that sparse matrices give the same results as dense ones: on random matrices of all kinds, by
//! rows and by columns, rewritten and as written, on every instruction set; that their gradient is that of
//! finite differences; and that each defect of a matrix is an error that names it.

use super::common::sparse::Matrix;
use super::common::{Random, evaluate_gradient, is_near, sets, swept_count, with_room};
use faer::sparse::{SparseColMat, SparseRowMat, Triplet};
use monomorph::expression::Sparse;
use monomorph::prelude::*;

/// The number of matrices.
fn matrices() -> u64 {
    let designs = std::env::var("MONOMORPH_DESIGNS");
    designs.map_or(swept_count(400) as u64, |count| count.parse().expect("a number"))
}

/// Compares models of one matrix in two forms at random points: the log density to 1e-11 of itself, the
/// gradient to 1e-11 of its largest entry.
fn compare(seed: u64, sparse: impl Model, dense: impl Model) {
    with_room(|| {
        for &(set, instructions) in sets() {
            for rewrites in [Rewrites::None, Rewrites::All] {
                let options = Options::default().instructions(instructions).rewrites(rewrites);
                let sparse = sparse.compile_with(options).expect("the sparse model compiles");
                let dense = dense.compile_with(options).expect("the dense model compiles");
                let mut random = Random(seed);
                for _ in 0..2 {
                    let q = random.numbers(dense.dimension(), -1.0, 1.0);
                    let (value, gradient) = evaluate_gradient(&sparse, &q);
                    let (expected, slopes) = evaluate_gradient(&dense, &q);
                    let context = || format!("matrix {seed}, {set}, {rewrites:?}: {}", sparse.explain());
                    let allowed = 1e-11 * expected.abs().max(1.0);
                    assert!(is_near(value, expected, allowed), "{value} for {expected}, {}", context());
                    let scale = slopes.iter().fold(1.0_f64, |most, slope| most.max(slope.abs()));
                    for (got, want) in gradient.iter().zip(&slopes) {
                        assert!(is_near(*got, *want, 1e-11 * scale), "{got} for {want}, {}", context());
                    }
                }
            }
        }
    });
}

/// Row by row, with rows merged where they are equal.
#[test]
fn logistic_regressions_are_those_of_dense_matrices() {
    for seed in 0..matrices() {
        let matrix = &Matrix::of(seed);
        let flags: Vec<bool> = (0..matrix.dense.nrows()).map(|row| row % 3 == 0).collect();
        params! { alpha: real(), beta: vector(matrix.dense.ncols()) }
        macro_rules! regression {
            ($x:expr) => {
                model! {
                    alpha |= normal(0.0, 1.0),
                    beta  |= normal(0.0, 1.0),
                    data(&flags) |= bernoulli_logit(alpha + $x.dot(beta)),
                }
            };
        }
        let dense = regression!(data(&matrix.dense));
        let sparse = if seed % 2 == 0 { data(matrix.by_rows()) } else { data(matrix.by_columns()) };
        compare(seed, regression!(sparse), dense);
    }
}

/// Triangles, where they are cheaper.
#[test]
fn linear_regressions_are_those_of_dense_matrices() {
    for seed in 0..matrices() {
        let matrix = &Matrix::of(seed);
        let y = Random(seed).numbers(matrix.dense.nrows(), -1.0, 1.0);
        params! { beta: vector(matrix.dense.ncols()), sigma: positive() }
        macro_rules! regression {
            ($x:expr) => {
                model! {
                    beta  |= normal(0.0, 1.0),
                    sigma |= exponential(1.0),
                    data(&y) |= normal($x.dot(beta), sigma),
                }
            };
        }
        compare(seed, regression!(data(matrix.by_rows())), regression!(data(&matrix.dense)));
    }
}

/// Σ of a definition, which goes backward through [`monomorph`]'s definitions, and finite differences of it.
#[test]
fn gradients_are_finite_differences() {
    for seed in 0..40 {
        let matrix = &Matrix::of(seed);
        params! { beta: vector(matrix.dense.ncols()) }
        let model = model! {
            beta |= normal(0.0, 1.0),
            eta = data(matrix.by_rows()).dot(2.0 * beta),
            increment(eta.sin().sum()),
        };
        with_room(|| {
            let posterior = model.compile().expect("a model");
            let q = Random(seed).numbers(posterior.dimension(), -1.0, 1.0);
            let (_, gradient) = evaluate_gradient(&posterior, &q);
            for place in 0..q.len() {
                let at = |step: f64| {
                    let mut moved = q.clone();
                    moved[place] += step;
                    posterior.log_density(&moved, &mut posterior.workspace())
                };
                let slope = (at(1e-5) - at(-1e-5)) / 2e-5;
                assert!(
                    (slope - gradient[place]).abs() < 1e-6 * (1.0 + slope.abs()),
                    "matrix {seed}, {place}"
                );
            }
        });
    }
}

/// Runs of rows with one column in common, columns of 32 bits, rows beyond a block.
#[test]
fn factors_and_wide_matrices_are_multiplied() {
    // Row i has a 1 in the columns i / 50 and 70 000 + i.
    let (rows, columns) = (300_u32, 70_300);
    let starts: Vec<u32> = (0..=rows).map(|row| 2 * row).collect();
    let indices: Vec<u32> = (0..rows).flat_map(|row| [row / 50, 70_000 + row]).collect();
    let x = Sparse::by_rows(300, columns, &starts, &indices, &[1.0; 600]);
    params! { beta: vector(columns) }
    let model = model! { beta |= normal(0.0, 1.0), eta = data(x).dot(beta), increment((eta * eta).sum()) };
    with_room(|| {
        let posterior = model.compile().expect("a model");
        let q: Vec<f64> = (0..columns).map(|place| (place % 7) as f64 - 3.0).collect();
        let (_, gradient) = evaluate_gradient(&posterior, &q);
        let eta = |row: usize| q[row / 50] + q[70_000 + row];
        for row in [0, 1, 63, 64, 299] {
            assert_eq!(gradient[70_000 + row], 2.0 * eta(row) - q[70_000 + row]);
        }
        for group in 0..6 {
            let sum: f64 = (50 * group..50 * (group + 1)).map(|row| 2.0 * eta(row)).sum();
            assert!((gradient[group] - (sum - q[group])).abs() < 1e-11);
        }
    });
}

/// A factor whose levels are sorted: sums of a column are kept several times.
#[test]
fn sorted_factors_are_added_up() {
    let rows = 400;
    let cells: Vec<Vec<Option<f64>>> =
        (0..rows).map(|row| (0..20).map(|column| (row / 20 == column).then_some(1.0)).collect()).collect();
    let matrix = &Matrix::from_cells(&cells, 20);
    let counts: Vec<u32> = (0..rows).map(|row| (row % 5) as u32).collect();
    params! { beta: vector(20) }
    // With a covariate that differs, rows are not merged.
    let z: Vec<f64> = (0..rows).map(|row| 0.001 * row as f64).collect();
    macro_rules! regression {
        ($x:expr) => {
            model! { beta |= normal(0.0, 1.0), data(&counts) |= poisson_log($x.dot(beta) + data(&z)) }
        };
    }
    compare(7, regression!(data(matrix.by_rows())), regression!(data(&matrix.dense)));
}

/// All four types of `faer`, one of them with gaps between its rows.
#[test]
fn matrices_of_faer_are_taken() {
    let triplets = [Triplet::new(0_usize, 0, 1.0), Triplet::new(0, 2, 2.0), Triplet::new(2, 1, 3.0)];
    let rows = SparseRowMat::<usize, f64>::try_new_from_triplets(3, 3, &triplets).expect("a matrix");
    let columns = SparseColMat::<usize, f64>::try_new_from_triplets(3, 3, &triplets).expect("a matrix");
    params! { b: vector(3) }
    macro_rules! check {
        ($x:expr) => {
            let model = model! { b |= normal(0.0, 1.0), eta = data($x).dot(b), increment(eta) };
            let trace = model.compile().expect("a model").constrain(&[1.0, 10.0, 100.0]).expect("a point");
            assert_eq!(trace.get("eta").expect("its value"), [201.0, 0.0, 30.0]);
        };
    }
    check!(&rows);
    check!(rows.as_ref());
    check!(&columns);
    check!(columns.as_ref());
    // What is no product with a vector reads the zeros too.
    let model = model! { b |= normal(0.0, 1.0), x = data(&columns), increment(b) };
    let trace = model.compile().expect("a model").constrain(&[0.0; 3]).expect("a point");
    assert_eq!(trace.get("x").expect("its value"), [1.0, 0.0, 2.0, 0.0, 0.0, 0.0, 0.0, 3.0, 0.0]);
}

/// Each flaw has an error that names it.
#[test]
fn flaws_are_errors() {
    let message = |starts: &[u32], columns: &[u32], values: &[f64], length: usize| {
        params! { b: vector(length) }
        let x = Sparse::by_rows(2, 3, starts, columns, values);
        let model = model! { b |= normal(0.0, 1.0), data(&[1.0, 2.0]) |= normal(data(x).dot(b), 1.0) };
        model.compile().err().map(|error| error.to_string()).unwrap_or_default()
    };
    let says = |message: String, words: &[&str]| {
        assert!(words.iter().all(|word| message.contains(word)), "{message}");
    };
    assert_eq!(message(&[0, 1, 2], &[0, 2], &[1.0, 2.0], 3), "");
    says(message(&[0, 1, 2], &[0, 2], &[1.0, 2.0], 4), &["row of the matrix", "length 3", "length 4"]);
    says(message(&[0, 1], &[0], &[1.0], 3), &["starts of the rows", "length 2"]);
    says(message(&[0, 2, 1], &[0], &[1.0], 3), &["starts of the rows", "ascend"]);
    says(message(&[1, 1, 2], &[0, 2], &[1.0, 2.0], 3), &["starts of the rows", "element 0 is 1", "ascend"]);
    says(
        message(&[0, 1, 1], &[0, 2], &[1.0, 2.0], 3),
        &["starts of the rows", "element 2 is 1", "number of entries"],
    );
    says(message(&[0, 1, 2], &[0, 2], &[1.0], 3), &["column indices", "values"]);
    says(message(&[0, 1, 2], &[0, 3], &[1.0, 2.0], 3), &["column indices", "3"]);
    says(message(&[0, 1, 2], &[0, 2], &[1.0, f64::NAN], 3), &["values", "element 1", "NaN"]);
    says(message(&[0, 2, 2], &[2, 1], &[1.0, 2.0], 3), &["column indices", "greater", "row"]);
    says(message(&[0, 2, 2], &[1, 1], &[1.0, 2.0], 3), &["column indices", "greater", "row"]);
}

/// The explanation reports the form of a matrix.
#[test]
fn explanations_tell_of_entries() {
    let cells: Vec<Vec<Option<f64>>> = (0..300_u32)
        .map(|row| (0..60).map(|column| (column == 0 || row % 59 + 1 == column).then_some(1.0)).collect())
        .collect();
    let matrix = &Matrix::from_cells(&cells, 60);
    let flags: Vec<bool> = (0..300).map(|row| row % 3 == 0).collect();
    params! { beta: vector(60) }
    let z: Vec<f64> = (0..300).map(|row| 0.001 * f64::from(row)).collect();
    let model = model! {
        beta |= normal(0.0, 1.0),
        data(&flags) |= bernoulli_logit(data(matrix.by_rows()).dot(beta) + data(&z)),
    };
    let told = model.compile().expect("a model").explain().to_string();
    let expected =
        "a sparse matrix has 300 entries by rows, all of them 1, and 1 of its 60 columns with their zeros";
    assert!(told.contains(expected), "{told}");
    assert_eq!(data(matrix.by_rows()).dot(beta).to_string(), data(&matrix.dense).dot(beta).to_string());

    // The rows of a sum of squares cost what their entries do.
    let cells: Vec<Vec<Option<f64>>> =
        (0..300).map(|row| (0..5).map(|column| (row % 5 == column).then_some(1.5)).collect()).collect();
    let matrix = &Matrix::from_cells(&cells, 5);
    params! { slope: vector(5) }
    let model = model! {
        slope |= normal(0.0, 1.0),
        data(&z) |= normal(data(matrix.by_rows()).dot(slope), 1.0),
    };
    let told = model.compile().expect("a model").explain().to_string();
    let expected = "for 5 coefficients: 30 multiplications a gradient in place of 2400";
    assert!(told.contains(expected), "{told}");
}

/// Draws and pointwise log likelihoods are those of the dense matrix.
#[test]
fn sparse_designs_are_simulated() {
    let matrix = &Matrix::from_cells(
        &(0..150_u32)
            .map(|row| {
                (0..40)
                    .map(|column| ((row * 7 + column) % 11 == 0).then_some(f64::from(row) - 70.0))
                    .collect()
            })
            .collect::<Vec<_>>(),
        40,
    );
    let y = Random(3).numbers(150, -1.0, 1.0);
    params! { beta: vector(40), sigma: positive() }
    macro_rules! regression {
        ($x:expr) => {
            model! {
                beta  |= normal(0.0, 1.0),
                sigma |= exponential(1.0),
                data(&y) |= normal($x.dot(beta), sigma),
            }
        };
    }
    with_room(|| {
        let (sparse, dense) = (regression!(data(matrix.by_rows())), regression!(data(&matrix.dense)));
        let drawn = |draws: &Draws| draws.columns().map(|(_, column)| column.mean()).collect::<Vec<_>>();
        let prior = sparse.sample_prior(20, 4).expect("draws");
        let expected = drawn(&dense.sample_prior(20, 4).expect("draws"));
        for (got, want) in drawn(&prior).iter().zip(&expected) {
            assert!(is_near(*got, *want, 1e-11 * want.abs().max(100.0)), "{got} for {want}");
        }
        let likelihoods = |draws| drawn(&draws);
        let got = likelihoods(sparse.pointwise_log_likelihood(&prior).expect("likelihoods"));
        let want = likelihoods(dense.pointwise_log_likelihood(&prior).expect("likelihoods"));
        for (got, want) in got.iter().zip(&want) {
            assert!(is_near(*got, *want, 1e-10 * want.abs().max(1.0)), "{got} for {want}");
        }
    });
}

/// A law of a series that is drawn step by step reads the row of its step, in every block, of dense and of
/// sparse matrices.
#[test]
fn drawn_series_read_the_rows_of_their_steps() {
    let cells: Vec<Vec<Option<f64>>> =
        (0..100_u32).map(|row| vec![Some(1.0), (row % 3 > 0).then_some(f64::from(row))]).collect();
    let matrix = &Matrix::from_cells(&cells, 2);
    let y = vec![0.0; 100];
    params! { b: vector(2) }
    macro_rules! series {
        ($x:expr) => {
            model! {
                b |= normal(&[10.0, 1.0][..], 1e-9),
                data(&y) |= process(0.0, |y| normal(0.0 * y + $x.dot(b), 1e-9)),
            }
        };
    }
    with_room(|| {
        let dense = series!(data(&matrix.dense)).sample_prior(1, 1).expect("draws");
        let sparse = series!(data(matrix.by_rows())).sample_prior(1, 1).expect("draws");
        for row in 0..100 {
            let name = format!("y[{row}]");
            let expected = 10.0 + matrix.dense[(row, 1)];
            for draws in [&dense, &sparse] {
                let drawn = draws.column(&name).expect("a draw").mean();
                assert!((drawn - expected).abs() < 1e-5, "{name}: {drawn} for {expected}");
            }
        }
    });
}
