//! Tests every function against textbook loops, on every instruction set of the machine.

use super::multiply::{add_matrix_vector, add_vector_matrix};
use super::triangular::solve_vector;
use super::*;
use faer::dyn_stack::{MemBuffer, MemStack, StackReq};
use pulp::Simd;

const SIZES: [usize; 26] =
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 31, 32, 33, 64, 65, 130];

/// Defines tests that are generic in the instruction set.
macro_rules! on_every_set {
    ($(#[doc = $doc:literal])* fn $name:ident($simd:ident) $body:block) => {
        $(#[doc = $doc])*
        #[test]
        fn $name() {
            fn check<S: Simd>($simd: S) $body
            check(pulp::Scalar::new());
            #[cfg(target_arch = "x86_64")]
            {
                pulp::x86::V3::try_new().map(check);
                pulp::x86::V4::try_new().map(check);
            }
        }
    };
}

pub(super) use on_every_set;

/// Returns numbers in (−1, 1).
pub(super) fn numbers(count: usize, seed: usize) -> Vec<f64> {
    let mut state = seed as u64 + 1;
    let mut next = || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    };
    (0..4).for_each(|_| {
        next();
    });
    (0..count).map(|_| next()).collect()
}

/// Returns A B for A of `rows` rows and B of `columns` columns.
fn naive(a: &[f64], b: &[f64], sizes: Sizes) -> Vec<f64> {
    let Sizes { rows, depth, columns } = sizes;
    let mut c = vec![0.0; rows * columns];
    for row in 0..rows {
        for column in 0..columns {
            c[row * columns + column] =
                (0..depth).map(|step| a[row * depth + step] * b[step * columns + column]).sum();
        }
    }
    c
}

fn transposed(a: &[f64], rows: usize, columns: usize) -> Vec<f64> {
    let mut result = vec![f64::NAN; rows * columns];
    transpose(a, rows, columns, &mut result);
    result
}

fn square(n: usize) -> Sizes {
    Sizes { rows: n, depth: n, columns: n }
}

/// Makes a symmetric positive definite matrix with eigenvalues of at least 1.
fn positive_definite(n: usize) -> Vec<f64> {
    let a = numbers(n * n, n);
    let mut s = naive(&transposed(&a, n, n), &a, square(n));
    for row in 0..n {
        s[row * n + row] += 1.0;
    }
    copy_upper_to_lower(&mut s, n);
    s
}

/// Makes a well-conditioned triangular matrix, with NaN where nothing may be read.
fn triangle(n: usize, is_lower: bool) -> Vec<f64> {
    let mut t = numbers(n * n, 3 * n);
    for row in 0..n {
        for column in 0..n {
            let number = &mut t[row * n + column];
            if row == column {
                *number += 1.5;
            } else if (row < column) == is_lower {
                *number = f64::NAN;
            } else {
                *number /= (n as f64).sqrt();
            }
        }
    }
    t
}

fn without_nan(a: &[f64]) -> Vec<f64> {
    a.iter().map(|number| if number.is_nan() { 0.0 } else { *number }).collect()
}

#[track_caller]
pub(super) fn assert_near(got: &[f64], want: &[f64], tolerance: f64, what: &str) {
    assert_eq!(got.len(), want.len(), "{what}");
    assert!(tolerance.is_finite(), "{what}: every number would be within {tolerance}");
    for (at, (got, want)) in got.iter().zip(want).enumerate() {
        assert!((got - want).abs() <= tolerance, "{what}: at {at} {got:e} instead of {want:e}");
    }
}

fn memory(request: StackReq) -> MemBuffer {
    MemBuffer::new(request)
}

on_every_set! {
    fn vectors(simd) {
        for length in (0..40).chain([63, 64, 65, 130, 517]) {
            let (x, y) = (numbers(length, 1), numbers(length, 2));
            let want: f64 = x.iter().zip(&y).map(|(x, y)| x * y).sum();
            assert_near(&[dot(simd, &x, &y)], &[want], 1e-13 * (length + 1) as f64, "dot");
            let mut sum = y.clone();
            add_scaled(simd, &mut sum, -0.7, &x);
            let want: Vec<_> = x.iter().zip(&y).map(|(x, y)| y - 0.7 * x).collect();
            assert_near(&sum, &want, 1e-15, "add_scaled");
            scale(simd, &mut sum, 3.0);
            let want: Vec<_> = want.iter().map(|number| 3.0 * number).collect();
            assert_near(&sum, &want, 1e-14, "scale");
        }
    }
}

/// Checks the four products of a size.
fn check_products<S: Simd>(simd: S, sizes: Sizes) {
    let Sizes { rows, depth, columns } = sizes;
    let (a, b) = (numbers(rows * depth, 1), numbers(depth * columns, 2));
    let (a_stored, b_stored) = (transposed(&a, rows, depth), transposed(&b, depth, columns));
    let start = numbers(rows * columns, 3);
    let mut want = naive(&a, &b, sizes);
    for (want, start) in want.iter_mut().zip(&start) {
        *want = start - 0.7 * *want;
    }
    for a in [Operand::Plain(&a), Operand::Transposed(&a_stored)] {
        for b in [Operand::Plain(&b), Operand::Transposed(&b_stored)] {
            let mut c = start.clone();
            add_product(simd, &mut c, -0.7, a, b, sizes);
            assert_near(&c, &want, 1e-14 * (depth + 1) as f64, &format!("{rows} × {depth} × {columns}"));
        }
    }
}

on_every_set! {
    fn products(simd) {
        for n in SIZES {
            check_products(simd, square(n));
        }
        for rows in [1, 2, 3, 5, 7, 12, 33] {
            for depth in [0, 1, 3, 8, 9, 40, 65] {
                for columns in [1, 2, 7, 9, 15, 30, 41, 70] {
                    check_products(simd, Sizes { rows, depth, columns });
                }
            }
        }
        check_products(simd, Sizes { rows: 0, depth: 3, columns: 3 });
        check_products(simd, Sizes { rows: 3, depth: 3, columns: 0 });
    }
}

on_every_set! {
    fn grams(simd) {
        for n in SIZES {
            for depth in [0, 1, 2, 5, n, 40] {
                let a = numbers(depth * n, n);
                let mut s = positive_definite(n);
                let product = naive(&transposed(&a, depth, n), &a, Sizes { rows: n, depth, columns: n });
                let want: Vec<_> = s.iter().zip(product).map(|(s, product)| s + 1.3 * product).collect();
                add_gram(simd, &mut s, 1.3, &a, n);
                assert_near(&s, &want, 1e-13 * (depth + 1) as f64, &format!("{depth} × {n}"));
            }
        }
    }
}

on_every_set! {
    fn products_with_vectors(simd) {
        for rows in SIZES {
            for columns in SIZES {
                let a = numbers(rows * columns, rows);
                let (x, start) = (numbers(columns, 1), numbers(rows, 2));
                let product = naive(&a, &x, Sizes { rows, depth: columns, columns: 1 });
                let want: Vec<_> = start.iter().zip(product).map(|(y, product)| y + 2.5 * product).collect();
                let mut y = start.clone();
                add_matrix_vector(simd, &mut y, 2.5, &a, &x);
                assert_near(&y, &want, 1e-14 * columns as f64, "matrix times vector");
                let mut y = start;
                add_vector_matrix(simd, &mut y, 2.5, &x, &transposed(&a, rows, columns));
                assert_near(&y, &want, 1e-14 * columns as f64, "vector times matrix");
            }
        }
    }
}

on_every_set! {
    fn cholesky_factors(simd) {
        for n in SIZES.into_iter().chain([260]) {
            let a = positive_definite(n);
            let mut u = a.clone();
            for row in 1..n {
                u[row * n..][..row].fill(f64::NAN);
            }
            assert!(cholesky(simd, &mut u, n), "{n}");
            clear_lower(&mut u, n);
            let product = naive(&transposed(&u, n, n), &u, square(n));
            assert_near(&product, &a, 1e-13 * n as f64, &format!("{n}"));
            assert!((0..n).all(|row| u[row * n + row] > 0.0));
        }
    }
}

on_every_set! {
    fn cholesky_refuses(simd) {
        for n in [1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 13, 20, 33, 260] {
            let valid = positive_definite(n);
            let is_factored = |change: &dyn Fn(&mut [f64])| {
                let mut a = valid.clone();
                change(&mut a);
                cholesky(simd, &mut a, n)
            };
            assert!(is_factored(&|_| ()));
            for row in [0, n / 3, n / 2, n - 1] {
                assert!(!is_factored(&|a| a[row * n + row] = 0.0), "{n}: zero in row {row}");
                assert!(!is_factored(&|a| a[row * n + row] = -1.0), "{n}: negative in row {row}");
                for column in [row, (row + n) / 2, n - 1] {
                    for wrong in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
                        let answer = is_factored(&|a| a[row * n + column] = wrong);
                        assert!(!answer, "{n}: {wrong} in row {row}, column {column}");
                    }
                }
            }
            // A matrix with an eigenvalue of −1.
            assert!(!is_factored(&|a| {
                a.fill(-2.0 / n as f64);
                (0..n).for_each(|row| a[row * (n + 1)] += 1.0);
            }));
            assert!(!is_factored(&|a| a.fill(f64::NAN)));
        }
    }
}

