//! Proves that laws of whole numbers keep their digits at extreme but legal points: counts to 1e15,
//! parameters to 1e±300. Every record of `tests/reference/extremes_discrete.json` on every instruction set,
//! with neighbours of all sizes in the same register.
//!
//! Distribution functions of large counts, and laws truncated to narrow intervals, by
//! `tests/reference/extremes_cumulative.json`.
//!
//! Tolerances: values to 1e-12, or 1e-12 of their size; derivatives to 1e-9 of their size, or to 1e-13 of
//! that of the terms that they are made of. What cannot be met stands in `docs/limits.md`.

#[path = "../../common/mod.rs"]
mod common;

use common::answers::density;
use common::{beside_tests, is_near};
use monomorph::contract::node::Packs;
use monomorph::distribution::{self, *};
use monomorph::prelude::*;
use monomorph::simd::{MAX_LANES, Pack};
use pulp::{Scalar, Simd, WithSimd};
use serde_json::Value;
use std::marker::PhantomData;

/// The kind of function in a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    Density,
    LogCdf,
    LogCcdf,
}

/// A point (y, then the arguments), the value and the derivatives by the arguments that are not whole.
struct Record {
    at: Vec<f64>,
    value: f64,
    slopes: Vec<f64>,
    /// Of the terms of the value, and of the derivatives.
    size: f64,
    sizes: Vec<f64>,
}

/// A number, which is a text if it is infinite.
fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| value.as_str().and_then(|text| text.parse().ok()).expect("a number"))
}

impl Record {
    /// Adds deviations from the record to `wrong`.
    fn compare(&self, at: &str, value: f64, slopes: &[f64], wrong: &mut Vec<String>) {
        if !is_near(value, self.value, 1e-12 * self.value.abs().max(1.0) + 2e-15 * self.size) {
            wrong.push(format!("{at}: {value:e} for {:e}, off by {:e}", self.value, value - self.value));
        }
        if self.value == f64::NEG_INFINITY {
            return;
        }
        for (place, &want) in self.slopes.iter().enumerate() {
            let (got, size) = (slopes[place], self.sizes[place]);
            if !is_near(got, want, 1e-9 * want.abs() + 1e-13 * size) {
                wrong.push(format!("{at}: slope {place}: {got:e} for {want:e}, terms of {size:e}"));
            }
        }
    }
}

fn numbers(list: &Value) -> Vec<f64> {
    list.as_array().expect("a list").iter().map(number).collect()
}

fn records_of(law: &str, file: &str, what: &str) -> Vec<Record> {
    let text = std::fs::read_to_string(beside_tests(file)).expect("the file can be read");
    let all: Vec<Value> = serde_json::from_str(&text).expect("the file is a JSON array");
    let own = all.iter().filter(|record| record["law"] == law && record["what"] == what);
    own.map(|record| Record {
        at: numbers(&record["at"]),
        value: number(&record["value"]),
        size: record["size"].as_f64().unwrap_or(0.0),
        slopes: numbers(&record["slopes"]),
        sizes: numbers(&record["sizes"]),
    })
    .collect()
}

/// The answers at the points of records, a register of them at a time: value, then the derivatives by all
/// arguments.
struct Ask<'a, F>(&'a [Record], What, PhantomData<F>);

/// A function of registers.
trait Evaluate {
    fn evaluate<S: Simd>(what: What, packs: Packs<S>) -> (Pack<S>, Packs<S>);
}

/// The density alone.
struct Density<F>(PhantomData<F>);

/// The density and the cumulative probabilities.
struct All<F>(PhantomData<F>);

impl<F: Family> Evaluate for Density<F> {
    fn evaluate<S: Simd>(_: What, packs: Packs<S>) -> (Pack<S>, Packs<S>) {
        density::<F, S>(packs)
    }
}

impl<F: Cumulative> Evaluate for All<F> {
    fn evaluate<S: Simd>(what: What, packs: Packs<S>) -> (Pack<S>, Packs<S>) {
        match what {
            What::Density => Density::<F>::evaluate(what, packs),
            What::LogCdf => F::log_cdf(&packs),
            What::LogCcdf => F::log_ccdf(&packs),
        }
    }
}

impl<E: Evaluate> WithSimd for Ask<'_, E> {
    type Output = Vec<Vec<f64>>;

    fn with_simd<S: Simd>(self, simd: S) -> Self::Output {
        let mut answers = Vec::new();
        // Records of all sizes side by side.
        let places: Vec<usize> = (0..8).flat_map(|first| (first..self.0.len()).step_by(8)).collect();
        let mut order: Vec<(usize, Vec<f64>)> = Vec::new();
        for places in places.chunks(S::F64_LANES) {
            let packs: Packs<S> = std::array::from_fn(|argument| {
                let mut lanes = [1.0; MAX_LANES];
                for (lane, &place) in lanes.iter_mut().zip(places) {
                    *lane = self.0[place].at.get(argument).copied().unwrap_or(f64::NAN);
                }
                Pack::from_array(simd, lanes)
            });
            let (value, partials) = E::evaluate(self.1, packs);
            let (value, partials) = (value.to_array(), partials.map(Pack::to_array));
            for (lane, &place) in places.iter().enumerate() {
                let arguments = 1..self.0[place].at.len();
                let mut answer = vec![value[lane]];
                answer.extend(arguments.map(|argument| partials[argument][lane]));
                order.push((place, answer));
            }
        }
        order.sort_by_key(|(place, _)| *place);
        answers.extend(order.into_iter().map(|(_, answer)| answer));
        answers
    }
}

