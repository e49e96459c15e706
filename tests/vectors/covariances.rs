//! Proves that every structure of a covariance matrix has the density and the gradient of the dense matrix
//! that it stands for: against the formula of that matrix with a plain Cholesky factor and central
//! differences, with observations that are data, parameters, many, one and grouped, on every instruction set.

use crate::common::{Random, assert_near, check_against, evaluate, lgamma, numbers, on_every_set};
use faer::MatRef;
use monomorph::covariance::{
    ar1, coregionalization, dense, diagonal, factored, kronecker, kronecker_precision, low_rank, precision,
    scaled_identity,
};
use monomorph::functions::log_mix;
use monomorph::prelude::*;

/// Σ by its definition: its log determinant, and quadratic forms.
struct ByHand {
    l: Vec<f64>,
    n: usize,
}

impl ByHand {
    fn new(sigma: &[f64], n: usize) -> Self {
        let mut l = vec![0.0; n * n];
        for i in 0..n {
            for j in 0..=i {
                let done: f64 = (0..j).map(|k| l[i * n + k] * l[j * n + k]).sum();
                let left = sigma[i * n + j] - done;
                l[i * n + j] = if i == j { left.sqrt() } else { left / l[j * n + j] };
            }
        }
        Self { l, n }
    }

    fn log_determinant(&self) -> f64 {
        (0..self.n).map(|i| 2.0 * self.l[i * self.n + i].ln()).sum()
    }

    fn square(&self, y: &[f64], mean: &[f64]) -> f64 {
        let (l, n) = (&self.l, self.n);
        let mut v = vec![0.0; n];
        for i in 0..n {
            let done: f64 = (0..i).map(|k| l[i * n + k] * v[k]).sum();
            v[i] = (y[i] - mean[i] - done) / l[i * n + i];
        }
        v.iter().map(|v| v * v).sum()
    }

    fn normal(&self, y: &[f64], mean: &[f64]) -> f64 {
        let constant = self.n as f64 * std::f64::consts::TAU.ln();
        -0.5 * (self.square(y, mean) + self.log_determinant() + constant)
    }

    fn student_t(&self, nu: f64, y: &[f64], mean: &[f64]) -> f64 {
        let n = self.n as f64;
        lgamma(0.5 * (nu + n))
            - lgamma(0.5 * nu)
            - 0.5 * n * (nu * std::f64::consts::PI).ln()
            - 0.5 * self.log_determinant()
            - 0.5 * (nu + n) * (self.square(y, mean) / nu).ln_1p()
    }
}

/// The log density of rows with means and a covariance, by its definition.
fn multi_normal_by_hand(rows: &[f64], mean: impl Fn(usize) -> Vec<f64>, sigma: &[f64], n: usize) -> f64 {
    let by_hand = ByHand::new(sigma, n);
    rows.chunks(n).enumerate().map(|(row, y)| by_hand.normal(y, &mean(row))).sum()
}

/// Σ[(t, k), (t′, k′)] = Σⱼ Bₖⱼ Bₖ′ⱼ ρⱼ^|t − t′| of the cells that are observed.
fn coregionalized(rho: &[f64], b: &[f64], times: &[f64], mask: &[bool]) -> Vec<f64> {
    let (processes, series) = (rho.len(), b.len() / rho.len());
    let cells: Vec<usize> = (0..times.len() * series).filter(|&cell| mask[cell]).collect();
    let entry = |one: usize, other: usize| -> f64 {
        let lag = (times[one / series] - times[other / series]).abs();
        (0..processes)
            .map(|j| b[one % series * processes + j] * b[other % series * processes + j] * rho[j].powf(lag))
            .sum()
    };
    cells
        .iter()
        .flat_map(|&one| cells.iter().map(move |&other| (one, other)))
        .map(|(a, b)| entry(a, b))
        .collect()
}

/// Returns masks over times and series, each with its name.
fn masks(times: usize, series: usize) -> Vec<(&'static str, Vec<bool>)> {
    let mask = |is_observed: &dyn Fn(usize, usize) -> bool| {
        (0..times * series).map(|cell| is_observed(cell / series, cell % series)).collect::<Vec<bool>>()
    };
    vec![
        ("everything", mask(&|_, _| true)),
        ("some series at every third time", mask(&|t, k| t % 3 == 0 || k == 1)),
        ("full times inside alone", mask(&|t, k| t == 2 || t == 4 || (t + k) % 2 == 0)),
        ("no full time", mask(&|t, k| (t + k) % 2 == 0)),
        ("nothing at some times", mask(&|t, _| t % 2 == 1)),
        ("one full time", mask(&|t, k| t == 0 || (t == 3 && k == 0))),
    ]
}