on_every_set! {
    /// Compares adjoints with differences of the factor along symmetric directions.
    fn cholesky_adjoints(simd) {
        for n in SIZES.into_iter().chain([100, 200]) {
            let (a, w) = (positive_definite(n), numbers(n * n, 5));
            let factor = |step: f64, direction: &[f64]| {
                let mut u: Vec<_> = a.iter().zip(direction).map(|(a, d)| a + step * d).collect();
                assert!(cholesky(simd, &mut u, n), "{n}");
                (1..n).for_each(|row| u[row * n..][..row].fill(f64::NAN));
                u
            };
            let mut direction = numbers(n * n, 6);
            symmetrize(&mut direction, n);
            let u = factor(0.0, &direction);
            let mut got: Vec<_> =
                (0..n * n).map(|at| if at % n > at / n { f64::NAN } else { w[at] }).collect();
            cholesky_adjoint(simd, &mut got, &u, n);
            assert_near(&got, &transposed(&got, n, n), 0.0, &format!("{n}: symmetry"));
            let at = |step: f64| {
                let u = factor(step, &direction);
                let cells = (0..n).flat_map(|row| (0..=row).map(move |column| (row, column)));
                cells.map(|(row, column)| u[column * n + row] * w[row * n + column]).sum::<f64>()
            };
            let want = (at(1e-5) - at(-1e-5)) / 2e-5;
            let slope: f64 = got.iter().zip(&direction).map(|(g, d)| g * d).sum();
            let size: f64 = got.iter().zip(&direction).map(|(g, d)| (g * d).abs()).sum();
            assert_near(&[slope], &[want], 1e-7 * size, &format!("{n}"));
        }
    }
}

