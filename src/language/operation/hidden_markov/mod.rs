//! The log likelihood of a hidden Markov model, whose states are summed out: with the log densities ℓ of the observations, a row for each
//! state k and a column for each time t, the probabilities p of the first state, and those T of transitions, a row for each state before,
//!
//!   log L = log Σ over all paths s of p at s₀ · exp ℓ(s₀, 0) · Πₜ T at (sₜ₋₁, sₜ) · exp ℓ(sₜ, t).
//!
//! The forward algorithm sums in scaled probabilities, αₜ(k) = exp(ℓ(k, t) − mₜ) 2⁻ᵉ Σⱼ αₜ₋₁(j) T(j, k) with mₜ = maxₖ ℓ(k, t): no
//! logarithm and no division stands in the chain, since powers of two scale α every few steps, and
//! log L = log Σₖ α(k) at the end + Σ e log 2 + Σ mₜ. With βₜ(j) = Σₖ T(j, k) wₜ₊₁(k) backward from 1/Σₖ α(k), where w is β times
//! the same weights as in the way forward, γₜ(k) = αₜ(k) βₜ(k) is the probability of the state k at t, and
//!
//!   ∂/∂ℓ(k, t) = γₜ(k),  ∂/∂T(j, k) = Σₜ αₜ₋₁(j) wₜ(k),  ∂/∂p(k) = w₀(k).
//!
//! Where α is too small for a number all the same, everything is computed in logarithms.
//!
//! Transitions may differ from step to step: then the matrices stand on top of each other, one for each step after the first.
//!
//! Rabiner 1989, "A tutorial on hidden Markov models and selected applications in speech recognition", with the scaling of its section V.

mod chain;
mod logarithms;

pub(crate) use self::chain::Chain;
pub(crate) use self::logarithms::log_sum_exp;
use super::{BoundOperation, Operation, Setup, Side, Sizes};
use crate::error::Error;
use crate::linalg::add_scaled;
use crate::math;
use crate::sealed::Sealed;
use crate::shape::Size;
use crate::simd::{Adjoints, Operands, Pack};
use pulp::Simd;

/// The log likelihood, given the log densities of the observations, the transitions, and the first state's probabilities.
#[derive(Clone, Copy, Debug)]
pub struct HiddenMarkov;

impl Sealed for HiddenMarkov {}

impl Operation for HiddenMarkov {
    type Bound = Self;

    fn describe(&self, arguments: &[String]) -> String {
        format!("hidden_markov({}, {}, {})", arguments[2], arguments[1], arguments[0])
    }

    fn size(&self, _: &Sizes) -> Size {
        Size::SCALAR
    }

    fn bind(self, setup: &mut Setup<'_>) -> Result<Self, Error> {
        (0..3).try_for_each(|place| setup.check_not_empty(place))?;
        let [emission, transition, initial] = [0, 1, 2].map(|place| setup.size(place));
        let (states, length) = (emission.rows, emission.columns);
        setup.check_same((0, Side::Column), (2, Side::Column))?;
        let whole = states.checked_mul(length - 1);
        if transition.columns != initial.length()
            || (transition.rows != states && Some(transition.rows) != whole)
        {
            let reason = format!(
                "`{}` is a matrix of {} rows and {} columns; {states} states and {length} observations need {states} rows and columns, or \
                 one such matrix for each observation after the first, on top of each other",
                setup.name(1),
                transition.rows,
                transition.columns
            );
            return Err(setup.refused("hidden_markov", reason));
        }
        setup.claim_scratch(Chain::scratch(states, length));
        Ok(self)
    }
}

impl BoundOperation for HiddenMarkov {
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn forward<S: Simd>(&self, simd: S, sizes: &Sizes, _: Size, _: bool, operands: Operands<'_>) {
        let Operands { arguments: [log_densities, transition, initial, ..], value, scratch, .. } = operands;
        let mut chain = Chain::new((sizes[0].rows, sizes[0].columns), transition, initial, scratch);
        let largest = weigh(simd, log_densities, chain.weights, chain.length);
        let sum = match (chain.states, chain.stride) {
            (2, 0) => chain.forward::<2, true, S>(),
            (2, _) => chain.forward::<2, false, S>(),
            (3, 0) => chain.forward::<3, true, S>(),
            (4, 0) => chain.forward::<4, true, S>(),
            _ => chain.forward_of_any(),
        };
        value[0] = match sum {
            Some(sum) => sum + largest,
            None => chain.forward_in_logarithms(log_densities),
        };
    }

    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn backward<S: Simd>(
        &self,
        simd: S,
        sizes: &Sizes,
        _: Size,
        operands: Operands<'_>,
        mut adjoints: Adjoints<'_>,
    ) {
        let Operands { arguments: [log_densities, transition, initial, ..], value, scratch, .. } = operands;
        let mut chain = Chain::new((sizes[0].rows, sizes[0].columns), transition, initial, scratch);
        match (chain.states, chain.stride) {
            _ if *chain.inverse == 0.0 => {
                chain.backward_in_logarithms(log_densities, value[0], &mut adjoints)
            }
            (2, 0) => chain.backward::<2, true, S>(&mut adjoints),
            (2, _) => chain.backward::<2, false, S>(&mut adjoints),
            (3, 0) => chain.backward::<3, true, S>(&mut adjoints),
            (4, 0) => chain.backward::<4, true, S>(&mut adjoints),
            _ => chain.backward_of_any(&mut adjoints),
        }
        if let Some(of_log_densities) = adjoints.of(0) {
            add_scaled(simd, of_log_densities, 1.0, chain.weights);
        }
    }
}

/// Stores exp(ℓ(k, t) − mₜ) with mₜ = maxₖ ℓ(k, t), and adds up mₜ. Where all are −∞, m is 0.
#[cfg_attr(not(monomorph_outlined), inline(always))]
fn weigh<S: Simd>(simd: S, log_densities: &[f64], weights: &mut [f64], length: usize) -> f64 {
    let mut sum = Pack::zero(simd);
    for start in (0..length).step_by(Pack::<S>::LANES) {
        let end = (start + Pack::<S>::LANES).min(length);
        let load = |row: &[f64]| match S::as_simd_f64s(&row[start..end]) {
            ([register], _) => Pack::new(simd, *register),
            // Lanes behind the end are 0.
            (_, rest) => Pack::new(simd, simd.partial_load_f64s(rest)),
        };
        let mut largest = Pack::splat(simd, f64::NEG_INFINITY);
        for row in log_densities.chunks_exact(length) {
            let log_density = load(row);
            // NaN stays.
            largest = log_density.le(largest).select(largest, log_density);
        }
        largest = largest.eq(f64::NEG_INFINITY).select(0.0, largest);
        for (row, weights) in log_densities.chunks_exact(length).zip(weights.chunks_exact_mut(length)) {
            let weight = math::exp(load(row) - largest);
            match S::as_mut_simd_f64s(&mut weights[start..end]) {
                ([register], _) => *register = weight.value,
                (_, rest) => simd.partial_store_f64s(rest, weight.value),
            }
        }
        sum = sum + largest;
    }
    sum.sum()
}
