//! Effective draws of means, estimated while a chain runs, without storing its draws.
//!
//! If s² is the variance of n draws, and v the variance of the means of batches of m draws, the mean is as
//! precise as that of n s² / (m v) independent draws: Geyer 1992, "Practical Markov chain Monte Carlo",
//! section 3.2. When there are 64 batches, neighbouring batches are joined, so that the batches grow with
//! the chain.

/// The most batches.
const BATCHES: usize = 64;

/// The least number of batches for an estimate.
const FEWEST: usize = 16;

/// Sums of batches of all elements.
pub(super) struct RunningEss {
    elements: usize,
    /// The number of draws in a batch.
    size: usize,
    /// The number of draws in the last batch.
    last: usize,
    count: f64,
    means: Vec<f64>,
    squares: Vec<f64>,
    /// The sums of each batch, batch after batch; the last batch is not yet complete.
    sums: Vec<f64>,
}

impl RunningEss {
    pub fn new(elements: usize) -> Self {
        let zeros = vec![0.0; elements];
        Self {
            elements,
            size: 1,
            last: 0,
            count: 0.0,
            means: zeros.clone(),
            squares: zeros,
            sums: Vec::new(),
        }
    }

    pub fn add(&mut self, values: &[f64]) {
        if self.last == self.size || self.sums.is_empty() {
            if self.sums.len() >= BATCHES * self.elements.max(1) {
                self.join();
            }
            if self.last == self.size || self.sums.is_empty() {
                self.sums.resize(self.sums.len() + self.elements, 0.0);
                self.last = 0;
            }
        }
        self.last += 1;
        self.count += 1.0;
        let start = self.sums.len() - self.elements;
        let running = self.means.iter_mut().zip(&mut self.squares).zip(&mut self.sums[start..]);
        for (((mean, square), sum), value) in running.zip(values) {
            let before = value - *mean;
            *mean += before / self.count;
            *square += before * (value - *mean);
            *sum += value;
        }
    }

    /// Joins each pair of neighbouring batches.
    fn join(&mut self) {
        let (elements, half) = (self.elements, self.sums.len() / self.elements / 2);
        for batch in 0..half {
            for i in 0..elements {
                let (a, b) = (2 * batch * elements + i, (2 * batch + 1) * elements + i);
                self.sums[batch * elements + i] = self.sums[a] + self.sums[b];
            }
        }
        self.sums.truncate(half * elements);
        self.size *= 2;
        self.last = self.size;
    }

    /// The effective draws of each element; `None` while there are too few batches. NaN for an element that
    /// never changes.
    pub fn get(&self) -> Option<Vec<f64>> {
        let whole =
            (self.sums.len() / self.elements.max(1)).saturating_sub(usize::from(self.last < self.size));
        if whole < FEWEST {
            return None;
        }
        let size = self.size as f64;
        let of = |i: usize| {
            let means = || (0..whole).map(|batch| self.sums[batch * self.elements + i] / size);
            let center = means().sum::<f64>() / whole as f64;
            let spread = means().map(|mean| (mean - center).powi(2)).sum::<f64>() / (whole - 1) as f64;
            let variance = self.squares[i] / (self.count - 1.0);
            self.count * variance / (size * spread)
        };
        Some((0..self.elements).map(of).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::ChaCha8Rng;
    use rand::{RngExt, SeedableRng};
    use rand_distr::StandardNormal;

    /// The effective draws of an autoregression xₜ = r xₜ₋₁ + e are (1 − r)/(1 + r) of its draws.
    #[test]
    fn effective_draws_of_an_autoregression() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let (mut ess, mut x) = (RunningEss::new(3), [0.0; 3]);
        assert_eq!(ess.get(), None);
        for _ in 0..20_000 {
            x[0] = rng.sample(StandardNormal);
            x[1] = 0.8 * x[1] + rng.sample::<f64, _>(StandardNormal);
            ess.add(&x);
        }
        let found = ess.get().expect("batches");
        assert!((0.5..1.7).contains(&(found[0] / 20_000.0)), "{found:?}");
        assert!((0.5..1.7).contains(&(found[1] / 20_000.0 * 9.0)), "{found:?}");
        assert!(found[2].is_nan());
    }
}
