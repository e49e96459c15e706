//! The derivatives of a recorded value, by a backward pass through the Wengert list.
//!
//! Each node v = f(u₁, …, uₖ) adds to the adjoints of its parents: ūᵢ += v̄ · ∂f/∂uᵢ, from the last node to
//! the first (Griewank and Walther 2008, ch. 3). Branches have no derivative: the gradient is that of the
//! recorded path.

use super::{Kind, List};
use crate::error::Error;
use crate::track::NodeId;

impl List {
    /// Computes the derivatives of a node with respect to every node, in the order of the list.
    ///
    /// ```
    /// use monomorph::track::{op, track};
    ///
    /// let (y, list) = track(|tape| {
    ///     let (x, at) = (tape.input("x", 3.0), tape.here());
    ///     op::mul(x, x, at).ln(at)
    /// });
    /// let gradient = list.gradient(y.node())?;
    /// assert_eq!(gradient[0], 2.0 / 3.0);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::NoDerivative`] if the value was computed by a function whose derivatives are not known, or by
    /// a call that was not entered.
    pub fn gradient(&self, of: NodeId) -> Result<Vec<f64>, Error> {
        let values: Vec<f64> = self.nodes.iter().map(|node| node.value).collect();
        let mut adjoints = vec![0.0; self.len()];
        if let Some(adjoint) = adjoints.get_mut(of.index()) {
            *adjoint = 1.0;
        }
        self.add_adjoints(&values, &mut adjoints)?;
        Ok(adjoints)
    }

    /// Propagates the adjoints of all nodes to their parents.
    pub(super) fn add_adjoints(&self, values: &[f64], adjoints: &mut [f64]) -> Result<(), Error> {
        let (mut inputs, mut partials) = (Vec::new(), Vec::new());
        for place in (0..self.len()).rev() {
            let (node, adjoint) = (&self.nodes[place], adjoints[place]);
            if adjoint == 0.0 || node.is_fixed {
                continue;
            }
            let parents = self.parents(NodeId(place as u32));
            match node.kind {
                Kind::Argument { .. } | Kind::Return | Kind::Join | Kind::Factor => {
                    parents.iter().for_each(|parent| adjoints[parent.index()] += adjoint);
                }
                Kind::Primitive(function) | Kind::Special(function) => {
                    let Some(derivative) = function.derivative else {
                        return Err(self.no_derivative(place, function.name));
                    };
                    inputs.clear();
                    inputs.extend(parents.iter().map(|parent| values[parent.index()]));
                    partials.clear();
                    partials.resize(inputs.len(), 0.0);
                    derivative(&inputs, values[place], &mut partials);
                    for (parent, partial) in parents.iter().zip(&partials) {
                        adjoints[parent.index()] += adjoint * partial;
                    }
                }
                Kind::Call { function } if !parents.is_empty() => {
                    return Err(self.no_derivative(place, function));
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn no_derivative(&self, place: usize, function: &str) -> Error {
        Error::NoDerivative { function: function.to_owned(), place: self.nodes[place].source.to_string() }
    }
}
