//! Proves that draws of vectors follow their distributions: means and covariances of many draws from fixed
//! seeds, within five standard errors, for every structure of a covariance.

use faer::{MatRef, mat};
use monomorph::covariance::{
    ar1, coregionalization, dense, diagonal, factored, kronecker, kronecker_precision, low_rank, precision,
    scaled_identity,
};
use monomorph::prelude::*;
use monomorph::rand::RngExt;
use monomorph::rand::distr::Distribution;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

const COUNT: usize = 8_000;

/// Means and covariances are farther from what they estimate by chance once in a million.
const STANDARD_ERRORS: f64 = 5.0;

/// Compares the moments of draws with a mean, a covariance, and the fourth moments of a normal distribution
/// times `kurtosis`.
fn follows(what: &str, sampler: impl Distribution<Vec<f64>>, mean: &[f64], sigma: &[f64], kurtosis: f64) {
    let n = mean.len();
    let draws: Vec<Vec<f64>> = ChaCha8Rng::seed_from_u64(7).sample_iter(sampler).take(COUNT).collect();
    let count = COUNT as f64;
    for i in 0..n {
        let average = draws.iter().map(|y| y[i]).sum::<f64>() / count;
        let error = (sigma[i * n + i] / count).sqrt();
        assert!((average - mean[i]).abs() < STANDARD_ERRORS * error, "{what}: mean {i} is {average}");
        for j in 0..n {
            let product = |y: &Vec<f64>| (y[i] - mean[i]) * (y[j] - mean[j]);
            let covariance = draws.iter().map(product).sum::<f64>() / count;
            let (own, both) = (sigma[i * n + j], sigma[i * n + i] * sigma[j * n + j]);
            // E (yᵢ yⱼ)² = κ (σᵢᵢ σⱼⱼ + 2 σᵢⱼ²)
            let error = ((kurtosis * (both + 2.0 * own * own) - own * own) / count).sqrt();
            let off = (covariance - own).abs();
            assert!(off < STANDARD_ERRORS * error, "{what}: covariance {i}, {j} is {covariance}, not {own}");
        }
    }
}

#[test]
fn normal_vectors() {
    let mean = [1.0, -2.0];
    let sigma = mat![[1.0, 0.5], [0.5, 2.0]];
    let numbers = [1.0, 0.5, 0.5, 2.0];
    follows("a matrix", multi_normal(&mean, &sigma), &mean, &numbers, 1.0);
    let factor = mat![[1.0, 0.0], [0.5, 1.75_f64.sqrt()]];
    follows("a factor", multi_normal(&mean, factored(&factor)), &mean, &numbers, 1.0);
    follows("a factor by name", multi_normal_cholesky(&mean, &factor), &mean, &numbers, 1.0);
    let omega = mat![[8.0 / 7.0, -2.0 / 7.0], [-2.0 / 7.0, 4.0 / 7.0]];
    follows("a precision", multi_normal(&mean, precision(&omega)), &mean, &numbers, 1.0);
    follows("variances", multi_normal(&mean, diagonal(&[0.5, 3.0])), &mean, &[0.5, 0.0, 0.0, 3.0], 1.0);
    follows("a variance", multi_normal(&mean, scaled_identity(0.5)), &mean, &[0.5, 0.0, 0.0, 0.5], 1.0);
    let loadings = mat![[1.0], [-1.0]];
    let covariance = low_rank(&loadings, &[0.5, 1.0]);
    follows("a factor and noise", multi_normal(&mean, covariance), &mean, &[1.5, -1.0, -1.0, 2.0], 1.0);
    let process = ar1(0.64, 2.0, &[1.0, 0.5]);
    follows("a process", multi_normal(&mean, process), &mean, &[2.0, 1.6, 1.6, 2.0], 1.0);
    let three = mat![[1.0, 0.3, 0.5], [0.3, 1.0, 0.1], [0.5, 0.1, 2.0]];
    let observed = dense(&three).observed(&[true, false, true]);
    follows("a mask", multi_normal(&mean, observed), &mean, &numbers, 1.0);
}

