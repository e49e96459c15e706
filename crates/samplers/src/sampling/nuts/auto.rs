//! `Metric::Auto`: the test whether directions in addition to the diagonal, or a sparse precision, save
//! time.
//!
//! The number of steps of a trajectory is the ratio of the widest direction to the narrowest direction, in
//! units of the scales. With variances λ in units of D, if k directions get scales of their own, the number
//! of steps is divided by
//!
//!   gain(k) = √(max λ / min λ) / √(max λ′ / min λ′),
//!
//! where λ′ are 1 and the variances of the other directions. The cost of a step is multiplied by
//!
//!   cost(k) = 1 + k n / (w + 10 n),
//!
//! where k directions of n coordinates take 4 k n multiplications with additions, and w is the number of
//! numbers that a gradient reads and writes. It is assumed that each of these numbers, and each number of
//! the ten vectors that a leapfrog step reads, takes four multiplications with additions. The k with the
//! largest gain(k)/cost(k) is taken, if this ratio is [`WORTH`] or more. Nothing is timed, so draws do not
//! depend on the machine's clock.
//!
//! With m the minimum of n and twice the number of kept draws, finding directions takes about 60 m³
//! multiplications with additions. The sampler does not search for directions if this is more than half of
//! the cost of the window's gradients, g (4 w + 40 n).
//!
//! It does not search for directions either if the correlations of draws and of gradients show that the gain
//! is too small: see [`CLOSEST`].
//!
//! With a precision H, trajectories take [`SHORTEST`] steps. The sampler searches for a precision if
//! trajectories take more than [`WORTH`] times as many steps. With scales D a precision gains
//!
//!   min(√(max λ / min λ), steps/SHORTEST),   λ the eigenvalues of D H D,
//!
//! and costs 1 + p / (w + 10 n), where p is the number of numbers of two solutions.
//!
//! The predicted gain is not checked by measurement. A rule that gave up directions if a window took more
//! gradients per draw than the window before gave them up in regressions in which they save nine of ten
//! gradients: early windows are short, and chains have not yet reached the posterior.

use super::low_rank::Directions;
use crate::sampling::precision::PrecisionMatrix;

/// The smallest gain for which directions are used. They come with scales that fit the gradients rather
/// than the draws, and these scales alone cost a tenth of the effective draws.
const WORTH: f64 = 1.5;

/// The distance of the correlations of draws and of gradients, as [`low_rank`](super::low_rank) defines it,
/// below which the sampler does not search for directions. Directions would gain [`WORTH`] if a variance
/// were its square times another, and the closest such variances, 1.5 and its inverse, are 2^¼ sinh(ln 1.5)
/// = 0.496 apart.
pub(super) const CLOSEST: f64 = 0.48;

/// The number of steps of a trajectory in thousands of coordinates that are independent and have variance
/// 1.
const SHORTEST: f64 = 15.0;

/// The smallest dimension for a precision. For fewer coordinates directions represent the correlations.
const MANY: usize = 200;

/// The number of products for the largest eigenvalue, and of solutions for the smallest one, within a
/// tenth.
const PRODUCTS: usize = 30;

/// The number of vectors that a leapfrog step reads.
const VECTORS: f64 = 10.0;

/// Returns true if finding directions takes less than half the time of the window's gradients.
pub(super) fn is_cheap(draws: usize, dimension: usize, gradients: f64, numbers: usize) -> bool {
    let n = dimension as f64;
    let size = n.min(2.0 * draws as f64);
    60.0 * size.powi(3) <= 0.5 * gradients * 4.0 * (numbers as f64 + VECTORS * n)
}

/// Drops the directions whose steps cost more time than they save, if a gradient reads and writes `numbers`
/// numbers.
pub(super) fn choose(directions: &mut Directions, dimension: usize, numbers: usize) {
    let n = dimension as f64;
    let cost = |count: usize| 1.0 + count as f64 * n / (numbers as f64 + VECTORS * n);
    let ranges: Vec<f64> =
        (0..=directions.variances.len()).map(|count| directions.range_without(count)).collect();
    let worth = |count: usize| (ranges[0] / ranges[count]).sqrt() / cost(count);
    let best = (0..ranges.len()).max_by(|&a, &b| worth(a).total_cmp(&worth(b))).unwrap_or(0);
    directions.truncate(if worth(best) < WORTH { 0 } else { best }, dimension);
}