/// The answers of every instruction set of this machine.
fn answers<E: Evaluate>(records: &[Record], what: What) -> Vec<(&'static str, Vec<Vec<f64>>)> {
    let ask = || Ask::<E>(records, what, PhantomData);
    let mut sets = vec![("scalar", Scalar::new().vectorize(ask()))];
    #[cfg(target_arch = "x86_64")]
    {
        sets.extend(pulp::x86::V3::try_new().map(|simd| ("AVX2", Simd::vectorize(simd, ask()))));
        sets.extend(pulp::x86::V4::try_new().map(|simd| ("AVX-512", Simd::vectorize(simd, ask()))));
    }
    sets
}

/// Compares a family with its records, and prints all deviations at once.
fn compare<F: Family, E: Evaluate>(file: &str, what: What) {
    let name = match what {
        What::Density => "density",
        What::LogCdf => "log_cdf",
        What::LogCcdf => "log_ccdf",
    };
    let records = records_of(F::FACTS.name, file, name);
    assert!(!records.is_empty(), "there are no records of {} of {}", name, F::FACTS.name);
    let free: Vec<usize> = (1..F::FACTS.arguments.len())
        .filter(|&place| !F::FACTS.arguments[place].domain.is_discrete())
        .collect();
    let mut wrong = Vec::new();
    for (set, answers) in answers::<E>(&records, what) {
        for (record, answer) in records.iter().zip(answers) {
            let at = format!("{name} of {} at {:?}, {set}", F::FACTS.name, record.at);
            record.compare(
                &at,
                answer[0],
                &free.iter().map(|&place| answer[place]).collect::<Vec<_>>(),
                &mut wrong,
            );
        }
    }
    assert!(wrong.is_empty(), "{} are off:\n{}", wrong.len(), wrong.join("\n"));
}

const DENSITIES: &str = "reference/extremes_discrete.json";

macro_rules! densities {
    ($($test:ident: $Family:ident;)*) => {$(
        #[test]
        fn $test() {
            compare::<$Family, Density<$Family>>(DENSITIES, What::Density);
        }
    )*};
}

densities! {
    poisson: Poisson;
    poisson_log: PoissonLog;
    binomial: Binomial;
    binomial_logit: BinomialLogit;
    beta_binomial: BetaBinomial;
    neg_binomial: NegBinomial;
    neg_binomial_2: NegBinomial2;
    neg_binomial_2_log: NegBinomial2Log;
    geometric: Geometric;
    hypergeometric: Hypergeometric;
    bernoulli: Bernoulli;
    bernoulli_logit: BernoulliLogit;
    discrete_range: DiscreteRange;
}

const CUMULATIVE: &str = "reference/extremes_cumulative.json";

macro_rules! distribution_functions {
    ($($test:ident: $Family:ident;)*) => {$(
        #[test]
        fn $test() {
            compare::<$Family, All<$Family>>(CUMULATIVE, What::LogCdf);
            compare::<$Family, All<$Family>>(CUMULATIVE, What::LogCcdf);
        }
    )*};
}

distribution_functions! {
    probabilities_of_poisson: Poisson;
    probabilities_of_binomial: Binomial;
    probabilities_of_beta_binomial: BetaBinomial;
    probabilities_of_neg_binomial: NegBinomial;
    probabilities_of_neg_binomial_2: NegBinomial2;
}

/// Close cutpoints: the record has the predictor and both cutpoints, the category stands before them.
#[test]
fn ordered_probit_between_close_cutpoints() {
    let mut records = records_of("ordered_probit", CUMULATIVE, "density");
    assert!(!records.is_empty());
    records.iter_mut().for_each(|record| record.at.insert(0, 1.0));
    let mut wrong = Vec::new();
    for (set, answers) in answers::<Density<OrderedProbit>>(&records, What::Density) {
        for (record, answer) in records.iter().zip(answers) {
            let at = format!("ordered_probit at {:?}, {set}", &record.at[1..]);
            record.compare(&at, answer[0], &answer[1..], &mut wrong);
        }
    }
    assert!(wrong.is_empty(), "{} are off:\n{}", wrong.len(), wrong.join("\n"));
}

/// A law between two bounds, which are data, in a model whose parameters are its arguments.
macro_rules! narrow {
    ($($test:ident: $law:ident($([$whole:ident])? $($argument:ident),+);)*) => {$(
        #[test]
        fn $test() {
            let mut wrong = Vec::new();
            for record in records_of(stringify!($law), CUMULATIVE, "truncated") {
                let &[y, lower, upper, ref arguments @ ..] = record.at.as_slice() else { panic!("a point") };
                let y = [y];
                let skip = 0 $(+ { let _ = stringify!($whole); 1 })?;
                $(let $whole = arguments[0];)?
                params! { $($argument: real()),+ }
                let model = model! {
                    $($argument |= flat(),)+
                    data(&y) |= distribution::$law($($whole,)? $($argument),+).truncated(lower, upper),
                };
                common::on_every_set(model, |set, posterior| {
                    let q = &arguments[skip..];
                    let mut slopes = vec![0.0; q.len()];
                    let value = posterior
                        .log_density_and_gradient(q, &mut slopes, &mut posterior.workspace());
                    record.compare(&format!("{} at {:?}, {set}", stringify!($law), record.at), value, &slopes, &mut wrong);
                });
            }
            assert!(wrong.is_empty(), "{} are off:\n{}", wrong.len(), wrong.join("\n"));
        }
    )*};
}

narrow! {
    narrow_poisson: poisson(rate);
    narrow_binomial: binomial([trials] theta);
    narrow_neg_binomial_2: neg_binomial_2(mean, precision);
    narrow_normal: normal(mu, sigma);
}