const EQUAL: [f64; 7] = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
const UNEQUAL: [f64; 7] = [0.5, -1.0, 2.25, 3.0, 7.0, 4.5, 5.0];

#[test]
fn coregionalization_of_observations() {
    let (series, count) = (3, 4);
    for times in [&EQUAL, &UNEQUAL] {
        for (name, mask) in masks(times.len(), series) {
            let n = mask.iter().filter(|&&is_observed| is_observed).count();
            let y = numbers(count * n);
            let rows = MatRef::from_row_major_slice(&y, count, n);
            let arm = [1, 0, 1, 1];
            params! { rho: vector(3), b: vector(3).rows(3), mean: vector(n).rows(2) }
            let model = model! {
                rho |= flat(),
                b |= flat(),
                mean |= flat(),
                data(rows) |=
                    multi_normal(mean, coregionalization(rho, b, times).observed(&mask)).by_group(&arm),
            };
            println!("{name}");
            let b = [1.0, 0.1, -0.3, 0.4, 0.9, 0.2, -0.5, 0.3, 1.2];
            let q = [&[0.7, 0.4, 0.9][..], &b, &numbers(2 * n)].concat();
            check_against(model, &q, |q| {
                let sigma = coregionalized(&q[..3], &q[3..12], times, &mask);
                multi_normal_by_hand(&y, |row| q[12 + arm[row] * n..][..n].to_vec(), &sigma, n)
            });
        }
    }
}

/// Checks a structure of `n` variables, whose arguments are parameters with the values `at`, against the
/// matrix that `sigma` makes of them: observations that are data, with one mean, a mean each and means of
/// groups; parameters that follow a Student t distribution; and a mixture. Where the arguments are one of
/// `invalid`, the log density is −∞.
macro_rules! check_structure {
    (
        $n:expr, { $($argument:ident: $support:expr),* }, $structure:expr,
        $at:expr, $sigma:expr, invalid: $invalid:expr
    ) => {{
        let (n, count) = ($n, 4);
        let observed = numbers(count * n);
        let rows = MatRef::from_row_major_slice(&observed, count, n);
        let arm = [1, 0, 1, 1];
        params! {
            $($argument: $support,)*
            mean: vector(n), means: vector(n).rows(count), centres: vector(n).rows(2),
            y: vector(n).rows(2), nu: real()
        }
        let covariance = $structure;
        let near = multi_normal(mean, covariance).log_density(data(rows));
        let far = multi_normal(centres.row(0), covariance).log_density(data(rows));
        let model = model! {
            $($argument |= flat(),)*
            mean |= flat(),
            means |= flat(),
            centres |= flat(),
            nu |= flat(),
            y |= multi_student_t(nu, mean, covariance),
            data(rows) |= multi_normal(mean, covariance),
            data(rows) |= multi_normal(means, covariance),
            data(rows) |= multi_normal(centres, covariance).by_group(&arm),
            increment(log_mix(0.3, near, far).sum()),
        };
        let at: Vec<f64> = $at;
        let others: Vec<f64> = numbers((5 + count) * n).iter().map(|number| 1.5 * number).collect();
        let q = [&at[..], &others, &[4.2]].concat();
        check_against(model, &q, |q| {
            let (arguments, rest) = q.split_at(at.len());
            let (mean, rest) = rest.split_at(n);
            let (means, rest) = rest.split_at(count * n);
            let (centres, rest) = rest.split_at(2 * n);
            let (y, nu) = rest.split_at(2 * n);
            let sigma = ByHand::new(&$sigma(arguments), n);
            let mut total = 0.0;
            for (row, y) in observed.chunks(n).enumerate() {
                let near = sigma.normal(y, mean);
                let far = sigma.normal(y, &centres[..n]);
                total += near + sigma.normal(y, &means[row * n..][..n]);
                total += sigma.normal(y, &centres[arm[row] * n..][..n]);
                total += (0.3 * near.exp() + 0.7 * far.exp()).ln();
            }
            total + y.chunks(n).map(|y| sigma.student_t(nu[0], y, mean)).sum::<f64>()
        });
        let invalid: Vec<Vec<f64>> = $invalid;
        on_every_set(model, |set, posterior| {
            for arguments in &invalid {
                let q = [&arguments[..], &q[at.len()..]].concat();
                assert_eq!(evaluate(posterior, &q).0, f64::NEG_INFINITY, "{arguments:?}, {set}");
            }
        });
    }};
}

