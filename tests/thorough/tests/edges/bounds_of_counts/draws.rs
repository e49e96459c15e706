//! Draws of truncated and censored counts.

use crate::common::with_room;
use monomorph::prelude::*;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use rand_distr::Distribution as _;

/// Draws are whole numbers between the bounds, as often as their probabilities say.
fn check(
    what: &str,
    law: impl rand_distr::Distribution<f64>,
    probabilities: &dyn Fn(f64) -> f64,
    range: (i32, i32),
) {
    const DRAWS: usize = 4_000;
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let draws: Vec<f64> = (0..DRAWS).map(|_| law.sample(&mut rng)).collect();
    let (first, last) = (f64::from(range.0), f64::from(range.1));
    let is_inside = |draw: &f64| draw.fract() == 0.0 && (first..=last).contains(draw);
    assert!(draws.iter().all(is_inside), "{what}: {draws:?}");
    let total: f64 = (range.0..=range.1).map(|k| probabilities(f64::from(k))).sum();
    for k in range.0..=range.1 {
        let share = probabilities(f64::from(k)) / total;
        let seen = draws.iter().filter(|&&draw| draw == f64::from(k)).count() as f64;
        let (want, sd) = (DRAWS as f64 * share, (DRAWS as f64 * share * (1.0 - share)).sqrt());
        assert!((seen - want).abs() < 4.5 * sd.max(1.0), "{what}: {seen} draws of {k}, expected {want}");
    }
}

#[test]
fn draws_between_bounds() {
    let poisson_mass = |k: f64| (1..=k as i32).fold(1.0, |product, j| product * 0.8 / f64::from(j));
    check("zero-truncated", poisson(0.8).truncated_below(0.5), &poisson_mass, (1, 12));
    check("truncated", poisson(0.8).truncated(0.5, 3.5), &poisson_mass, (1, 3));
    check("truncated above", poisson(0.8).truncated_above(2.9), &poisson_mass, (0, 2));
    let geometric_mass = |k: f64| 0.7f64.powf(k);
    check("geometric", geometric(0.3).truncated(1.5, 6.0), &geometric_mass, (2, 6));
    check("discrete range", discrete_range(-5, 5).truncated(-2.5, 1.5), &|_| 1.0, (-2, 1));
    check("bernoulli", bernoulli(0.3).truncated_below(0.5), &|_| 1.0, (1, 1));
    let censored = |k: f64| match k as i32 {
        1 => poisson_mass(0.0) + poisson_mass(1.0),
        3 => (3..30).map(|k| poisson_mass(f64::from(k))).sum(),
        _ => poisson_mass(k),
    };
    check("censored", poisson(0.8).censored(1.5, 2.5), &censored, (1, 3));
}

#[test]
fn bounds_that_leave_nothing_have_no_draws() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    assert!(poisson(3.0).truncated(7, 2).sample(&mut rng).is_nan());
    assert!(poisson(3.0).truncated(2.2, 2.8).sample(&mut rng).is_nan());
    assert!(poisson(3.0).censored(7, 2).sample(&mut rng).is_nan());
    assert!(normal(0.0, 1.0).truncated(1.0, -1.0).sample(&mut rng).is_nan());
    assert!(bernoulli(0.5).truncated(2, 5).sample(&mut rng).is_nan());

    let y = [4, 5];
    params! { low: real() }
    let model = model! { low |= normal(20.0, 0.1), data(&y) |= poisson(3.0).truncated(low, 9) };
    let error = with_room(|| model.sample_prior(3, 1).map(|_| ())).unwrap_err().to_string();
    assert!(error.contains("no value can be drawn from `data(&y)"), "{error}");
}

/// Zero-truncated counts are drawn anew, and all are counts from 1 on.
#[test]
fn predictions() {
    let y = vec![1; 400];
    params! { rate: positive() }
    let model = model! { rate |= gamma(8.0, 10.0), data(&y) |= poisson(rate).truncated_below(0.5) };
    let prior = with_room(|| model.sample_prior(20, 1)).unwrap();
    let drawn = with_room(|| model.predict(&prior, 1)).unwrap();
    let text = format!("{drawn:?}");
    assert!(!text.contains("NaN") && !text.contains("0.5"), "{text}");
}
