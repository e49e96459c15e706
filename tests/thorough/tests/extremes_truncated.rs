//! Proves that truncated laws of numbers hold at extreme but legal points: bounds near and far from what is
//! observed, in the tails and in the middle, of laws with scales to 1e±300, shapes to 1e±8 and counts to
//! 1e15. Log densities and slopes by every number, on every instruction set, against
//! `tests/reference/extremes_truncated.json`: values to 1e-12, slopes to 1e-9, and no more than a few times
//! what a change of the inputs in their last place, or of the density and the mass in theirs, would change.

#[path = "../../common/mod.rs"]
mod common;

use common::answers::{Answer, density, error, on_every_set, with_complements};
use common::{beside_tests, with_room};
use monomorph::contract::node::{MAX_ARGUMENTS, Packs};
use monomorph::distribution::*;
use monomorph::node::Function;
use monomorph::simd::Pack;
use pulp::{Simd, WithSimd};
use serde_json::Value;
use std::marker::PhantomData;
use std::sync::OnceLock;

/// A point, the bounds that there are, and what is to come out: the value and the slopes by the point, the
/// arguments and the bounds.
struct Record {
    at: Vec<f64>,
    lower: Option<f64>,
    upper: Option<f64>,
    want: Vec<f64>,
    slack: Vec<f64>,
}

fn numbers(list: &Value) -> Vec<f64> {
    list.as_array().expect("a list").iter().map(|number| number.as_f64().expect("a number")).collect()
}

fn all_records() -> &'static [Value] {
    static ALL: OnceLock<Vec<Value>> = OnceLock::new();
    ALL.get_or_init(|| {
        let path = std::env::var_os("EXTREMES")
            .map_or_else(|| beside_tests("reference/extremes_truncated.json"), Into::into);
        let text = std::fs::read_to_string(path).expect("the file is there");
        serde_json::from_str(&text).expect("the file is a JSON array")
    })
}

/// The density of a record and the mass between its bounds.
struct Evaluate<'a, F>(&'a Record, PhantomData<F>);

impl<F: Cumulative> WithSimd for Evaluate<'_, F> {
    type Output = (Answer, Answer);

    fn with_simd<S: Simd>(self, simd: S) -> Self::Output {
        let Record { at, lower, upper, .. } = self.0;
        let mut values = [f64::NAN; MAX_ARGUMENTS];
        values[..at.len()].copy_from_slice(at);
        let packs =
            |values: [f64; MAX_ARGUMENTS]| -> Packs<S> { values.map(|value| Pack::splat(simd, value)) };
        let first = |(value, partials): (Pack<S>, Packs<S>)| (value.first(), partials.map(Pack::first));
        let of_density = first(density::<F, S>(packs(values)));
        let of_mass = match (lower, upper) {
            (Some(lower), None) => {
                values[0] = *lower;
                LogTail::<F>::value_and_partials::<(), S>(&with_complements(
                    LogTail::<F>::COMPLEMENTS,
                    packs(values),
                ))
            }
            (None, Some(upper)) => {
                values[0] = *upper;
                LogCdf::<F>::value_and_partials::<(), S>(&with_complements(
                    LogCdf::<F>::COMPLEMENTS,
                    packs(values),
                ))
            }
            _ => {
                values[0] = lower.expect("a bound");
                values[at.len()] = upper.expect("a bound");
                LogMass::<F>::value_and_partials::<(), S>(&with_complements(
                    LogMass::<F>::COMPLEMENTS,
                    packs(values),
                ))
            }
        };
        (of_density, first(of_mass))
    }
}

impl Record {
    fn of(record: &Value) -> Self {
        Self {
            at: numbers(&record[1]),
            lower: record[2].as_f64(),
            upper: record[3].as_f64(),
            want: numbers(&record[4]),
            slack: numbers(&record[5]),
        }
    }