/// Returns the places that a mask leaves.
fn places(mask: &[bool]) -> Vec<usize> {
    (0..mask.len()).filter(|&place| mask[place]).collect()
}

/// Rows and columns of a matrix.
fn select(matrix: &[f64], mask: &[bool]) -> Vec<f64> {
    let (n, places) = (mask.len(), &places(mask));
    places.iter().flat_map(|&row| places.iter().map(move |&column| matrix[row * n + column])).collect()
}

/// A matrix by its elements.
fn matrix_of(n: usize, element: impl Fn(usize, usize) -> f64) -> Vec<f64> {
    (0..n * n).map(|cell| element(cell / n, cell % n)).collect()
}

/// The derivative by the elements of a symmetric matrix takes each as half of what it and its mirror image
/// are.
fn symmetric(matrix: &[f64], n: usize) -> Vec<f64> {
    matrix_of(n, |i, j| 0.5 * (matrix[i * n + j] + matrix[j * n + i]))
}

fn product(a: &[f64], b: &[f64], n: usize) -> Vec<f64> {
    matrix_of(n, |i, j| (0..n).map(|k| a[i * n + k] * b[k * n + j]).sum())
}

/// The inverse by Gauss–Jordan elimination.
fn inverse(matrix: &[f64], n: usize) -> Vec<f64> {
    let mut left = matrix.to_vec();
    let mut right = matrix_of(n, |i, j| f64::from(i == j));
    for pivot in 0..n {
        let diagonal = left[pivot * n + pivot];
        for k in 0..n {
            left[pivot * n + k] /= diagonal;
            right[pivot * n + k] /= diagonal;
        }
        for row in (0..n).filter(|&row| row != pivot) {
            let factor = left[row * n + pivot];
            for k in 0..n {
                left[row * n + k] -= factor * left[pivot * n + k];
                right[row * n + k] -= factor * right[pivot * n + k];
            }
        }
    }
    right
}

/// A symmetric positive definite matrix.
fn definite(n: usize, seed: u64) -> Vec<f64> {
    let a = Random(seed).numbers(n * n, -1.0, 1.0);
    matrix_of(n, |i, j| (0..n).map(|k| a[i * n + k] * a[j * n + k]).sum::<f64>() + f64::from(i == j))
}

/// Masks of n variables: all of them, the middle one alone, and two random ones.
fn some_masks(n: usize, seed: u64) -> Vec<Vec<bool>> {
    let mut random = Random(seed);
    let mut masks = vec![vec![true; n], (0..n).map(|place| place == n / 2).collect()];
    masks.extend((0..2).map(|_| (0..n).map(|place| random.unit() < 0.6 || place == 0).collect()));
    masks
}

fn left(mask: &[bool]) -> usize {
    mask.iter().filter(|&&flag| flag).count()
}

#[test]
fn diagonals() {
    for mask in some_masks(7, 1) {
        let all = mask.len();
        check_structure!(
            left(&mask), { v: vector(all) }, diagonal(v).observed(&mask),
            Random(2).numbers(all, 0.3, 2.0),
            |v: &[f64]| select(&matrix_of(all, |i, j| if i == j { v[i] } else { 0.0 }), &mask),
            invalid: vec![vec![-1.0; all], vec![0.0; all], vec![f64::NAN; all], vec![f64::INFINITY; all]]
        );
    }
}

#[test]
fn scaled_identities() {
    for mask in some_masks(5, 3) {
        let n = left(&mask);
        check_structure!(
            n, { v: real() }, scaled_identity(v).observed(&mask), vec![0.7],
            |v: &[f64]| matrix_of(n, |i, j| if i == j { v[0] } else { 0.0 }),
            invalid: vec![vec![-1.0], vec![0.0], vec![f64::NAN], vec![f64::INFINITY]]
        );
    }
}

