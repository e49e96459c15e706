//! flat():  log p(y) = 0, an improper density.

use crate::distribution::macros::density;

density! {
    /// The improper prior that is constant on the parameter's support: it adds no term to the log density.
    ///
    /// $$ \log p(y) = 0 $$
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// let y = [1.0, 2.0, 4.0];
    /// params! { mu: real() }
    /// let model = model! { mu |= flat(), data(&y) |= normal(mu, 1.0) };
    /// assert_eq!(model.compile()?.dimension(), 1);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    Flat, flat(), y in Real;

    conjugate(y: Flat)

    is Improper
}
