//! Proves that draws of whole numbers follow their mass functions: Pearson's chi-square statistic of 20 000
//! draws, with a fixed seed, must have a p-value above 1e-4; that invalid distributions have no draws; and
//! that draws of extreme distributions are numbers.

use crate::common::lgamma;
use monomorph::contract::node::MAX_ARGUMENTS;
use monomorph::distribution::{
    Bernoulli, BernoulliLogit, BetaBinomial, Binomial, BinomialLogit, DiscreteRange, Draw, Geometric,
    Hypergeometric, NegBinomial, NegBinomial2, NegBinomial2Log, Poisson, PoissonLog,
};
use monomorph::math::scalar::gamma_q;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

const DRAWS: usize = 20_000;

/// Makes `count` draws of a family with these arguments.
fn draws<F: Draw>(arguments: &[f64], count: usize) -> Vec<f64> {
    let mut values = [f64::NAN; MAX_ARGUMENTS];
    values[1..=arguments.len()].copy_from_slice(arguments);
    let mut rng = ChaCha8Rng::seed_from_u64(20_210_667);
    (0..count).map(|_| F::draw(&values, &mut rng)).collect()
}

/// Compares draws with the logarithm of the mass function from `first` on.
fn compare<F: Draw>(arguments: &[f64], first: i64, log_mass: impl Fn(f64) -> f64) {
    let what = format!("{}{arguments:?}", F::FACTS.name);
    let mut draws = draws::<F>(arguments, DRAWS);
    assert!(draws.iter().all(|draw| draw.fract() == 0.0 && *draw >= first as f64), "{what}: {draws:?}");
    draws.sort_by(f64::total_cmp);

    // Classes of neighbours with 20 expected draws at least; the last one has the rest.
    let (mut classes, mut expected, mut seen) = (Vec::new(), 0.0, 0.0);
    let (mut left, mut rest, mut k) = (DRAWS as f64, &draws[..], first as f64);
    while left > 20.0 && k < first as f64 + 1e6 {
        let mass = DRAWS as f64 * log_mass(k).exp();
        let count = rest.partition_point(|&draw| draw <= k);
        (expected, seen, left, rest) = (expected + mass, seen + count as f64, left - mass, &rest[count..]);
        if expected >= 20.0 && left > 20.0 {
            classes.push((expected, seen));
            (expected, seen) = (0.0, 0.0);
        }
        k += 1.0;
    }
    classes.push((expected + left.max(0.0), seen + rest.len() as f64));
    let statistic: f64 = classes.iter().map(|(expected, seen)| (seen - expected).powi(2) / expected).sum();
    let freedom = classes.len() as f64 - 1.0;
    if freedom == 0.0 {
        assert_eq!(classes[0].1, DRAWS as f64, "{what}");
        return;
    }
    let p = gamma_q(freedom / 2.0, statistic / 2.0)[0];
    assert!(p > 1e-4, "{what}: χ² = {statistic} with {freedom} degrees of freedom, p = {p:e}");
}

/// Returns log C(n, k), or −∞ if there is no such choice.
fn log_choose(n: f64, k: f64) -> f64 {
    if k < 0.0 || k > n {
        return f64::NEG_INFINITY;
    }
    lgamma(n + 1.0) - lgamma(k + 1.0) - lgamma(n - k + 1.0)
}

/// Returns x log y, or 0 if x is 0.
fn product(x: f64, y: f64) -> f64 {
    if x == 0.0 { 0.0 } else { x * y.ln() }
}

fn binomial_mass(k: f64, n: f64, theta: f64) -> f64 {
    if k > n { f64::NEG_INFINITY } else { log_choose(n, k) + product(k, theta) + product(n - k, 1.0 - theta) }
}

fn poisson_mass(k: f64, rate: f64) -> f64 {
    product(k, rate) - rate - lgamma(k + 1.0)
}