/// Returns true if the dimension and the number of steps of a trajectory are so large that a precision may
/// save more time than it costs.
pub(super) fn is_worth_a_look(dimension: usize, steps: f64) -> bool {
    dimension >= MANY && steps > WORTH * SHORTEST
}

/// Returns true if a precision saves more time than it costs, given scales with which trajectories take
/// `steps` steps.
pub(super) fn pays(precision: &PrecisionMatrix, scales: &[f64], steps: f64, numbers: usize) -> bool {
    let cost = 1.0 + precision.numbers() as f64 / (numbers as f64 + VECTORS * scales.len() as f64);
    let most = steps / SHORTEST;
    most >= WORTH * cost && most.min(precision.condition(scales, PRODUCTS).sqrt()) >= WORTH * cost
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linalg::sparse::Pattern;

    fn directions(variances: &[f64], dimension: usize) -> Directions {
        let mut vectors = vec![0.0; variances.len() * dimension];
        (0..variances.len()).for_each(|k| vectors[k * dimension + k] = 1.0);
        Directions { variances: variances.to_vec(), vectors, rest: [0.8, 1.5] }
    }

    fn chosen(variances: &[f64], dimension: usize, numbers: usize) -> usize {
        let mut directions = directions(variances, dimension);
        choose(&mut directions, dimension, numbers);
        assert_eq!(directions.vectors.len(), directions.variances.len() * dimension);
        directions.variances.len()
    }

    #[test]
    fn a_precision_is_taken_where_it_pays() {
        // Second differences of a path, which needs thousands of steps, with κ on the diagonal.
        let size = 400;
        let path = Pattern::new(size, (1..size).map(|t| (t, t - 1))).expect("a pattern");
        let taken = |kappa: f64, steps, numbers| {
            let value = |(row, column)| if row == column { 2.0 + kappa } else { -1.0 };
            let values: Vec<f64> = path.iter().map(value).collect();
            let precision = PrecisionMatrix::new(&path, &values).expect("a precision");
            pays(&precision, &vec![1.0; size], steps, numbers)
        };
        assert!(taken(0.0, 100.0, 1_000_000));
        assert!(!taken(0.0, 20.0, 1_000_000), "trajectories are short");
        assert!(!taken(0.0, 100.0, 1000), "solutions are expensive compared with a gradient");
        assert!(!taken(50.0, 100.0, 1_000_000), "coordinates are nearly independent");
    }

    /// A diagonal precision 4, 1, 9, 25 with the scales 1, 3, 1, 1.
    #[test]
    fn a_condition_is_that_of_eigenvalues() {
        let pattern = Pattern::new(4, []).expect("a pattern");
        let precision = PrecisionMatrix::new(&pattern, &[4.0, 1.0, 9.0, 25.0]).expect("a precision");
        let condition = precision.condition(&[1.0, 3.0, 1.0, 1.0], PRODUCTS);
        assert!((condition - 25.0 / 4.0).abs() < 1e-3, "{condition}");
    }

    #[test]
    fn directions_are_looked_for_where_gradients_take_longer() {
        assert!(is_cheap(600, 10, 6000.0, 100));
        assert!(!is_cheap(600, 1000, 6000.0, 3000));
        assert!(is_cheap(600, 100, 6000.0, 100_000));
    }

    #[test]
    fn directions_are_taken_where_they_pay() {
        assert_eq!(chosen(&[100.0, 0.1], 10, 1000), 2);
        // The second direction makes no step longer.
        assert_eq!(chosen(&[100.0, 1.6], 10, 10), 1);
        assert_eq!(chosen(&[2.5], 10, 1000), 0);
        // Fifty directions that gain a factor of two together multiply the cost by 1 + 50 · 100/1010 if
        // gradients are cheap, and by little if they are expensive.
        let many = [7.5; 50];
        assert_eq!(chosen(&many, 100, 10), 0);
        assert_eq!(chosen(&many, 100, 1_000_000), 50);
    }
}
