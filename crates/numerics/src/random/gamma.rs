//! Gamma numbers, and numbers of distributions that are derived from them.
//!
//! A gamma number of a small shape α is often too small for a floating-point number: G(0.001) is below
//! 10⁻³⁰⁰ about every second time. Its logarithm is not,
//!
//! log G(α) = log G(α + 1) − E/α   with an exponential number E
//!
//! (Marsaglia and Tsang 2000, "A simple method for generating gamma variables"), so derived numbers are
//! computed from the logarithms.

use super::times_exp;
use rand::{Rng, RngExt};
use rand_distr::{Distribution, Gamma, StandardNormal};

/// The least shape at which a gamma number of rate 1 is far enough from 0 to be drawn itself.
const LARGE_SHAPE: f64 = 1.0;

/// Draws a gamma number of rate 1 and a shape of 1 or more.
fn of_large_shape<R: Rng + ?Sized>(shape: f64, rng: &mut R) -> f64 {
    Gamma::new(shape, 1.0).map_or(f64::NAN, |gamma| gamma.sample(rng))
}

/// Draws the logarithm of a gamma number of rate 1 as log G − e/α, where e/α may be too large for a number;
/// returns log G and e.
fn parts_of_logarithm<R: Rng + ?Sized>(shape: f64, rng: &mut R) -> (f64, f64) {
    if shape >= LARGE_SHAPE {
        return (of_large_shape(shape, rng).ln(), 0.0);
    }
    if shape.is_nan() || shape < 0.0 {
        return (f64::NAN, f64::NAN);
    }
    (of_large_shape(shape + 1.0, rng).ln(), -(1.0 - rng.random::<f64>()).ln())
}

/// Draws the logarithm of a gamma number of rate 1; −∞ if it is too large in magnitude for a number.
pub fn log_gamma<R: Rng + ?Sized>(shape: f64, rng: &mut R) -> f64 {
    let (log, below) = parts_of_logarithm(shape, rng);
    log - below / shape
}

/// Draws a gamma number with a shape and a rate.
pub fn gamma<R: Rng + ?Sized>(shape: f64, rate: f64, rng: &mut R) -> f64 {
    if shape >= LARGE_SHAPE {
        return of_large_shape(shape, rng) / rate;
    }
    (log_gamma(shape, rng) - rate.ln()).exp()
}

/// Draws an inverse gamma number with a shape and a scale.
pub fn inverse_gamma<R: Rng + ?Sized>(shape: f64, scale: f64, rng: &mut R) -> f64 {
    if shape >= LARGE_SHAPE {
        return scale / of_large_shape(shape, rng);
    }
    (scale.ln() - log_gamma(shape, rng)).exp()
}

/// Draws a gamma number with a shape and a rate, positive and finite, with a finite inverse.
pub fn bounded_gamma(shape: f64, rate: f64, rng: &mut dyn Rng) -> f64 {
    if !(shape > 0.0 && rate > 0.0) {
        return f64::NAN;
    }
    (log_gamma(shape, rng) - rate.ln()).exp().clamp(f64::MIN_POSITIVE, f64::MAX)
}

/// Draws log x/(1 − x) of a beta number x. If the shapes are so small that both logarithms are too large
/// for numbers, the gamma number with the smaller E/α counts as infinitely larger.
fn log_odds_of_beta<R: Rng + ?Sized>(alpha: f64, beta: f64, rng: &mut R) -> f64 {
    let (own, below) = parts_of_logarithm(alpha, rng);
    let (other, other_below) = parts_of_logarithm(beta, rng);
    let log_odds = (own - other) - (below / alpha - other_below / beta);
    if !log_odds.is_nan() {
        return log_odds;
    }
    let least = alpha.min(beta);
    let is_above = below * (least / alpha) < other_below * (least / beta);
    if is_above { f64::INFINITY } else { f64::NEG_INFINITY }
}

/// Draws a beta number x and 1 − x. Each may be 0, and both have all their digits.
pub fn beta_and_rest<R: Rng + ?Sized>(alpha: f64, beta: f64, rng: &mut R) -> [f64; 2] {
    if !(alpha > 0.0 && beta > 0.0) {
        return [f64::NAN; 2];
    }
    let log_odds = log_odds_of_beta(alpha, beta, rng);
    // Below −40 the odds equal the probability up to rounding, and their exponential underflows later than
    // the quotient.
    let probability =
        |log_odds: f64| if log_odds < -40.0 { log_odds.exp() } else { (1.0 + (-log_odds).exp()).recip() };
    [probability(log_odds), probability(-log_odds)]
}

