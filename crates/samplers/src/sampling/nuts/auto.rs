//! Whether directions beside the diagonal pay, or a sparse precision: `Metric::Auto`.
//!
//! A trajectory takes as many steps as the widest direction is wider than the narrowest, in units of the
//! scales. With variances λ in units of D, of which k directions get scales of their own, the steps become
//! fewer by the factor
//!
//!   gain(k) = √(max λ / min λ) / √(max λ′ / min λ′),
//!
//! where λ′ are the variances that are left, and 1. A step becomes dearer by the factor
//!
//!   cost(k) = 1 + k n / (w + 10 n),
//!
//! where n coordinates of k directions take 4 k n multiplications with additions, w numbers are what a
//! gradient reads and writes, and it is supposed that each of them, and of ten vectors that a leapfrog step
//! goes through, takes four. The k with the largest gain(k)/cost(k) is taken, if that is [`WORTH`] or more.
//! Nothing is timed, so draws do not depend on the machine's clock.
//!
//! With m the smaller of n and twice the draws that are kept, finding directions takes about 60 m³
//! multiplications with additions. They are not looked for where this is more than half of what the window's
//! gradients took, g (4 w + 40 n).
//!
//! Nor are they looked for where the correlations of draws and of gradients tell at once that they cannot
//! gain enough: see [`CLOSEST`].
//!
//! A precision H, in whose coordinates trajectories take [`SHORTEST`] steps, is looked for where they take
//! more than [`WORTH`] times as many. With scales D it gains
//!
//!   min(√(max λ / min λ), steps/SHORTEST),   λ the eigenvalues of D H D,
//!
//! and costs 1 + p / (w + 10 n) for p numbers of two solutions.
//!
//! What is predicted is not measured again. Directions that were given up where a window took more gradients
//! a draw than the window before them were given up in regressions in which they save nine gradients of ten:
//! early windows are short, and chains are still on their way.

use super::low_rank::Directions;
use crate::sampling::precision::PrecisionMatrix;

/// What directions must gain. They come with scales that fit the gradients rather than the draws, which alone
/// costs a tenth of the effective draws.
const WORTH: f64 = 1.5;

/// Where the correlations of draws and of gradients are closer than this, by the distance of
/// [`low_rank`](super::low_rank), no directions are looked for. They would gain [`WORTH`] if a variance were
/// its square times another, and the closest such variances, 1.5 and its inverse, are 2^¼ sinh(ln 1.5) =
/// 0.496 apart.
pub(super) const CLOSEST: f64 = 0.48;

/// The steps of a trajectory in thousands of coordinates that are independent and of variance 1.
const SHORTEST: f64 = 15.0;

/// Of fewer coordinates directions tell the correlations.
const MANY: usize = 200;

/// The products that find the largest eigenvalue, and the solutions that find the smallest one, within a
/// tenth.
const PRODUCTS: usize = 30;

/// The vectors that a leapfrog step goes through.
const VECTORS: f64 = 10.0;

/// True if directions are found in less than half the time that the window's gradients took.
pub(super) fn is_cheap(draws: usize, dimension: usize, gradients: f64, numbers: usize) -> bool {
    let n = dimension as f64;
    let size = n.min(2.0 * draws as f64);
    60.0 * size.powi(3) <= 0.5 * gradients * 4.0 * (numbers as f64 + VECTORS * n)
}

/// Drops the directions that do not pay beside a gradient that reads and writes `numbers` numbers.
pub(super) fn choose(directions: &mut Directions, dimension: usize, numbers: usize) {
    let n = dimension as f64;
    let cost = |count: usize| 1.0 + count as f64 * n / (numbers as f64 + VECTORS * n);
    let ranges: Vec<f64> =
        (0..=directions.variances.len()).map(|count| directions.range_without(count)).collect();
    let worth = |count: usize| (ranges[0] / ranges[count]).sqrt() / cost(count);
    let best = (0..ranges.len()).max_by(|&a, &b| worth(a).total_cmp(&worth(b))).unwrap_or(0);
    directions.truncate(if worth(best) < WORTH { 0 } else { best }, dimension);
}

/// True if trajectories of so many steps are so long that a precision may pay.
pub(super) fn is_worth_a_look(dimension: usize, steps: f64) -> bool {
    dimension >= MANY && steps > WORTH * SHORTEST
}

/// True if a precision pays beside scales with which trajectories take so many steps.
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
        // Second differences of a path, which it takes thousands of steps to go along, and κ on the diagonal.
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
        assert!(!taken(0.0, 100.0, 1000), "solutions are dear beside a gradient");
        assert!(!taken(50.0, 100.0, 1_000_000), "coordinates are nearly independent");
    }

    /// Of the diagonal 4, 1, 9, 25 with scales 1, 3, 1, 1.
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
        // The second one makes no step longer.
        assert_eq!(chosen(&[100.0, 1.6], 10, 10), 1);
        assert_eq!(chosen(&[2.5], 10, 1000), 0);
        // Fifty directions that gain a factor of two together cost a factor of 1 + 50 · 100/1010 where
        // gradients are cheap, and little where they are dear.
        let many = [7.5; 50];
        assert_eq!(chosen(&many, 100, 10), 0);
        assert_eq!(chosen(&many, 100, 1_000_000), 50);
    }
}
