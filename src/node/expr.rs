//! The wrapper.

use crate::contract::expression::Expression;
use core::fmt;

/// An expression of a model, with operators.
///
/// One wrapper around all [written expressions](crate::contract::expression) is needed because Rust does not
/// let operators be implemented for "everything that is an expression". It is `Copy`, like them, so an
/// expression can be used as often as wanted.
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
pub struct Expr<N>(pub(crate) N);

impl<N: Expression> Expr<N> {
    /// The expression without its operators.
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
