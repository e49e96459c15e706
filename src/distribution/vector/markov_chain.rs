//! markov_chain(p, T) of discrete states s₁, …, sₙ: s₁ ~ categorical(p), sᵢ ~ categorical(the row sᵢ₋₁ of T).
//!
//! The log density and its adjoints are those of the [operation](crate::time::MarkovChain).

use crate::contract::expression::Expression;
use crate::contract::law::Measure;
use crate::contract::sketch::{ArgumentRole, ExpressionSketch, LawSketch};
use crate::distribution::Law;
use crate::expression::IntoExpr;
use crate::model::{ComposedNode, Follow, Variable};
use crate::node::{Probabilities, Stored, Whole};
use crate::sealed::Sealed;
use crate::shape::{MatrixShape, Scalar, VectorShape};
use crate::time::MarkovChain as LogProbability;

/// The law of a Markov chain's states.
#[derive(Clone, Copy, Debug)]
pub struct MarkovChain<Initial, Transition> {
    initial: Initial,
    transition: Transition,
}

/// The law of a Markov chain's states, a vector of categories: the first state follows `initial`, and each
/// later state follows the row of `transition` for the previous state.
///
/// $$ p(s) = p_{s_1} \prod_{i > 1} T_{s_{i-1} s_i} $$
///
/// `initial` has K probabilities and `transition` K rows of K probabilities. A Gibbs sampler draws all
/// states at once, by filtering forward and sampling backward, if each observation depends on its own state
/// only.
///
/// Probabilities that are data and do not sum to 1 are an error of `compile()`; they are divided by their
/// sum if it differs from 1 by less than 10⁻⁸.
///
/// ```
/// use monomorph::prelude::*;
///
/// let x = [0.1, 0.3, 1.2, 0.9];
/// params! { t: simplex(2).rows(2), m: vector(2), s: vector(4).category(2) }
/// let model = model! {
///     t |= dirichlet(0.5),
///     m |= normal(&[0.0, 1.0], 0.1),
///     s |= markov_chain(&[0.5, 0.5], t),
///     data(&x) |= normal(m.at(s), 0.5),
/// };
/// assert_eq!(model.compile()?.dimension(), 4);
/// # Ok::<(), monomorph::Error>(())
/// ```
///
/// The chapter [Hidden states](crate::guide::hidden_states) begins with a whole program.
pub fn markov_chain<Initial: IntoExpr, Transition: IntoExpr>(
    initial: Initial,
    transition: Transition,
) -> MarkovChain<Initial::Node, Transition::Node>
where
    <Initial::Node as Expression>::Shape: VectorShape,
    <Transition::Node as Expression>::Shape: MatrixShape,
{
    MarkovChain { initial: initial.into_expr().0, transition: transition.into_expr().0 }
}

/// The states and the probabilities, in slots.
type Nodes<Target, Initial, Transition> =
    (Stored<Target>, Stored<Probabilities<Initial>>, Stored<Probabilities<Transition>>);

impl<Initial, Transition> Sealed for MarkovChain<Initial, Transition> {}

impl<Target: Expression, Initial: Expression, Transition: Expression> Law<Target>
    for MarkovChain<Initial, Transition>
where
    Target::Shape: VectorShape,
{
    type LogDensity = Whole<LogProbability, Nodes<Target, Initial, Transition>, Scalar>;
    const MEASURE: Measure = Measure::Probabilities;
    const CHECKED: () = ();
    const IS_ELEMENTWISE: bool = false;

    fn log_density_at(self, variable: Target) -> Self::LogDensity {
        let (initial, transition) = (Probabilities::new(self.initial), Probabilities::new(self.transition));
        let nodes = (Stored::new(variable), Stored::new(initial), Stored::new(transition));
        Whole::new(LogProbability, nodes)
    }

    fn broken_rule(&self, _: usize, observation: f64) -> Option<&'static str> {
        let is_state = observation >= 0.0
            && observation.fract() == 0.0
            && self.initial.sides().length().is_none_or(|count| observation < count as f64);
        (!is_state).then_some("be a state, counted from 0")
    }

    fn sketch(&self, _: Target) -> LawSketch {
        LawSketch::new("markov_chain")
            .with_role("initial", ExpressionSketch::of(&self.initial), ArgumentRole::Probabilities)
            .with_role("transition", ExpressionSketch::of(&self.transition), ArgumentRole::Probabilities)
    }

    fn describe(&self, text: &mut String) {
        text.push_str("markov_chain(");
        self.initial.describe(text);
        text.push_str(", ");
        self.transition.describe(text);
        text.push(')');
    }
}

impl<Target: Variable, Initial: Expression, Transition: Expression> Follow<Target>
    for MarkovChain<Initial, Transition>
where
    Target::Shape: VectorShape,
{
    type Statement = ComposedNode<Target, Self, <Self as Law<Target>>::LogDensity>;

    fn statement(self, variable: Target, source: Option<&'static str>) -> Self::Statement {
        ComposedNode::new(variable, self, source)
    }
}
