//! Sums of dependent numbers: errors of one path or group, and errors of paths that share steps.
//!
//! Each number belongs to a unit, such as the path of a forecast, and each unit has some rows. Let S₁ … S_F
//! be the sums over each unit of the deviations from the mean of all numbers. The variance of the sum is
//! estimated by
//!
//! ```text
//! Σ_fg w_fg S_f S_g / (1 − Σ_fg w_fg / F²),
//! ```
//!
//! where w is 1 for units that share rows, and 0 for others (Hansen and Hodrick 1980; Diebold and Mariano
//! 1995: forecasts of h steps are correlated over h − 1 steps). The denominator corrects for the estimated
//! mean; for units that share no rows it is 1 − 1/F, so that numbers which each are a unit have the usual
//! standard error. If the sum is smaller than the same sum with the share of common rows for w, which
//! cannot be negative (Newey and West 1987), the latter is used. The standard error is NaN for a single
//! unit, and for units which all share rows.

use super::Estimate;
use std::collections::{BTreeMap, HashMap};

/// The dependence between numbers: each number belongs to a unit, and units that have rows in common are
/// dependent.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Dependence {
    /// The unit of each number.
    units: Vec<usize>,
    /// The rows of each unit.
    rows: Vec<Vec<usize>>,
}

impl Dependence {
    /// Adds a unit with some rows and `count` numbers.
    pub(crate) fn add(&mut self, rows: &[usize], count: usize) {
        self.units.extend(std::iter::repeat_n(self.rows.len(), count));
        self.rows.push(rows.to_vec());
    }

    /// Computes the sum of some numbers and its standard error; `places` are the places of the numbers in
    /// the order in which they were [added](Self::add).
    pub(crate) fn sum(&self, places: &[usize], pointwise: &[f64]) -> Estimate {
        let value: f64 = pointwise.iter().sum();
        let mean = value / pointwise.len() as f64;
        let mut deviations: BTreeMap<usize, f64> = BTreeMap::new();
        for (place, number) in places.iter().zip(pointwise) {
            *deviations.entry(self.units[*place]).or_default() += number - mean;
        }
        let count = deviations.len() as f64;
        let own: f64 = deviations.values().map(|sum| sum * sum).sum();
        let (mut all, mut shared) = ((own, count), (own, count));
        for ((one, other), share) in self.overlaps(&deviations) {
            let product = 2.0 * deviations[&one] * deviations[&other];
            all = (all.0 + product, all.1 + 2.0);
            shared = (shared.0 + share * product, shared.1 + 2.0 * share);
        }
        let left = 1.0 - all.1 / (count * count);
        let [all, shared] = [all, shared].map(|(sum, weights)| sum / (1.0 - weights / (count * count)));
        Estimate { value, se: if left > 1e-9 { all.max(shared).sqrt() } else { f64::NAN } }
    }

    /// Returns the pairs of units that share rows, with the share of common rows.
    fn overlaps(&self, of: &BTreeMap<usize, f64>) -> BTreeMap<(usize, usize), f64> {
        let mut units_with: HashMap<usize, Vec<usize>> = HashMap::new();
        let mut shares = BTreeMap::new();
        for unit in of.keys().copied() {
            for row in &self.rows[unit] {
                let before = units_with.entry(*row).or_default();
                for other in before.iter().copied() {
                    let sizes = (self.rows[unit].len() * self.rows[other].len()) as f64;
                    *shares.entry((other, unit)).or_insert(0.0) += 1.0 / sizes.sqrt();
                }
                before.push(unit);
            }
        }
        shares
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Makes the dependence of units with these rows, with a number for each row.
    fn of(units: &[&[usize]]) -> Dependence {
        let mut dependence = Dependence::default();
        units.iter().for_each(|rows| dependence.add(rows, rows.len()));
        dependence
    }

    #[test]
    fn numbers_apart_have_the_usual_error() {
        let numbers = [1.0, -2.0, 4.5, 0.25];
        let (found, usual) =
            (of(&[&[0], &[1], &[2], &[3]]).sum(&[0, 1, 2, 3], &numbers), Estimate::of(&numbers));
        assert!((found.se - usual.se).abs() < 1e-14 && found.value == usual.value, "{found:?}");
    }

    #[test]
    fn units_count_once() {
        // Each number twice gives no more information than once.
        let twice =
            of(&[&[0, 1], &[2, 3], &[4, 5]]).sum(&[0, 1, 2, 3, 4, 5], &[1.0, 1.0, 5.0, 5.0, 3.0, 3.0]);
        let once = Estimate::of(&[1.0, 5.0, 3.0]);
        assert!((twice.se / 6.0 - once.se / 3.0).abs() < 1e-14, "{twice:?}");
        assert!(of(&[&[0, 1, 2]]).sum(&[0, 1, 2], &[1.0, 2.0, 3.0]).se.is_nan(), "one path");
        assert!(of(&[&[0, 1, 2], &[1, 2, 3]]).sum(&[0, 3], &[1.0, 2.0]).se.is_nan(), "none is apart");
    }

    /// The sum of n moving sums, each of two independent numbers of variance 1, has the variance 4 n − 2.
    #[test]
    fn paths_that_share_steps_hang_together() {
        let mut state = 7;
        let (count, runs) = (40, 600);
        let units: Vec<Vec<usize>> = (0..count).map(|k| vec![k, k + 1]).collect();
        let mut dependence = Dependence::default();
        units.iter().for_each(|rows| dependence.add(rows, 1));
        let places: Vec<usize> = (0..count).collect();
        let (mut variances, mut naive) = (0.0, 0.0);
        for _ in 0..runs {
            let mut normal = || (0..12).map(|_| crate::uniform::uniform(&mut state)).sum::<f64>() - 6.0;
            let shocks: Vec<f64> = (0..=count).map(|_| normal()).collect();
            let sums: Vec<f64> = shocks.windows(2).map(|pair| pair[0] + pair[1]).collect();
            variances += dependence.sum(&places, &sums).se.powi(2) / f64::from(runs);
            naive += Estimate::of(&sums).se.powi(2) / f64::from(runs);
        }
        let exact = 4.0 * count as f64 - 2.0;
        assert!((variances / exact - 1.0).abs() < 0.12, "{variances} for {exact}");
        assert!(naive / exact < 0.6, "{naive}");
    }
}