on_every_set! {
    fn triangular_systems(simd) {
        for n in SIZES {
            let (upper, lower) = (triangle(n, false), triangle(n, true));
            for (t, stored, is_transposed) in [
                (Triangle::upper(&upper, n), &upper, false),
                (Triangle::upper(&upper, n).transpose(), &upper, true),
                (Triangle::lower(&lower, n), &lower, false),
                (Triangle::lower(&lower, n).transpose(), &lower, true),
            ] {
                let plain = without_nan(stored);
                let full = if is_transposed { transposed(&plain, n, n) } else { plain };
                for columns in [1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 30, 33, 40] {
                    let x = numbers(n * columns, columns);
                    let b = naive(&full, &x, Sizes { rows: n, depth: n, columns });
                    let what = format!("{n} × {columns}, transposed {is_transposed}");
                    let mut got = b.clone();
                    solve(simd, t, &mut got, columns);
                    assert_near(&got, &x, 1e-9, &what);
                    let mut got = transposed(&b, n, columns);
                    solve_rows(simd, t, &mut got);
                    assert_near(&got, &transposed(&x, n, columns), 1e-9, &what);
                }
                let x = numbers(n, n);
                let mut got = naive(&full, &x, Sizes { rows: n, depth: n, columns: 1 });
                solve_vector(simd, t, &mut got);
                assert_near(&got, &x, 1e-9, &format!("{n}, transposed {is_transposed}"));
            }
        }
    }
}