#[test]
fn low_ranks() {
    for (mask, r) in some_masks(6, 4).into_iter().zip([2, 1, 3, 8]) {
        let all = mask.len();
        let at = [numbers(all * r), Random(5).numbers(all, 0.3, 2.0)].concat();
        let mut negative = at.clone();
        negative[all * r + all / 2] = -0.1;
        negative[all * r] = -0.1;
        let mut infinite = at.clone();
        infinite[0] = f64::INFINITY;
        infinite[all / 2 * r] = f64::INFINITY;
        check_structure!(
            left(&mask), { lambda: vector(r).rows(all), psi: vector(all) },
            low_rank(lambda, psi).observed(&mask), at,
            |q: &[f64]| {
                let product = |i: usize, j: usize| (0..r).map(|k| q[i * r + k] * q[j * r + k]).sum::<f64>();
                let noise = |i: usize, j: usize| if i == j { q[all * r + i] } else { 0.0 };
                select(&matrix_of(all, |i, j| product(i, j) + noise(i, j)), &mask)
            },
            invalid: vec![negative.clone(), infinite.clone()]
        );
    }
}

#[test]
fn autoregressive_processes() {
    for (seed, mask) in some_masks(7, 6).into_iter().enumerate() {
        let times = if seed == 0 { UNEQUAL.to_vec() } else { Random(seed as u64).numbers(7, -3.0, 3.0) };
        check_structure!(
            left(&mask), { rho: real(), v: real() }, ar1(rho, v, &times).observed(&mask), vec![0.6, 1.3],
            |q: &[f64]| {
                select(&matrix_of(7, |i, j| q[1] * q[0].powf((times[i] - times[j]).abs())), &mask)
            },
            invalid: vec![vec![-0.5, 1.0], vec![1.0, 1.0], vec![1.5, 1.0], vec![0.0, 1.0], vec![0.5, -1.0],
                vec![0.5, 0.0]]
        );
    }
}

#[test]
fn dense_matrices_with_masks() {
    for mask in some_masks(5, 7) {
        let all = mask.len();
        check_structure!(
            left(&mask), { s: vector(all).rows(all) }, dense(s).observed(&mask), definite(all, 8),
            |s: &[f64]| select(&symmetric(s, all), &mask),
            invalid: vec![vec![-1.0; all * all], vec![f64::NAN; all * all]]
        );
    }
}

#[test]
fn factors_with_masks() {
    for mask in some_masks(5, 9) {
        let all = mask.len();
        let diagonal = |i: usize, j: usize| f64::from(i == j);
        let at = matrix_of(all, |i, j| 0.3 * ((i * 7 + j * 3) as f64).sin() + 0.9 * diagonal(i, j));
        check_structure!(
            left(&mask), { l: vector(all).rows(all) }, factored(l).observed(&mask), at,
            |l: &[f64]| {
                let lower = matrix_of(all, |i, j| if j <= i { l[i * all + j] } else { 0.0 });
                select(&product(&lower, &matrix_of(all, |i, j| lower[j * all + i]), all), &mask)
            },
            invalid: vec![vec![-1.0; all * all], vec![f64::NAN; all * all]]
        );
    }
}

#[test]
fn precisions_with_masks() {
    for mask in some_masks(5, 10) {
        let all = mask.len();
        check_structure!(
            left(&mask), { omega: vector(all).rows(all) }, precision(omega).observed(&mask),
            definite(all, 11),
            |omega: &[f64]| select(&inverse(&symmetric(omega, all), all), &mask),
            invalid: vec![vec![-1.0; all * all], vec![f64::NAN; all * all]]
        );
    }
}

/// A ⊗ B
fn kronecker_by_hand(a: &[f64], p: usize, b: &[f64], q: usize) -> Vec<f64> {
    matrix_of(p * q, |i, j| a[i / q * p + j / q] * b[i % q * q + j % q])
}

#[test]
fn kronecker_products() {
    for (p, q) in [(2, 3), (3, 1), (1, 2), (1, 1)] {
        let at = [definite(p, 12), definite(q, 13)].concat();
        let [mut of_rows, mut of_columns] = [at.clone(), at.clone()];
        of_rows[0] = -1.0;
        of_columns[p * p] = -1.0;
        check_structure!(
            p * q, { a: vector(p).rows(p), b: vector(q).rows(q) }, kronecker(a, b), at.clone(),
            |x: &[f64]| kronecker_by_hand(&symmetric(&x[..p * p], p), p, &symmetric(&x[p * p..], q), q),
            invalid: vec![of_rows.clone(), of_columns.clone()]
        );
        check_structure!(
            p * q, { a: vector(p).rows(p), b: vector(q).rows(q) }, kronecker_precision(a, b), at,
            |x: &[f64]| {
                let inverses =
                    [(&x[..p * p], p), (&x[p * p..], q)].map(|(x, n)| inverse(&symmetric(x, n), n));
                kronecker_by_hand(&inverses[0], p, &inverses[1], q)
            },
            invalid: vec![of_rows, of_columns]
        );
    }
}

