//! The log probability of a Markov chain's states s₁, …, sₙ, given the probabilities p of the first state
//! and the matrix T of transitions, a row for each previous state:
//!
//!   log p at s₁ + Σᵢ log T at (sᵢ₋₁, sᵢ),   p̄ at s₁ = 1/p at s₁,
//!   T̄ at (j, k) = the number of steps from j to k, by T at (j, k).
//!
//! Invalid states make it NaN, so that the log density is −∞.
//!
//! If the states are marginalised, the value is the logarithm of the sum over all paths of states, each with
//! the log densities that the other statements have stored in a table: the forward algorithm of a [hidden
//! Markov model](crate::time::HiddenMarkov). In the backward pass the table contains the probabilities of
//! the states.

use crate::compiler::Context;
use crate::contract::conjugacy::Curve;
use crate::contract::drawing::DrawnRow;
use crate::contract::operation::{BoundOperation, Operation, OperationFacts, Setup, Side, Sizes};
use crate::error::Error;
use crate::frame::{Adjoints, MAX_ARGUMENTS, Operands};
use crate::random::{are_weights, category};
use crate::sealed::Sealed;
use crate::shape::Size;
use crate::time::hidden_markov::{
    Chain, Columns, INITIAL, TRANSITIONS, backward, check_probabilities, forward,
};
use monomorph_macros::inlined;
use pulp::Simd;

/// The log probability of the states, given the probabilities of the first state and of the transitions.
#[derive(Clone, Copy, Debug)]
pub struct MarkovChain;

/// The log probability as it runs.
#[derive(Clone, Copy, Debug)]
pub struct BoundMarkovChain {
    /// True if the states are marginalised.
    is_summed: bool,
}

/// Returns the state that a number stands for; `None` if it is not a state.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn state(number: f64, count: usize) -> Option<usize> {
    let state = number as usize;
    (number >= 0.0 && state < count).then_some(state)
}

impl Sealed for MarkovChain {}
impl Sealed for BoundMarkovChain {}

impl Operation for MarkovChain {
    type Bound = BoundMarkovChain;

    fn describe(&self, arguments: &[String]) -> String {
        format!("markov_chain({}, {})", arguments[1], arguments[2])
    }

    fn size(&self, _: &Sizes) -> Size {
        Size::SCALAR
    }

    fn bind(self, setup: &mut Setup<'_>) -> Result<BoundMarkovChain, Error> {
        setup.check_not_empty(0)?;
        setup.check_not_empty(1)?;
        setup.check_square(2)?;
        setup.check_same((1, Side::Column), (2, Side::Row))?;
        let is_summed = setup.is_summed();
        if is_summed {
            let (length, count) = (setup.size(0).length(), setup.size(1).length());
            setup.claim_scratch(length.saturating_mul(count));
            setup.claim_scratch(Chain::scratch(count, length));
        }
        Ok(BoundMarkovChain { is_summed })
    }
}

#[inlined]
impl BoundOperation for BoundMarkovChain {
    const FACTS: OperationFacts = OperationFacts {
        couples_elements: true,
        curves: &[(0, Curve::Chain), (1, Curve::Dirichlet), (2, Curve::Dirichlet)],
        continues: true,
        ..OperationFacts::NONE
    };

    fn precompute(
        &self,
        context: &Context,
        sizes: &Sizes,
        is_data: [bool; MAX_ARGUMENTS],
        operands: Operands<'_>,
        _: &mut [f64],
    ) -> Result<(), Error> {
        check_probabilities(context, sizes, is_data, &operands, [(1, INITIAL), (2, TRANSITIONS)])
    }

    fn forward<S: Simd>(&self, simd: S, sizes: &Sizes, _: Size, _: bool, operands: Operands<'_>) {
        if self.is_summed {
            let (length, count) = (sizes[0].length(), sizes[1].length());
            let (table, scratch) = operands.scratch.split_at_mut(length * count);
            let [first, transition] = [1, 2].map(|place| operands.arguments[place]);
            let chain = Chain::new((count, length), transition, first, scratch);
            operands.value[0] = forward(simd, Columns::all(table, length), chain);
            return;
        }
        let [states, first, transition] = [0, 1, 2].map(|place| operands.arguments[place]);
        let count = sizes[1].length();
        let mut before = None;
        let mut sum = 0.0;
        for &number in states {
            let now = state(number, count);
            let probability = match (before, now) {
                (None, Some(now)) => first[now],
                (Some(before), Some(now)) => transition[before * count + now],
                (_, None) => f64::NAN,
            };
            sum += probability.ln();
            before = now;
        }
        operands.value[0] = sum;
    }

    fn draw(&self, sizes: &Sizes, operands: Operands<'_>, to: DrawnRow<'_>) -> bool {
        let [first, transition] = [1, 2].map(|place| operands.arguments[place]);
        let count = sizes[1].length();
        let mut weights = first;
        for (place, state) in to.values.iter_mut().enumerate() {
            if place >= to.known {
                if !are_weights(weights) {
                    *state = f64::NAN;
                    return true;
                }
                *state = category(weights, to.rng) as f64;
            }
            let Some(moves) = transition.chunks_exact(count).nth(*state as usize) else { return false };
            weights = moves;
        }
        true
    }

    fn backward<S: Simd>(
        &self,
        simd: S,
        sizes: &Sizes,
        _: Size,
        operands: Operands<'_>,
        mut adjoints: Adjoints<'_>,
    ) {
        if self.is_summed {
            let (length, count) = (sizes[0].length(), sizes[1].length());
            let (table, scratch) = operands.scratch.split_at_mut(length * count);
            let [first, transition] = [1, 2].map(|place| operands.arguments[place]);
            let mut chain = Chain::new((count, length), transition, first, scratch);
            backward(simd, Columns::all(table, length), &mut chain, &mut adjoints.exchanged(1, 2));
            table.copy_from_slice(&chain.weights[..length * count]);
            return;
        }
        let [states, first, transition] = [0, 1, 2].map(|place| operands.arguments[place]);
        let (count, adjoint) = (sizes[1].length(), adjoints.value[0]);
        let chain = || states.iter().map_while(|&number| state(number, count));
        if let (Some(first_adjoint), Some(state)) = (adjoints.of(1), chain().next()) {
            first_adjoint[state] += adjoint / first[state];
        }
        if let Some(transition_adjoint) = adjoints.of(2) {
            for (before, now) in chain().zip(chain().skip(1)) {
                let place = before * count + now;
                transition_adjoint[place] += adjoint / transition[place];
            }
        }
    }
}
