//! Proves that draws follow their distributions: by the test of Kolmogorov and Smirnov against the family's
//! own cumulative probabilities, which `tests/cumulative/cumulative.rs` proves right, from fixed seeds; and
//! that invalid distributions have no draws.

use monomorph::contract::node::MAX_ARGUMENTS;
use monomorph::distribution::*;
use monomorph::simd::Pack;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// The number of draws of one test.
const COUNT: usize = 8_000;

/// The smallest accepted p-value of a test.
const CHANCE: f64 = 1e-4;

fn in_place(arguments: &[f64]) -> [f64; MAX_ARGUMENTS] {
    let mut values = [f64::NAN; MAX_ARGUMENTS];
    values[1..=arguments.len()].copy_from_slice(arguments);
    values
}

/// Makes `count` draws.
fn draws<F: Draw>(arguments: &[f64], seed: u64, count: usize) -> Vec<f64> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    (0..count).map(|_| F::draw(&in_place(arguments), &mut rng)).collect()
}

/// P(Y ≤ y)
fn cdf<F: Cumulative>(y: f64, arguments: &[f64]) -> f64 {
    let mut values = in_place(arguments);
    values[0] = y;
    let packs = values.map(|value| Pack::splat(pulp::Scalar::new(), value));
    F::log_cdf(&packs).0.first().exp()
}

/// The probability that the largest distance between an empirical and the true distribution function exceeds
/// this one, by Kolmogorov's limit.
fn chance(distance: f64, count: usize) -> f64 {
    let scaled = distance * (count as f64).sqrt();
    let term = |k: i32| (-2.0 * f64::from(k * k) * scaled * scaled).exp();
    (1..100).map(|k| if k % 2 == 1 { 2.0 * term(k) } else { -2.0 * term(k) }).sum()
}

fn follows<F: Cumulative + Draw>(settings: &[&[f64]]) {
    for (seed, arguments) in settings.iter().enumerate() {
        let mut sorted = draws::<F>(arguments, 1000 + seed as u64, COUNT);
        let again = draws::<F>(arguments, 1000 + seed as u64, 100);
        assert_eq!(sorted[..100], again, "{} with {arguments:?} is not reproducible", F::FACTS.name);
        assert!(sorted.iter().all(|y| !y.is_nan()), "{} with {arguments:?}", F::FACTS.name);
        let domain = F::FACTS.arguments[0].domain;
        assert!(sorted.iter().all(|&y| domain.contains(y)), "{} with {arguments:?}", F::FACTS.name);
        sorted.sort_by(f64::total_cmp);
        let mut distance: f64 = 0.0;
        for (rank, &y) in sorted.iter().enumerate() {
            let (below, at) = (rank as f64 / COUNT as f64, (rank + 1) as f64 / COUNT as f64);
            let mass = cdf::<F>(y, arguments);
            distance = distance.max(mass - below).max(at - mass);
        }
        let chance = chance(distance, COUNT);
        assert!(
            chance > CHANCE,
            "{} with {arguments:?}: distance {distance}, chance {chance:e}",
            F::FACTS.name
        );
    }
}

/// There is no draw from a distribution whose argument is outside its domain.
fn invalid<F: Draw>(valid: &[f64]) {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    assert!(!F::draw(&in_place(valid), &mut rng).is_nan(), "{} with {valid:?}", F::FACTS.name);
    for place in 0..valid.len() {
        let mut wrong = vec![f64::NAN, f64::INFINITY, f64::NEG_INFINITY];
        if F::FACTS.arguments[place + 1].domain != Domain::Real {
            wrong.extend([-1.0, -1e-300]);
        }
        if F::FACTS.arguments[place + 1].domain == Domain::Positive {
            wrong.push(0.0);
        }
        for wrong in wrong {
            let mut arguments = valid.to_vec();
            arguments[place] = wrong;
            let draw = F::draw(&in_place(&arguments), &mut rng);
            assert!(draw.is_nan(), "{} with {arguments:?} drew {draw}", F::FACTS.name);
        }
    }
}

/// Makes the tests of each family with its arguments.
macro_rules! tests {
    ($($Family:ident $name:ident: $([$($argument:expr),*])+;)*) => {$(
        mod $name {
            use super::*;

            #[test]
            fn draws_follow_it() {
                follows::<$Family>(&[$(&[$($argument),*]),+]);
            }

            #[test]
            fn invalid_arguments() {
                let settings: &[&[f64]] = &[$(&[$($argument),*]),+];
                invalid::<$Family>(settings[0]);
            }
        }
    )*};
}

