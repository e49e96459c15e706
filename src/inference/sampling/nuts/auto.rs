//! Whether directions beside the diagonal pay: `Metric::Auto`.
//!
//! A trajectory takes as many steps as the widest direction is wider than the narrowest, in units of the scales. With variances λ in
//! units of D, of which k directions get scales of their own, the steps become fewer by the factor
//!
//!   gain(k) = √(max λ / min λ) / √(max λ′ / min λ′),
//!
//! where λ′ are the variances that are left, and 1. A step becomes dearer by the factor
//!
//!   cost(k) = 1 + k n / (w + 10 n),
//!
//! where n coordinates of k directions take 4 k n multiplications with additions, w numbers are what a gradient reads and writes, and it is supposed that each of them, and
//! of ten vectors that a leapfrog step goes through, takes four. The k with the largest gain(k)/cost(k) is taken, if that is [`WORTH`] or more. Nothing
//! is timed, so draws do not depend on the machine's clock.
//!
//! What was predicted is then measured: if a window with directions takes more gradients a draw, times the cost, than the last window without them, there
//! are none from then on.

use super::low_rank::Directions;

/// What directions must gain. They come with scales that fit the gradients rather than the draws, which alone costs a tenth of the effective draws.
const WORTH: f64 = 1.5;

/// The vectors that a leapfrog step goes through.
const VECTORS: f64 = 10.0;

/// What has been seen.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Auto {
    /// The gradients and draws of the window that is open.
    gradients: u64,
    draws: u64,
    /// The gradients a draw of the last window without directions.
    without: Option<f64>,
    /// The cost of the directions in use, if there are any.
    cost: Option<f64>,
    is_refuted: bool,
}

crate::checkpoint::state!(Auto { gradients, draws, without, cost, is_refuted });

impl Auto {
    /// Sees a draw of a window.
    pub fn see(&mut self, gradients: u64) {
        self.gradients += gradients;
        self.draws += 1;
    }

    /// Ends a window.
    pub fn close(&mut self) {
        let measured = self.gradients as f64 / self.draws as f64;
        match self.cost {
            None => self.without = Some(measured),
            Some(cost) => self.is_refuted |= self.without.is_some_and(|without| measured * cost > without),
        }
        *self = Self { without: self.without, is_refuted: self.is_refuted, ..Self::default() };
    }

    /// Drops the directions that do not pay, of a gradient that reads and writes so many numbers.
    pub fn choose(&mut self, directions: &mut Directions, dimension: usize, numbers: usize) {
        let n = dimension as f64;
        let cost = |count: usize| 1.0 + count as f64 * n / (numbers as f64 + VECTORS * n);
        let ranges: Vec<f64> =
            (0..=directions.variances.len()).map(|count| directions.range_without(count)).collect();
        let worth = |count: usize| (ranges[0] / ranges[count]).sqrt() / cost(count);
        let best = (0..ranges.len()).max_by(|&a, &b| worth(a).total_cmp(&worth(b))).unwrap_or(0);
        let count = if self.is_refuted || worth(best) < WORTH { 0 } else { best };
        directions.truncate(count, dimension);
        self.cost = (count > 0).then(|| cost(count));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn directions(variances: &[f64], dimension: usize) -> Directions {
        let mut vectors = vec![0.0; variances.len() * dimension];
        (0..variances.len()).for_each(|k| vectors[k * dimension + k] = 1.0);
        Directions { variances: variances.to_vec(), vectors, rest: [0.8, 1.5] }
    }

    fn chosen(auto: &mut Auto, variances: &[f64], dimension: usize, numbers: usize) -> usize {
        let mut directions = directions(variances, dimension);
        auto.choose(&mut directions, dimension, numbers);
        assert_eq!(directions.vectors.len(), directions.variances.len() * dimension);
        directions.variances.len()
    }

    #[test]
    fn directions_are_taken_where_they_pay() {
        let mut auto = Auto::default();
        assert_eq!(chosen(&mut auto, &[100.0, 0.1], 10, 1000), 2);
        // The second one makes no step longer.
        assert_eq!(chosen(&mut auto, &[100.0, 1.6], 10, 10), 1);
        assert_eq!(chosen(&mut auto, &[2.5], 10, 1000), 0);
        // Fifty directions that gain a factor of two together cost a factor of 1 + 50 · 100/1010 where gradients are cheap, and little where they are dear.
        let many = [7.5; 50];
        assert_eq!(chosen(&mut auto, &many, 100, 10), 0);
        assert_eq!(chosen(&mut auto, &many, 100, 1_000_000), 50);
    }

    #[test]
    fn directions_that_do_not_save_gradients_are_dropped() {
        let window = |auto: &mut Auto, gradients: u64| {
            (0..20).for_each(|_| auto.see(gradients));
            auto.close();
            chosen(auto, &[100.0], 10, 1000)
        };
        let mut auto = Auto::default();
        assert_eq!([63, 7, 15].map(|gradients| window(&mut auto, gradients)), [1, 1, 1]);
        let mut auto = Auto::default();
        assert_eq!([15, 31, 7].map(|gradients| window(&mut auto, gradients)), [1, 0, 0]);
    }
}
