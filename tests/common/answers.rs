//! Functions of a family at numbers: its density and its cumulative probabilities, with their derivatives, on
//! every instruction set.

use super::say;
use monomorph::contract::node::{MAX_ARGUMENTS, Packs};
use monomorph::distribution::*;
use monomorph::math;
use monomorph::simd::Pack;
use pulp::{Simd, WithSimd};
use std::marker::PhantomData;

/// A function of the family at the point and its arguments.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Side {
    Density,
    Below,
    Above,
}

/// Returns the distance of an answer from a record, in units of the allowed error. `slack` is the change of
/// the record by a change in the last place of all numbers, and `size` the size of the argument of a slope.
pub fn error(got: f64, want: f64, relative: f64, slack: f64, size: f64) -> f64 {
    // Results that underflow lose digits.
    let allowed = relative * want.abs() + 16.0 * slack + 1e-290 / size + 1e-300;
    if got.is_finite() { (got - want).abs() / allowed } else { f64::INFINITY }
}

/// A value and its partial derivatives.
pub type Answer = (f64, [f64; MAX_ARGUMENTS]);

/// One evaluation.
struct Evaluate<F> {
    side: Side,
    values: [f64; MAX_ARGUMENTS],
    family: PhantomData<F>,
}

impl<F: Cumulative> WithSimd for Evaluate<F> {
    type Output = Answer;

    fn with_simd<S: Simd>(self, simd: S) -> Answer {
        let packs: Packs<S> = self.values.map(|value| Pack::splat(simd, value));
        let (value, partials) = match self.side {
            Side::Below => F::log_cdf(&packs),
            Side::Above => F::log_ccdf(&packs),
            Side::Density => density::<F, S>(packs),
        };
        let lanes = value.to_array();
        assert!(lanes[..S::F64_LANES].iter().all(|lane| lane.to_bits() == lanes[0].to_bits()), "{lanes:?}");
        (value.first(), partials.map(Pack::first))
    }
}

/// Returns the arguments, each with its complement if the function reads it.
pub fn with_complements<S: Simd>(complements: &[usize], mut packs: Packs<S>) -> Packs<S> {
    for (number, &place) in complements.iter().enumerate() {
        packs[COMPLEMENT - number] = 1.0 - packs[place];
    }
    packs
}

/// Returns the log density of a variable that is a parameter.
pub fn density<F: Family, S: Simd>(packs: Packs<S>) -> (Pack<S>, Packs<S>) {
    let mut packs = with_complements(F::FACTS.complements, packs);
    let mut value = Pack::zero(packs[0].simd);
    let mut partials = [value; MAX_ARGUMENTS];
    // The columns stand behind the arguments.
    let columns = F::columns(packs[0], packs[COMPLEMENT]);
    for (column, (value, _)) in columns.into_iter().take(F::FACTS.columns).enumerate() {
        packs[F::FACTS.arguments.len() + column] = value;
    }
    if let Some(place) = F::FACTS.logarithm_of {
        packs[LOGARITHM] = math::log(packs[place]);
    }
    F::Terms::add::<Every, S>(&packs, &mut value, &mut partials);
    for (column, (_, slope)) in columns.into_iter().take(F::FACTS.columns).enumerate() {
        partials[0] = partials[0] + partials[F::FACTS.arguments.len() + column] * slope;
    }
    (value, partials)
}

/// Returns the answers on every instruction set of the machine.
pub fn answers_on_every_set<F: Cumulative>(side: Side, at: &[f64]) -> Vec<(&'static str, Answer)> {
    let mut values = [f64::NAN; MAX_ARGUMENTS];
    values[..at.len()].copy_from_slice(at);
    on_every_set(|| Evaluate::<F> { side, values, family: PhantomData })
}

/// Returns the result of an operation on every instruction set of the machine.
pub fn on_every_set<Op: WithSimd>(op: impl Fn() -> Op) -> Vec<(&'static str, Op::Output)> {
    let mut answers = vec![("scalar", Simd::vectorize(pulp::Scalar::new(), op()))];
    match pulp::x86::V3::try_new() {
        Some(set) => answers.push(("AVX2", Simd::vectorize(set, op()))),
        None => say("NOT RUN: kernels of AVX2, which this machine lacks"),
    }
    match pulp::x86::V4::try_new() {
        Some(set) => answers.push(("AVX-512", Simd::vectorize(set, op()))),
        None => say("NOT RUN: kernels of AVX-512, which this machine lacks"),
    }
    answers
}
