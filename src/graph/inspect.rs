//! [`Inspect`]: `model.graph()` and `model.check()`.

use super::{Graph, Lints};
use crate::contract::sketch::Sketch;
use crate::model::Model;

/// Examines models without compiling them. Every [`Model`] implements this trait.
pub trait Inspect: Model {
    /// The model's dependency graph.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { mu: real(), x: real() }
    /// let model = model! { mu |= normal(0.0, 1.0), x |= normal(mu, 1.0) };
    /// assert_eq!(model.graph().parents("x")?, ["mu"]);
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    fn graph(&self) -> Graph {
        let mut sketch = Sketch::default();
        self.sketch(&mut sketch);
        Graph::new(sketch)
    }

    /// The suspicious parts of the model, warnings first: [`LintRule`](super::LintRule) lists what is
    /// checked.
    ///
    /// No finding is an error. A model without findings can still be wrong, and a model with findings can
    /// be right.
    ///
    /// ```
    /// use monomorph::graph::LintRule;
    /// use monomorph::prelude::*;
    ///
    /// let y = [1.2, 0.4];
    /// params! { mu: real(), sigma: real() }
    /// let model = model! {
    ///     mu    |= normal(0.0, 1.0),
    ///     sigma |= gamma(2.0, 1.0),
    ///     data(&y) |= normal(mu, sigma),
    /// };
    /// let findings = model.check();
    /// assert_eq!(findings[0].rule, LintRule::PriorSupport);
    /// assert_eq!(findings[0].variable, "sigma");
    /// println!("{findings}");
    /// ```
    fn check(&self) -> Lints {
        self.graph().check()
    }
}

impl<M: Model> Inspect for M {}
