//! Hypergeometric numbers: the number of successes among draws without replacement.
//!
//! Few draws are made one by one. For many draws the method is the ratio of uniform numbers under a hat
//! that bounds all these distributions, HRUA: Stadlober 1990, "The ratio of uniforms approach for
//! generating discrete random variates", Journal of Computational and Applied Mathematics 31. With the mode
//! M it accepts k = ⌊a + h (V − ½)/U⌋ if U² ≤ p(k)/p(M). The ratio is computed from products of binomial
//! probabilities in their saddle-point form, which keeps its digits in populations of any size: Loader
//! 2000, "Fast and accurate computation of binomial probabilities",
//!
//! log p(k) = log b(k; r, p) + log b(n − k; s, p) + …,   p = n/(r + s),
//!
//! log b(x; n, p) = δ(n) − δ(x) − δ(n − x) − D(x, n p) − D(n − x, n (1 − p)) + ½ log(n/(2π x (n − x))),
//!
//! with the remainder δ of Stirling's series and the deviance D(x, m) = x log(x/m) + m − x.

use rand::{Rng, RngExt};

/// The number of draws up to which they are made one by one.
const FEW: f64 = 16.0;

/// The constants 2 √(2/e) and 3 − 2 √(3/e) of the hat.
const WIDTHS: [f64; 2] = [1.715_527_769_921_413_5, 0.898_916_162_058_898_8];

/// Draws the number of successes among `draws` draws from `successes` and `failures`; NaN if there are
/// fewer of these than draws.
pub fn hypergeometric<R: Rng + ?Sized>(draws: f64, successes: f64, failures: f64, rng: &mut R) -> f64 {
    let total = successes + failures;
    if !(draws >= 0.0 && draws <= total && successes >= 0.0 && failures >= 0.0) {
        return f64::NAN;
    }
    // The smaller of two sets, the drawn and the remaining things, is examined, for the rarer kind.
    if 2.0 * draws > total {
        return successes - hypergeometric(total - draws, successes, failures, rng);
    }
    if successes > failures {
        return draws - hypergeometric(draws, failures, successes, rng);
    }
    if draws <= FEW {
        return one_by_one(draws, successes, total, rng);
    }
    if successes <= FEW {
        // Each success is drawn or not: the distribution is the same with draws and successes exchanged.
        return one_by_one(successes, draws, total, rng);
    }
    by_ratio(draws, successes, failures, rng)
}

fn one_by_one<R: Rng + ?Sized>(draws: f64, successes: f64, total: f64, rng: &mut R) -> f64 {
    let mut found = 0.0;
    for drawn in 0..draws as usize {
        if rng.random::<f64>() * (total - drawn as f64) < successes - found {
            found += 1.0;
        }
    }
    found
}

fn by_ratio<R: Rng + ?Sized>(draws: f64, successes: f64, failures: f64, rng: &mut R) -> f64 {
    let total = successes + failures;
    let (part, rest) = (successes / total, failures / total);
    let centre = draws * part + 0.5;
    let spread = (draws * part * rest * ((total - draws) / (total - 1.0)) + 0.5).sqrt();
    let height = WIDTHS[0].mul_add(spread, WIDTHS[1]);
    let mode = ((draws + 1.0) * ((successes + 1.0) / (total + 2.0))).floor();
    let log_mass = |k: f64| log_mass(k, draws, successes, failures);
    let most = log_mass(mode);
    loop {
        let (u, v) = (1.0 - rng.random::<f64>(), rng.random::<f64>());
        let k = (centre + height * (v - 0.5) / u).floor();
        if k >= 0.0 && k <= draws.min(successes) && 2.0 * u.ln() <= log_mass(k) - most {
            return k;
        }
    }
}

/// Returns log p(k), up to a constant that does not depend on k.
fn log_mass(k: f64, draws: f64, successes: f64, failures: f64) -> f64 {
    let total = successes + failures;
    let shares = [draws / total, (total - draws) / total];
    log_binomial(k, successes, shares) + log_binomial(draws - k, failures, shares)
}