on_every_set! {
    fn inverses(simd) {
        for n in SIZES.into_iter().chain([200]) {
            let mut memory = memory(inverse_scratch(n));
            let stack = MemStack::new(&mut memory);
            let mut identity = vec![0.0; n * n];
            (0..n).for_each(|row| identity[row * (n + 1)] = 1.0);

            let a = positive_definite(n);
            let mut u = a.clone();
            assert!(cholesky(simd, &mut u, n));
            (1..n).for_each(|row| u[row * n..][..row].fill(f64::NAN));
            let mut inverted = vec![f64::NAN; n * n];
            inverse_of_factored(simd, &mut inverted, &u, n);
            assert_near(&naive(&a, &inverted, square(n)), &identity, 1e-11 * n as f64, &format!("{n}"));
            assert_eq!(inverted, transposed(&inverted, n, n));

            let want: f64 = (0..n).map(|row| u[row * (n + 1)].ln()).sum();
            let got = log_determinant_of_factor(simd, &u, n);
            assert_near(&[got], &[want], 1e-13 * n as f64, "log determinant of a factor");
            let (mut factored, mut indefinite) = (a.clone(), a.clone());
            let got = factor_with_log_determinant(simd, &mut factored, n);
            assert_near(&[got], &[2.0 * want], 2e-13 * n as f64, "log determinant while factoring");
            indefinite[n * n - 1] = -1.0;
            assert!(factor_with_log_determinant(simd, &mut indefinite, n).is_nan(), "{n}");
            let got = inverse(simd, &mut inverted, &a, n, stack);
            assert_near(&[got], &[2.0 * want], 1e-12 * n as f64, "log determinant");

            let a = numbers(n * n, 7 * n);
            inverse(simd, &mut inverted, &a, n, stack);
            let scale = inverted.iter().fold(1.0_f64, |largest, number| largest.max(number.abs()));
            assert_near(&naive(&a, &inverted, square(n)), &identity, 1e-13 * scale * n as f64, &format!("{n}"));
        }
    }
}

on_every_set! {
    fn inverse_factors_of_few_rows(simd) {
        for n in 1..=SMALL {
            let (a, r) = (positive_definite(n), numbers(n, 5 * n));
            let mut read = a.clone();
            (1..n).for_each(|row| read[row * n..][..row].fill(f64::NAN));
            let mut w = vec![f64::NAN; n * SMALL];
            let got = small_inverse_factor(simd, &mut w, &read, n);
            let mut u = a.clone();
            let want = factor_with_log_determinant(simd, &mut u, n);
            assert_near(&[got], &[want], 2e-13 * n as f64, &format!("log determinant, {n}"));
            // Uᵀ W = 1, and W is 0 after the diagonal.
            clear_lower(&mut u, n);
            let square_of_w: Vec<f64> = w.chunks(SMALL).flat_map(|row| row[..n].to_vec()).collect();
            let mut identity = vec![0.0; n * n];
            (0..n).for_each(|row| identity[row * (n + 1)] = 1.0);
            assert_near(&naive(&transposed(&u, n, n), &square_of_w, square(n)), &identity, 1e-12, "W");
            w.chunks(SMALL).enumerate().for_each(|(row, w)| assert!(w[row + 1..].iter().all(|&w| w == 0.0)));

            let mut solved = r.clone();
            let quadratic = solve_by_small_inverse(simd, &w, &mut solved);
            assert_near(&naive(&a, &solved, Sizes { rows: n, depth: n, columns: 1 }), &r, 1e-11, "A⁻¹ r");
            let want: f64 = r.iter().zip(&solved).map(|(r, z)| r * z).sum();
            assert_near(&[quadratic], &[want], 1e-12 * want.max(1.0), "rᵀ A⁻¹ r");
            let mut sum = identity.clone();
            add_small_inverse(simd, &mut sum, -0.5, &w, n);
            let twice: Vec<f64> = identity.iter().zip(&sum).map(|(one, sum)| 2.0 * (one - sum)).collect();
            assert_near(&naive(&a, &twice, square(n)), &identity, 1e-11, "A⁻¹");
            assert_eq!(sum, transposed(&sum, n, n));

            for bad in [-1.0, 0.0, f64::NAN, f64::INFINITY] {
                let mut indefinite = a.clone();
                indefinite[n * n - 1] = bad;
                assert!(small_inverse_factor(simd, &mut w, &indefinite, n).is_nan(), "{n}, {bad}");
            }
        }
    }
}

