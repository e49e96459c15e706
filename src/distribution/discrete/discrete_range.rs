//! discrete_range(a, b), whole a ≤ b, for y in a, a + 1, …, b:  log p(y) = −log(b − a + 1).
//!
//! All three are data, so there are no derivatives.
//!
//! P(Y ≤ y) = (y − a + 1)/(b − a + 1),  P(Y > y) = (b − y)/(b − a + 1).
//!
//! Stan Functions Reference, "Discrete range distribution".

use crate::distribution::macros::density;
use crate::math;

density! {
    /// The uniform distribution on the whole numbers between two bounds, which are included.
    ///
    /// $$ \log p(y \mid a, b) = -\log(b-a+1), \qquad y \in \lbrace a, a+1, \dots, b \rbrace $$
    ///
    /// `lower` and `upper` are whole numbers, data, and `lower` does not exceed `upper`. If they are equal,
    /// this number has the probability 1: `discrete_range(0, 0)` is the point mass of a distribution with
    /// excess zeros.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let rolls = [3, 6, 1];
    /// params! { x: real() }
    /// let model = model! { x |= normal(0.0, 1.0), data(&rolls) |= discrete_range(1, 6) };
    /// assert_eq!(model.compile()?.dimension(), 1);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    #[doc(alias("discrete_range_lpmf", "discrete_range_lcdf", "discrete_range_rng"))]
    DiscreteRange, discrete_range(lower: LowerBound in Whole, upper: UpperBound in Whole), y in Whole;

    /// 0 inside, −∞ outside
    term Inside(y, lower, upper) {
        let (inside, zero) = (y.ge(lower) & y.le(upper), y.constant(0.0));
        (inside.select(0.0, f64::NEG_INFINITY), [zero, zero, zero])
    }

    /// −log(b − a + 1); the logarithm of a negative number is NaN
    term Normaliser(lower, upper) {
        let zero = lower.constant(0.0);
        (-math::log(upper - lower + 1.0), [zero, zero])
    }

    rule(lower, upper) "not exceed the upper bound" { lower <= upper }
    rule(y, lower, upper) "lie between the bounds" { lower <= y && y <= upper }

    log_cdf(y, lower, upper) {
        let (zero, all) = (y.constant(0.0), upper - lower + 1.0);
        let below = math::log((y - lower + 1.0) / all);
        let value = y.lt(lower).select(f64::NEG_INFINITY, y.ge(upper).select(0.0, below));
        (value, [zero, zero, zero])
    }

    log_ccdf(y, lower, upper) {
        let (zero, all) = (y.constant(0.0), upper - lower + 1.0);
        let above = math::log((upper - y) / all);
        let value = y.lt(lower).select(0.0, y.ge(upper).select(f64::NEG_INFINITY, above));
        (value, [zero, zero, zero])
    }

    draw(rng, lower, upper) {
        // The product rounds up to the number of values only if whole numbers of its size are not all
        // representable.
        let step = (rng.random::<f64>() * (upper - lower + 1.0)).floor();
        (lower + step).min(upper)
    }
}