/// Returns log b(x; n, p) without δ(n) and log n, given p and 1 − p.
fn log_binomial(x: f64, n: f64, [success, failure]: [f64; 2]) -> f64 {
    let term = |x: f64, mean: f64| {
        if x == 0.0 {
            mean
        } else {
            remainder(x) + deviance(x, mean) + 0.5 * (core::f64::consts::TAU * x).ln()
        }
    };
    -term(x, n * success) - term(n - x, n * failure)
}

/// Returns δ(x) = log x! − ½ log 2πx − x log x + x, for whole x from 1 on.
fn remainder(x: f64) -> f64 {
    if x < 16.0 {
        let log_factorial: f64 = (2..=x as u32).map(|factor| f64::from(factor).ln()).sum();
        return log_factorial - 0.5 * (core::f64::consts::TAU * x).ln() - x * x.ln() + x;
    }
    let square = x * x;
    (1.0 / 12.0 - (1.0 / 360.0 - (1.0 / 1260.0 - 1.0 / 1680.0 / square) / square) / square) / x
}

/// Returns D(x, m) = x log(x/m) + m − x; if x and m are close, by a series in v = (x − m)/(x + m).
fn deviance(x: f64, mean: f64) -> f64 {
    let difference = x - mean;
    if difference.abs() >= 0.1 * (x + mean) {
        return x * (x / mean).ln() + mean - x;
    }
    let v = difference / (x + mean);
    let (mut sum, mut power) = (difference * v, 2.0 * x * v);
    for odd in (3..60_u32).step_by(2) {
        power *= v * v;
        let next = sum + power / f64::from(odd);
        if next == sum {
            break;
        }
        sum = next;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand::rngs::SmallRng;

    #[test]
    fn masses_are_those_of_the_definition() {
        let choose =
            |n: f64, k: f64| (0..k as usize).map(|i| ((n - i as f64) / (i as f64 + 1.0)).ln()).sum::<f64>();
        for (draws, successes, failures) in [(40.0, 30.0, 70.0), (80.0, 500.0, 9500.0), (17.0, 17.0, 17.0)] {
            let log_mass = |k| log_mass(k, draws, successes, failures);
            let plain = |k: f64| choose(successes, k) + choose(failures, draws - k);
            for k in 0..=17 {
                let k = f64::from(k);
                let found = log_mass(k) - log_mass(1.0);
                assert!((found - plain(k) + plain(1.0)).abs() < 1e-11, "{k}: {found}");
            }
        }
    }

    #[test]
    fn means_and_variances() {
        let mut rng = SmallRng::seed_from_u64(1);
        let settings = [
            (80.0, 500.0, 9500.0),
            (5000.0, 6000.0, 4000.0),
            (9990.0, 5000.0, 5000.0),
            (12.0, 7.0, 5.0),
            (1e6, 1e15, 3e15),
            (1e15, 2e15, 5e15),
            (1e15, 20.0, 5e15),
        ];
        for (draws, successes, failures) in settings {
            let total: f64 = successes + failures;
            let mean = draws * (successes / total);
            let variance = mean * (failures / total) * ((total - draws) / (total - 1.0));
            let drawn = || hypergeometric(draws, successes, failures, &mut rng) - mean;
            let z: Vec<f64> =
                core::iter::repeat_with(drawn).take(20_000).map(|d| d / variance.sqrt().max(1e-9)).collect();
            let first = z.iter().sum::<f64>() / 2e4;
            let second = z.iter().map(|z| z * z).sum::<f64>() / 2e4;
            assert!(first.abs() < 0.035, "{draws} {successes} {failures}: {first}");
            if variance > 0.0 {
                assert!((second - 1.0).abs() < 0.06, "{draws} {successes} {failures}: {second}");
            }
        }
    }
}
