//! Laws of whole numbers. Those without a distribution function of their own have that of a relative.

use super::comparison::{COUNT, OF_MODEL, element, follows, own_cdf, sweep};
use monomorph::distribution::{Bernoulli, Beta, Binomial, NegBinomial2, Normal, Poisson};
use monomorph::prelude::*;
use monomorph::rand::{RngExt, SeedableRng, rngs::SmallRng};

sweep! { bernoullis: Bernoulli, bernoulli(probability); [0.3], [0.0], [1.0], [1e-3], [1e-30] }
sweep! { binomials: Binomial, binomial(trials, probability);
[10.0, 0.3], [0.0, 0.5], [1e4, 0.999], [1e9, 1e-8], [1e6, 0.5], [1e9, 1e-30] }
sweep! { beta_binomials: BetaBinomial, beta_binomial(trials, alpha, weight);
[10.0, 2.0, 3.0], [30.0, 0.01, 0.02], [1000.0, 1e5, 1e5], [20.0, 1e-10, 1e-10] }
sweep! { ranges: DiscreteRange, discrete_range(lower, upper); [2.0, 9.0], [-3.0, -3.0], [-1000.0, 100000.0] }
sweep! { geometrics: Geometric, geometric(probability); [0.3], [1.0], [1e-6], [0.999] }
sweep! { poissons: Poisson, poisson(rate); [0.0], [3.0], [11.9], [12.1], [100.0], [1e6], [1e-5], [1e-300] }
sweep! { negative_binomials: NegBinomial, neg_binomial(alpha, weight);
[2.0, 0.5], [0.01, 0.001], [1e6, 1e5], [3.0, 1e-4], [1e-3, 1.0] }
sweep! { second_negative_binomials: NegBinomial2, neg_binomial_2(mean, precision);
[3.0, 2.0], [1000.0, 0.01], [10.0, 1e8], [1e-3, 1.0], [5.0, 1e-3] }

/// Data of a law by their distribution functions, one for each element.
#[track_caller]
fn replicated(name: &str, draws: &Draws, cdfs: &[&dyn Fn(f64) -> f64]) {
    for (place, cdf) in cdfs.iter().enumerate() {
        follows(&format!("{name}, element {place}"), element(draws, name, place), true, cdf);
    }
}

#[test]
fn laws_by_logarithms_and_log_odds() {
    let (flags, heads, counts, clicks) = ([0; 3], [0.0; 4], [0; 3], [0; 3]);
    let odds = [0.4, -30.0, 30.0];
    let (trials, head_odds) = ([20.0, 1e9, 1e9, 1e15], [0.4, -18.0, 18.0, 34.0]);
    let (logs, precision, log_rates) = ([1.0, 5.0, -3.0], [2.0, 0.02, 1e7], [1.0, 8.0, -5.0]);
    params! { other: real() }
    let model = model! {
        other |= normal(0.0, 1.0),
        data(&flags) |= bernoulli_logit(data(&odds)),
        data(&heads) |= binomial_logit(data(&trials), data(&head_odds)),
        data(&counts) |= neg_binomial_2_log(data(&logs), data(&precision)),
        data(&clicks) |= poisson_log(data(&log_rates)),
    };
    let draws = model.sample_prior(OF_MODEL, 1).unwrap();
    let p = |eta: f64| (1.0 + (-eta).exp()).recip();
    let flag = |place: usize| move |y| own_cdf::<Bernoulli>(y, &[p(odds[place])]);
    replicated("flags", &draws, &[&flag(0), &flag(1), &flag(2)]);
    let below = |place: usize| {
        move |y| if y < 0.0 { 0.0 } else { own_cdf::<Binomial>(y, &[trials[place], p(head_odds[place])]) }
    };
    // Of the failures, where they are the few: 1e15 trials have 1.7 of them.
    let above = |place: usize| {
        let failure = p(-head_odds[place]) * trials[place];
        move |y: f64| {
            1.0 - if trials[place] - y < 1.0 {
                0.0
            } else {
                own_cdf::<Poisson>(trials[place] - y - 1.0, &[failure])
            }
        }
    };
    replicated("heads", &draws, &[&below(0), &below(1), &above(2), &above(3)]);
    let count = |place: usize| {
        move |y| {
            if y < 0.0 { 0.0 } else { own_cdf::<NegBinomial2>(y, &[f64::exp(logs[place]), precision[place]]) }
        }
    };
    replicated("counts", &draws, &[&count(0), &count(1), &count(2)]);
    let click = |place: usize| {
        move |y| if y < 0.0 { 0.0 } else { own_cdf::<Poisson>(y, &[f64::exp(log_rates[place])]) }
    };
    replicated("clicks", &draws, &[&click(0), &click(1), &click(2)]);
}

/// log n!, from its definition or by Stirling's series.
fn log_factorial(n: f64) -> f64 {
    if n < 30.0 {
        return (2..=n as u32).map(|k| f64::from(k).ln()).sum();
    }
    n * n.ln() - n + 0.5 * (core::f64::consts::TAU * n).ln() + 1.0 / (12.0 * n) - 1.0 / (360.0 * n.powi(3))
}

