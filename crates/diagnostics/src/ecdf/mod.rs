//! Tests of uniformity: bands for the empirical distribution function, and a p-value.
//!
//! Ranks of simulation-based calibration and probabilities of observations under their predictions (PIT)
//! are uniform if the model and the computation are right. For n values and points zₖ = k / K, the number
//! of values below zₖ is binomial. A band contains the same central probability 1 − γ of each binomial law,
//! and γ is chosen so that the function stays inside at all points with the requested probability: a
//! *simultaneous* band, exact for independent values. The test computes the smallest probability γ of any
//! point,
//!
//! $$ \gamma = 2 \min_k \min\{P(B_k \le c_k),\ P(B_k \ge c_k)\}, \qquad B_k \sim \mathrm{Binomial}(n, z_k) $$
//!
//! and the probability that γ is as small as this.
//!
//! Säilynoja, Bürkner and Vehtari (2022), *Graphical test for discrete uniformity and its applications in
//! goodness-of-fit evaluation and multiple sample comparison*, Statistics and Computing 32, 32.
//!
//! ```
//! use monomorph_diagnostics::ecdf::{Band, uniformity};
//!
//! let even: Vec<f64> = (0..100).map(|k| (k as f64 + 0.5) / 100.0).collect();
//! assert!(uniformity(&even) > 0.9);
//! let squeezed: Vec<f64> = even.iter().map(|u| 0.25 + 0.5 * u).collect();
//! assert!(uniformity(&squeezed) < 1e-6);
//!
//! let band = Band::new(100, 0.95);
//! assert!(band.contains(&even) && !band.contains(&squeezed));
//! ```

mod band;
mod binomial;
mod coverage;

pub use band::Band;

use binomial::LogFactorials;
use coverage::{Interval, coverage};

/// The largest number of points at which the distribution function is examined.
const POINTS: usize = 100;

/// Returns the number of points K for n values.
fn points(n: usize) -> usize {
    n.clamp(2, POINTS)
}

/// Computes a p-value: the probability that independent uniform values deviate from uniformity at some
/// point at least as much as these values.
///
/// Values lie in [0, 1]. The result is NaN without values, and if a value lies outside or is NaN.
///
/// ```
/// use monomorph_diagnostics::ecdf::uniformity;
///
/// assert!(uniformity(&[0.03, 0.01, 0.02, 0.04, 0.01]) < 0.01);
/// assert!(uniformity(&[]).is_nan() && uniformity(&[0.5, 1.5]).is_nan());
/// ```
pub fn uniformity(values: &[f64]) -> f64 {
    if values.is_empty() || !values.iter().all(|value| (0.0..=1.0).contains(value)) {
        return f64::NAN;
    }
    let n = values.len();
    let table = LogFactorials::up_to(n);
    let laws = laws(n, &table);
    let counts = counts(values, points(n));
    let tails = laws.iter().zip(&counts).map(|(law, count)| law.tail(*count));
    let gamma = 2.0 * tails.fold(1.0, f64::min);
    // Probabilities that differ only by rounding count as equal.
    let beyond: Vec<Interval> = laws.iter().map(|law| law.above(gamma * (1.0 + 1e-9))).collect();
    (1.0 - coverage(n, &beyond, &table)).clamp(0.0, 1.0)
}

/// Counts the values at or below each of the points 1/K … (K − 1)/K.
fn counts(values: &[f64], points: usize) -> Vec<usize> {
    let mut between = vec![0; points];
    for value in values {
        // The first point that is not below the value: k/K ≥ value.
        let place = (value * points as f64).ceil().max(1.0) as usize;
        between[place.min(points) - 1] += 1;
    }
    let mut sum = 0;
    let mut add = |count: &usize| {
        sum += count;
        sum
    };
    between[..points - 1].iter().map(&mut add).collect()
}

/// The distribution of the count at one point.
#[derive(Clone, Debug)]
struct CountLaw {
    /// P(B ≤ c) for c = 0 … n.
    below: Vec<f64>,
    /// P(B ≥ c) for c = 0 … n.
    above: Vec<f64>,
}

impl CountLaw {
    fn tail(&self, count: usize) -> f64 {
        self.below[count].min(self.above[count])
    }

    /// The counts with a tail of more than γ/2 on both sides. If there are no such counts, the lower end of
    /// the interval is above its upper end.
    fn above(&self, gamma: f64) -> Interval {
        let is_likely = |tail: &f64| 2.0 * tail > gamma;
        let lower = self.below.iter().position(is_likely).unwrap_or(self.below.len());
        let upper = self.above.iter().rposition(is_likely).unwrap_or(0);
        (lower, upper)
    }
}

/// Returns the distributions of the counts at all points.
fn laws(n: usize, table: &LogFactorials) -> Vec<CountLaw> {
    let points = points(n);
    let law = |k: usize| {
        let probabilities: Vec<f64> = table.binomial(n, k as f64 / points as f64, 0, n).collect();
        let summed = |probabilities: &mut dyn Iterator<Item = &f64>| -> Vec<f64> {
            let mut sum = 0.0_f64;
            let mut add = |probability: &f64| {
                sum = (sum + probability).min(1.0);
                sum
            };
            probabilities.map(&mut add).collect()
        };
        let below = summed(&mut probabilities.iter());
        let mut above = summed(&mut probabilities.iter().rev());
        above.reverse();
        CountLaw { below, above }
    };
    (1..points).map(law).collect()
}

#[cfg(test)]
mod tests;
