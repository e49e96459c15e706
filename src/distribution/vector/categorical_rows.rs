//! categorical_logit(η) of a matrix η for categories yᵢ in 0, …, K − 1, one for each row: log p(y) = Σᵢ log
//! softmax(ηᵢ) at yᵢ.
//!
//! The log density of each category and its adjoints are those of the
//! [operation](crate::matrix::CategoricalRows).

use crate::contract::expression::Expression;
use crate::contract::law::Measure;
use crate::contract::sketch::{ExpressionSketch, LawSketch};
use crate::distribution::Law;
use crate::matrix::CategoricalRows;
use crate::node::{Stored, Whole};
use crate::sealed::Sealed;
use crate::shape::VectorShape;

/// Categories of which each has logits of its own, the rows of `Logits`.
#[derive(Clone, Copy, Debug)]
pub struct CategoryOfRow<Logits> {
    pub(super) logits: Logits,
}

impl<Logits> Sealed for CategoryOfRow<Logits> {}

impl<Target: Expression, Logits: Expression> Law<Target> for CategoryOfRow<Logits>
where
    Target::Shape: VectorShape,
{
    type LogDensity = Whole<CategoricalRows, (Stored<Target>, Stored<Logits>), Target::Shape>;
    const MEASURE: Measure = Measure::Probabilities;
    const CHECKED: () = ();
    const IS_ELEMENTWISE: bool = true;

    fn log_density_at(self, variable: Target) -> Self::LogDensity {
        Whole::new(CategoricalRows, (Stored::new(variable), Stored::new(self.logits)))
    }

    fn broken_rule(&self, _: usize, observation: f64) -> Option<&'static str> {
        let count = self.logits.size().columns as f64;
        let is_category = observation >= 0.0 && observation < count && observation.fract() == 0.0;
        (!is_category).then_some("be a category: the number of a column of the logits, counted from 0")
    }

    fn broken_rule_in_full(&self, index: usize, observation: f64) -> Option<String> {
        let last = self.logits.size().columns.saturating_sub(1);
        let in_full = |_| format!("be a category, a whole number from 0 to {last}");
        <Self as Law<Target>>::broken_rule(self, index, observation).map(in_full)
    }

    fn sketch(&self, _: Target) -> LawSketch {
        LawSketch::new("categorical_logit").with("logits", ExpressionSketch::of(&self.logits))
    }

    fn describe(&self, text: &mut String) {
        text.push_str("categorical_logit(");
        self.logits.describe(text);
        text.push(')');
    }
}