tests! {
    StdNormal std_normal: [];
    Normal normal: [0.0, 1.0] [-3.0, 0.2] [1e6, 1e3];
    HalfNormal half_normal: [1.0] [0.01] [500.0];
    Cauchy cauchy: [0.0, 1.0] [-3.0, 0.2] [10.0, 30.0];
    HalfCauchy half_cauchy: [1.0] [0.01] [500.0];
    StudentT student_t: [3.0, 0.0, 1.0] [0.7, -2.0, 0.3] [30.0, 5.0, 2.0] [1e8, 0.0, 1.0];
    HalfStudentT half_student_t: [3.0, 1.0] [0.7, 0.3] [30.0, 2.0];
    ExpModNormal exp_mod_normal: [0.0, 1.0, 1.0] [2.0, 0.3, 0.5] [-1.0, 1.5, 4.0];
    SkewNormal skew_normal: [0.0, 1.0, 3.0] [2.0, 0.3, -0.7] [-1.0, 1.5, 0.0] [0.0, 1.0, -30.0];
    DoubleExponential double_exponential: [0.0, 1.0] [-3.0, 0.2] [10.0, 30.0];
    Logistic logistic: [0.0, 1.0] [-3.0, 0.2] [10.0, 30.0];
    Gumbel gumbel: [0.0, 1.0] [-3.0, 0.2] [10.0, 30.0];
    Lognormal lognormal: [0.0, 1.0] [-3.0, 0.2] [2.0, 2.5];
    Loglogistic loglogistic: [1.0, 1.0] [0.2, 5.0] [30.0, 0.6];
    Exponential exponential: [1.0] [1e-3] [40.0];
    Gamma gamma: [2.0, 1.0] [0.4, 3.0] [50.0, 0.1];
    InvGamma inv_gamma: [2.0, 1.0] [0.4, 3.0] [50.0, 0.1];
    ChiSquare chi_square: [2.0] [0.8] [17.0];
    InvChiSquare inv_chi_square: [2.0] [0.8] [17.0];
    ScaledInvChiSquare scaled_inv_chi_square: [2.0, 1.0] [0.8, 2.5] [17.0, 0.1];
    Weibull weibull: [1.0, 1.0] [0.6, 3.0] [7.0, 0.2];
    Frechet frechet: [1.0, 1.0] [0.6, 3.0] [7.0, 0.2];
    Rayleigh rayleigh: [1.0] [0.05] [70.0];
    Pareto pareto: [1.0, 1.0] [0.3, 4.0] [20.0, 0.5];
    ParetoType2 pareto_type_2: [0.0, 1.0, 1.0] [-3.0, 0.3, 4.0] [20.0, 5.0, 0.5];
    Beta beta: [1.0, 1.0] [0.5, 3.0] [20.0, 35.0];
    BetaProportion beta_proportion: [0.5, 2.0] [0.2, 3.0] [0.7, 60.0];
    Uniform uniform: [0.0, 1.0] [-7.0, -2.0] [1e5, 1e6];
    VonMises von_mises: [0.0, 1.0] [2.5, 4.0] [-1.0, 0.05] [7.0, 300.0] [0.5, 1e9];
}

/// An angle is near its location if the concentration is large, and anywhere if it is tiny.
#[test]
fn von_mises_at_the_ends() {
    for (concentration, widest) in [(1e12, 1e-5), (1e300, 1e-149), (1e-300, std::f64::consts::PI)] {
        let all = draws::<VonMises>(&[0.0, concentration], 3, COUNT);
        assert!(all.iter().all(|angle| angle.abs() <= widest), "{concentration:e}");
        let largest = all.iter().fold(0.0, |largest: f64, angle| largest.max(angle.abs()));
        assert!(largest > 0.01 * widest, "{concentration:e}: {largest:e}");
    }
}

/// An interval whose lower bound is above the upper bound has no draws.
#[test]
fn uniform_between_bounds_that_are_exchanged() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    assert!(Uniform::draw(&in_place(&[2.0, 1.0]), &mut rng).is_nan());
}