    /// Returns a description of the deviation, if there is one.
    fn complaint<F: Cumulative>(
        &self,
        ((log, by_density), (mass, by_mass)): &(Answer, Answer),
    ) -> Option<String> {
        let count = self.at.len();
        let by_upper = if self.lower.is_some() { count } else { 0 };
        let ends = [(self.lower, by_mass[0]), (self.upper, by_mass[by_upper])];
        // What parts of the bounds change: the slopes of the mass are differences of such terms.
        let of_ends: f64 = ends.iter().map(|(at, slope)| (at.unwrap_or(0.0) * slope).abs()).sum();
        let is_whole = |place: usize| F::FACTS.arguments[place].domain.is_discrete();
        // The value, with the size of its terms; then the slopes, with the sizes of theirs and of what they
        // are by.
        let mut got = vec![(log - mass, log.abs() + mass.abs(), 1e10)];
        for place in 0..count {
            let of_mass = if place == 0 { 0.0 } else { by_mass[place] };
            let slope = if is_whole(place) { 0.0 } else { by_density[place] - of_mass };
            let size = if self.at[place] == 0.0 { self.at[0] } else { self.at[place] };
            let terms = by_density[place].abs() + of_mass.abs();
            got.push((slope, terms.max((of_ends / size).abs()), size));
        }
        for (at, slope) in ends.into_iter().filter_map(|(at, slope)| Some((at?, slope))) {
            // The exponential of a log density less the log mass.
            let terms = slope.abs() * (1.0 + 1e-3 * (log.abs() + mass.abs()));
            got.push((if is_whole(0) { 0.0 } else { -slope }, terms, at));
        }
        assert_eq!(got.len(), self.want.len());
        let off = got.iter().zip(&self.want).enumerate().find(|(place, ((got, terms, size), want))| {
            let (relative, of_terms) = if *place == 0 { (1e-12, 1e-16) } else { (1e-9, 1e-12) };
            let slack = self.slack.get(*place).copied().unwrap_or(0.0) + of_terms * terms;
            let size = size.abs().max(1e-300);
            let error = error(*got, **want, relative, slack, size);
            error.is_nan() || error > 1.0
        })?;
        let (place, ((got, terms, _), want)) = off;
        let Self { at, lower, upper, .. } = self;
        Some(format!(
            "{at:?} between {lower:?} and {upper:?}: number {place} is {got:e} for {want:e}, terms of {terms:e}"
        ))
    }
}

fn compare<F: Cumulative>() {
    let own = all_records().iter().filter(|record| record[0] == F::FACTS.name);
    let records: Vec<Record> = own.map(Record::of).collect();
    assert!(records.len() >= 30, "{} has {} records", F::FACTS.name, records.len());
    let complaints: Vec<String> = records
        .iter()
        .filter_map(|record| {
            let answers = on_every_set(|| Evaluate::<F>(record, PhantomData));
            answers.iter().find_map(|(set, answer)| {
                record.complaint::<F>(answer).map(|complaint| format!("{set}: {complaint}"))
            })
        })
        .collect();
    let count = complaints.len();
    assert!(
        complaints.is_empty(),
        "{}: {count} of {}\n{}",
        F::FACTS.name,
        records.len(),
        complaints.join("\n")
    );
}

macro_rules! tests {
    ($($Family:ident)*) => {
        #[test]
        fn every_record_has_its_family() {
            let names = [$(<$Family as Family>::FACTS.name),*];
            for record in all_records() {
                assert!(names.iter().any(|name| record[0] == *name), "{} is not tested", record[0]);
            }
        }

        $(#[allow(non_snake_case)]
        #[test]
        fn $Family() {
            with_room(compare::<monomorph::distribution::$Family>);
        })*
    };
}

tests! {
    StdNormal Normal HalfNormal Cauchy HalfCauchy StudentT HalfStudentT ExpModNormal DoubleExponential
    Logistic Gumbel Lognormal Loglogistic Exponential Gamma InvGamma ChiSquare InvChiSquare ScaledInvChiSquare
    Weibull Frechet Rayleigh Pareto ParetoType2 Beta BetaProportion Uniform
    Poisson Binomial BetaBinomial NegBinomial NegBinomial2 Geometric Bernoulli DiscreteRange
}