#[test]
fn kronecker_products_with_masks() {
    let (p, q) = (2, 3);
    for mask in some_masks(p * q, 14) {
        let at = [definite(p, 15), definite(q, 16)].concat();
        let mut invalid = at.clone();
        invalid[..p * p].fill(-1.0);
        check_structure!(
            left(&mask), { a: vector(p).rows(p), b: vector(q).rows(q) }, kronecker(a, b).observed(&mask), at,
            |x: &[f64]| {
                let whole = kronecker_by_hand(&symmetric(&x[..p * p], p), p, &symmetric(&x[p * p..], q), q);
                select(&whole, &mask)
            },
            invalid: vec![invalid]
        );
    }
}

/// A ⊗ B + s I
fn with_noise(x: &[f64], p: usize, q: usize) -> Vec<f64> {
    let (a, b) = (symmetric(&x[..p * p], p), symmetric(&x[p * p..][..q * q], q));
    let mut sigma = kronecker_by_hand(&a, p, &b, q);
    sigma.iter_mut().step_by(p * q + 1).for_each(|cell| *cell += x[p * p + q * q]);
    sigma
}

#[test]
fn kronecker_products_with_noise() {
    for (p, q) in [(2, 3), (3, 1), (1, 2), (1, 1), (3, 3)] {
        let at = [definite(p, 25), definite(q, 26), vec![0.7]].concat();
        // Of rank 1, of the identity, and with a negative eigenvalue that the noise outweighs.
        let ones = [vec![1.0; p * p], definite(q, 27), vec![0.3]].concat();
        let [identity, mut negative] = [matrix_of(p, |i, j| f64::from(i == j)), vec![0.2; p * p]];
        negative.iter_mut().step_by(p + 1).for_each(|cell| *cell = -0.1);
        let identities = [identity, matrix_of(q, |i, j| f64::from(i == j)), vec![0.4]].concat();
        let outweighed = [negative.clone(), matrix_of(q, |i, j| f64::from(i == j)), vec![1.5]].concat();
        let mut indefinite = at.clone();
        indefinite[0] = -20.0;
        let [mut not_a_number, mut infinite] = [at.clone(), at.clone()];
        not_a_number[p * p + q * q] = f64::NAN;
        infinite[p * p] = f64::INFINITY;
        let singular = [vec![0.0; p * p], definite(q, 27), vec![0.0]].concat();
        for at in [at, ones, identities, outweighed] {
            check_structure!(
                p * q, { a: vector(p).rows(p), b: vector(q).rows(q), s: real() },
                kronecker(a, b).add_diagonal(s), at,
                |x: &[f64]| with_noise(x, p, q),
                invalid: vec![indefinite.clone(), not_a_number.clone(), infinite.clone(), singular.clone()]
            );
        }
    }
}

#[test]
fn kronecker_products_with_noise_and_masks() {
    let (p, q) = (2, 3);
    for mask in some_masks(p * q, 28) {
        let mut invalid = [vec![0.5; p * p], definite(q, 30), vec![0.0]].concat();
        invalid[0] = -20.0;
        invalid[p * p - 1] = -20.0;
        check_structure!(
            left(&mask), { a: vector(p).rows(p), b: vector(q).rows(q), s: real() },
            kronecker(a, b).add_diagonal(s).observed(&mask),
            [definite(p, 29), definite(q, 30), vec![0.7]].concat(),
            |x: &[f64]| select(&with_noise(x, p, q), &mask),
            invalid: vec![invalid]
        );
    }
}

#[test]
fn coregionalization_everywhere() {
    let (times, series) = (4, 2);
    let times_of = [0.5, -1.0, 2.25, 3.0];
    for (name, mask) in masks(times, series).into_iter().take(4) {
        println!("{name}");
        check_structure!(
            left(&mask), { rho: vector(2), b: vector(2).rows(2) },
            coregionalization(rho, b, &times_of).observed(&mask),
            vec![0.7, 0.4, 1.0, 0.1, -0.3, 0.9],
            |x: &[f64]| coregionalized(&x[..2], &x[2..], &times_of, &mask),
            invalid: vec![vec![f64::NAN, 0.4, 1.0, 0.1, -0.3, 0.9], vec![0.7, 0.4, 0.0, 0.0, 0.0, 0.0]]
        );
    }
}

