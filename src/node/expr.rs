//! The wrapper that gives expressions their operators.

use crate::contract::expression::Expression;
use core::fmt;

/// An expression of a model, with operators.
///
/// A single wrapper around all [written expressions](crate::contract::expression) is needed because Rust
/// does not allow operators to be implemented for every type that implements a trait. The wrapper is `Copy`
/// as they are, so an expression can be used any number of times.
///
/// ```
/// use monomorph::prelude::*;
///
/// params! { mu: real(), tau: positive(), eta: vector(8) }
/// let theta = mu + tau * eta;
/// assert_eq!(theta.to_string(), "mu + tau * eta");
/// assert_eq!(
///     (theta - theta.mean()).square().to_string(),
///     "(mu + tau * eta - (mu + tau * eta).mean()).square()"
/// );
/// ```
#[derive(Clone, Copy, Debug)]
#[must_use = "an expression has no effect outside a statement"]
pub struct Expr<N>(pub(crate) N);

impl<N: Expression> Expr<N> {
    /// The expression without the wrapper.
    pub fn node(self) -> N {
        self.0
    }
}

impl<N: Expression> fmt::Display for Expr<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        self.0.describe(&mut text);
        f.write_str(&text)
    }
}
