//! The log likelihood of each observation of a model in which a variable is marginalised: log p(yᵢ | θ),
//! where yᵢ are all observations in rows that read the element zᵢ.
//!
//! With lᵢₖ of all statements that mention z, and mᵢₖ of those that are not observations: log p(yᵢ | θ) =
//! log Σₖ exp lᵢₖ − log Σₖ exp mᵢₖ; for a continuous variable, integrals replace the sums.

use super::BoundMarginal;
use super::integral::integrate;
use super::scope::{Pass, Slope, blanket, moving};
use crate::compiler::Joined;
use crate::contract::scope::Value;
use crate::frame::Frame;
use crate::model::conjugacy::Integral;
use crate::model::drawing::{Observations, SumOfRows};
use crate::model::marginalised::POINTS;
use crate::model::statement::{BoundModel, no_pass};
use crate::name::Name;
use crate::shape::{Extent, Shape};
use crate::simd::Pack;
use pulp::Scalar;

/// Returns log Σ exp of the terms.
fn log_sum_exp(terms: &[f64]) -> f64 {
    let largest = terms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if largest == f64::NEG_INFINITY {
        return largest;
    }
    let possible = terms.iter().filter(|term| !term.is_nan());
    largest + possible.map(|term| (term - largest).exp()).sum::<f64>().ln()
}

/// Returns log p(yᵢ | y₀ … yᵢ₋₁) of the observations that read each state of a Markov chain, given the log
/// densities of an element and a state.
fn given_the_past(
    joined: Joined,
    frame: &Frame<'_>,
    length: usize,
    log_density: &dyn Fn(usize, usize) -> f64,
) -> Vec<f64> {
    let Joined { first, transition, count, .. } = joined;
    let mut filtered: Vec<f64> = Vec::new();
    let each = (0..length).map(|element| {
        let predicted = (0..count).map(|to| match element {
            0 => frame.number(first.element(to)),
            _ => filtered
                .iter()
                .enumerate()
                .map(|(from, p)| p * frame.number(transition.element(from * count + to)))
                .sum(),
        });
        let terms: Vec<f64> = predicted
            .enumerate()
            .map(|(state, p): (usize, f64)| p.ln() + log_density(element, state))
            .collect();
        let sum = log_sum_exp(&terms);
        filtered = terms.iter().map(|term| (term - sum).exp()).collect();
        sum
    });
    each.collect()
}

impl<Var: Name, Sh: Shape, M: BoundModel> BoundMarginal<Var, Sh, M> {
    /// Returns the logarithm of the integral over an element, from the log densities at the element's
    /// points.
    fn integral_of_rows(
        &self,
        integral: Integral,
        frame: &Frame<'_>,
        element: usize,
        values: [f64; POINTS],
    ) -> f64 {
        let simd = Scalar::new();
        let values = values.map(|value| Pack::splat(simd, value));
        integrate(integral, self.posterior(simd, frame, element), values).0.first()
    }

    /// Adds the log likelihood of the observations in rows that read elements which are integrated over
    /// together.
    fn observe_jointly(&self, observations: &mut Observations, frame: &mut Frame<'_>) {
        let simd = Scalar::new();
        let all = self.find_joint_posterior::<Slope<Var, M, Value, false>, _>(simd, frame, false);
        // If all statements are observations, as for partly observed cells, no other integral remains.
        let others = match M::count::<Slope<Var, M, Value, true>>() {
            0 => 0.0,
            _ => self.find_joint_posterior::<Slope<Var, M, Value, true>, _>(simd, frame, false),
        };
        self.define_again::<Pass<Var, M, Value, false>, _>(simd, frame);
        let outer = observations.begin_pass(SumOfRows::new(moving::<Var, M>(), 1));
        self.model.observe(observations, frame);
        let statement = observations.end_pass(outer).and_then(|pass| pass.statement);
        observations.tell_sum(statement, Extent::Scalar, &[true], vec![all - others], vec![others]);
    }

    /// Adds the log likelihood of the observations that read each element, and the log density of the other
    /// statements.
    pub(crate) fn observe_rows(&self, observations: &mut Observations, frame: &mut Frame<'_>) {
        if observations.holds(Var::VAR) {
            return self.model.observe(observations, frame);
        }
        let own = moving::<Var, M>();
        let pass = observations.begin_sum(own);
        self.model.observe(observations, frame);
        let is_wanted = observations.wants_sum(&blanket::<Var, M>(), pass.as_ref());
        observations.end_sum();
        if !is_wanted {
            return;
        }
        let observe =
            const { if Self::JOINT.is_some() { Self::observe_jointly } else { Self::observe_each } };
        observe(self, observations, frame);
    }

    /// Adds the log likelihood of the observations that read each element.
    fn observe_each(&self, observations: &mut Observations, frame: &mut Frame<'_>) {
        let own = moving::<Var, M>();
        let find =
            const { if Self::INTEGRAL.is_some() { Self::find_alone::<Value, Scalar> } else { no_pass } };
        let set = const {
            if Self::INTEGRAL.is_some() {
                Self::set_point::<Pass<Var, M, Value, false>, Scalar>
            } else {
                Self::set::<Pass<Var, M, Value, false>, Scalar>
            }
        };
        let score_law = const { if Self::IS_JOINED { Self::score_law::<Value, Scalar> } else { no_pass } };
        find(self, Scalar::new(), frame);
        let (length, count) =
            (self.table.length, if const { Self::INTEGRAL.is_some() } { POINTS } else { self.table.count });
        let mut passes = Vec::with_capacity(count);
        for number in 0..count {
            set(self, Scalar::new(), frame, number);
            let outer = observations.begin_pass(SumOfRows::new(own, length));
            self.model.observe(observations, frame);
            passes.extend(observations.end_pass(outer));
        }
        score_law(self, Scalar::new(), frame);
        let known = |element: usize, number: usize, frame: &Frame<'_>| {
            let given = self.known.map(|known| frame.packed(Scalar::new(), known.element(element)).first());
            given.is_none_or(|given| given.is_nan() || given == self.lowest + number as f64)
        };
        let sum = |element: usize, seen: bool| {
            if let Some(integral) = const { Self::INTEGRAL } {
                let value =
                    |pass: &SumOfRows| pass.others[element] + if seen { pass.seen[element] } else { 0.0 };
                let values = core::array::from_fn(|number| passes.get(number).map_or(f64::NAN, value));
                return self.integral_of_rows(integral, frame, element, values);
            }
            let possible = passes.iter().enumerate().filter(|(number, _)| known(element, *number, frame));
            let terms =
                possible.map(|(_, pass)| pass.others[element] + if seen { pass.seen[element] } else { 0.0 });
            log_sum_exp(&terms.collect::<Vec<f64>>())
        };
        let all = (0..length).map(|element| sum(element, true));
        let others: Vec<f64> = (0..length).map(|element| sum(element, false)).collect();
        let seen: Vec<f64> = all.zip(&others).map(|(all, others)| all - others).collect();
        let seen = match self.joined {
            None => seen,
            Some(joined) => given_the_past(joined, frame, length, &|element, number| {
                if known(element, number, frame) {
                    passes[number].seen[element] + passes[number].others[element]
                } else {
                    f64::NEG_INFINITY
                }
            }),
        };
        let pass = passes.into_iter().next();
        let (statement, is_seen) = pass.map(|pass| (pass.statement, pass.is_seen)).unwrap_or_default();
        let extent = if Sh::IS_SCALAR { Extent::Scalar } else { Extent::Vector(length) };
        observations.tell_sum(statement, extent, &is_seen, seen, others);
    }
}
