//! categorical(Θ) and categorical_logit(η) of matrices for categories yᵢ in 0, …, K − 1, one for each row:
//! log p(y) = Σᵢ log Θᵢₖ with k = yᵢ, where the rows of Θ are probabilities, or the softmax of those of η.
//!
//! The log density of each category and its adjoints are those of the
//! [operation](crate::matrix::CategoricalRows).

use crate::contract::expression::Expression;
use crate::contract::law::Measure;
use crate::contract::sketch::{ExpressionSketch, LawSketch};
use crate::distribution::Law;
use crate::matrix::CategoricalRows;
use crate::node::{Probabilities, Scale, Stored, Whole, is_category, rule_of_category};
use crate::sealed::Sealed;
use crate::shape::VectorShape;
use core::marker::PhantomData;

/// Categories with a row of `Rows` each, which contains probabilities or logits, depending on `In`.
#[derive(Clone, Copy, Debug)]
pub struct CategoryOfRow<In, Rows> {
    rows: Rows,
    scale: PhantomData<fn() -> In>,
}

impl<In: Scale, Rows> CategoryOfRow<In, Rows> {
    /// The names of the law and of its argument.
    const NAMES: (&'static str, &'static str) =
        if In::IS_LINEAR { ("categorical", "probability") } else { ("categorical_logit", "logits") };

    pub(super) fn new(rows: Rows) -> Self {
        Self { rows, scale: PhantomData }
    }
}

impl<In, Rows> Sealed for CategoryOfRow<In, Rows> {}

impl<In: Scale, Target: Expression, Rows: Expression> Law<Target> for CategoryOfRow<In, Rows>
where
    Target::Shape: VectorShape,
{
    type LogDensity =
        Whole<CategoricalRows<In>, (Stored<Target>, Stored<Probabilities<Rows>>), Target::Shape>;
    const MEASURE: Measure = Measure::Probabilities;
    const CHECKED: () = ();
    const IS_ELEMENTWISE: bool = true;

    fn log_density_at(self, variable: Target) -> Self::LogDensity {
        let rows = Probabilities::if_they_are(In::IS_LINEAR, self.rows);
        Whole::new(CategoricalRows::new(), (Stored::by_rows(variable), Stored::new(rows)))
    }

    fn broken_rule(&self, _: usize, observation: f64) -> Option<&'static str> {
        let is_category = is_category(observation, self.rows.size().columns);
        (!is_category).then_some(if In::IS_LINEAR {
            "be a category: the number of a column of the probabilities, counted from 0"
        } else {
            "be a category: the number of a column of the logits, counted from 0"
        })
    }

    fn broken_rule_in_full(&self, index: usize, observation: f64) -> Option<String> {
        let in_full = |_| rule_of_category(self.rows.size().columns);
        <Self as Law<Target>>::broken_rule(self, index, observation).map(in_full)
    }

    fn sketch(&self, _: Target) -> LawSketch {
        LawSketch::new(Self::NAMES.0).with(Self::NAMES.1, ExpressionSketch::of(&self.rows))
    }

    fn describe(&self, text: &mut String) {
        text.push_str(Self::NAMES.0);
        text.push('(');
        self.rows.describe(text);
        text.push(')');
    }
}
