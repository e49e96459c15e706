//! The wrapper.

use crate::node::Node;
use core::fmt;

/// An expression of a model: a node with operators.
///
/// One wrapper around all nodes is needed because Rust does not let operators be implemented for "everything that
/// is a node". It is `Copy`, like the nodes, so an expression can be used as often as wanted.
///
/// ```
/// use monomorph::prelude::*;
///
/// params! { mu: real(), tau: positive(), eta: vector(8) }
/// let theta = mu + tau * eta;
/// assert_eq!(theta.to_string(), "mu + tau * eta");
/// assert_eq!((theta - theta.mean()).square().to_string(), "(mu + tau * eta - (mu + tau * eta).mean()).square()");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Expr<N>(pub(crate) N);

impl<N: Node> Expr<N> {
    /// The node.
    pub fn node(self) -> N {
        self.0
    }
}

impl<N: Node> fmt::Display for Expr<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        self.0.describe(&mut text);
        f.write_str(&text)
    }
}