/// P(Y ≤ y) of the hypergeometric law for all y from 0 on, from its definition.
fn hypergeometric_cdf([draws, successes, failures]: [f64; 3]) -> Vec<f64> {
    let choose = |n: f64, k: f64| log_factorial(n) - log_factorial(k) - log_factorial(n - k);
    let all = choose(successes + failures, draws);
    let mass = |k: f64| {
        let can_be = k <= successes && draws - k <= failures;
        if can_be { (choose(successes, k) + choose(failures, draws - k) - all).exp() } else { 0.0 }
    };
    let running = (0..=draws as usize).scan(0.0, |sum, k| {
        *sum += mass(k as f64);
        Some(*sum)
    });
    running.collect()
}

#[test]
fn hypergeometrics() {
    let settings = [
        [5.0, 4.0, 6.0],
        [80.0, 500.0, 9500.0],
        [76.0, 500.0, 9500.0],
        [5000.0, 6000.0, 4000.0],
        [9990.0, 5000.0, 5000.0],
        [100.0, 100.0, 1.0],
        [300.0, 12.0, 4000.0],
        [10.0, 0.0, 20.0],
        [0.0, 3.0, 20.0],
    ];
    let mut rng = SmallRng::seed_from_u64(1);
    let column = |place: usize| settings.map(|setting| setting[place]);
    let (drawn, successes, failures) = (column(0), column(1), column(2));
    let y =
        settings.map(|[draws, successes, failures]| rng.sample(hypergeometric(draws, successes, failures)));
    params! { other: real() }
    let model = model! {
        other |= normal(0.0, 1.0),
        data(&y) |= hypergeometric(data(&drawn), data(&successes), data(&failures)),
    };
    let prior = model.sample_prior(OF_MODEL, 2).unwrap();
    for (place, setting) in settings.into_iter().enumerate() {
        let cdf = hypergeometric_cdf(setting);
        let cdf = |y: f64| if y < 0.0 { 0.0 } else { cdf[(y as usize).min(cdf.len() - 1)] };
        let [draws, successes, failures] = setting;
        let law = hypergeometric(draws, successes, failures);
        let sampled: Vec<f64> = (0..COUNT).map(|_| rng.sample(law)).collect();
        follows(&format!("a sample of {setting:?}"), &sampled, true, cdf);
        follows(&format!("prior data of {setting:?}"), element(&prior, "y", place), true, cdf);
    }
}

/// Counts large enough for the law to be another: normal, with the skewness that is left far below what is
/// seen, or binomial.
#[test]
fn huge_counts() {
    let mut rng = SmallRng::seed_from_u64(1);
    let mut is_normal = |what: &str, mean: f64, sd: f64, draw: &dyn Fn(&mut SmallRng) -> f64| {
        let drawn: Vec<f64> = (0..COUNT).map(|_| draw(&mut rng) - mean).collect();
        follows(what, &drawn, false, |y| own_cdf::<Normal>(y, &[0.0, sd]));
    };
    for rate in [1e9, 1e12, 1e15, 1e16, 1e19] {
        is_normal("poisson", rate, rate.sqrt(), &|rng| rng.sample(poisson(rate)));
        is_normal("poisson_log", rate, rate.sqrt(), &|rng| {
            let error = rate.ln().exp() - rate;
            rng.sample::<f64, _>(poisson_log(rate.ln())) - error
        });
    }
    for (trials, p) in [(1e9, 0.3), (4e9, 0.5), (1e12, 0.999), (1e15, 0.25), (9e15, 0.5), (1e15, 1e-6)] {
        let sd = (trials * p * (1.0_f64 - p)).sqrt();
        is_normal("binomial", trials * p, sd, &|rng| rng.sample(binomial(trials, p)));
    }
    for (draws, successes, failures) in [(1e6, 1e15, 3e15), (1e15, 2e15, 5e15), (1e9, 1e9, 1e9)] {
        let total: f64 = successes + failures;
        let mean = draws * (successes / total);
        let sd = (mean * (failures / total) * ((total - draws) / (total - 1.0))).sqrt();
        is_normal("hypergeometric", mean, sd, &|rng| rng.sample(hypergeometric(draws, successes, failures)));
    }
    is_normal("neg_binomial_2", 1e15, (1e15_f64 + 1e30 / 1e10).sqrt(), &|rng| {
        rng.sample(neg_binomial_2(1e15, 1e10))
    });
    let few = |draw: &dyn Fn(&mut SmallRng) -> f64| -> Vec<f64> {
        let mut rng = SmallRng::seed_from_u64(2);
        (0..COUNT).map(|_| draw(&mut rng)).collect()
    };
    let of_poisson = |rate: f64| move |y: f64| if y < 0.0 { 0.0 } else { own_cdf::<Poisson>(y, &[rate]) };
    follows("few of many", &few(&|rng| rng.sample(binomial(1e15, 3e-15))), true, of_poisson(3.0));
    follows(
        "few are drawn",
        &few(&|rng| rng.sample(hypergeometric(1e8, 5e8, 1e16 - 5e8))),
        true,
        of_poisson(5.0),
    );
    // A count is somewhere in its place of the unit interval.
    let shares = few(&|rng| {
        (rng.sample::<f64, _>(beta_binomial(1e15, 2.0, 3.0)) + rng.random::<f64>()) / (1e15 + 1.0)
    });
    follows("shares", &shares, false, |y| own_cdf::<Beta>(y.clamp(0.0, 1.0), &[2.0, 3.0]));
    let rare = few(&|rng| rng.sample(neg_binomial_2(5.0, 1e-300)));
    assert!(rare.iter().all(|y| *y == 0.0));
}