fn negative_binomial_mass(k: f64, shape: f64, odds: f64) -> f64 {
    lgamma(k + shape) - lgamma(shape) - lgamma(k + 1.0) - shape * odds.recip().ln_1p() - k * odds.ln_1p()
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

#[test]
fn bernoulli_draws() {
    for theta in [0.0, 0.02, 0.5, 0.9, 1.0] {
        compare::<Bernoulli>(&[theta], 0, |k| binomial_mass(k, 1.0, theta));
    }
    for alpha in [-3.0, 0.0, 1.5] {
        compare::<BernoulliLogit>(&[alpha], 0, |k| binomial_mass(k, 1.0, logistic(alpha)));
    }
}

#[test]
fn binomial_draws() {
    for (n, theta) in
        [(0.0, 0.3), (1.0, 0.3), (7.0, 0.0), (7.0, 1.0), (10.0, 0.9), (100.0, 0.35), (5000.0, 0.01)]
    {
        compare::<Binomial>(&[n, theta], 0, |k| binomial_mass(k, n, theta));
    }
    for (n, alpha) in [(9.0, -1.0), (60.0, 2.0)] {
        compare::<BinomialLogit>(&[n, alpha], 0, |k| binomial_mass(k, n, logistic(alpha)));
    }
}

#[test]
fn beta_binomial_draws() {
    let log_beta = |a: f64, b: f64| lgamma(a) + lgamma(b) - lgamma(a + b);
    for (n, a, b) in
        [(10.0, 2.0, 3.0), (30.0, 0.4, 0.2), (12.0, 1e4, 3e4), (6.0, 1e-3, 2e-3), (0.0, 1.0, 1.0)]
    {
        compare::<BetaBinomial>(&[n, a, b], 0, |k| {
            log_choose(n, k) + log_beta(a + k, b + n - k) - log_beta(a, b)
        });
    }
}

#[test]
fn poisson_draws() {
    for rate in [0.0, 1e-3, 0.7, 5.0, 11.9, 12.1, 80.0, 3000.0] {
        compare::<Poisson>(&[rate], 0, |k| poisson_mass(k, rate));
    }
    for log_rate in [-2.0, 0.3, 4.0] {
        compare::<PoissonLog>(&[log_rate], 0, |k| poisson_mass(k, f64::exp(log_rate)));
    }
}

#[test]
fn negative_binomial_draws() {
    for (a, b) in [(0.3, 0.1), (1.0, 1.0), (5.0, 0.5), (200.0, 20.0)] {
        compare::<NegBinomial>(&[a, b], 0, |k| negative_binomial_mass(k, a, b));
    }
    for (mean, precision) in [(3.0, 0.2), (8.0, 4.0), (20.0, 1e8)] {
        compare::<NegBinomial2>(&[mean, precision], 0, |k| {
            negative_binomial_mass(k, precision, precision / mean)
        });
    }
    for (eta, precision) in [(-1.0, 2.0), (2.5, 3.0)] {
        compare::<NegBinomial2Log>(&[eta, precision], 0, |k| {
            negative_binomial_mass(k, precision, precision / f64::exp(eta))
        });
    }
}

#[test]
fn geometric_draws() {
    for theta in [1.0, 0.9, 0.5, 0.1, 0.003] {
        compare::<Geometric>(&[theta], 0, |k| f64::ln(theta) + product(k, 1.0 - theta));
    }
}

#[test]
fn hypergeometric_draws() {
    for (n, a, b) in
        [(5.0, 20.0, 80.0), (10.0, 7.0, 5.0), (50.0, 300.0, 200.0), (8.0, 3.0, 5.0), (0.0, 2.0, 3.0)]
    {
        compare::<Hypergeometric>(&[n, a, b], 0, |k| {
            log_choose(a, k) + log_choose(b, n - k) - log_choose(a + b, n)
        });
    }
}

#[test]
fn discrete_range_draws() {
    for (lower, upper) in [(0, 0), (-3, 2), (5, 100)] {
        let width = f64::from(upper - lower + 1);
        compare::<DiscreteRange>(&[f64::from(lower), f64::from(upper)], i64::from(lower), |k| {
            if k > f64::from(upper) { f64::NEG_INFINITY } else { -width.ln() }
        });
    }
}

/// Invalid distributions have no draws.
#[test]
fn no_distribution_gives_nan() {
    macro_rules! none {
        ($($Family:ident: $($arguments:expr),+;)*) => {$($(
            let draw = draws::<$Family>(&$arguments, 1)[0];
            assert!(draw.is_nan(), "{} of {:?}: {draw}", stringify!($Family), $arguments);
        )+)*};
    }
    let nan = f64::NAN;
    none! {
        Bernoulli: [-0.1], [1.1], [nan];
        BernoulliLogit: [nan];
        Binomial: [-1.0, 0.5], [2.5, 0.5], [3.0, 1.5], [3.0, nan], [nan, 0.5], [f64::INFINITY, 0.5];
        BinomialLogit: [-1.0, 0.5], [3.0, nan];
        BetaBinomial: [-1.0, 1.0, 1.0], [2.0, 0.0, 1.0], [2.0, 1.0, -1.0], [2.0, nan, 1.0];
        NegBinomial: [0.0, 1.0], [1.0, -1.0], [1.0, 0.0], [nan, 1.0], [1.0, nan];
        NegBinomial2: [-1.0, 1.0], [1.0, 0.0], [1.0, -1.0], [nan, 1.0], [1.0, nan];
        NegBinomial2Log: [1.0, -1.0], [nan, 1.0], [1.0, nan];
        Poisson: [-1.0], [nan];
        PoissonLog: [nan];
        Geometric: [0.0], [1.5], [-0.5], [nan];
        Hypergeometric: [9.0, 2.0, 3.0], [-1.0, 2.0, 3.0], [1.0, 2.5, 3.0], [1.0, nan, 3.0];
        DiscreteRange: [2.0, 1.0], [nan, 1.0], [0.0, nan];
    }
}

/// Draws of distributions with extreme arguments are numbers.
#[test]
fn extreme_distributions_give_numbers() {
    macro_rules! numbers {
        ($($Family:ident: $($arguments:expr),+;)*) => {$($(
            for draw in draws::<$Family>(&$arguments, 200) {
                assert!(!draw.is_nan(), "{} of {:?}", stringify!($Family), $arguments);
            }
        )+)*};
    }
    numbers! {
        BernoulliLogit: [800.0], [-800.0];
        Binomial: [1e9, 1e-12], [1e15, 0.5], [1e9, 1.0 - 1e-16];
        BinomialLogit: [100.0, 900.0], [100.0, -900.0];
        BetaBinomial: [10.0, 1e-300, 1e-300], [10.0, 1e-310, 1e-5], [10.0, 1e300, 1e300],
        [10.0, 1e200, 1e-200];
        NegBinomial: [1e-300, 1.0], [1e8, 1e8], [1.0, 1e-12], [1e-5, 1e300];
        NegBinomial2: [0.0, 1.0], [1.0, 1e-300], [1.0, 1e300], [1e15, 1e3], [1e-300, 1.0];
        NegBinomial2Log: [-800.0, 1.0], [30.0, 2.0], [1.0, 1e300];
        Poisson: [1e-300], [1e15], [1e20], [1e300];
        PoissonLog: [-800.0], [700.0], [800.0];
        Geometric: [1e-300], [1e-17];
        Hypergeometric: [1000.0, 1e9, 1e9], [0.0, 0.0, 0.0];
        DiscreteRange: [-1e15, 1e15], [0.0, 9e15];
    }
}
