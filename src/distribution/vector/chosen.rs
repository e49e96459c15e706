//! categorical(θ) element by element: log p(z) = Σᵢ log θ at zᵢ, for a discrete parameter z, for a part of
//! one, and for a law that is a part of another.
//!
//! ∂/∂θₖ = Σ over i with zᵢ = k of 1/θₖ.
//!
//! Data are counted instead, see [`categorical`](crate::distribution::vector::categorical()); elements that
//! a Gibbs sampler updates must be separate.

use crate::compiler::Index;
use crate::contract::expression::{Expression, Fit, Fitted};
use crate::contract::family::Family;
use crate::contract::law::Measure;
use crate::contract::sketch::LawSketch;
use crate::distribution::macros::family;
use crate::distribution::vector::categorical::{Categorical, CategoryCounts};
use crate::distribution::vector::categorical_logit::CategoryCountsLog;
use crate::distribution::{Distribution, Law, sample};
use crate::math;
use crate::model::{EqNode, Follow, Parted};
use crate::name::Name;
use crate::node::{
    Gather, GatherBy, Parameter, Probabilities, View, Windowed, is_category, rule_of_category,
};
use crate::sealed::Sealed;
use crate::shape::Shape;
use crate::support::{DeclaredData, Integers};

/// The probability of the chosen category, for each element.
mod probability {
    use super::*;

    family! {
        /// Categories that are parameters, given the probability of each element's category.
        Chosen, categorical(probability in Unit), y in Count;

        conjugate(probability: Dirichlet)

        /// log θ
        term Seen(probability) { (math::log(probability), [probability.recip()]) }

        draw_picked(rng, probability) { sample::category(probability, rng) as f64 }
    }
}

/// The logarithm of the chosen category's probability, for each element.
mod logarithm {
    use super::*;

    family! {
        /// Categories that are parameters, given the logarithm of the probability of each element's
        /// category.
        ChosenLog, categorical_logit(log_probability in Extended), y in Count;

        /// log θ
        term Seen(log_probability) { (log_probability, [log_probability.constant(1.0)]) }

        draw_picked(rng, log_probability) { sample::category(&sample::softmax(log_probability), rng) as f64 }
    }
}

pub use logarithm::ChosenLog;
pub use probability::Chosen;

/// The family of single categories that corresponds to a family of counts.
pub trait OneByOne: Sealed {
    /// The family.
    type Family: Family;
}

impl OneByOne for CategoryCounts {
    type Family = Chosen;
}

impl OneByOne for CategoryCountsLog {
    type Family = ChosenLog;
}

/// The categories, and the elements of the argument that they gather.
type Nodes<Argument, Target> = (Target, GatherBy<Probabilities<Argument>, Target>);

/// Implements the statement for discrete parameters, and for parts of them.
macro_rules! chosen {
    ($([$($parameter:tt)*] $Target:ty, |$target:ident| $gathered:expr;)*) => {$(
        impl<$($parameter)*, F: OneByOne + Family, Argument: Expression> Follow<$Target>
            for Categorical<F, Argument>
        where
            Nodes<Argument, $Target>: Fit,
            $Target: crate::model::Variable,
        {
            type Statement = EqNode<
                F::Family,
                $Target,
                Fitted<Nodes<Argument, $Target>>,
                <Nodes<Argument, $Target> as Fit>::Shape,
            >;

            fn statement(self, $target: $Target, source: Option<&'static str>) -> Self::Statement {
                let gathered = $gathered(self.probabilities());
                EqNode::new($target, ($target, gathered).lift(), source)
            }
        }
    )*};
}

chosen! {
    [Var: Name, Sh: Shape, Seen: DeclaredData] Parameter<Var, Sh, Integers, Seen>,
        |variable| |law| GatherBy::within(law, variable, variable.support);
    [Win: Windowed, N: Parted, Sh: Shape] View<Win, N, Sh>, |part| |law| GatherBy::new(law, part);
    ['a, I: Index, N: Parted] Gather<&'a [I], N>, |part| |law| GatherBy::new(law, part);
}

impl<F, Argument> Sealed for Categorical<F, Argument> {}

/// The law of single categories, given the elements of the argument that they gather.
type OfEach<F, Argument, Target> =
    Distribution<<F as OneByOne>::Family, (GatherBy<Probabilities<Argument>, Target>,)>;

impl<F: OneByOne + Family, Argument: Expression, Target: Expression> Law<Target> for Categorical<F, Argument>
where
    OfEach<F, Argument, Target>: Law<Target>,
{
    type LogDensity = <OfEach<F, Argument, Target> as Law<Target>>::LogDensity;
    const MEASURE: Measure = Measure::Probabilities;
    const CHECKED: () = <OfEach<F, Argument, Target> as Law<Target>>::CHECKED;
    const IS_ELEMENTWISE: bool = true;

    fn log_density_at(self, variable: Target) -> Self::LogDensity {
        OfEach::<F, _, _>::new((GatherBy::new(self.probabilities(), variable),)).log_density_at(variable)
    }

    fn broken_rule(&self, _: usize, observation: f64) -> Option<&'static str> {
        let is_category = is_category(observation, self.argument().size().length());
        (!is_category).then_some("be a category: the number of a probability, counted from 0")
    }

    fn broken_rule_in_full(&self, index: usize, observation: f64) -> Option<String> {
        let in_full = |_| rule_of_category(self.argument().size().length());
        <Self as Law<Target>>::broken_rule(self, index, observation).map(in_full)
    }

    fn sketch(&self, variable: Target) -> LawSketch {
        OfEach::<F, _, _>::new((GatherBy::new(self.probabilities(), variable),)).sketch(variable)
    }

    fn describe(&self, text: &mut String) {
        text.push_str(F::FACTS.name);
        text.push('(');
        self.argument().describe(text);
        text.push(')');
    }
}
