//! The log likelihood of each observation of a model in which a variable is summed out: log p(yᵢ | θ), yᵢ being everything that was seen of
//! what reads the element zᵢ.
//!
//! With lᵢₖ of all statements that mention z and mᵢₖ of those that are no observations: log p(yᵢ | θ) = log Σₖ exp lᵢₖ − log Σₖ exp mᵢₖ.

use super::Marginal;
use super::scope::{Pass, blanket, moving};
use crate::drawing::{Observations, SumOfRows};
use crate::name::Name;
use crate::scope::Value;
use crate::shape::{Extent, Shape};
use crate::simd::Frame;
use crate::statement::BoundModel;
use pulp::Scalar;

/// log Σ exp of the terms.
fn log_sum_exp(terms: &[f64]) -> f64 {
    let largest = terms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if largest == f64::NEG_INFINITY {
        return largest;
    }
    let possible = terms.iter().filter(|term| !term.is_nan());
    largest + possible.map(|term| (term - largest).exp()).sum::<f64>().ln()
}

impl<Var: Name, Sh: Shape, M: BoundModel> Marginal<Var, Sh, M> {
    /// Tells the log likelihood of what reads each element, and that of the other statements.
    pub(super) fn observe_rows(&self, observations: &mut Observations, frame: &mut Frame<'_>) {
        let own = moving::<Var, M>();
        let pass = observations.begin_sum(own);
        self.model.observe(observations, frame);
        let is_wanted = observations.wants_sum(&blanket::<Var, M>(), pass.as_ref());
        observations.end_sum();
        if !is_wanted {
            return;
        }
        let (length, count) = (self.table.length, self.table.count);
        let mut passes = Vec::with_capacity(count);
        for number in 0..count {
            self.set::<Pass<Var, M, Value, false>, Scalar>(Scalar::new(), frame, number);
            let outer = observations.begin_pass(SumOfRows::new(own, length));
            self.model.observe(observations, frame);
            passes.extend(observations.end_pass(outer));
        }
        let known = |element: usize, number: usize, frame: &Frame<'_>| {
            let given = self.known.map(|known| frame.packed(Scalar::new(), known.element(element)).first());
            given.is_none_or(|given| given.is_nan() || given == self.lowest + number as f64)
        };
        let sum = |element: usize, seen: bool| {
            let possible = passes.iter().enumerate().filter(|(number, _)| known(element, *number, frame));
            let terms =
                possible.map(|(_, pass)| pass.others[element] + if seen { pass.seen[element] } else { 0.0 });
            log_sum_exp(&terms.collect::<Vec<f64>>())
        };
        let all = (0..length).map(|element| sum(element, true));
        let others: Vec<f64> = (0..length).map(|element| sum(element, false)).collect();
        let seen: Vec<f64> = all.zip(&others).map(|(all, others)| all - others).collect();
        let statement = passes.into_iter().next().and_then(|pass| pass.statement);
        let extent = if Sh::IS_SCALAR { Extent::Scalar } else { Extent::Vector(length) };
        observations.tell_sum(statement, extent, seen, others);
    }
}