/// Makes symmetric matrices: of random numbers, with all eigenvalues equal or 0, of a path with a diagonal
/// of zeros, of a smooth process, with blocks, nearly diagonal, and with negative numbers beside the
/// diagonal.
fn symmetric(n: usize) -> Vec<Vec<f64>> {
    let matrix = |entry: &dyn Fn(usize, usize) -> f64| -> Vec<f64> {
        (0..n * n).map(|at| entry((at / n).min(at % n), (at / n).max(at % n))).collect()
    };
    let random = numbers(n * n, n);
    let at = |i: usize, j: usize| random[i * n + j];
    let is_near = |i: usize, j: usize| f64::from(j - i == 1);
    vec![
        matrix(&at),
        matrix(&|i, j| f64::from(i == j)),
        vec![0.0; n * n],
        vec![-2.5; n * n],
        matrix(&is_near),
        matrix(&|i, j| (-8.0 * ((j - i) as f64 / n as f64).powi(2)).exp()),
        matrix(&|i, j| if i / 3 == j / 3 { at(i, j) } else { 0.0 }),
        matrix(&|i, j| if i == j { at(i, i) } else { 1e-9 * at(i, j) }),
        matrix(&|i, j| f64::from(i == j) * i as f64 - is_near(i, j)),
        matrix(&|i, j| at(i, j) * 10.0_f64.powi(-((i + j) as i32))),
    ]
}

on_every_set! {
    fn eigenvectors(simd) {
        for n in SIZES.into_iter().filter(|&n| n <= 33).chain([65]) {
            let (mut values, mut vectors) = (vec![f64::NAN; n], vec![f64::NAN; n * n]);
            let mut scratch = vec![f64::NAN; eigen_symmetric_scratch(n)];
            for (kind, a) in symmetric(n).into_iter().enumerate() {
                for (negligible, scale) in [(0.0, 1.0), (f64::EPSILON, 1.0), (0.0, 1e-300), (0.0, 1e300)] {
                    let what = format!("{n}, matrix {kind} times {scale}");
                    let mut scaled: Vec<f64> = a.iter().map(|number| scale * number).collect();
                    // The part below the diagonal is not read.
                    (1..n).for_each(|row| scaled[row * n..][..row].fill(7.0 * scale));
                    let is_found =
                        eigen_symmetric(simd, &scaled, negligible, &mut values, &mut vectors, &mut scratch);
                    assert!(is_found, "{what}, {negligible}");
                    let mut identity = vec![0.0; n * n];
                    (0..n).for_each(|row| identity[row * (n + 1)] = 1.0);
                    let columns = transposed(&vectors, n, n);
                    let products = naive(&vectors, &columns, square(n));
                    assert_near(&products, &identity, 1e-14 * n as f64, &format!("{what}, VᵀV"));
                    let mut lines = vectors.clone();
                    for (line, value) in lines.chunks_mut(n).zip(&values) {
                        line.iter_mut().for_each(|number| *number *= value / scale);
                    }
                    let back = naive(&columns, &lines, square(n));
                    assert_near(&back, &a, 1e-14 * n as f64, &format!("{what}, V w Vᵀ"));
                }
            }
            // The path has the eigenvalues 2 cos(kπ/(n + 1)).
            assert!(eigen_symmetric(simd, &symmetric(n)[4], 0.0, &mut values, &mut vectors, &mut scratch));
            values.sort_by(f64::total_cmp);
            let angle = |k: usize| (n + 1 - k) as f64 * std::f64::consts::PI / (n + 1) as f64;
            let want: Vec<f64> = (1..=n).map(|k| 2.0 * angle(k).cos()).collect();
            assert_near(&values, &want, 1e-14 * n as f64, &format!("{n}, a path"));
            for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
                for place in [0, n - 1, n * n - 1] {
                    let mut a = symmetric(n)[0].clone();
                    a[place] = bad;
                    assert!(!eigen_symmetric(simd, &a, 0.0, &mut values, &mut vectors, &mut scratch));
                }
            }
        }
    }
}

