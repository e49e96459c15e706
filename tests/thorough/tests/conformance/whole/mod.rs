//! Laws of vectors, categories and matrices: each argument in turn a number, data of several types, a
//! parameter, a definition, elements by indices and an expression. A sheet is a model of all statements; its
//! formula is the list of their log densities, over numbers with derivatives, at the parameters' values. All
//! parameters are on the real line with flat priors, so that there are no Jacobians.

mod categories;
mod linear;
mod matrices;
mod normals;
mod probabilities;

use crate::baseline::{self, Counts};
use crate::common::{Random, evaluate_gradient, on_every_set_with};
use crate::dual::Dual;
use monomorph::posterior::Coordinates;
use monomorph::prelude::*;
use std::collections::BTreeMap;

/// A number with its derivatives by some coordinates: a formula is evaluated as often as it takes to have
/// all.
pub type X = Dual<8>;

/// Around every boundary of a register.
const LENGTHS: [usize; 7] = [1, 2, 3, 7, 8, 9, 17];

/// Compares the sheet of a law at each length up to a largest one, with rewrites and without.
pub fn sheet(name: &'static str, largest: usize, compare: impl Fn(&Case)) {
    let lengths = LENGTHS.into_iter().filter(|&length| length <= largest);
    baseline::compare(name, lengths, |length, rewrites, counts| {
        compare(&Case { name, length, rewrites, counts });
    });
}

/// A sheet at a length.
pub struct Case<'a> {
    name: &'static str,
    pub length: usize,
    rewrites: Rewrites,
    counts: &'a Counts,
}

/// The values of the parameters.
pub struct At(BTreeMap<&'static str, Vec<X>>);

impl At {
    /// The elements of a parameter, of a matrix row after row.
    pub fn all(&self, name: &str) -> &[X] {
        &self.0[name]
    }

    /// A scalar parameter.
    pub fn one(&self, name: &str) -> X {
        self.0[name][0]
    }
}

/// A number that is no parameter.
pub fn x(value: f64) -> X {
    Dual::constant(value)
}

/// Data as numbers of a formula.
pub fn xs(values: &[f64]) -> Vec<X> {
    values.iter().map(|&value| x(value)).collect()
}

/// The list of statements' log densities, given the parameters.
type Formula<'a> = &'a (dyn Fn(&At) -> Vec<X> + Sync);

impl Case<'_> {
    fn random(&self, what: &str) -> Random {
        Random::of(self.length, &format!("{}{what}", self.name))
    }

    /// Draws `count` numbers between two bounds; each name `what` has a list of its own.
    pub fn numbers(&self, what: &str, count: usize, low: f64, high: f64) -> Vec<f64> {
        self.random(what).numbers(count, low, high)
    }

    /// Draws `count` whole numbers from 0 to below a bound; each name `what` has a list of its own.
    pub fn whole(&self, what: &str, count: usize, below: usize) -> Vec<u32> {
        self.random(what).indices(count, below)
    }

    /// Probabilities: positive numbers, divided by their sum.
    pub fn simplex(&self, what: &str, count: usize) -> Vec<f64> {
        let parts = self.numbers(what, count, 0.2, 1.0);
        let sum: f64 = parts.iter().sum();
        parts.iter().map(|part| part / sum).collect()
    }

    /// Compares a model with the formula of its statements, where parameters have values between their
    /// bounds.
    pub fn check(&self, bounds: &[(&str, f64, f64)], model: impl Model, formula: Formula) {
        on_every_set_with(self.rewrites, model, |set, posterior| {
            let q = self.point(bounds, posterior.coordinates());
            let (value, gradient) = evaluate_gradient(posterior, &q);
            let statements = self.compare(set, posterior.coordinates(), &q, (value, &gradient), formula);
            self.counts.add(set, statements);
        });
    }

    fn point(&self, bounds: &[(&str, f64, f64)], coordinates: &[Coordinates]) -> Vec<f64> {
        let numbers = |own: &Coordinates| {
            let bound = bounds.iter().find(|(name, ..)| *name == own.name);
            let &(name, low, high) = bound.unwrap_or_else(|| panic!("`{}` has no bounds", own.name));
            self.numbers(name, own.range.len(), low, high)
        };
        coordinates.iter().flat_map(numbers).collect()
    }

    /// Panics unless the value and all slopes are those of the formula; the number of statements.
    fn compare(
        &self,
        set: &str,
        coordinates: &[Coordinates],
        q: &[f64],
        (value, gradient): (f64, &[f64]),
        formula: Formula,
    ) -> usize {
        let mut wrong = Vec::new();
        let mut suspects: Vec<usize> = Vec::new();
        for first in (0..q.len()).step_by(8) {
            let dual = |at: usize| match at.checked_sub(first) {
                Some(place) if place < 8 => Dual::variable(q[at], place),
                _ => x(q[at]),
            };
            let values = coordinates.iter().map(|own| (own.name, own.range.clone().map(dual).collect()));
            let statements = formula(&At(values.collect()));
            if first == 0 {
                suspects = (0..statements.len()).collect();
                let want: f64 = statements.iter().map(|one| one.value).sum();
                let scale = 1.0 + statements.iter().map(|one| one.value.abs().max(1.0)).sum::<f64>();
                baseline::saw((value - want).abs() / scale, true);
                let is_near = (value - want).abs() <= 1e-13 * scale;
                if !is_near {
                    wrong.push(format!("the value is {value:e} for {want:e}"));
                }
            }
            for (at, &got) in gradient.iter().enumerate().skip(first).take(8) {
                let slopes = || statements.iter().map(|one| one.slopes[at - first]);
                let want = slopes().sum::<f64>();
                let scale = 1.0 + slopes().map(f64::abs).sum::<f64>();
                baseline::saw((got - want).abs() / scale, false);
                let is_near = (got - want).abs() <= 1e-11 * scale;
                if !is_near {
                    let own = coordinates.iter().find(|own| own.range.contains(&at)).expect("a parameter");
                    wrong.push(format!(
                        "the slope by {}[{}] is {got:e} for {want:e}",
                        own.name,
                        at - own.range.start
                    ));
                    suspects.retain(|&row| statements[row].slopes[at - first] != 0.0);
                }
            }
        }
        assert!(
            wrong.is_empty(),
            "{}, length {}, {set}, Rewrites::{:?}: {}.\n\
             Statements that have all of these slopes, from 0: {suspects:?}",
            self.name,
            self.length,
            self.rewrites,
            wrong.join("; "),
        );
        suspects.len()
    }
}