/// Random masks and times of a size at which stretches, overlaps and shifted copies of both occur.
#[test]
fn coregionalization_of_many_times() {
    let (series, count) = (3, 40);
    let mut random = Random(17);
    for round in 0..4 {
        // Every other round has equal distances, so that stretches are alike; times stand in any order.
        let mut times: Vec<f64> = match round % 2 {
            0 => (0..count).map(|time| time as f64).collect(),
            _ => random.numbers(count, 0.0, 40.0),
        };
        for place in (1..count).rev() {
            times.swap(place, (random.unit() * (place + 1) as f64) as usize);
        }
        let share = [0.9, 0.6, 0.3, 0.75][round];
        let mask: Vec<bool> = (0..count * series).map(|_| random.unit() < share).collect();
        let n = left(&mask);
        let y = random.numbers(n, -2.0, 2.0);
        params! { rho: vector(3), b: vector(3).rows(3), mean: real() }
        let model = model! {
            rho |= flat(),
            b |= flat(),
            mean |= flat(),
            data(&y) |= multi_normal(mean, coregionalization(rho, b, &times).observed(&mask)),
        };
        let q = [&[0.7, 0.4, 0.9][..], &[1.0, 0.1, -0.3, 0.4, 0.9, 0.2, -0.5, 0.3, 1.2], &[0.1]].concat();
        let sigma = coregionalized(&q[..3], &q[3..12], &times, &mask);
        let want = ByHand::new(&sigma, n).normal(&y, &vec![q[12]; n]);
        on_every_set(model, |set, posterior| {
            let got = evaluate(posterior, &q).0;
            assert_near(got, want, 1e-10 * want.abs(), || format!("round {round}, {set}"));
        });
    }
}

/// Near correlation 1 the steps are those of a random walk of variance −2 v Δ log ρ, with a drift towards the
/// mean.
#[test]
fn autoregression_near_one() {
    let times = [0.0, 0.5, 1.5, 3.5];
    let y = [0.3, 0.3 + 1e-5, 0.3 - 2e-5, 0.3 + 1e-5];
    let near = 1.0 - (2.0_f64).powi(-33);
    let walk = |rho: f64| {
        let normal = |x: f64, v: f64| -0.5 * (x * x / v + (std::f64::consts::TAU * v).ln());
        let step = |i: usize| {
            let drift = -(times[i] - times[i - 1]) * rho.ln();
            normal(y[i] - y[i - 1] + drift * y[i - 1], 2.0 * drift)
        };
        normal(y[0], 1.0) + (1..4).map(step).sum::<f64>()
    };
    params! { rho: real(), mean: real() }
    let covariance = ar1(rho, 1.0, &times);
    let kept = model! { rho |= flat(), mean |= flat(), data(&y) |= multi_normal(mean, covariance) };
    let each = model! {
        rho |= flat(),
        mean |= flat(),
        increment(multi_normal(mean, covariance).log_density(data(&y))),
    };
    let check = |set: &str, (value, gradient): (f64, Vec<f64>)| {
        assert_near(value, walk(near), 1e-8 * value.abs(), || format!("value, {set}"));
        let step = (2.0_f64).powi(-46);
        let difference = (walk(near + step) - walk(near - step)) / (2.0 * step);
        assert_near(gradient[0], difference, 1e-6 * difference.abs(), || format!("slope, {set}"));
    };
    on_every_set(kept, |set, posterior| check(set, evaluate(posterior, &[near, 0.0])));
    on_every_set(each, |set, posterior| check(set, evaluate(posterior, &[near, 0.0])));
}

