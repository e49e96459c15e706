//! hypergeometric(N, a, b), N ≤ a + b, for y in max(0, N − b) … min(N, a):
//!
//! log p(y) = log C(a, y) + log C(b, N − y) − log C(a + b, N)  with C(n, k) = n!/(k! (n − k)!).
//!
//! For large populations, with e = (a N − (a + b) y)/(a + b) and D, S of `shared/large_counts.rs`, it is
//!
//! −D(y, y + e) − D(a − y, a − y − e) − D(N − y, N − y − e) − D(b − N + y, b − N + y + e)
//! + S(a) − S(y) − S(a − y) + S(b) − S(N − y) − S(b − N + y) − S(a + b) + S(N) + S(a + b − N).
//!
//! All four are data, so there are no derivatives.
//!
//! Stan Functions Reference, "Hypergeometric distribution".

use crate::contract::family::AnyCounts;
use crate::distribution::discrete::binomial::log_choose;
use crate::distribution::macros::density;
use crate::distribution::shared::large_counts::{is_large, minus_deviance};
use crate::distribution::shared::out_of_line::{OutOfLine, replace_where};
use crate::distribution::shared::stirling::factorial_rest;
use crate::math;
use crate::simd::Pack;
use pulp::Simd;

density! {
    /// The hypergeometric distribution: the number of successes in `draws` draws without replacement from a
    /// population of `successes` successes and `failures` failures.
    ///
    /// $$ \log p(y \mid N, a, b) = \log\binom ay + \log\binom b{N-y} - \log\binom{a+b}N, \qquad y \in \lbrace
    /// \max(0, N-b), \dots, \min(N, a) \rbrace $$
    ///
    /// `draws`, `successes` and `failures` are whole numbers, data, and the draws do not exceed successes and
    /// failures together.
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
    #[doc(alias("hypergeometric_lpmf", "hypergeometric_lcdf", "hypergeometric_rng"))]
    Hypergeometric,
    hypergeometric(draws: Draws in Count, successes: Successes in Count, failures: Failures in Count),
    y in Count;

    /// log C(a, y) + log C(b, N − y) − log C(a + b, N)
    term Ways(y, draws, successes, failures) {
        let zero = y.constant(0.0);
        let population = successes + failures;
        let ways = log_choose(successes, y) + log_choose(failures, draws - y) - log_choose(population, draws);
        let packs = [y, draws, successes, failures];
        let [value] = replace_where::<Large, AnyCounts, S, 4, 1>(is_large(population), packs, [ways]);
        (value, [zero, zero, zero, zero])
    }

    rule(draws, successes, failures) "not exceed the number of successes and failures" {
        draws <= successes + failures
    }
    rule(y, draws) "not exceed the number of draws" { y <= draws }
    rule(y, successes) "not exceed the number of successes" { y <= successes }
    rule(y, draws, failures) "make up for the draws that exceed the number of failures" { draws - y <= failures }

    draw(rng, draws, successes, failures) { random::hypergeometric(draws, successes, failures, rng) }
}

/// The log density for large populations.
struct Large;

impl OutOfLine<4, 1> for Large {
    #[inline(always)]
    fn evaluate<S: Simd>([y, draws, successes, failures]: [Pack<S>; 4]) -> [Pack<S>; 1] {
        let population = successes + failures;
        let (drawn, left) = (draws / population, (population - draws) / population);
        let excess = math::difference_of_products([successes, draws], [population, y]) / population;
        let (others, failures_left) = (draws - y, (failures - draws) + y);
        let deviances = minus_deviance(y, drawn * successes, excess)
            + minus_deviance(successes - y, left * successes, -excess)
            + minus_deviance(others, drawn * failures, -excess)
            + minus_deviance(failures_left, left * failures, excess);
        let ways = |n: Pack<S>, k: Pack<S>| factorial_rest(n) - factorial_rest(k) - factorial_rest(n - k);
        [deviances + (ways(successes, y) + ways(failures, others) - ways(population, draws))]
    }
}
