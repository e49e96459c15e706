//! The band of the empirical distribution function of uniform values.

use super::binomial::LogFactorials;
use super::coverage::{Interval, coverage};
use super::{CountLaw, counts, laws, points};

/// A simultaneous band for the empirical distribution function of uniform values.
///
/// ```
/// use monomorph_diagnostics::ecdf::Band;
///
/// let band = Band::new(50, 0.95);
/// assert_eq!(band.points().len(), band.lower().len());
/// let middle = band.points().iter().position(|z| *z == 0.5).unwrap();
/// assert!(band.lower()[middle] < 0.35 && band.upper()[middle] > 0.65);
/// assert!(band.coverage() >= 0.95);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Band {
    points: Vec<f64>,
    lower: Vec<f64>,
    upper: Vec<f64>,
    coverage: f64,
    count: usize,
    intervals: Vec<Interval>,
}

impl Band {
    /// Computes the narrowest band that contains the empirical distribution function of `count` independent
    /// uniform values at all points with at least this probability.
    ///
    /// A probability outside (0, 1) is replaced by the nearest number inside. For no values the band is [0,
    /// 1] everywhere.
    pub fn new(count: usize, probability: f64) -> Self {
        let probability = if probability.is_nan() { 0.95 } else { probability.clamp(1e-9, 1.0 - 1e-9) };
        let table = LogFactorials::up_to(count);
        let laws = laws(count, &table);
        let of = |gamma: f64| -> Vec<Interval> { laws.iter().map(|law| central(law, gamma)).collect() };
        // The coverage decreases as γ increases; at γ = 0 the band contains all counts.
        let (mut inside, mut outside) = (0.0, 1.0);
        for _ in 0..40 {
            let middle = 0.5 * (inside + outside);
            match coverage(count, &of(middle), &table) >= probability {
                true => inside = middle,
                false => outside = middle,
            }
        }
        let intervals = of(inside);
        let share = |bound: usize| bound as f64 / count.max(1) as f64;
        Self {
            points: (1..points(count)).map(|k| k as f64 / points(count) as f64).collect(),
            lower: intervals.iter().map(|(lower, _)| share(*lower)).collect(),
            upper: intervals.iter().map(|(_, upper)| share(*upper)).collect(),
            coverage: coverage(count, &intervals, &table),
            count,
            intervals,
        }
    }

    /// The points at which the band is defined, between 0 and 1.
    pub fn points(&self) -> &[f64] {
        &self.points
    }

    /// The smallest share of values at or below each point.
    pub fn lower(&self) -> &[f64] {
        &self.lower
    }

    /// The largest share of values at or below each point.
    pub fn upper(&self) -> &[f64] {
        &self.upper
    }

    /// The probability that uniform values stay inside the band at all points. Counts are whole numbers, so
    /// it is often above the requested probability.
    pub fn coverage(&self) -> f64 {
        self.coverage
    }

    /// Returns the share of values at or below each point of the band; NaN if a value is NaN.
    pub fn shares(&self, values: &[f64]) -> Vec<f64> {
        if values.iter().any(|value| value.is_nan()) {
            return vec![f64::NAN; self.points.len()];
        }
        let total = values.len().max(1) as f64;
        counts(values, self.points.len() + 1).into_iter().map(|count| count as f64 / total).collect()
    }

    /// True if the values stay inside the band at all points; false if a value is NaN. There must be as
    /// many values as the band was made for.
    pub fn contains(&self, values: &[f64]) -> bool {
        if values.iter().any(|value| value.is_nan()) {
            return false;
        }
        let counts = counts(values, self.points.len() + 1);
        let mut pairs = counts.iter().zip(&self.intervals);
        values.len() == self.count && pairs.all(|(count, (lower, upper))| (lower..=upper).contains(&count))
    }
}

/// Returns the counts between the quantiles γ/2 and 1 − γ/2.
fn central(law: &CountLaw, gamma: f64) -> Interval {
    let lower = law.below.iter().position(|below| 2.0 * below >= gamma).unwrap_or(0);
    let upper = law.above.iter().rposition(|above| 2.0 * above >= gamma).unwrap_or(law.above.len() - 1);
    (lower.min(upper), upper.max(lower))
}
