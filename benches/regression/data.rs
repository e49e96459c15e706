//! Synthetic regressions, the same for every contender: each generator has a fixed seed.

use crate::random::Random;

/// Observations and predictors of a regression, one row for each element of `y`.
pub struct Regression<Y> {
    /// The number of predictors.
    pub columns: usize,
    /// The predictors, row by row.
    pub x: Vec<f64>,
    /// The outcomes, one per row.
    pub y: Vec<Y>,
}

/// How many outcomes and predictors there are.
const LONG: [usize; 2] = [10_000, 20];

/// How many there are where predictors outnumber outcomes, as genes outnumber patients.
const WIDE: [usize; 2] = [54, 1536];

/// The cutpoints of the ordered outcomes.
const CUTS: [f64; 4] = [-2.0, -0.7, 0.6, 2.0];

impl Regression<f64> {
    /// 10 000 real outcomes of 20 standard normal predictors.
    pub fn linear() -> Self {
        Self::new(LONG, 20_240_601, 1.5, 0.5, |mean, random| mean + 0.8 * random.normal())
    }
}

impl Regression<u8> {
    /// 10 000 outcomes of zero or one, of 20 standard normal predictors.
    pub fn logistic() -> Self {
        Self::flags(LONG, 20_240_602)
    }

    /// 54 outcomes of zero or one, of 1536 standard normal predictors.
    pub fn wide_logistic() -> Self {
        Self::flags(WIDE, 20_240_614)
    }

    fn flags(size: [usize; 2], seed: u64) -> Self {
        Self::new(size, seed, 0.3, 0.5, |logit, random| u8::from(random.uniform() < logistic(logit)))
    }

    /// 10 000 outcomes in five ordered categories, from zero, of 20 standard normal predictors.
    pub fn ordinal() -> Self {
        Self::new(LONG, 20_240_613, 0.0, 0.5, |mean, random| {
            let uniform = random.uniform();
            let passed = CUTS.iter().filter(|&cut| uniform < logistic(mean - cut));
            passed.count() as u8
        })
    }
}

impl Regression<u32> {
    /// 10 000 counts, of 20 standard normal predictors.
    pub fn poisson() -> Self {
        Self::new(LONG, 20_240_612, 0.5, 0.1, |log_rate, random| {
            // How many steps of exponential length fit below the rate.
            let (rate, mut time, mut count) = (log_rate.exp(), 0.0, 0);
            loop {
                time -= (1.0 - random.uniform()).ln();
                if time > rate {
                    return count;
                }
                count += 1;
            }
        })
    }
}

impl<Y> Regression<Y> {
    /// Predictors and slopes from the seed, and outcomes of the linear predictors.
    fn new(
        [rows, columns]: [usize; 2],
        seed: u64,
        intercept: f64,
        scale: f64,
        outcome: impl Fn(f64, &mut Random) -> Y,
    ) -> Self {
        let mut random = Random::new(seed);
        let x = random.normals(rows * columns);
        let slopes: Vec<f64> = (0..columns).map(|_| scale * random.normal()).collect();
        let product = |row: &[f64]| row.iter().zip(&slopes).map(|(x, b)| x * b).sum::<f64>();
        let y = x.chunks(columns).map(|row| outcome(intercept + product(row), &mut random)).collect();
        Self { columns, x, y }
    }
}

fn logistic(logit: f64) -> f64 {
    1.0 / (1.0 + (-logit).exp())
}