on_every_set! {
    /// Small numbers next to a large one are kept if `negligible` is 0.
    fn eigenvalues_of_blocks_of_sizes_far_apart(simd) {
        let a = [1e20, 0.0, 0.0, 0.0, 2.0, 1.0, 0.0, 1.0, 2.0];
        let (mut values, mut vectors) = ([0.0; 3], [0.0; 9]);
        let mut scratch = vec![0.0; eigen_symmetric_scratch(3)];
        assert!(eigen_symmetric(simd, &a, 0.0, &mut values, &mut vectors, &mut scratch));
        values.sort_by(f64::total_cmp);
        assert_near(&values, &[1.0, 3.0, 1e20], 1e-15, "eigenvalues");
    }
}

on_every_set! {
    fn singular_matrices_have_no_determinant(simd) {
        for n in SIZES {
            let mut memory = memory(inverse_scratch(n));
            let mut a = numbers(n * n, n);
            (0..n).for_each(|row| a[row * n] = 0.0);
            let mut inverted = vec![0.0; n * n];
            let got = inverse(simd, &mut inverted, &a, n, MemStack::new(&mut memory));
            assert_eq!(got, f64::NEG_INFINITY, "{n}");
            a[n * n / 2] = f64::NAN;
            let got = inverse(simd, &mut inverted, &a, n, MemStack::new(&mut memory));
            assert!(!got.is_finite(), "{n}: {got}");
        }
    }
}

#[test]
fn rearrangements() {
    for n in [0, 1, 2, 5, 17, 130] {
        let a = numbers(n * n, n);
        let flipped = transposed(&a, n, n);
        let (mut upper, mut lower, mut mean, mut cleared) = (a.clone(), a.clone(), a.clone(), a.clone());
        let (mut sum, mut copied) = (vec![f64::NAN; n * n], vec![f64::NAN; n * n]);
        copy_upper(&a, n, &mut copied);
        copy_upper_to_lower(&mut upper, n);
        copy_lower_to_upper(&mut lower, n);
        symmetrize(&mut mean, n);
        clear_lower(&mut cleared, n);
        sum_with_transpose(&a, n, &mut sum);
        for row in 0..n {
            for column in 0..n {
                let at = row * n + column;
                let (above, below) = if row < column { (a[at], flipped[at]) } else { (flipped[at], a[at]) };
                assert_eq!((upper[at], lower[at]), (above, below));
                assert_eq!(mean[at], 0.5 * (a[at] + flipped[at]));
                assert_eq!(sum[at], a[at] + flipped[at]);
                assert!(row > column || copied[at] == a[at]);
                assert_eq!(cleared[at], if row > column { 0.0 } else { a[at] });
            }
        }
    }
}