/// A scalar mean takes the number of variables from the covariance.
#[test]
fn vectors_of_zero_mean() {
    let (a, b) = (mat![[2.0]], mat![[1.0, 0.5], [0.5, 2.0]]);
    let numbers = [2.0, 1.0, 1.0, 4.0];
    follows("a product", multi_normal(0.0, kronecker(&a, &b)), &[0.0; 2], &numbers, 1.0);
    let observed = kronecker(&b, &b).observed(&[true, false, true, false]);
    follows("a part of a product", multi_normal(0.0, observed), &[0.0; 2], &[1.0, 0.5, 0.5, 2.0], 1.0);
    let sum = kronecker(&a, &b).add_diagonal(0.5);
    follows("a product and noise", multi_normal(0.0, sum), &[0.0; 2], &[2.5, 1.0, 1.0, 4.5], 1.0);
    let observed = kronecker(&b, &b).add_diagonal(0.5).observed(&[true, false, true, false]);
    follows("a part of them", multi_normal(0.0, observed), &[0.0; 2], &[1.5, 0.5, 0.5, 2.5], 1.0);
    let (half, omega) = (mat![[0.5]], mat![[8.0 / 7.0, -2.0 / 7.0], [-2.0 / 7.0, 4.0 / 7.0]]);
    follows("precisions", multi_normal(0.0, kronecker_precision(&half, &omega)), &[0.0; 2], &numbers, 1.0);
    let mixing = mat![[1.0], [0.5]];
    let series = coregionalization(&[0.64], &mixing, &[0.0, 0.5]).observed(&[true, false, false, true]);
    follows("series", multi_normal(0.0, series), &[0.0; 2], &[1.0, 0.4, 0.4, 0.25], 1.0);
}

#[test]
fn student_vectors() {
    let (nu, mean) = (9.0, [1.0, -2.0]);
    let sigma = mat![[1.0, 0.5], [0.5, 2.0]];
    let sampler = multi_student_t(nu, &mean, &sigma).sampler().expect("a distribution");
    let covariance = [1.0, 0.5, 0.5, 2.0].map(|element| element * nu / (nu - 2.0));
    follows("Student's", sampler, &mean, &covariance, (nu - 2.0) / (nu - 4.0));
}

/// A prepared distribution draws the same as one that is not.
#[test]
fn samplers() {
    let law = multi_normal(&[1.0, 2.0], ar1(0.5, 2.0, &[0.0, 1.0]));
    let one: Vec<f64> = ChaCha8Rng::seed_from_u64(1).sample(law);
    let other: Vec<f64> = ChaCha8Rng::seed_from_u64(1).sample(law.sampler().expect("a distribution"));
    assert_eq!(one, other);
}

/// What is no distribution has no draw, and says why.
#[test]
fn invalid_arguments() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut is_nan = |law: &dyn Fn(&mut ChaCha8Rng) -> Vec<f64>| law(&mut rng).iter().all(|y| y.is_nan());
    assert!(is_nan(&|rng: &mut ChaCha8Rng| rng.sample(multi_normal(&[0.0, 0.0], diagonal(&[1.0, -1.0])))));
    assert!(is_nan(&|rng: &mut ChaCha8Rng| rng.sample(multi_normal(&[0.0, 0.0], diagonal(&[1.0])))));
    assert!(is_nan(&|rng: &mut ChaCha8Rng| rng.sample(multi_normal(0.0, ar1(2.0, 1.0, &[0.0, 1.0])))));
    let sigma = [1.0];
    let sigma = MatRef::from_row_major_slice(&sigma, 1, 1);
    assert!(is_nan(&|rng: &mut ChaCha8Rng| rng.sample(multi_student_t(-1.0, &[0.0], sigma))));
    let Err(error) = multi_normal(&[0.0, 0.0], diagonal(&[1.0])).sampler() else {
        panic!("no such covariance")
    };
    let message =
        "in `multi_normal(…)`: the vector of variances has length 1, but an observation has length 2";
    assert_eq!(error.to_string(), message);
    let Err(error) = multi_normal(0.0, ar1(0.5, -1.0, &[0.0, 1.0])).sampler() else {
        panic!("no such covariance")
    };
    assert!(error.to_string().contains("not positive definite"), "{error}");
}