/// A covariance that is data is factorised once, by `compile()`, and the factor is used in every
/// evaluation.
#[test]
fn covariances_of_data() {
    macro_rules! check {
        ($n:expr, $structure:expr, $sigma:expr) => {{
            let (n, count): (usize, usize) = ($n, 3);
            let observed = numbers(count * n);
            let rows = MatRef::from_row_major_slice(&observed, count, n);
            let covariance = $structure;
            params! { mean: vector(n), y: vector(n) }
            let model = model! {
                mean |= flat(),
                y |= multi_normal(mean, covariance),
                data(rows) |= multi_normal(mean, covariance),
            };
            let sigma = ByHand::new(&$sigma, n);
            check_against(model, &Random(18).numbers(2 * n, -1.0, 1.0), |q| {
                let (mean, y) = q.split_at(n);
                observed.chunks(n).map(|y| sigma.normal(y, mean)).sum::<f64>() + sigma.normal(y, mean)
            });
        }};
    }
    let (a, b) = (definite(2, 19), definite(3, 20));
    let [a_view, b_view] = [(&a, 2), (&b, 3)].map(|(x, n)| MatRef::from_row_major_slice(x, n, n));
    let mask = [true, false, true];
    check!(2, dense(b_view).observed(&mask), select(&b, &mask));
    check!(2, precision(b_view).observed(&mask), select(&inverse(&b, 3), &mask));
    check!(6, kronecker(a_view, b_view), kronecker_by_hand(&a, 2, &b, 3));
    check!(6, kronecker(a_view, b_view).add_diagonal(0.5), {
        with_noise(&[&a[..], &b, &[0.5]].concat(), 2, 3)
    });
    check!(6, kronecker_precision(a_view, b_view), kronecker_by_hand(&inverse(&a, 2), 2, &inverse(&b, 3), 3));
    check!(3, diagonal(&[0.5, 1.0, 2.0]), matrix_of(3, |i, j| if i == j { [0.5, 1.0, 2.0][i] } else { 0.0 }));
    check!(3, scaled_identity(0.5), matrix_of(3, |i, j| if i == j { 0.5 } else { 0.0 }));
    check!(
        7,
        ar1(0.6, 2.0, &UNEQUAL),
        matrix_of(7, |i, j| 2.0 * 0.6_f64.powf((UNEQUAL[i] - UNEQUAL[j]).abs()))
    );
    let loadings = [1.0, 0.5, -0.3];
    let column = MatRef::from_row_major_slice(&loadings, 3, 1);
    let noise = |i: usize, j: usize| if i == j { [0.5, 1.0, 2.0][i] } else { 0.0 };
    let factors = matrix_of(3, |i, j| loadings[i] * loadings[j] + noise(i, j));
    check!(3, low_rank(column, &[0.5, 1.0, 2.0]), factors);
    let all = [true; 14];
    let rho = [0.7, 0.4];
    let covariance = coregionalized(&rho, &a, &UNEQUAL, &all);
    check!(14, coregionalization(&rho, a_view, &UNEQUAL), covariance);
}

/// The density of a matrix is that of its elements, row after row.
#[test]
fn matrix_normals() {
    for (p, q) in [(2, 3), (3, 1), (1, 1)] {
        let observed = numbers(p * q);
        let y_data = MatRef::from_row_major_slice(&observed, p, q);
        params! {
            a: vector(p).rows(p), b: vector(q).rows(q), mean: vector(q).rows(p), level: real(),
            y: vector(q).rows(p)
        }
        let model = model! {
            a |= flat(),
            b |= flat(),
            mean |= flat(),
            level |= flat(),
            y |= matrix_normal(mean, a, b),
            data(y_data) |= matrix_normal(level, a, b),
            increment(0.5 * matrix_normal_prec(mean, a, b).log_density(data(y_data))),
        };
        let n = p * q;
        let others = Random(21).numbers(2 * n + 1, -1.0, 1.0);
        let at = [definite(p, 22), definite(q, 23), others].concat();
        check_against(model, &at, |x| {
            let (a, rest) = x.split_at(p * p);
            let (b, rest) = rest.split_at(q * q);
            let (mean, rest) = rest.split_at(n);
            let (level, y) = (rest[0], &rest[1..]);
            let (a, b) = (symmetric(a, p), symmetric(b, q));
            let sigma = ByHand::new(&kronecker_by_hand(&a, p, &b, q), n);
            let inverses = kronecker_by_hand(&inverse(&a, p), p, &inverse(&b, q), q);
            let level = vec![level; n];
            sigma.normal(y, mean)
                + sigma.normal(&observed, &level)
                + 0.5 * ByHand::new(&inverses, n).normal(&observed, mean)
        });
    }
}