/// Draws a beta number, which is at least one floating-point number away from 0 and 1.
pub fn beta(alpha: f64, beta: f64, rng: &mut dyn Rng) -> f64 {
    let [number, _] = beta_and_rest(alpha, beta, rng);
    number.clamp(f64::MIN_POSITIVE, 1.0 - f64::EPSILON / 2.0)
}

/// Draws proportions of a Dirichlet distribution: gamma numbers, divided by their sum. If the
/// concentrations are so small that all logarithms are too large for numbers, the proportion with the
/// smallest E/α is 1 and the others are 0.
pub fn proportions<R: Rng + ?Sized>(concentration: &[f64], rng: &mut R) -> Vec<f64> {
    if !concentration.iter().all(|alpha| *alpha > 0.0) {
        return vec![f64::NAN; concentration.len()];
    }
    let parts: Vec<(f64, f64)> = concentration.iter().map(|&alpha| parts_of_logarithm(alpha, rng)).collect();
    let logarithms: Vec<f64> =
        parts.iter().zip(concentration).map(|((log, below), alpha)| log - below / alpha).collect();
    if logarithms.iter().any(|logarithm| *logarithm > f64::NEG_INFINITY) {
        return super::softmax(&logarithms);
    }
    let least = concentration.iter().copied().fold(f64::INFINITY, f64::min);
    let below = |place: &usize| parts[*place].1 * (least / concentration[*place]);
    let chosen = (0..parts.len()).min_by(|one, other| below(one).total_cmp(&below(other)));
    (0..parts.len()).map(|place| f64::from(u8::from(Some(place) == chosen))).collect()
}

/// Draws a number of Student's distribution with a scale, around 0: a normal number, divided by the root of
/// a gamma number with mean 1.
pub fn student_t<R: Rng + ?Sized>(freedom: f64, scale: f64, rng: &mut R) -> f64 {
    let normal: f64 = rng.sample(StandardNormal);
    let half = (0.5 * freedom).max(f64::MIN_POSITIVE);
    if half >= LARGE_SHAPE {
        return scale * (normal * (half / of_large_shape(half, rng)).sqrt());
    }
    let size = times_exp(scale * normal.abs(), 0.5 * (half.ln() - log_gamma(half, rng)));
    size.copysign(normal)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand::rngs::SmallRng;

    /// The least positive number.
    const LEAST: f64 = 5e-324;

    #[test]
    fn the_least_shapes_choose_an_end() {
        let mut rng = SmallRng::seed_from_u64(1);
        let drawn: Vec<[f64; 2]> = (0..4000).map(|_| beta_and_rest(LEAST, 3.0 * LEAST, &mut rng)).collect();
        assert!(drawn.iter().all(|pair| *pair == [0.0, 1.0] || *pair == [1.0, 0.0]));
        let share = drawn.iter().map(|pair| pair[0]).sum::<f64>() / 4000.0;
        assert!((share - 0.25).abs() < 0.025, "{share}");
        let drawn: Vec<Vec<f64>> =
            (0..4000).map(|_| proportions(&[LEAST, LEAST, 2.0 * LEAST], &mut rng)).collect();
        assert!(drawn.iter().all(|parts| parts.iter().sum::<f64>() == 1.0));
        let share = drawn.iter().map(|parts| parts[2]).sum::<f64>() / 4000.0;
        assert!((share - 0.5).abs() < 0.03, "{share}");
    }

    #[test]
    fn a_scale_brings_small_numbers_back() {
        let mut rng = SmallRng::seed_from_u64(2);
        let is_number = |x: f64| x > 0.0 && x.is_finite();
        assert!((0..1000).all(|_| is_number(gamma(0.5, 1e-300, &mut rng))));
        let drawn = (0..1000).filter(|_| is_number(gamma(0.01, 1e-300, &mut rng))).count();
        assert!(drawn > 980, "{drawn}");
        assert!((0..1000).all(|_| !student_t(1e-3, 1e-300, &mut rng).is_nan()));
    }

    #[test]
    fn no_distribution_is_nan() {
        let mut rng = SmallRng::seed_from_u64(3);
        assert!(beta(0.0, 1.0, &mut rng).is_nan() && beta(1.0, f64::NAN, &mut rng).is_nan());
        assert!(bounded_gamma(1.0, -1.0, &mut rng).is_nan());
        assert!(proportions(&[1.0, 0.0], &mut rng).iter().all(|part| part.is_nan()));
    }
}
