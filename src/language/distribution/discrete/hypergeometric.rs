//! hypergeometric(N, a, b), N ≤ a + b, for y in max(0, N − b) … min(N, a):
//!
//! log p(y) = log C(a, y) + log C(b, N − y) − log C(a + b, N)  with C(n, k) = n!/(k! (n − k)!).
//!
//! All four are data, so there are no derivatives.
//!
//! Stan Functions Reference, "Hypergeometric distribution".

use super::binomial::log_choose;
use crate::distribution::macros::density;

density! {
    /// The hypergeometric distribution: the number of successes in `draws` draws without replacement from a population of
    /// `successes` successes and `failures` failures.
    ///
    /// $$ \log p(y \mid N, a, b) = \log\binom ay + \log\binom b{N-y} - \log\binom{a+b}N, \qquad y \in \lbrace \max(0, N-b), \dots, \min(N, a) \rbrace $$
    ///
    /// `draws`, `successes` and `failures` are whole numbers, data, and the draws do not exceed successes and failures
    /// together.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let marked = [2, 0, 1];
    /// params! { x: real() }
    /// let model = model! { x |= normal(0.0, 1.0), data(&marked) |= hypergeometric(5, 20, 80) };
    /// assert_eq!(model.compile()?.dimension(), 1);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    Hypergeometric,
    hypergeometric(draws: Draws in Count, successes: Successes in Count, failures: Failures in Count), y in Count;

    /// log C(a, y)
    term Drawn(y, successes) {
        let zero = y.constant(0.0);
        (log_choose(successes, y), [zero, zero])
    }

    /// log C(b, N − y)
    term Others(y, draws, failures) {
        let zero = y.constant(0.0);
        (log_choose(failures, draws - y), [zero, zero, zero])
    }

    /// −log C(a + b, N)
    term Normaliser(draws, successes, failures) {
        let zero = draws.constant(0.0);
        (-log_choose(successes + failures, draws), [zero, zero, zero])
    }

    rule(draws, successes, failures) "not exceed the number of successes and failures" {
        draws <= successes + failures
    }
    rule(y, draws) "not exceed the number of draws" { y <= draws }
    rule(y, successes) "not exceed the number of successes" { y <= successes }
    rule(y, draws, failures) "make up for the draws that exceed the number of failures" { draws - y <= failures }

    draw(rng, draws, successes, failures) { random::hypergeometric(draws, successes, failures, rng) }
}