/// Checks the errors of `compile()` for arguments that do not fit.
#[test]
fn errors() {
    macro_rules! message {
        ($n:expr, $structure:expr) => {{
            let y = vec![0.5; $n];
            params! { mean: real() }
            let model = model! { mean |= flat(), data(&y) |= multi_normal(mean, $structure) };
            model.compile().err().expect("an error").to_string()
        }};
    }
    let says = |message: String, parts: &[&str]| {
        assert!(parts.iter().all(|part| message.contains(part)), "{message}");
    };
    let (three, none) = ([true, false, true], [false; 3]);
    let b = definite(3, 24);
    let b = MatRef::from_row_major_slice(&b, 3, 3);
    let v = [1.0, 2.0, 3.0];
    let nothing = "the number of variables that the mask leaves is 0, but must be at least 1";
    says(message!(3, diagonal(&v).observed(&none)), &[nothing]);
    says(message!(3, dense(b).observed(&none)), &[nothing]);
    says(message!(3, ar1(0.5, 1.0, &v).observed(&none)), &[nothing]);
    says(message!(3, scaled_identity(1.0).observed(&none)), &[nothing]);
    let two = [0.2, 0.4];
    says(message!(3, coregionalization(&two, b.subcols(0, 2), &[0.0]).observed(&none)), &[nothing]);
    says(
        message!(3, dense(b).observed(&three)),
        &["the part that the mask leaves has length 2", "an observation has length 3"],
    );
    says(
        message!(2, diagonal(&v).observed(&[true, true])),
        &["variances has length 3", "the mask has length 2"],
    );
    says(
        message!(2, ar1(0.5, 1.0, &v).observed(&[true, true])),
        &["times has length 3", "the mask has length 2"],
    );
    says(
        message!(2, kronecker(b, b).add_diagonal(1.0)),
        &["the product of the matrices has length 9", "an observation has length 2"],
    );
    says(message!(9, kronecker(b, b).add_diagonal(-400.0)), &["not positive definite"]);
    says(message!(9, kronecker(b.subcols(0, 2), b).add_diagonal(1.0)), &["length 3", "length 2"]);
    says(message!(2, kronecker(b, b).observed(&three)), &["length 9", "the mask has length 3"]);
    says(
        message!(2, coregionalization(&two, b.subcols(0, 2), &[0.0]).observed(&[true, true])),
        &["coregionalization has length 3", "the mask has length 2"],
    );
    says(
        message!(2, coregionalization(&two, b.subcols(0, 2), &[0.0])),
        &["coregionalization has length 3", "an observation has length 2"],
    );
    says(message!(2, diagonal(&v)), &["variances has length 3", "an observation has length 2"]);
    says(message!(3, ar1(0.5, 1.0, &[0.0, 1.0, 0.0])), &["a time of ar1 is 0", "occur only once"]);
    says(message!(3, ar1(0.5, 1.0, &[0.0, 1.0, f64::NAN])), &["the times of ar1", "finite"]);
    says(message!(3, ar1(1.5, 1.0, &v)), &["not positive definite"]);
    says(message!(3, diagonal(&[1.0, -1.0, 1.0])), &["not positive definite"]);
    says(message!(3, low_rank(b.subrows(0, 2), &v)), &["length 2", "length 3"]);
    // A time that is not observed may stand twice.
    let times = [0.0, 1.0, 1.0];
    let mask = [true, true, false];
    params! { mean: real() }
    let model = model! {
        mean |= flat(),
        data(&[0.1, 0.2]) |= multi_normal(mean, ar1(0.5, 1.0, &times).observed(&mask)),
    };
    assert!(model.compile().is_ok());
    let y = MatRef::from_row_major_slice(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], 3, 2);
    let a = b.submatrix(0, 0, 2, 2);
    let model = model! { mean |= flat(), data(y) |= matrix_normal(mean, a, b) };
    let Err(error) = model.compile() else { panic!("the matrices do not fit") };
    says(error.to_string(), &["length 3", "length 2"]);
    let complaint = |groups: &[i64]| {
        params! { mu: vector(2).rows(2) }
        let model = model! { mu |= flat(), data(y) |= multi_normal(mu, a).by_group(groups) };
        model.compile().expect_err("the groups do not fit").to_string()
    };
    says(complaint(&[0, 1]), &["length 3", "the slice of groups has length 2"]);
    for wrong in [2, -1] {
        let place = format!("the index at place 1 is {wrong}, but there are 2 elements");
        says(complaint(&[0, wrong, 1]), &["the groups of `mu`", &place]);
    }
}
