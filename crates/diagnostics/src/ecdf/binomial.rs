//! Binomial probabilities of all counts at once.
//!
//! $$ \log P(c) = \log \binom{n}{c} + c \log p + (n - c) \log(1 - p) $$
//!
//! with logarithms of factorials from a table, which is made once for the largest n.

/// Logarithms of factorials, 0! to n!.
#[derive(Clone, Debug)]
pub(super) struct LogFactorials(Vec<f64>);

impl LogFactorials {
    pub fn up_to(n: usize) -> Self {
        let mut sum = 0.0;
        let logarithms = (1..=n).map(|k| {
            sum += (k as f64).ln();
            sum
        });
        Self([0.0].into_iter().chain(logarithms).collect())
    }

    /// Iterates over the probabilities of the counts from `first` to `last` in `n` trials.
    ///
    /// `n` is at most the largest number of the table, `last` at most `n`, and `p` lies in [0, 1].
    pub fn binomial(&self, n: usize, p: f64, first: usize, last: usize) -> impl Iterator<Item = f64> + '_ {
        let (log_p, log_q) = (p.ln(), (-p).ln_1p());
        // 0 · −∞ is NaN, but the factor p⁰ is 1 even if p is 0.
        let times = |count: usize, log: f64| if count == 0 { 0.0 } else { count as f64 * log };
        (first..=last).map(move |count| {
            let ways = self.0[n] - self.0[count] - self.0[n - count];
            (ways + times(count, log_p) + times(n - count, log_q)).exp()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_are_those_of_coins() {
        let table = LogFactorials::up_to(4);
        let found: Vec<f64> = table.binomial(4, 0.5, 0, 4).collect();
        for (found, sixteenths) in found.iter().zip([1.0, 4.0, 6.0, 4.0, 1.0]) {
            assert!((found - sixteenths / 16.0).abs() < 1e-15);
        }
        assert_eq!(table.binomial(3, 0.0, 0, 3).collect::<Vec<_>>(), [1.0, 0.0, 0.0, 0.0]);
        assert_eq!(table.binomial(3, 1.0, 0, 3).collect::<Vec<_>>(), [0.0, 0.0, 0.0, 1.0]);
        let many = LogFactorials::up_to(5000);
        assert!((many.binomial(5000, 0.3, 0, 5000).sum::<f64>() - 1.0).abs() < 1e-10);
    }
}
